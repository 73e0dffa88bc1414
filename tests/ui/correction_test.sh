#!/usr/bin/env bash
# correction_test.sh GRIDLENS MISPRINTED_PAGE: the program's window on a virtual screen; a misread digit is clicked and typed over, and
# the answer follows in the JSON lines. Exit 77: skipped.
set -euo pipefail
gridlens=$1
misprinted_page=$2
# shellcheck source=tests/ui/window_driver.sh
. "$(dirname "${BASH_SOURCE[0]}")/window_driver.sh"
"$misprinted_page" "$work/page.png" "$work/clip.avi" || fail "no page could be drawn"

right='"clues":\[\[5,3,0,0,7,'
open_window "$work/page.png"
expect "the page is read as it is printed" '"clues":\[\[8,3,0,0,7,.*"state":"contradiction"' true
expect "the right digit brings the solution" "$right.*\"state\":\"solved\",\"solution\":\[\[5,3,4,6,7,8,9,1,2\]" click_and_type 0 0 0 5
expect "another cell is blanked" '"clues":\[\[5,3,0,0,0,' click_and_type 0 4 0 BackSpace Return
xdotool key m
expect "a click finds its cell in the mirrored picture" '"clues":\[\[5,3,0,0,0,[^}]*"entries":\[\[0,0,0,0,7,' click_and_type 0 4 1 Tab 7 Return
count=$(grep -c contradiction "$work/lines")
xdotool key n
for _ in $(seq 300); do
  [ "$(grep -c contradiction "$work/lines")" -gt "$count" ] && break
  sleep 0.1
done
[ "$(grep -c contradiction "$work/lines")" -gt "$count" ] || fail "N does not drop the corrections"
echo "ok: N drops the corrections"
quit

# Live: C goes to the clashing cell, and what is typed outlives the board's absence.
open_window "$work/clip.avi"
expect "the clip's page is corrected by keys alone" "$right.*\"state\":\"solved\"" xdotool key --delay 60 c 5 Return
first=$(grep -nE "$right" "$work/lines" | head -n 1 | cut -d : -f 1)
returns() {  # how often the solved board came back after nothing was in view
  tail -n "+$first" "$work/lines" | awk '/"grids":\[\]/ { gone = 1 } /"state":"solved"/ { if (gone) n++; gone = 0 } END { print n + 0 }'
}
for _ in $(seq 600); do
  [ "$(returns)" -ge 2 ] && break
  sleep 0.1
done
[ "$(returns)" -ge 2 ] || fail "the board does not come back solved"
! tail -n "+$first" "$work/lines" | grep -q '"state":"contradiction"' || fail "the board came back without its correction"
[ "$(tail -n "+$first" "$work/lines" | grep -oE '"grids":\[\{"id":[0-9]+' | sort -u | wc -l)" = 1 ] || fail "the board came back under another number"
echo "ok: the correction outlives two absences"
quit

# Frozen: the picture that stays is told again, and the live board goes on with it.
open_window "$work/clip.avi"
frozen() {  # the newest line shows the misread board, and no further one comes
  local before
  before=$(wc -l <"$work/lines" 2>/dev/null || echo 0)
  tail -n 1 "$work/lines" 2>/dev/null | grep -q '"state":"contradiction"' || return 1
  sleep 1
  [ "$(wc -l <"$work/lines")" = "$before" ]
}
for _ in $(seq 200); do
  if tail -n 1 "$work/lines" 2>/dev/null | grep -q '"state":"contradiction"'; then
    xdotool key f
    sleep 0.5
    frozen && break
    xdotool key f
  fi
  sleep 0.1
done
frozen || fail "the misread board is not frozen"
expect "a frozen frame is corrected" "$right.*\"state\":\"solved\"" xdotool key --delay 60 c 5 Return
first=$(wc -l <"$work/lines")
xdotool key f
for _ in $(seq 300); do
  [ "$(tail -n "+$((first + 1))" "$work/lines" | grep -c '"state":"solved"')" -ge 5 ] && break
  sleep 0.1
done
[ "$(tail -n "+$((first + 1))" "$work/lines" | grep -c '"state":"solved"')" -ge 5 ] || fail "the live board does not have the correction"
! tail -n "+$((first + 1))" "$work/lines" | grep -q '"state":"contradiction"' || fail "the live board is misread again"
echo "ok: the live board goes on with it"
quit
