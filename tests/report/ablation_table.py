#!/usr/bin/env python3
"""Prints a Markdown table of what each mechanism is worth, from lines of ablation_report.

    ablation_table.py LINES.tsv...

Figures are those without the mechanism against those with all of them: boards that are lost and won,
wrong solutions, misreadings and false boards more (+) or fewer (-), entries told rightly, frames that
films' boards wait longer, and CPU time, of that of all samples. "samples": where it was asked about;
"changed": of them those of which anything else is said.
"""

import argparse
import collections
import pathlib
import re

CORE = pathlib.Path(__file__).resolve().parents[2] / "core"
FIELDS = ("asked", "right", "wrong", "misread", "false", "entries", "entries_wrong", "waited")


def read_lines(files):
    """Per (file, set, index): the outcome by mechanism."""
    samples = collections.defaultdict(dict)
    for file in files:
        for line in open(file, encoding="utf-8"):
            parts = line.rstrip("\n").split("\t")
            if len(parts) != 13:
                continue  # cut short
            outcome = dict(zip(FIELDS, map(int, parts[4:12])))
            outcome["changed"] = int(parts[3])
            outcome["ms"] = float(parts[12])
            samples[(file.rsplit(".", 2)[0], parts[0], parts[1])][parts[2]] = outcome
    return {key: its for key, its in samples.items() if "-" in its}


def switch_files():
    """The file of each switch, relative to core/."""
    where = {}
    for path in sorted(CORE.rglob("*.cpp")):
        for name in re.findall(r'in_use<"(\w+)">', path.read_text(encoding="utf-8")):
            where.setdefault(name, str(path.relative_to(CORE)))
    return where


def own_files():
    """Lines and constants of the files that mechanisms have for themselves."""
    sizes = {}
    for line in (pathlib.Path(__file__).parent / "mechanism_files.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, *stems = line.split()
        texts = [path.read_text(encoding="utf-8") for stem in stems
                 for path in (CORE / (stem + ".cpp"), CORE / (stem + ".h")) if path.exists()]
        constants = sum(len(re.findall(r"constexpr [a-z_0-9:<>, ]+ k[A-Z]", t)) for t in texts)
        sizes[name] = (sum(t.count("\n") for t in texts), constants)
    return sizes


def signed(number):
    return f"{number:+d}" if number else "0"


def place(name, where, sizes):
    """The file of a switch, and what goes with the mechanism."""
    size = f", {sizes[name][0]} and {sizes[name][1]}" if name in sizes else ""
    return where.get(name, "(gone)") + size


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lines", nargs="+")
    arguments = parser.parse_args()
    samples = read_lines(arguments.lines)
    where, sizes = switch_files(), own_files()
    by_set = collections.defaultdict(collections.Counter)
    for (_, set_name, _), its in samples.items():
        by_set[set_name]["samples"] += 1
        for field in FIELDS + ("ms",):
            by_set[set_name][field] += its["-"][field]
    print("| set | samples | boards | right | wrong | misread | false | entries right, wrong | frames waited | s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, c in by_set.items():
        print(f"| {name} | {c['samples']} | {c['asked']} | {c['right']} | {c['wrong']} | {c['misread']} | "
              f"{c['false']} | {c['entries']}, {c['entries_wrong']} | {c['waited']} | {c['ms'] / 1e3:.0f} |")
    all_ms = sum(c["ms"] for c in by_set.values())
    rows = []
    for name in sorted(set(where) | {n for its in samples.values() for n in its if n != "-"}):
        total, lost, won, sets = collections.Counter(), 0, 0, collections.Counter()
        for (_, set_name, _), its in samples.items():
            if name not in its:
                continue
            one, base = its[name], its["-"]
            total["samples"] += 1
            total["changed"] += one["changed"]
            total["ms"] += base["ms"] - one["ms"]
            right = one["right"] - base["right"]
            lost, won = lost + max(0, -right), won + max(0, right)
            if right:
                sets[set_name] += right
            for field in FIELDS[2:]:
                total[field] += one[field] - base[field]
        harm = lost - won + 3 * (total["wrong"] + total["misread"] + total["false"])
        rows.append((-harm, -total["changed"], name, total, lost, won, sets))
    print()
    print("| without | samples, changed | boards lost, won | wrong | misread | false | entries right, wrong "
          "| waited | time | where boards differ | switch, own lines and constants |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for _, _, name, t, lost, won, sets in sorted(rows):
        if not t["changed"]:
            continue
        differ = ", ".join(f"{s} {signed(d)}" for s, d in sets.items())
        print(f"| {name} | {t['samples']}, {t['changed']} | {lost}, {won} | {signed(t['wrong'])} | "
              f"{signed(t['misread'])} | {signed(t['false'])} | {signed(t['entries'])}, "
              f"{signed(t['entries_wrong'])} | {signed(t['waited'])} | {-100 * t['ms'] / all_ms:+.1f} % | {differ} | "
              f"{place(name, where, sizes)} |")
    print("\nWithout these nothing else was said of any sample (samples, time, switch, own lines and constants):\n")
    print("| without | samples | time | switch |\n|---|---|---|---|")
    for _, _, name, t, *_ in sorted(rows, key=lambda row: -row[3]["samples"]):
        if t["samples"] and not t["changed"]:
            print(f"| {name} | {t['samples']} | {-100 * t['ms'] / all_ms:+.1f} % | {place(name, where, sizes)} |")
    never = ", ".join(name for _, _, name, t, *_ in rows if not t["samples"])
    print(f"\nNever asked about: {never}.")


if __name__ == "__main__":
    main()
