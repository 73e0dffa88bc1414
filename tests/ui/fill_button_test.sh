#!/usr/bin/env bash
# fill_button_test.sh GRIDLENS SCREEN_WINDOW: the button "Fill it in" of the real window, on a virtual screen with a window manager:
# the countdown and its Esc, a board that is filled in, Esc in the middle, a program that refuses entries. Exit 77: skipped.
set -euo pipefail
gridlens=$1
screen_window=$2
command -v openbox >/dev/null || { echo "skipped: openbox is not installed"; exit 77; }
# shellcheck source=tests/ui/virtual_screen.sh
. "$(dirname "${BASH_SOURCE[0]}")/virtual_screen.sh"
puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
solution=534678912672195348198342567859761423426853791713924856961537284287419635345286179
clues='"clues":\[\[5,3,0,0,7,.*"state":"solved"'
other_clues='"clues":\[\[0,0,0,2,6,.*"state":"solved"'

openbox >/dev/null 2>&1 &
pids+=($!)
mkfifo "$work/orders"
# Then the second one, which it refuses.
"$screen_window" "The Sudoku" 20 40 $puzzle ...26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18... \
  <"$work/orders" >>"$work/told" 2>>"$work/err" &
pids+=($!)
exec 3>"$work/orders"
"$gridlens" --input "window:The Sudoku" --jsonl "$work/lines" >"$work/out" 2>"$work/log" &
window=$!
pids+=("$window")
wait_for_window "$window"
own=$(xdotool search --onlyvisible --class gridlens | tail -n 1)
# The window beside the program's; the button has its place in a window of this size.
arrange() {
  echo "move 20 60" >&3
  xdotool windowsize --sync "$own" 900 800 windowmove "$own" 360 30 2>/dev/null || true
  sleep 1
}
log_count() { grep -c -- "$1" "$work/log" || true; }
keys() { grep -c '^key ' "$work/told" || true; }
press() {
  local begun
  begun=$(log_count "filling in begins")
  xdotool windowactivate "$own" 2>/dev/null || true
  sleep 0.5
  xdotool mousemove --window "$own" 742 438
  sleep 0.5
  xdotool click 1
  for _ in $(seq 300); do
    [ "$(log_count "filling in begins")" = "$begun" ] || return 0
    sleep 0.1
  done
  fail "the button begins nothing"
}
reads() {  # WHAT PATTERN: in the newest line
  for _ in $(seq 300); do
    if tail -n 1 "$work/lines" 2>/dev/null | grep -Eq -- "$2"; then return 0; fi
    kill -0 "$window" 2>/dev/null || fail "$1: the program has ended"
    sleep 0.1
  done
  fail "$1"
}
# ended WHAT PATTERN: waits until the log tells so of the filling begun last; COUNT is then how many keys came.
ended() {
  local told
  for _ in $(seq 1200); do
    told=$(grep -- 'filling in' "$work/log" | tail -n 1)
    if [[ $told == *"filling in: "* ]]; then
      grep -Eq -- "filling in: $2" <<<"$told" || fail "$1: it ended otherwise"
      sleep 4  # longer than the countdown: what should not come would have come
      COUNT=$(keys)
      return 0
    fi
    kill -0 "$window" 2>/dev/null || fail "$1: the program has ended"
    sleep 0.1
  done
  fail "$1: it does not end"
}

arrange
reads "the board is read" "$clues"
sleep 1  # the panel shows it, too
press
sleep 1.5
[ "$(keys)" = 0 ] || fail "something is typed during the countdown"
xdotool key Escape
ended "Esc during the countdown" 'not begun: it was cancelled'
[ "$COUNT" = 0 ] && ! grep -q '^click' "$work/told" || fail "Esc does not cancel the countdown"
echo "ok: Esc during the countdown: nothing is clicked or typed"

press
for _ in $(seq 300); do
  [ "$(keys)" -lt 5 ] || break
  sleep 0.05
done
[ "$(keys)" -ge 5 ] || fail "the button does not fill the board in"
xdotool key Escape
ended "Esc in the middle" 'stopped: '
[ "$COUNT" -lt 51 ] || fail "Esc in the middle does not stop the filling"
echo "ok: Esc in the middle stops it after $COUNT entries"

press
ended "pressed again" '[0-9]+ entries typed and seen$'
mapfile -t typed < <(sed -n 's/^key //p' "$work/told")
[ "${#typed[@]}" = 51 ] || fail "${#typed[@]} entries were typed, not 51"
[ "$(printf '%s\n' "${typed[@]}" | sort -u | wc -l)" = 51 ] || fail "an entry was typed twice"
for entry in "${typed[@]}"; do
  cell=${entry% *}
  [ "${solution:cell:1}" = "${entry#* }" ] || fail "a wrong entry was typed: cell $cell, ${entry#* }"
done
echo "ok: pressed again, it fills in the rest: 51 entries, each right and typed once"

echo next >&3
echo refuse >&3
reads "another puzzle is read" "$other_clues"
sleep 1
: >"$work/told"
press
ended "a refused entry" 'stopped: '
[ "$COUNT" = 2 ] && [ "$(sed -n 's/^key //p' "$work/told" | sort -u | wc -l)" = 1 ] ||
  fail "a refused entry: $COUNT keys, not one entry typed twice"
echo "ok: an entry that the program refuses is typed twice, and nothing more"
kill -INT "$window"
status=0
wait "$window" || status=$?
[ "$status" = 130 ] || fail "the program ended with status $status, not 130"
