#!/usr/bin/env python3
"""Measures what GridLens reaches and prints docs/figures.md: one build, one table, and what is weak.

    tests/report/figures.py [--quick] [--only NAME]... [--list] [--write] [--page FILE] [--bin FOLDER]

Runs the report programs of build/release/bin, or of --bin FOLDER (build the targets `all` and `reports` first). Each row tells the commit and the
day of its measurement. Rows that are not run keep the text of the page: rows outside --only, and rows whose data is absent (labelled
photos in GRIDLENS_SHARED, default ../shared; screenshots in GRIDLENS_SCREENS, default build/screens). A whole run takes hours of one
core. Times mean something on an idle machine only.

--quick: next to nothing of each row, to try the script; such figures are never written. --write: replaces the page.
"""

import argparse
import datetime
import functools
import os
import re
import subprocess
import sys
from pathlib import Path

from figure_rows import ROWS, WEAK, Row

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("GRIDLENS_SHARED", ROOT.parent / "shared"))
PLACES = {
    "BIN": "build/release/bin",
    "DATA": str(SHARED / "data"),
    "MODEL": "models/digits.onnx",
    "SPLIT": "models/train/split.json",
}
SCREENS = Path(os.environ.get("GRIDLENS_SCREENS", ROOT / "build/screens"))
BELOW = "**below**"

HEAD = """\
# Figures

Printed by `tests/report/figures.py`; "build" is the commit and the day of each measurement. "Wrong": a wrong solution
shown, the worst result. "Exact": every clue is right, and the reading is sure. `BIN` is `build/release/bin`, `DATA` the
labelled photos ([testing](testing.md)). Machine: two cores of a virtual machine, no GPU. Finer tables are in the
[notebook](notebook/figures.md).

|figure|asked|reached|build|command|
|---|---|---|---|---|"""


def kept_rows(page: Path) -> dict[str, tuple[str, str, str]]:
    """Of each figure on the page: what was reached, by which build, and the command."""
    kept = {}
    if page.exists():
        for line in page.read_text().splitlines():
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) == 5:
                kept[cells[0]] = (cells[2], cells[3], cells[4])
    return kept


@functools.cache
def build_name() -> str:
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    changed = "+" if git("status", "--porcelain", "--untracked-files=no") else ""
    return f"{git('rev-parse', '--short=7', 'HEAD')}{changed} {datetime.date.today()}"


def to_run(row: Row, quick: bool) -> str:
    command = row.command
    if quick:  # the later option counts, but for google-benchmark's and CLI11's: leave out the earlier one
        for name in re.findall(r"--[\w_]+", row.quick):
            command = re.sub(rf" {name}[= ](\"[^\"]*\"|'[^']*'|\S+)", "", command)
        command += " " + row.quick
    for name, place in PLACES.items():
        command = re.sub(rf"\b{name}\b", place, command)
    return command


def lacks(row: Row) -> str:
    """What it needs and does not find; empty: nothing."""
    if "DATA" in row.command and not Path(PLACES["DATA"]).exists():
        return f"needs {PLACES['DATA']}"
    if "--only screens" in row.command and not SCREENS.exists():
        return f"needs {SCREENS}: tests/screens/capture.py makes it"
    program = to_run(row, False).split()[0]
    return "" if (ROOT / program).exists() else f"needs {program}: build the targets all and reports"


@functools.cache
def run(command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)


def measure(row: Row, quick: bool) -> tuple[str, str] | None:
    """Reached, and the build. None, with a line on standard error, where it could not be measured."""
    print(f"figures: {row.name}", file=sys.stderr)
    done = run(to_run(row, quick))
    try:
        reached, met = row.reached(done.stdout)
    except (ValueError, KeyError, IndexError) as error:
        said = (done.stderr.strip().splitlines() or [str(error)])[-1]
        print(f"figures: {row.name}: exit status {done.returncode}: {said}", file=sys.stderr)
        return None
    return (reached if met or not row.asked else f"{BELOW} {reached}"), build_name()


def printed(rows: list[tuple[Row, str, str, str]]) -> str:
    lines = [HEAD]
    for row, reached, build, command in rows:
        lines.append(f"|{row.name}|{row.asked}|{reached}|{build}|{command}|")
    below = [row.name.removeprefix("- ") for row, reached, _, _ in rows if reached.startswith(BELOW)]
    lines += ["", "## What is weak", ""]
    if below:
        lines.append(f"- Below what is asked: {'; '.join(below)}.")
    return "\n".join(lines) + "\n" + WEAK + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="next to nothing of each row")
    parser.add_argument("--only", action="append", metavar="NAME", help="rows whose name holds this")
    parser.add_argument("--list", action="store_true", help="the rows with their commands, without running them")
    parser.add_argument("--write", action="store_true", help="replace the page")
    parser.add_argument("--page", type=Path, default=ROOT / "docs/figures.md", help="the page that rows are kept from")
    parser.add_argument("--bin", type=Path, help="the programs' folder")
    options = parser.parse_args()
    if options.bin:
        PLACES["BIN"] = str(options.bin.resolve())
    if options.quick and options.write:
        parser.error("figures of --quick are not written")
    build_name()  # of the beginning
    kept = kept_rows(options.page)
    rows, failed = [], False
    for row in ROWS:
        wanted = not options.only or any(name in row.name for name in options.only)
        if options.list:
            print(f"{row.name}: {lacks(row) or to_run(row, options.quick)}")
            continue
        command = f"`{row.command}`".replace("|", "\\|")
        before = kept.get(row.name, ("not measured", "-", command))
        if not wanted or lacks(row):
            if wanted:
                print(f"figures: {row.name}: kept; it {lacks(row)}", file=sys.stderr)
            rows.append((row, *before))
            continue
        got = measure(row, options.quick)
        failed |= got is None
        rows.append((row, *(got + (command,) if got else before)))
    if options.list:
        return 0
    page = printed(rows)
    if options.write:
        options.page.write_text(page)
    else:
        sys.stdout.write(page)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
