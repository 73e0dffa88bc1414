"""Puzzles for the screens: made by sgt-solo, solved here, so that no truth comes from the code under test."""

import random
import subprocess
from dataclasses import dataclass, field

SOLO = "/usr/games/sgt-solo"


@dataclass
class Puzzle:
    """Values 1..n, 0 empty, rows from top to bottom."""

    box_rows: int
    box_cols: int
    clues: list
    solution: list
    description: str  # as sgt-solo writes it
    entries: list = field(default_factory=list)  # values that the player has entered
    marks: dict = field(default_factory=dict)  # (row, column) -> candidates pencilled in

    @property
    def n(self):
        return self.box_rows * self.box_cols

    def empty_cells(self):
        return [(r, c) for r in range(self.n) for c in range(self.n) if self.clues[r][c] == 0]


def from_description(description, n):
    """sgt-solo's text: numbers, with runs of empty cells as letters (a is one cell) between them."""
    values, number = [], ""
    for char in description + "_":
        if char.isdigit():
            number += char
            continue
        if number:
            values.append(int(number))
            number = ""
        if char.isalpha():
            values += [0] * (ord(char) - ord("a") + 1)
    return [values[r * n : (r + 1) * n] for r in range(n)]


def peers_of(n, box_rows, box_cols):
    units = []
    for i in range(n):
        units.append([(i, c) for c in range(n)])
        units.append([(r, i) for r in range(n)])
        top, left = i // box_rows * box_rows, i % box_rows * box_cols
        units.append([(top + r, left + c) for r in range(box_rows) for c in range(box_cols)])
    peers = {}
    for unit in units:
        for cell in unit:
            peers.setdefault(cell, set()).update(unit)
    for cell, others in peers.items():
        others.discard(cell)
    return units, peers


def solutions(clues, box_rows, box_cols, most=2):
    """Up to `most` solutions, by singles and the cell with the fewest candidates."""
    n = box_rows * box_cols
    units, peers = peers_of(n, box_rows, box_cols)

    def place(candidates, cell, value):
        todo = [(cell, value)]
        while todo:
            where, what = todo.pop()
            if what not in candidates[where]:
                return False
            candidates[where] = {what}
            for peer in peers[where]:
                if what in candidates[peer]:
                    candidates[peer] = candidates[peer] - {what}
                    if not candidates[peer]:
                        return False
                    if len(candidates[peer]) == 1:
                        todo.append((peer, next(iter(candidates[peer]))))
        return True

    def hidden_singles(candidates):
        moved = True
        while moved:
            moved = False
            for unit in units:
                for value in range(1, n + 1):
                    places = [cell for cell in unit if value in candidates[cell]]
                    if not places:
                        return False
                    if len(places) == 1 and len(candidates[places[0]]) > 1:
                        if not place(candidates, places[0], value):
                            return False
                        moved = True
        return True

    start = {(r, c): set(range(1, n + 1)) for r in range(n) for c in range(n)}
    for r in range(n):
        for c in range(n):
            if clues[r][c] and not place(start, (r, c), clues[r][c]):
                return []
    found, stack = [], [start]
    while stack and len(found) < most:
        candidates = stack.pop()
        if not hidden_singles(candidates):
            continue
        cell = min((k for k in candidates if len(candidates[k]) > 1), key=lambda k: len(candidates[k]), default=None)
        if cell is None:
            found.append([[next(iter(candidates[r, c])) for c in range(n)] for r in range(n)])
            continue
        for value in candidates[cell]:
            branch = dict(candidates)
            if place(branch, cell, value):
                stack.append(branch)
    return found


def share_of(asked, count):
    """A number of `count` things: as it is asked for, or their share where it is no whole number."""
    return min(asked, count) if isinstance(asked, int) else round(asked * count)


def most_clashing(puzzle, cells):
    """The cell of `cells` and the wrong value for it that most equal givens see, the first of them."""
    _, peers = peers_of(puzzle.n, puzzle.box_rows, puzzle.box_cols)
    wrong = [(cell, v) for cell in cells for v in range(1, puzzle.n + 1) if v != puzzle.solution[cell[0]][cell[1]]]
    return max(wrong, key=lambda one: sum(puzzle.clues[r][c] == one[1] for r, c in peers[one[0]]))


def make_puzzle(box_rows, box_cols, seed, entries=0.0, marks=0.0, wrong=0, clash=False):
    """`entries`, `marks`: how many of the empty cells the player filled in or pencilled; `wrong`: how many of the entries
    are wrong; each a number or a share. `clash`: one more wrong entry, where it sees as many equal givens as can be."""
    # In sgt-solo's RxC the boxes are R cells tall and C wide; "dt": only the simplest steps are needed.
    difficulty = "db" if box_rows * box_cols <= 16 else "dt"
    identity = f"{box_rows}x{box_cols}{difficulty}#{seed}"
    said = subprocess.run([SOLO, "--generate", "1", identity], capture_output=True, text=True, check=True, timeout=300)
    description = said.stdout.split(":", 1)[1].strip()
    n = box_rows * box_cols
    clues = from_description(description, n)
    answers = solutions(clues, box_rows, box_cols)
    if len(answers) != 1:
        raise RuntimeError(f"{identity}: {len(answers)} solutions in boxes of {box_rows}x{box_cols}")
    puzzle = Puzzle(box_rows, box_cols, clues, answers[0], description)
    puzzle.entries = [[0] * n for _ in range(n)]
    rng = random.Random(seed)
    cells = puzzle.empty_cells()
    rng.shuffle(cells)
    if clash:
        cell, value = most_clashing(puzzle, cells)
        puzzle.entries[cell[0]][cell[1]] = value
        cells.remove(cell)
    filled = cells[: share_of(entries, len(cells))]
    mistakes = share_of(wrong, len(filled))
    for i, (r, c) in enumerate(filled):
        right = puzzle.solution[r][c]
        puzzle.entries[r][c] = rng.choice([v for v in range(1, n + 1) if v != right]) if i < mistakes else right
    for r, c in cells[len(filled) : len(filled) + share_of(marks, len(cells))]:
        others = rng.sample(range(1, n + 1), rng.randint(1, 3))
        puzzle.marks[r, c] = sorted({puzzle.solution[r][c], *others})
    return puzzle


def truth_of(puzzle, symbols, size, program, look):
    """The truth beside a picture: the fields of tests/simulator/README.md; corners are not known here."""
    return {
        "frame": 0,
        "width": size[0],
        "height": size[1],
        "scenario": f"{program}: {look}",
        "boards": [
            {
                "corners": None,
                "n": puzzle.n,
                "box": [puzzle.box_rows, puzzle.box_cols],
                "alphabet": symbols,
                "clues": puzzle.clues,
                "entries": puzzle.entries,
                "solution": puzzle.solution,
            }
        ],
    }
