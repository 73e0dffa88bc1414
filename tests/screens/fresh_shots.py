"""Random looks of the three programs, for figures that no one has worked towards: every seed is another set."""

import random

from programs import GnomeSudoku, KSudoku, Solo

KEYS = ["Left", "Right", "Up", "Down"]
SOLO_BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 3), (2, 5), (3, 4), (4, 3), (3, 5), (4, 4), (4, 5), (5, 5)]
KSUDOKU_BOXES = [(3, 3), (3, 3), (2, 2), (2, 3), (3, 2), (2, 4), (4, 4), (3, 4), (5, 5)]


def player(rng, n):
    """What the player has done: shares of entries and marks, and wrong entries."""
    kind = rng.choice(["fresh", "fresh", "played", "marked", "wrong"])
    if kind == "fresh":
        return {}
    if kind == "marked":
        return {"marks": rng.uniform(0.3, 0.8)}
    done = {"entries": rng.uniform(0.15, 0.5), "marks": rng.choice([0, rng.uniform(0.1, 0.4)])}
    if kind == "wrong" and n > 4:
        done["wrong"] = 1
    return done


def window(rng, screen, least, most, shape):
    """A size whose width is `shape` times its height, and a place for it on the screen."""
    width = rng.randint(least, most)
    height = min(screen[1] - 10, round(width / shape))
    width = min(width, screen[0] - 10)
    return {"size": (width, height), "at": (rng.randint(0, screen[0] - width), rng.randint(0, screen[1] - height))}


def shade(rng, low, high):
    return "".join(f"{rng.randint(low, high):02x}" for _ in range(3))


def solo_colours(rng):
    """Ground, diagonals, lines, givens, entries, highlight, errors, pencil, cages."""
    dark = rng.random() < 0.5
    if dark:
        ground, ink, entry = shade(rng, 10, 60), shade(rng, 210, 255), rng.choice(["60d070", "70b0ff", "ffc860"])
        highlight, pencil = shade(rng, 60, 90), rng.choice(["80a0ff", "909090"])
    else:
        ground, ink, entry = shade(rng, 215, 255), shade(rng, 0, 50), rng.choice(["008000", "2040c0", "a05000"])
        highlight, pencil = shade(rng, 170, 200), rng.choice(["8080ff", "a0a0a0"])
    return [ground, ground, ink, ink, entry, highlight, "ff5050" if dark else "ff0000", pencil, "808080"]


def fresh_shots(seed, count, screen):
    """(program, box rows, box columns, player, look), `count` of them, for a screen of (width, height)."""
    gnome, k, solo = GnomeSudoku(), KSudoku(), Solo()
    rng = random.Random(seed)
    for _ in range(count):
        program = rng.choice([gnome, k, k, solo, solo])
        scale = rng.choice([1, 1, 1, 2])
        look = {"scale": scale, "keys": rng.choices(KEYS, k=rng.randint(0, 6))}
        if program is gnome:
            rows, cols = 3, 3
            look.update(window(rng, screen, 480 * scale, 1100 * scale, 1.1))
            look.update(dark=rng.random() < 0.4, highlight=rng.random() < 0.5)
            look["size"] = tuple(v // scale for v in look["size"])
        elif program is k:
            rows, cols = rng.choice(KSUDOKU_BOXES)
            least = 480 if rows * cols < 16 else 1000
            look.update(window(rng, screen, min(least * scale, 1600), 1250 * scale, rng.uniform(1.1, 1.4)))
            look.update(theme=rng.choice(["default", "ksudoku_scrible", "abstraction"]), highlight=rng.random() < 0.5)
        else:
            rows, cols = rng.choice(SOLO_BOXES)
            least = 300 if rows * cols < 10 else 34 * rows * cols
            look.update(window(rng, screen, least, least + 400 * scale, 0.94))
            if rng.random() < 0.7:
                look["colours"] = solo_colours(rng)
            if rng.random() < 0.4:
                (x, y), (width, height) = look["at"], look["size"]
                look["click"] = (x + round(width * rng.uniform(0.1, 0.9)), y + round(height * rng.uniform(0.15, 0.9)))
                look["button"] = rng.choice([1, 1, 3])
        yield program, rows, cols, player(rng, rows * cols), look
