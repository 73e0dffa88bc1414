#!/usr/bin/env bash
# The stills benchmark: how well single pictures are read, in one table. Needs the targets all and reports; what is outside the repository is
# found by GRIDLENS_SHARED (default: ../shared beside the repository), screenshots by GRIDLENS_SCREENS (default: build/screens,
# made by tests/screens/capture.py). A section without its data is skipped and says so.
#
#   tests/bench/stills.sh [--fresh-seed] [--quick] [--model FILE] [--only SECTION]
#
# SECTION: newspaper, degraded, filled, calendar, pages, screens, entries, negatives, times. --quick: few pages, for a first look
# (four minutes of one core; the whole takes some six times as long).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bin=$root/build/release/bin
shared=${GRIDLENS_SHARED:-$root/../shared}
screens=${GRIDLENS_SCREENS:-$root/build/screens}
model=$root/models/digits.onnx
seed=1 pages=20 negatives=20 clips=2 photos=2 only=""
degradations=(none dark small tiny blur noise jpeg)
while [ $# -gt 0 ]; do
  case $1 in
    --fresh-seed) seed=$(( $(date +%s) % 1000000 )) ;;
    --quick) pages=3 negatives=2 clips=1 photos=1 ;;
    --model) model=$(realpath "$2"); shift ;;
    --only) only=$2; shift ;;
    *) echo "stills: unknown argument $1" >&2; exit 1 ;;
  esac
  shift
done
for program in gridlens gridlens_generate read_report pages_report negative_report speed_report; do
  [ -x "$bin/$program" ] || { echo "stills: build first: ./cmake/build.sh release all reports (no $bin/$program)" >&2; exit 1; }
done

section() {  # NAME ASKED: prints the head, false when it is not wanted
  [ -z "$only" ] || [ "$only" = "$1" ] || return 1
  printf '\n== %s: %s\n' "$1" "$2"
}
labelled() {  # FOLDER: false, with a message, where it is absent
  [ -d "$shared/data/$1" ] && return
  echo "skipped: no $1 (set GRIDLENS_SHARED to the folder that holds data/$1)"
  return 1
}
read_labelled() { "$bin/read_report" "$model" "$shared/data/$1" --split "$root/models/train/split.json" "${@:2}"; }

all_sections() {
  printf 'Stills benchmark, seed %s, %s\n' "$seed" "$(basename "$model")"
  if section newspaper "cells >= 99.95 %, boards exact >= 99 %, wrong solutions 0"; then
    if labelled newspaper-photos; then read_labelled newspaper-photos; fi
  fi
  if section degraded "the same photos, made worse; wrong solutions 0"; then
    if labelled newspaper-photos; then read_labelled newspaper-photos --degrade "${degradations[@]:1}"; fi
  fi
  if section filled "givens exact on >= 95 % of boards, entries right >= 97 %"; then
    if labelled newspaper-photos-filled && labelled newspaper-photos; then
      read_labelled newspaper-photos-filled --clue-labels "$shared/data/newspaper-photos"
    fi
  fi
  if section calendar "symbols right >= 99.3 %, boards without an error >= 75 %"; then
    if labelled calendar-photos; then read_labelled calendar-photos --mixed-labels; fi
  fi
  if section pages "boards exact >= 98 %, wrong solutions 0"; then
    "$bin/pages_report" --model "$model" --seed "$seed" --pages "$pages"
  fi
  if section screens "screenshots of gnome-sudoku, ksudoku and sgt-puzzles' solo: all exact"; then
    if ls "$screens"/*.png >/dev/null 2>&1; then
      [ "$model" = "$root/models/digits.onnx" ] || echo "(with the program's own network, not --model's)"
      "$root/tests/screens/read_screens.py" "$screens" --program "$bin/gridlens" || true
      echo "the same, photographed on the screen (moire)"
      "$bin/gridlens_generate" screens "$screens"/*.png --out "$work" --seed "$seed" --count "$photos" --size 1280x960
      "$root/tests/screens/read_screens.py" "$work" --program "$bin/gridlens" || true
    else
      echo "skipped: no screenshots in $screens (tests/screens/capture.py --out $screens makes them)"
    fi
  fi
  if section entries "marked 0, WRONG 0, of wrong entries told 99 %"; then
    "$bin/entries_report" --model "$model" --seed "$seed" --pages "$pages" || true
  fi
  if section negatives "boards reported 0, solutions shown 0"; then
    "$bin/negative_report" --model "$model" --seed "$seed" --pages "$negatives" --clips "$clips" --frames 15
  fi
  if section times "milliseconds a board on one core, all looks: under 6 for 9x9, under 45 for 25x25"; then
    photos_here=()
    for folder in newspaper-photos newspaper-photos-filled; do
      if labelled "$folder"; then photos_here+=("$shared/data/$folder"); fi
    done
    [ ${#photos_here[@]} -eq 0 ] || "$bin/speed_report" "$model" --photos "${photos_here[@]}" --every 8 --runs 3
    "$bin/speed_report" "$model" --sizes 9 16 20 25 --pages 5 --seed 77 --runs 3
  fi
}

printed=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$printed" "$work"' EXIT
failed=0
all_sections | tee "$printed" || failed=1
awk -f "$root/tests/bench/stills_table.awk" "$printed"
exit $failed
