#!/usr/bin/env bash
# help_test.sh GRIDLENS MISPRINTED_PAGE PAINTED_CELLS: the program's window on a virtual screen. One answer is revealed and hidden, a
# folder is leafed through and back with its correction, a problem report is saved. Exit 77: skipped.
set -euo pipefail
gridlens=$1
misprinted_page=$2
painted_cells=$3
# shellcheck source=tests/ui/window_driver.sh
. "$(dirname "${BASH_SOURCE[0]}")/window_driver.sh"
mkdir "$work/folder" "$work/home" "$work/reports"
"$misprinted_page" "$work/page.png" "$work/clip.avi" "$work/folder/2.png" || fail "no page could be drawn"
cp "$work/page.png" "$work/folder/1.png"
export HOME=$work/home XDG_CONFIG_HOME=$work/home/.config
films_folder

solved='"clues":\[\[5,3,0,0,7,.*"state":"solved"'
misread='"clues":\[\[8,3,0,0,7,.*"state":"contradiction"'

# Reveal: the page is corrected first, so that it has a solution.
open_window "$work/page.png" --show none
expect "the page is read as it is printed" "$misread" true
expect "and corrected" "$solved" xdotool key --delay 60 c 5 Return
expect_painted "nothing is painted with --show none" "" "$work/page.png"
click_cell 0 2
xdotool key v
xdotool key Escape  # the keys are the window's again
expect_painted "one answer is revealed" "r1c3 " "$work/page.png"
click_cell 8 0
xdotool key v Right Right v Escape
expect_painted "and two more" "r1c3 r9c1 r9c3 " "$work/page.png"
click_cell 0 0
xdotool key v Escape
click_cell 8 0
xdotool key v Escape
expect_painted "one is hidden again, a given is not revealed" "r1c3 r9c3 " "$work/page.png"
click_cell 0 2
xdotool key --delay 60 Tab 4 Return
expect_painted "a cell that is written into is over" "r9c3 " "$work/page.png"

# A problem report, in the person's folder.
expect_report() {  # WHAT FOLDER PATTERN
  local report=
  for _ in $(seq 300); do
    report=$(find "$2" -name report.json | head -n 1)
    [ -z "$report" ] || break
    sleep 0.1
  done
  [ -n "$report" ] || fail "$1: no report"
  local folder
  folder=$(dirname "$report")
  [ -s "$folder/frame.png" ] || fail "$1: no picture"
  [ "$(find "$folder/stages" -name '*.png' -size +0 | wc -l)" -ge 2 ] || fail "$1: no pictures of the stages"
  for part in version command_line settings source times_ms shown read_again_as_still; do
    grep -q "^\"$part\": " "$report" || fail "$1: no $part in report.json"
  done
  grep -Eq -- "$3" "$report" || { cut -c 1-300 "$report"; fail "$1: not in report.json: $3"; }
  echo "ok: $1"
}
xdotool key F8
expect_report "a report of a still picture" "$work/home" '"shown": .*"track":"confirmed".*"probability":1\.0'
quit

# Without a board, and into the folder of --debug-dir; a clip that is frozen.
printf 'P5\n64 48\n255\n%3072s' "" >"$work/blank.pgm"
open_window "$work/blank.pgm" --debug-dir "$work/reports/blank"
expect "a picture without a board is shown" '"grids":\[\]' true
xdotool key F8
expect_report "a report where no board was found" "$work/reports/blank" '"shown": .*"grids":\[\].*"boards":\[\]'
quit
open_window "$work/clip.avi" --debug-dir "$work/reports/clip"
expect "the clip is corrected" "$solved" xdotool key --delay 60 c 5 Return
xdotool key F8
expect_report "a report while frames come" "$work/reports/clip" '"command_line": .*clip\.avi'
rm -r "$work/reports/clip"/gridlens-report-*
xdotool key f
sleep 0.5
xdotool key F8
expect_report "a report of a frozen frame" "$work/reports/clip" '"paused":true'
quit

# Leafing: the corrected picture is solved when it comes back.
open_window "$work/folder"
expect "the first picture is read" "$misread" true
expect "and corrected" "$solved" xdotool key --delay 60 c 5 Return
before=$(grep -cE "$solved" "$work/lines")
expect "the second picture is another puzzle" '"clues":\[\[1,0,0,0,0,0,0,0,9\]' xdotool key Right
for _ in $(seq 60); do
  xdotool key Left
  for _ in $(seq 10); do
    [ "$(grep -cE "$solved" "$work/lines")" -gt "$before" ] && break 2
    sleep 0.1
  done
done
[ "$(grep -cE "$solved" "$work/lines")" -gt "$before" ] || fail "leafed back to, the picture has lost its correction"
[ "$(grep -cE "$misread" "$work/lines")" = 1 ] || fail "leafed back to, the picture was misread for a moment"
echo "ok: leafed back to, the picture has its correction"
quit
