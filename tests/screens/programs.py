"""How each program is given a puzzle: by its own saved-game format, as documented by what it writes itself."""

import json
import time

DIGITS = [str(i) for i in range(1, 10)]


class Solo:
    """sgt-puzzles' solo: a save file with the player's moves; the window title is the game's name."""

    name = "sgt-solo"

    def symbols(self, n):
        return (DIGITS + [chr(ord("a") + i) for i in range(26)])[:n]

    def save_file(self, puzzle):
        n = puzzle.n
        cells = [(r, c) for r in range(n) for c in range(n)]
        moves = [f"R{c},{r},{puzzle.entries[r][c]}" for r, c in cells if puzzle.entries[r][c]]
        moves += [f"P{c},{r},{v}" for (r, c), values in puzzle.marks.items() for v in values]
        parameters = f"{puzzle.box_rows}x{puzzle.box_cols}"
        lines = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", "Solo")]
        lines += [("PARAMS", parameters), ("CPARAMS", parameters), ("DESC", puzzle.description)]
        lines += [("NSTATES", str(len(moves) + 1)), ("STATEPOS", str(len(moves) + 1))]
        lines += [("MOVE", move) for move in moves]
        return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in lines)

    def show(self, running, puzzle, look):
        path = running.write("game.sav", self.save_file(puzzle))
        # Its own colours can be set by the environment, one variable a colour.
        colours = {}
        if look.get("dark"):
            # ground, diagonals, lines, givens, entries, highlight, errors, pencil, cages
            shades = ["202428", "202428", "c8ccd0", "f0f0f0", "60d070", "3a4652", "ff5050", "80a0ff", "808080"]
            colours = {f"SOLO_COLOUR_{i}": shade for i, shade in enumerate(shades)}
            colours["GTK_THEME"] = "Adwaita:dark"
        if look.get("colours"):
            colours = {f"SOLO_COLOUR_{i}": shade for i, shade in enumerate(look["colours"])}
        running.start("sgt-solo", "--load", str(path), GDK_SCALE=str(look.get("scale", 1)), **colours)
        window = running.window()
        running.place(window, *look.get("at", (0, 0)), look.get("size"))
        time.sleep(1.5)
        if look.get("click"):
            x, y = look["click"]
            running.display.call("xdotool", "mousemove", str(x), str(y), "click", str(look.get("button", 1)))
            running.display.call("xdotool", "mousemove", *(str(v - 10) for v in running.display.size))
            time.sleep(0.5)


class GnomeSudoku:
    """The saved game is JSON in the user's data folder and opens by itself."""

    name = "gnome-sudoku"

    def symbols(self, n):
        return DIGITS

    def save_file(self, puzzle):
        cells = []
        for r in range(9):
            for c in range(9):
                given, entry = puzzle.clues[r][c], puzzle.entries[r][c]
                marks = puzzle.marks.get((r, c), [])
                if given or entry or marks:
                    cells.append({"position": [r, c], "value": given or entry, "fixed": given > 0, "earmarks": marks})
        return json.dumps({"difficulty_category": "Easy Difficulty", "time_elapsed": 61.0, "cells": cells})

    def show(self, running, puzzle, look):
        running.write("data/gnome-sudoku/savefile", self.save_file(puzzle))
        width, height = look.get("size", (730, 630))
        running.write(
            "config/glib-2.0/settings/keyfile",
            "[org/gnome/Sudoku]\n"
            f"highlighter={'true' if look.get('highlight') else 'false'}\n"
            f"window-width={width}\nwindow-height={height}\nshow-warnings=true\n",
        )
        theme = "Adwaita:dark" if look.get("dark") else "Adwaita"
        running.start("gnome-sudoku", GTK_THEME=theme, GDK_SCALE=str(look.get("scale", 1)))
        window = running.window()
        running.place(window, *look.get("at", (0, 0)))
        time.sleep(1.5)
        running.display.call("xdotool", "windowfocus", window)
        for key in look.get("keys", []):
            running.display.call("xdotool", "key", key)
        time.sleep(0.7)


class KSudoku:
    """Its XML format, given on the command line; cells are numbered column by column."""

    name = "ksudoku"

    def symbols(self, n):
        return DIGITS[:n] if n <= 9 else [chr(ord("a") + i) for i in range(n)]

    def graph(self, puzzle):
        n = puzzle.n
        if n in (9, 16, 25) and puzzle.box_rows == puzzle.box_cols:
            return f'<graph order="{n}" type="sudoku" specific-type="Plain"/>'
        boxes = []
        for top in range(0, n, puzzle.box_rows):
            for left in range(0, n, puzzle.box_cols):
                cells = [(c + left) * n + r + top for r in range(puzzle.box_rows) for c in range(puzzle.box_cols)]
                boxes.append(f'<clique size="{n}">' + " ".join(map(str, cells)) + "</clique>")
        return (
            f'<graph order="{n}" type="custom" specific-type="Plain" name="{n}x{n}" ncliques="{3 * n}" sizeX="{n}" '
            f'sizeY="{n}" sizeZ="1"><sudokugroups at="0" withblocks="0"/>' + "".join(boxes) + "</graph>"
        )

    def save_file(self, puzzle):
        n = puzzle.n
        cells = [(r, c) for c in range(n) for r in range(n)]
        values = "".join("_" if puzzle.clues[r][c] == 0 else chr(ord("a") + puzzle.clues[r][c]) for r, c in cells)
        events = []
        for i, (r, c) in enumerate(cells):
            if puzzle.entries[r][c]:
                events.append(f'<simple-event index="{i}" value="{puzzle.entries[r][c]}"/>')
            if (r, c) in puzzle.marks:
                bits = "".join("1" if v in puzzle.marks[r, c] else "0" for v in range(1, n + 1))
                events.append(f'<simple-event index="{i}" markers="{bits}"/>')
        return (
            '<!DOCTYPE ksudoku>\n<ksudoku><game had-help="0" msecs-elapsed="1000"><puzzle>'
            + self.graph(puzzle)
            + f"<values>{values}</values></puzzle><history>"
            + "".join(events)
            + "</history></game></ksudoku>\n"
        )

    def show(self, running, puzzle, look):
        path = running.write("game.ksudoku", self.save_file(puzzle))
        running.write(
            "config/ksudokurc",
            f"[Themes]\ntheme=themes/{look.get('theme', 'default')}.desktop\n"
            f"[Options]\nshowHighlights={'true' if look.get('highlight', True) else 'false'}\n",
        )
        running.start("ksudoku", str(path), QT_STYLE_OVERRIDE="Breeze", QT_SCALE_FACTOR=str(look.get("scale", 1)))
        window = running.window()
        running.place(window, *look.get("at", (0, 0)), look.get("size", (900, 760)))
        time.sleep(2.5)
        if look.get("keys"):
            running.display.call("xdotool", "windowfocus", window)
            for key in look["keys"]:
                running.display.call("xdotool", "key", key)
            time.sleep(0.7)
        if look.get("hover"):
            x, y = look["hover"]
            running.display.call("xdotool", "mousemove", str(x), str(y))
            time.sleep(0.7)
