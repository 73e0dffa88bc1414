#!/usr/bin/env python3
"""Screenshots of real Sudoku programs with the truth beside them, for `read_screens.py` and the stills benchmark.

    tests/screens/capture.py --out DIR [--install] [--only TEXT] [--fresh SEED --count K]

Each program runs on an X server of its own (Xvfb), in a home folder of its own, and opens a saved game written for it, so
the truth is known: sizes, window sizes, themes, highlighted rows, the player's entries and pencil marks. --install gets the
Debian packages first (needs root). --fresh takes random looks instead of the fixed list: another seed, another set, some of it at
twice the scale. The pictures are those programs' drawings: they stay out of the repository.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from display import Display, Running
from fresh_shots import fresh_shots
from programs import GnomeSudoku, KSudoku, Solo
from puzzles import make_puzzle, truth_of

PACKAGES = ["gnome-sudoku", "ksudoku", "sgt-puzzles", "xvfb", "xdotool", "imagemagick", "dbus-daemon", "breeze",
            "adwaita-icon-theme", "gnome-themes-extra"]
SCREEN = (1280, 960)
FRESH_SCREEN = (1920, 1440)


def shots():
    """(program, box rows, box columns, player, look). player: shares of entries and marks, number of wrong entries."""
    plain, busy, marks = {}, {"entries": 0.25, "marks": 0.25}, {"marks": 0.7}
    gnome, k, solo = GnomeSudoku(), KSudoku(), Solo()
    right2 = ["Right", "Right", "Down"]
    yield gnome, 3, 3, plain, {}
    yield gnome, 3, 3, plain, {"dark": True, "at": (200, 150)}
    yield gnome, 3, 3, plain, {"size": (420, 460), "at": (37, 41)}
    yield gnome, 3, 3, plain, {"size": (1200, 900), "at": (20, 15)}
    yield gnome, 3, 3, busy, {"at": (300, 200)}
    yield gnome, 3, 3, busy, {"highlight": True, "keys": right2}
    yield gnome, 3, 3, busy, {"highlight": True, "keys": right2, "dark": True}
    yield gnome, 3, 3, marks, {"highlight": True, "keys": ["Down"] * 4, "at": (100, 100)}
    yield gnome, 3, 3, marks, {"size": (500, 540)}
    yield gnome, 3, 3, {**busy, "wrong": 1}, {"keys": right2}
    for theme in ("default", "ksudoku_scrible", "abstraction"):
        yield k, 3, 3, plain, {"theme": theme}
        yield k, 3, 3, busy, {"theme": theme, "at": (150, 120)}
        yield k, 3, 3, marks, {"theme": theme, "highlight": False, "size": (700, 600)}
        yield k, 3, 3, plain, {"theme": theme, "highlight": False, "size": (560, 460), "at": (333, 222)}
        yield k, 2, 2, plain, {"theme": theme}
        yield k, 2, 3, busy, {"theme": theme, "highlight": False}
        yield k, 4, 4, plain, {"theme": theme, "highlight": False, "size": (1240, 900)}
        yield k, 5, 5, plain, {"theme": theme, "highlight": False, "size": (1270, 950)}
    yield k, 4, 4, busy, {"size": (1240, 900)}
    for rows, cols in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3), (3, 5), (4, 4), (4, 5), (5, 5)):
        yield solo, rows, cols, plain, {"at": (60, 20), **({"size": (920, 940)} if rows * cols > 15 else {})}
        yield solo, rows, cols, plain, {"dark": True, "size": (900, 940), "at": (300, 10)}
    for rows, cols in ((2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)):
        yield solo, rows, cols, busy, {"size": (700, 740), "at": (200, 100), "click": (260, 200)}
        yield solo, rows, cols, busy, {"dark": True, "size": (640, 680)}
    yield solo, 3, 3, marks, {"size": (560, 600), "at": (500, 300), "click": (560, 400), "button": 3}
    yield solo, 3, 3, plain, {"size": (250, 290), "at": (700, 300)}
    yield solo, 3, 3, {**busy, "wrong": 1}, {"size": (600, 640)}
    yield from played_shots()


def played_shots():
    """A player's entries, right and wrong, on every look of every program."""
    games = [{"entries": n, "wrong": n} for n in (1, 2, 3, 4, 6)]  # none is right
    games += [{"entries": 0.7, "wrong": 1.0}, {"entries": 8}, {"entries": 0.8}]
    games += [{"entries": 10, "wrong": 2}, {"entries": 11, "wrong": 3}, {"entries": 0.6, "wrong": 0.3, "marks": 0.5}]
    games += [{"clash": True}, {"entries": 6, "clash": True}, {"entries": 1.0}, {"entries": 1.0, "wrong": 3}]
    size = {"size": (640, 680)}
    looks = [(Solo(), size), (Solo(), {**size, "dark": True}), (Solo(), {**size, "click": (300, 300)})]
    for dark in (False, True):
        looks += [(GnomeSudoku(), {"dark": dark, "highlight": lit, "keys": ["Right", "Down"]}) for lit in (False, True)]
    looks += [(KSudoku(), {"theme": theme}) for theme in ("default", "ksudoku_scrible", "abstraction")]
    for program, look in looks:
        for game in games:
            yield program, 3, 3, game, look


def name_of(number, program, rows, cols, player, look):
    words = [f"{number:03d}", program.name, f"{rows * cols}x{rows * cols}", f"box{rows}x{cols}"]
    words += ["dark"] * bool(look.get("dark")) + ([look["theme"]] if "theme" in look else [])
    words += ["2x"] * (look.get("scale") == 2) + ["colours"] * ("colours" in look)
    words += ["highlight"] * bool(look.get("highlight") or look.get("click"))
    words += [key for key in ("entries", "marks", "wrong", "clash") if player.get(key)]
    return "-".join(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for NAME.png and NAME.json")
    parser.add_argument("--install", action="store_true", help="install the Debian packages first")
    parser.add_argument("--only", default="", help="only shots whose name holds this")
    parser.add_argument("--fresh", type=int, metavar="SEED", help="random looks instead of the fixed list")
    parser.add_argument("--count", type=int, default=48, help="how many random looks (default 48)")
    options = parser.parse_args()
    if options.install:
        command = ["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES]
        subprocess.run(command, check=True, stdout=sys.stderr)
    missing = [tool for tool in ("Xvfb", "xdotool", "import", "dbus-run-session") if not shutil.which(tool)]
    missing += [game for game in ("gnome-sudoku", "ksudoku", "sgt-solo") if not shutil.which(f"/usr/games/{game}")]
    if missing:
        sys.exit("capture: missing " + ", ".join(missing) + "; run again with --install (root)")
    options.out.mkdir(parents=True, exist_ok=True)
    failed = 0
    screen, looks, seeds = SCREEN, shots(), 1000
    if options.fresh is not None:
        screen, seeds = FRESH_SCREEN, 1000 * options.fresh
        looks = fresh_shots(options.fresh, options.count, screen)
    with Display(*screen) as display:
        for number, (program, rows, cols, player, look) in enumerate(looks):
            name = name_of(number, program, rows, cols, player, look)
            if options.only not in name:
                continue
            puzzle = make_puzzle(rows, cols, seeds + number, **player)
            truth = truth_of(puzzle, program.symbols(puzzle.n), screen, program.name, name)
            for attempt in (1, 2):  # on a busy machine a program now and then does not get its window up
                try:
                    with Running(display) as running:
                        program.show(running, puzzle, look)
                        display.shoot(options.out / f"{name}.png")
                    break
                except RuntimeError as error:
                    print(f"capture: {name}: attempt {attempt}: {error}", file=sys.stderr)
            else:
                failed += 1
                continue
            (options.out / f"{name}.json").write_text(json.dumps(truth) + "\n")
            print(name, file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
