#!/usr/bin/env python3
"""Fills real Sudoku programs with `gridlens fill` on a screen of its own and looks at what they show at the end.

    tests/screens/fill_screens.py GRIDLENS EVENT_RECORDER [--all] [--only TEXT]

Each program opens a puzzle whose solution is known beforehand. At the end gnome-sudoku and KSudoku must congratulate, and sgt-solo must
show the solution without its error colour. A window beside records all events that it gets: there must be none. Without --all: what
the test suite runs. Exit status 1: something failed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

from desktop import Desktop, red_pixels
from display import Running
from fill_faults import try_faults, try_refusal
from programs import GnomeSudoku, KSudoku, Solo
from puzzles import make_puzzle

SCREEN = (1280, 960)
TITLES = {"sgt-solo": "Solo", "gnome-sudoku": "Sudoku", "ksudoku": "KSudoku"}


def start(running, program, puzzle, theme):
    if program.name == "sgt-solo":
        if any(any(row) for row in puzzle.entries):
            running.start("sgt-solo", "--load", str(running.write("game.sav", program.save_file(puzzle))))
        else:
            running.start("sgt-solo", f"{puzzle.box_rows}x{puzzle.box_cols}:{puzzle.description}")
    elif program.name == "gnome-sudoku":
        running.write("data/gnome-sudoku/savefile", program.save_file(puzzle))
        settings = "[org/gnome/Sudoku]\nwindow-width=640\nwindow-height=560\nshow-warnings=true\n"
        running.write("config/glib-2.0/settings/keyfile", settings)
        running.start("gnome-sudoku", GTK_THEME="Adwaita")
    else:
        running.write("config/ksudokurc", f"[Themes]\ntheme=themes/{theme}.desktop\n")
        running.start("ksudoku", str(running.write("game.ksudoku", program.save_file(puzzle))), QT_STYLE_OVERRIDE="Breeze")


def open_board(desktop, running, program, puzzle, theme):
    start(running, program, puzzle, theme)
    window = desktop.wait_for(TITLES[program.name])
    if program.name != "gnome-sudoku":
        side = 440 if puzzle.n <= 9 else 860
        size = (side, side) if program.name == "sgt-solo" else (1140, 880)
        desktop.call("xdotool", "windowsize", window, *map(str, size))
        desktop.call("xdotool", "windowmove", window, "10", "30")
    desktop.settle(window)
    return window


def fill(desktop, gridlens, window, *options):
    """(exit status, what was said, seconds)"""
    begun = time.monotonic()
    said = subprocess.run(
        [gridlens, "fill", "--window", hex(int(window)), *options],
        env=dict(os.environ, DISPLAY=desktop.name),
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    return said.returncode, said.stderr.strip(), time.monotonic() - begun


def has_symbols(grid, puzzle):
    shown = [[a or b for a, b in zip(x, y)] for x, y in zip(grid["clues"], grid["entries"] or grid["clues"])]
    return shown == puzzle.solution


def is_finished(desktop, gridlens, program, window, puzzle, folder):
    """Empty where the program shows a finished game; else what is wrong."""
    if program.name == "gnome-sudoku":
        # Its dialog has no title; of its windows only that one lies over the board.
        pid = desktop.call("xdotool", "getwindowpid", window).strip()
        mine = desktop.call("xdotool", "search", "--onlyvisible", "--pid", pid, "--name", "").split()
        others = [other for other in mine if other != window and desktop.call("xdotool", "getwindowname", other).strip() == ""]
        return "" if others and not desktop.read(gridlens, window, folder) else "it does not congratulate"
    if program.name == "ksudoku":
        try:
            desktop.wait_for("Information — KSudoku", 10)  # a busy machine
        except RuntimeError:
            return "it does not congratulate"
        return ""
    desktop.settle(window)  # it flashes
    grids = desktop.read(gridlens, window, folder)
    if len(grids) != 1 or not grids[0]["clues"] or not has_symbols(grids[0], puzzle):
        return "it does not show the solution"
    red = red_pixels(desktop.pixels(window))
    return f"{red} pixels have the error colour" if red else ""


def run_case(desktop, gridlens, program, rows, cols, player, theme="default"):
    """Lines that say what went wrong."""
    puzzle = make_puzzle(rows, cols, 21, **player)
    wrong = player.get("wrong", 0) + player.get("clash", 0)
    troubles = []
    with Running(desktop) as running, tempfile.TemporaryDirectory() as folder:
        window = open_board(desktop, running, program, puzzle, theme)
        before = desktop.pixels(window)
        if wrong:
            status, said, _ = fill(desktop, gridlens, window)
            if status != 1 or said.count(" is not ") != wrong:
                troubles.append(f"{wrong} wrong entries: status {status}, {said}")
            if program.name == "sgt-solo" and desktop.pixels(window) != before:
                troubles.append("it was touched though its entries are wrong")
            if program.name == "sgt-solo" and player.get("clash") and red_pixels(before) == 0:
                troubles.append("the error colour is not known any more")
        status, said, seconds = fill(desktop, gridlens, window, *(["--yes"] if wrong else []))
        if status != 0:
            troubles.append(f"status {status}")
        trouble = is_finished(desktop, gridlens, program, window, puzzle, folder)
        if trouble:
            troubles.append(trouble)
        if troubles:
            troubles.append(said[-300:])
        print(f"  {seconds:.1f} s: {said[-160:]}", flush=True)
    return troubles


def cases(everything):
    """(program, box rows, box columns, player, theme)"""
    solo, gnome, k = Solo(), GnomeSudoku(), KSudoku()
    yield solo, 2, 3, {"entries": 0.3}, ""
    yield gnome, 3, 3, {"entries": 0.85, "wrong": 1}, ""
    if not everything:
        return
    for rows, cols in ((2, 3), (3, 3), (3, 4), (4, 4)):
        yield solo, rows, cols, {}, ""
    yield solo, 3, 3, {"entries": 0.5, "clash": True}, ""
    yield solo, 3, 3, {"entries": 0.4, "marks": 0.4}, ""
    yield gnome, 3, 3, {}, ""
    yield gnome, 3, 3, {"entries": 0.5, "wrong": 3}, ""
    yield k, 2, 2, {}, "ksudoku_scrible"
    for theme in ("default", "ksudoku_scrible", "abstraction"):
        yield k, 3, 3, {}, theme
    yield k, 3, 3, {"entries": 0.5, "wrong": 2}, "ksudoku_scrible"
    for theme in ("default", "ksudoku_scrible", "abstraction"):
        yield k, 4, 4, {}, theme
    yield k, 5, 5, {}, "ksudoku_scrible"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("gridlens")
    parser.add_argument("event_recorder")
    parser.add_argument("--all", action="store_true", help="all programs, sizes and themes: about half an hour")
    parser.add_argument("--only", default="", help="only cases whose name holds this")
    options = parser.parse_args()
    failed = 0

    def report(name, troubles):
        nonlocal failed
        failed += bool(troubles)
        print(f"{'FAILED' if troubles else 'ok'}: {name}" + "".join(f"\n    {line}" for line in troubles), flush=True)

    with Desktop(*SCREEN, options.event_recorder) as desktop:
        for program, rows, cols, player, theme in cases(options.all):
            words = " ".join(f"{key} {value}" for key, value in player.items())
            name = " ".join(filter(None, [program.name, f"{rows}x{cols}", theme, words]))
            if options.only in name:
                report(name, run_case(desktop, options.gridlens, program, rows, cols, player, theme))
        if options.only in "faults":
            puzzle = make_puzzle(3, 3, 22)
            with Running(desktop) as running:
                window = open_board(desktop, running, Solo(), puzzle, "")
                for name, troubles in try_faults(desktop, options.gridlens, window, options.all):
                    report(name, troubles)
            for name, troubles in try_refusal(desktop, options.gridlens):
                report(name, troubles)
        events = desktop.recorded()
        report("nothing was typed or clicked elsewhere", [f"{len(events)} events: {events[:5]}"] if events else [])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
