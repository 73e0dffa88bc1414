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
    command: str  # words in capitals are PLACES; empty: measured by hand
    reached: Callable[[str], Result] | None = None
    quick: str = ""  # options that make the command short


CLIPS = (
    "still hand_held tilt fast_motion motion_blur defocus low_light shadow glare small_board finger pen covered_side two_boards "
    "newspaper curl barrel inverted double_frame no_border sizes handwriting"
)
SOLVED_SETS = "9x9_17clue|9x9_hardest|16x16_box4x4_minimal|25x25_box5x5_hard"

ROWS = [
    Row("newspaper photos, three networks each trained without a third", "exact 99 %", ""),
    Row("the same filled in by hand", "givens exact 95 %, entries 97 %", ""),
    Row("calendar photos, cross-validated the same way", "boards without an error 75 %", ""),
    Row(
        "newspaper photos, shipped network", "exact 99 %", "BIN/read_report MODEL DATA/newspaper-photos", photos(99)
    ),
    Row(
        "- turned, slanted, glared, shaded, far, coded (`mixed`)",
        "wrong solutions 0",
        "BIN/read_report MODEL DATA/newspaper-photos --degrade mixed --seed 4711",
        photos(0),
    ),
    Row(
        "- never trained on; dark, small, tiny, blurred, noisy, coded",
        "wrong solutions 0",
        "BIN/read_report MODEL DATA/newspaper-photos --split SPLIT --held-out --degrade dark small tiny blur noise jpeg",
        photos(0),
    ),
    Row(
        "filled photos, never trained on",
        "givens exact 95 %",
        "BIN/read_report MODEL DATA/newspaper-photos-filled --split SPLIT --held-out --clue-labels DATA/newspaper-photos",
        photos(95),
    ),
    Row(
        "calendar photos, never trained on",
        "boards without an error 75 %",
        "BIN/read_report MODEL DATA/calendar-photos --split SPLIT --held-out --mixed-labels",
        photos(75, mixed=True),
    ),
    Row(
        "generated pages of all sizes and alphabets, photographed",
        "exact 98 %",
        "BIN/pages_report --model MODEL --pages 2 --seed 246801",
        pages,
        "--pages 1 --only 9x9",
    ),
    Row(
        "wrong entries on generated screens",
        "mistakes told 99 %",
        "BIN/entries_report --model MODEL --pages 40 --seed 909 --only screen",
        entries(99),
        "--pages 1",
    ),
    Row(
        "wrong entries on photographed screens",
        "",
        'BIN/entries_report --model MODEL --pages 40 --seed 909 --only "photo of"',
        entries(0),
        "--pages 1",
    ),
    Row(
        "wrong entries by hand on generated pages",
        "",
        "BIN/entries_report --model MODEL --pages 30 --seed 4242 --only page",
        entries(0),
        "--pages 1",
    ),
    Row(
        "screenshots of gnome-sudoku, ksudoku, sgt-puzzles",
        "all exact",
        "tests/bench/stills.sh --only screens --in SCREENS",
        screens(100, 0),
    ),
    Row("the same photographed, with moire", "", "tests/bench/stills.sh --only screens --in SCREENS", screens(0, 1)),
    Row(
        "44 kinds of pages without a Sudoku",
        "boards 0",
        "BIN/negative_report --seed 918273 --pages 1 --clips 1 --frames 8",
        negatives,
        "--only table --frames 2",
    ),
    Row(
        "the same from far away",
        "boards 0",
        "BIN/negative_report --far --seed 8102 --pages 3 --clips 3 --frames 12",
        negatives,
        "--only table --pages 1 --clips 1 --frames 2",
    ),
    Row(
        "28 kinds of boards with an answer easily got wrong",
        "wrong solutions 0",
        "BIN/answer_report --pages 30 --seed 880200",
        answers,
        "--only misprint --pages 1",
    ),
    Row(
        "the same with small cells",
        "wrong solutions 0",
        "BIN/answer_report --small --pages 30 --seed 880100",
        answers,
        "--only misprint --pages 1",
    ),
    Row("finding boards in newspaper photos", "", "BIN/find_report DATA/newspaper-photos", found),
    Row(
        "tracking generated clips",
        "tracked 99 %, solved 98 %",
        f"BIN/gridlens_evaluate {CLIPS} --seed 991100 --count 2 --frames 12 --sums",
        clips(99, 98),
        "--count 1 --frames 2",
    ),
    Row(
        "- four boards, six boards",
        "tracked 95 %",
        "BIN/gridlens_evaluate four_boards six_boards --seed 991100 --count 2 --frames 12 --sums",
        clips(95, 0),
        "--count 1 --frames 2",
    ),
    Row(
        "- cells of 8 to 10 px, 640x480, soft camera",
        "",
        "BIN/gridlens_evaluate far_board --width 640 --height 480 --seed 774001 --count 40 --frames 20 --sums",
        clips(0, 0),
        "--count 1 --frames 2",
    ),
    Row(
        "random sequences of events",
        "all passed",
        "BIN/gridlens_fuzz --seed 60100 --count 100",
        sequences,
        "--count 1 --size 640x480",
    ),
    Row(
        "painted digits on generated pages",
        "contrast 4.5, height 0.9 to 1.1, offset 0.03",
        "BIN/overlay_report --pages 10 --seed 20261122",
        painted,
        "--pages 1 --only 9x9",
    ),
    Row("recording the demo clip, H.264", "", "BIN/record_report --frames 330", recorded, "--frames 5"),
    Row(
        "stages at 640x480 / 1280x720 / 1920x1080, median",
        "find 12 and 25, track 4 and 8 ms (two larger sizes)",
        "BIN/gridlens bench",
        stages,
        "--frames 5",
    ),
    Row(
        "reading a found 9x9, median (nine of ten)",
        "6 ms",
        "BIN/speed_report MODEL --sizes 9 --pages 5 --seed 77 --runs 3",
        reading_times(6),
        "--pages 1 --runs 1",
    ),
    Row(
        "reading larger boards",
        "25x25: 45 ms",
        "BIN/speed_report MODEL --sizes 16 20 25 --pages 5 --seed 77 --runs 3",
        reading_times(45),
        "--pages 1 --runs 1",
    ),
    Row("the demo live: window, 1280x720 at 30 fps, recording", "dropped 1 %, 60 ms", "tests/bench/live_figures.sh", live),
    Row(
        "solving, CPU time a puzzle, proof included",
        "",
        f"BIN/solver_bench --budget=5 --benchmark_filter='^({SOLVED_SETS})/solver'",
        solver,
        "--benchmark_filter='^own_20x20_box4x5_hard_unique/solver'",
    ),
]

WEAK = """\
- Small or slanted letters on boards above 9x9: the exact boards that are missing are mostly these.
- Played apps: entries that only their tiles tell, or in the colour of the givens. A wrong entry there may stay untold.
- Photographed screens with strong moire: boards in doubt or not found.
- A clue under glare in every frame: doubt, or several solutions.
- Cells of 8 to 10 pixels through a soft camera: most boards say "come closer".
- Labelled photos show outlines several pixels off, so `find_report` counts the best fits as misses, too."""
