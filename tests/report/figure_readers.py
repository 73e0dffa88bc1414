"""How tests/report/figures.py reads a figure off the output of a report program."""

import re
from collections.abc import Callable

Result = tuple[str, bool]  # the text of "reached"; is it what was asked?


def last(pattern: str, text: str) -> re.Match:
    """The last line of the text that fits."""
    found = None
    for line in text.splitlines():
        found = re.search(pattern, line) or found
    if found is None:
        raise ValueError(f"no line with {pattern!r}")
    return found


def all_row(text: str) -> list[float]:
    """The numbers of the table's row "all"."""
    numbers = re.findall(r"[\d.]+", last(r"^all +(.*)", text)[1].replace("/", " "))
    return [float(number.rstrip(".")) for number in numbers]


def share(part: float, whole: float) -> str:
    return f"{part:.0f} of {whole:.0f} ({100 * part / whole:.1f} %)" if whole else "none"


def at_least(part: float, whole: float, asked: float) -> bool:
    return whole > 0 and 100 * part / whole >= asked


def photos(asked_exact: float, mixed: bool = False) -> Callable[[str], Result]:
    """Of read_report: all its lines added up."""

    def read(text: str) -> Result:
        rows = re.findall(r"photos +(\d+) .*?exact +(\d+) .*?wrong (\d+) \(.*?wrong solution (\d+)\)", text)
        if mixed:
            rows = [
                (a[0], b, a[2], a[3])
                for a, b in zip(rows, re.findall(r"boards without an error +(\d+)", text), strict=True)
            ]
        if not rows:
            raise ValueError("no line of photos")
        total, exact, wrong, solutions = (sum(int(row[i]) for row in rows) for i in range(4))
        entries = re.findall(r"entries right ([\d.]+)", text)
        more = f", entries {entries[-1]} %" if entries else ""
        reached = f"{share(exact, total)}{more}; {wrong} surely misread, {solutions} wrong"
        return reached, solutions == 0 and at_least(exact, total, asked_exact)

    return read


def pages(text: str) -> Result:
    boards, _, exact, _, misread, wrong, false, cut = all_row(text)
    reached = f"{share(exact, boards - cut)}; {misread:.0f} surely misread, {wrong:.0f} wrong"
    return reached, wrong + false == 0 and at_least(exact, boards - cut, 98)


def entries(asked: float) -> Callable[[str], Result]:
    def read(text: str) -> Result:
        boards, _, solved, _, wrong, _, marked, _, _, _, _, told, mistakes = all_row(text)
        unclear_told, unclear = (int(number) for number in last(r"^  undecidable .* (\d+)/(\d+) *$", text).groups())
        shown = f", {share(told - unclear_told, mistakes - unclear)} of those that the picture tells" if unclear else ""
        reached = (
            f"{share(told, mistakes)}{shown}; {marked:.0f} givens marked, {solved:.0f} of {boards:.0f} boards solved, "
            f"{wrong:.0f} wrong"
        )
        return reached, wrong + marked == 0 and at_least(told, mistakes, asked)

    return read


def negatives(text: str) -> Result:
    flat, a, filmed, b, frames, c, _, shown = all_row(text)
    reached = f"{a + b + c:.0f} boards, {shown:.0f} solutions in {flat + filmed:.0f} pictures, {frames:.0f} frames"
    return reached, a + b + c + shown == 0


def answers(text: str) -> Result:
    looks, *_, misread, wrong, _ = all_row(text)
    return f"{wrong:.0f} wrong, {misread:.0f} misread in {looks:.0f} looks", wrong == 0


def screens(asked: float, which: int) -> Callable[[str], Result]:
    """`which`: of the tables that were printed."""

    def read(text: str) -> Result:
        rows = [line.split() for line in text.splitlines() if re.match(r"all +\d", line)]
        total, exact, wrong = (int(rows[which][column]) for column in (1, 2, 7))
        return f"{share(exact, total)}; {wrong} wrong", wrong == 0 and at_least(exact, total, asked)

    return read


def found(text: str) -> Result:
    match = last(r"found (\d+) of (\d+) .*median ([\d.]+), 99th ([\d.]+)", text)
    return f"{share(int(match[1]), int(match[2]))}; {match[3]} ms, 99th {match[4]}", True


def clips(tracked: float, solved: float) -> Callable[[str], Result]:
    """Of `gridlens_evaluate --sums`: all scenarios together; least of the shares, most of the errors."""

    def read(text: str) -> Result:
        rows = [line.split() for line in text.splitlines() if re.match(r"\w+ +\d+\+ ", line)]
        rows = [row for row in rows if row[3] not in ("-", "nan")]
        if not rows:
            raise ValueError("no scenario")
        frames = sum(float(row[2]) for row in rows)

        def mean(column: int) -> float:
            return sum(float(row[column]) * float(row[2]) for row in rows) / frames

        middle = sorted(float(row[4]) for row in rows)
        bad = [sum(int(float(row[column])) for row in rows) for column in (9, 10, 11, 12)]
        reached = (
            f"{mean(3):.1f} %, solved {mean(8):.1f} %; corners {middle[0]:.2f} to {middle[-1]:.2f} px; {bad[0]} wrong, "
            f"{bad[2]} misread, {bad[3]} false"
        )
        return reached, bad[0] + bad[3] == 0 and mean(3) >= tracked and mean(8) >= solved

    return read


def sequences(text: str) -> Result:
    numbers = all_row(text)
    return f"{share(numbers[1], numbers[0])}; {numbers[11]:.0f} wrong, {numbers[13]:.0f} false", numbers[1] == numbers[0]


def painted(text: str) -> Result:
    parts = [part.split() for part in last(r"^all +(.*)", text)[1].split("|")]
    reached = f"{parts[1][0]} least of {parts[0][1]} digits; height {parts[2][1]}, offset {parts[3][2]} within"
    return reached, float(parts[1][3]) == 0


def recorded(text: str) -> Result:
    match = last(r"([\d.]+) MB/min +([\d.]+) ms +PSNR ([\d.]+) dB +SSIM ([\d.]+)", text)
    return f"{match[1]} MB; {match[2]} ms a frame, SSIM {match[4]}", True


def stages(text: str) -> Result:
    named = {line.split()[0]: line.split()[1:] for line in text.splitlines() if re.match(r"(find|track|read) +[\d.]", line)}
    find, track, read = ([float(row[i]) for i in (0, 2, 4)] for row in (named[n] for n in ("find", "track", "read")))
    slashed = ["/".join(f"{ms:.1f}" for ms in row) for row in (find, track, read)]
    met = find[1] <= 12 and find[2] <= 25 and track[1] <= 4 and track[2] <= 8
    return f"find {slashed[0]}, track {slashed[1]}, read {slashed[2]} ms", met


def reading_times(text: str) -> Result:
    rows = re.findall(r"^(\d+x\d+).*? boards +median +([\d.]+) ms", text, re.M)
    if not rows:
        raise ValueError("no boards")
    asked = {"9x9": 6, "25x25": 45}
    met = all(float(ms) <= asked.get(size, 1e9) for size, ms in rows)
    return ", ".join(f"{size} {float(ms):.1f}" for size, ms in rows) + " ms", met


def live(text: str) -> Result:
    drops = last(r"delivered (\d+) .*dropped (\d+) \(([\d.]+) %\)", text)
    shown = last(r"median ([\d.]+) ms +95th ([\d.]+)", text)
    reached = f"{drops[2]} of {drops[1]}; {shown[1]} ms, 95th {shown[2]}"
    return reached, float(drops[3]) < 1 and float(shown[1]) < 60


def solver(text: str) -> Result:
    rows = re.findall(r"^(\S+?)/solver/\S* +([\d.]+) (\w+) +([\d.]+) (\w+)", text, re.M)
    if not rows:
        raise ValueError("no set")
    return ", ".join(f"{name} {cpu} {unit}" for name, _, _, cpu, unit in rows), True
