#!/usr/bin/env python3
"""Reads the pictures that capture.py made with `gridlens read --json` and prints how well, a line a picture.

    tests/screens/read_screens.py DIR [--program build/release/bin/gridlens] [--list] [--min-exact PERCENT]

exact: one board, its boxes, givens and entries those of the truth and state solved with the right solution (or, where the player
entered something wrong, the givens' solution). symbols: every symbol is right, but not whose it is, or not the state.
misread: a symbol is wrong; sure: and the givens are called certain. Exit status 1 on any wrong solution.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

SURE = ("solved", "multiple", "contradiction")
ROOT = Path(__file__).resolve().parents[2]


def symbols_of(rows, alphabet):
    return [["" if v == 0 else str(alphabet[v - 1]).upper() for v in row] for row in rows]


def different(a, b):
    return sum(x != y for row, other in zip(a, b) for x, y in zip(row, other))


def judge(said, truth):
    """(verdict, remark) of one picture with one board on it."""
    board = truth["boards"][0]
    clues, entries, solution = (symbols_of(board[k], board["alphabet"]) for k in ("clues", "entries", "solution"))
    cells = board["n"] ** 2
    shown = [g for g in said["grids"] if g["solution"]]
    wrong = [g for g in shown if g["n"] != board["n"] or symbols_of(g["solution"], g["alphabet"]) != solution]
    others = len(said["grids"]) - 1
    if wrong:
        return "WRONG", "a wrong solution is shown"
    grids = [g for g in said["grids"] if g["n"] == board["n"] and g["clues"]]
    if not grids:
        sizes = ", ".join(str(g["n"]) for g in said["grids"])
        return "not found", f"boards of {sizes}" if sizes else "no board"
    best = min(grids, key=lambda g: different(symbols_of(g["clues"], g["alphabet"]), clues))
    read_clues = symbols_of(best["clues"], best["alphabet"])
    read_entries = symbols_of(best["entries"], best["alphabet"]) if best["entries"] else [[""] * board["n"]] * board["n"]
    off_clues, off_entries = different(read_clues, clues), different(read_entries, entries)
    merged = [[a or b for a, b in zip(x, y)] for x, y in zip(read_clues, read_entries)]
    true_merged = [[a or b for a, b in zip(x, y)] for x, y in zip(clues, entries)]
    off_symbols = different(merged, true_merged)
    remark = f"{best['state']}, of {cells} cells: {off_symbols} symbols, {off_clues} givens, {off_entries} entries wrong"
    if others > 0:
        remark += f", {others} more boards"
    if best["box"] != board["box"]:
        remark += f", boxes {best['box']}"
    elif off_clues == 0 and off_entries == 0 and best["state"] == "solved" and others == 0:
        return "exact", remark
    if off_symbols == 0:
        return "symbols", remark
    return ("sure" if off_clues > 0 and best["state"] in SURE else "misread"), remark


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/gridlens"))
    parser.add_argument("--list", action="store_true", help="a line for every picture that is not exact")
    options = parser.parse_args()
    pictures = sorted(p for p in options.folder.iterdir() if p.suffix in (".png", ".jpg"))
    pictures = [p for p in pictures if p.with_suffix(".json").exists()]
    if not pictures:
        sys.exit(f"read_screens: no pictures with truth in {options.folder}; make them with capture.py")
    command = [options.program, "read", "--json", *map(str, pictures)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    kinds = {}
    for picture, line in zip(pictures, lines):
        truth = json.loads(picture.with_suffix(".json").read_text())
        verdict, remark = judge(json.loads(line), truth)
        program, size = truth.get("scenario", "page").split(":")[0], truth["boards"][0]["n"]
        played = any(any(row) for row in truth["boards"][0]["entries"])
        for kind in (program, f"{program} {'played' if played else 'fresh'}", f"all {size}x{size}", "all"):
            kinds.setdefault(kind, []).append(verdict)
        if options.list and verdict != "exact":
            print(f"  {picture.name}: {verdict}: {remark}")
    order = ["exact", "symbols", "misread", "not found", "sure", "WRONG"]
    print(f"{'screens':24s} {'pictures':>9s} " + " ".join(f"{v:>10s}" for v in order))
    for kind in sorted(kinds, key=lambda k: (k.startswith("all"), len(k) if k.startswith("all ") else 0, k)):
        counts = [kinds[kind].count(v) for v in order]
        print(f"{kind:24s} {len(kinds[kind]):9d} " + " ".join(f"{c:10d}" for c in counts))
    return 1 if "WRONG" in kinds["all"] else 0


if __name__ == "__main__":
    sys.exit(main())
