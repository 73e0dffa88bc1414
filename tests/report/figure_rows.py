"""What tests/report/figures.py measures, a row a figure; and what is weak."""

from collections.abc import Callable
from dataclasses import dataclass

from figure_readers import (
    Result,
    answers,
    clips,
    entries,
    found,
    live,
    negatives,
    pages,
    painted,
    photos,
    reading_times,
    recorded,
    screens,
    sequences,
    solver,
    stages,
)


@dataclass
class Row:
    name: str
    asked: str
    command: str  # words in capitals are PLACES
    reached: Callable[[str], Result]
    quick: str = ""  # options that make the command short


ROWS = [
    Row("newspaper photos, exact", "99 %", "BIN/read_report MODEL DATA/newspaper-photos", photos(99)),
    Row(
        "- turned, slanted, glared, far",
        "0 wrong",
        "BIN/read_report MODEL DATA/newspaper-photos --degrade mixed --seed 4711",
        photos(0),
    ),
    Row(
        "- held out, made worse",
        "0 wrong",
        "BIN/read_report MODEL DATA/newspaper-photos --split SPLIT --held-out --degrade dark small tiny blur noise jpeg",
        photos(0),
    ),
    Row(
        "filled photos, held out",
        "95 %",
        "BIN/read_report MODEL DATA/newspaper-photos-filled --split SPLIT --held-out --clue-labels DATA/newspaper-photos",
        photos(95),
    ),
    Row(
        "calendar photos, held out",
        "75 %",
        "BIN/read_report MODEL DATA/calendar-photos --split SPLIT --held-out --mixed-labels",
        photos(75, mixed=True),
    ),
    Row(
        "generated pages, all sizes, exact",
        "98 %",
        "BIN/pages_report --pages 2 --seed 246801",
        pages,
        "--pages 1 --only 9x9",
    ),
    Row(
        "mistakes told, screens",
        "99 %",
        "BIN/entries_report --pages 40 --seed 909 --only screen",
        entries(99),
        "--pages 1",
    ),
    Row(
        "- photographed screens",
        "",
        'BIN/entries_report --pages 40 --seed 909 --only "photo of"',
        entries(0),
        "--pages 1",
    ),
    Row("- by hand on pages", "", "BIN/entries_report --pages 30 --seed 4242 --only page", entries(0), "--pages 1"),
    Row("- phones' screenshots", "", "BIN/entries_report --pages 40 --seed 5151 --only phone", entries(0), "--pages 1"),
    Row("programs' screenshots, exact", "100 %", "tests/bench/stills.sh --only screens", screens(100, 0)),
    Row("- photographed, moire", "", "tests/bench/stills.sh --only screens", screens(0, 1)),
    Row(
        "pages without a Sudoku, 44 kinds",
        "0 boards",
        "BIN/negative_report --seed 918273 --pages 1 --clips 1 --frames 8",
        negatives,
        "--only table --frames 2",
    ),
    Row(
        "- far away",
        "0 boards",
        "BIN/negative_report --far --seed 8102 --pages 3 --clips 3 --frames 12",
        negatives,
        "--only table --pages 1 --clips 1 --frames 2",
    ),
    Row(
        "boards easily answered wrongly",
        "0 wrong",
        "BIN/answer_report --pages 30 --seed 880200",
        answers,
        "--only misprint --pages 1",
    ),
    Row(
        "- small",
        "0 wrong",
        "BIN/answer_report --small --pages 30 --seed 880100",
        answers,
        "--only misprint --pages 1",
    ),
    Row("boards found in newspaper photos", "", "BIN/find_report DATA/newspaper-photos", found),
    Row(
        "clips, all scenarios, tracked",
        "95 %",
        "BIN/gridlens_evaluate --seed 991100 --count 2 --frames 12 --sums",
        clips(95, 0),
        "--count 1 --frames 2",
    ),
    Row(
        "- cells of 8 to 10 px",
        "",
        "BIN/gridlens_evaluate far_board --width 640 --height 480 --seed 774001 --count 40 --frames 20 --sums",
        clips(0, 0),
        "--count 1 --frames 2",
    ),
    Row(
        "sequences of events passed",
        "100 %",
        "BIN/gridlens_fuzz --seed 60100 --count 100",
        sequences,
        "--count 1 --size 640x480",
    ),
    Row(
        "contrast of painted digits",
        "4.5",
        "BIN/overlay_report --pages 10 --seed 20261122",
        painted,
        "--pages 1 --only 9x9",
    ),
    Row("recording, a minute of 1280x720", "", "BIN/record_report --frames 330", recorded, "--frames 5"),
    Row("stages at 640/1280/1920 columns", "find 12, 25; track 4, 8", "BIN/gridlens bench", stages, "--frames 5"),
    Row(
        "reading a found board",
        "9x9 6, 25x25 45 ms",
        "BIN/speed_report MODEL --sizes 9 16 20 25 --pages 5 --seed 77 --runs 3",
        reading_times,
        "--pages 1 --runs 1",
    ),
    Row("live demo, dropped; captured to shown", "1 %; 60 ms", "tests/bench/live_figures.sh", live),
    Row(
        "solving with proof",
        "",
        "BIN/solver_bench --budget=5 --benchmark_filter='^(9x9_17clue|9x9_hardest|16x16_box4x4_minimal|25x25_box5x5_hard)/solver'",
        solver,
        "--benchmark_filter='^own_20x20_box4x5_hard_unique/solver'",
    ),
]

WEAK = """\
- Small or slanted letters on boards above 9x9.
- Played apps: entries that only their tiles or their typeface tell. Of the mistakes on generated screens 6 % are
  undecidable: symbols drawn alike, given or entered, allow another solution.
- Photographed screens with strong moire: in doubt or not found.
- A clue under glare in every frame: doubt, or several solutions.
- Cells of 8 to 10 pixels through a soft camera: most boards say "come closer"."""
