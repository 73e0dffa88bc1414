#!/usr/bin/env bash
# correction_test.sh GRIDLENS MISPRINTED_PAGE: the program's window on a virtual screen; a misread digit is clicked and typed over, and
# the answer follows in the JSON lines. Exit 77: skipped.
set -euo pipefail
gridlens=$1
misprinted_page=$2
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1"
  for file in screen out err; do
    if [ -s "$work/$file" ]; then echo "--- $file"; cat "$work/$file"; fi
  done
  [ ! -s "$work/lines" ] || tail -n 1 "$work/lines" | cut -c 1-1500
  exit 1
}

"$misprinted_page" "$work/page.png" "$work/clip.avi" || fail "no page could be drawn"

mkfifo "$work/number"
Xvfb -displayfd 3 -noreset -screen 0 1280x900x24 -nolisten tcp 3>"$work/number" 2>"$work/screen" &
pids+=($!)
read -r -t 60 number <"$work/number" || fail "the virtual screen does not start"
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1

# open_window ARGUMENTS...: the program with JSON lines; then X, Y, WIDTH and HEIGHT are those of its window.
open_window() {
  rm -f "$work/lines"
  "$gridlens" --input "$@" --jsonl "$work/lines" >"$work/out" 2>"$work/err" &
  window=$!
  pids+=("$window")
  local geometry=
  for _ in $(seq 600); do
    geometry=$(xdotool search --onlyvisible --class gridlens getwindowgeometry --shell 2>/dev/null | grep -E '^(X|Y|WIDTH|HEIGHT)=') && break
    kill -0 "$window" 2>/dev/null || fail "the program has ended before it opened a window"
    sleep 0.1
  done
  [ -n "$geometry" ] || fail "no window is seen within a minute"
  eval "$geometry"
}

# expect WHAT PATTERN COMMAND...: repeats the command until a line has the pattern; a busy machine is slow.
expect() {
  local what=$1 pattern=$2
  shift 2
  for _ in $(seq 60); do
    "$@" || true
    for _ in $(seq 10); do
      if [ -s "$work/lines" ] && grep -Eq -- "$pattern" "$work/lines"; then echo "ok: $what"; return 0; fi
      sleep 0.1
    done
    kill -0 "$window" 2>/dev/null || fail "$what: the program has ended"
  done
  fail "$what"
}

# quit: Escape ends a selection, if any; q the program.
quit() {
  for _ in $(seq 60); do
    xdotool key Escape q || true
    for _ in $(seq 10); do
      kill -0 "$window" 2>/dev/null || { wait "$window" || fail "the program ended with status $?"; return 0; }
      sleep 0.1
    done
  done
  fail "the program does not quit"
}

# click_cell ROW COLUMN [MIRROR]: from 0, of the board in the newest line. The column of panels is 304 wide; the picture (900 x 640)
# fills the rest, letterboxed.
click_cell() {
  local place
  place=$(tail -n 1 "$work/lines" | grep -oE '"corners":\[\[[^]]*\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]' | grep -oE '[-0-9.]+' | tr '\n' ' ' |
    awk -v row="$1" -v col="$2" -v mirror="${3:-0}" -v x="$X" -v y="$Y" -v w="$WIDTH" -v h="$HEIGHT" '{
      across = (col + 0.5) / 9; down = (row + 0.5) / 9
      px = $1 + ($3 - $1) * across + ($7 - $1) * down
      py = $2 + ($4 - $2) * across + ($8 - $2) * down
      if (mirror) px = 899 - px
      free = w - 304; scale = free / 900 < h / 640 ? free / 900 : h / 640
      printf "%d %d", x + (free - 900 * scale) / 2 + (px + 0.5) * scale, y + (h - 640 * scale) / 2 + (py + 0.5) * scale
    }')
  # shellcheck disable=SC2086
  xdotool mousemove $place
  sleep 0.2
  xdotool click 1
  sleep 0.2
}

click_and_type() {  # ROW COLUMN MIRROR KEYS...
  click_cell "$1" "$2" "$3"
  shift 3
  xdotool key --delay 60 "$@"
}

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
