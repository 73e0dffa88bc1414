#!/usr/bin/env bash
# screen_test.sh GRIDLENS SCREEN_WINDOW: other programs' windows and parts of the screen as a live source, on a virtual screen. Windows
# are moved, covered, hidden, closed and started anew; GridLens' own are never read; the overlay lies over the other program, and the
# mouse goes through it (with xcompmgr or picom, where one is installed). Exit 77: skipped.
set -euo pipefail
gridlens=$1
screen_window=$2
# shellcheck source=tests/ui/virtual_screen.sh
. "$(dirname "${BASH_SOURCE[0]}")/virtual_screen.sh"
first=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
second=3...8.......7....51..............36...2..4....7...........6.13..452...........8..
first_read='"clues":\[\[5,3,0,0,7,'
second_read='"clues":\[\[3,0,0,0,8,'

# show NAME TITLE X Y PUZZLE...: a window of another program; lines to the file descriptor ${told[NAME]} are its orders.
declare -A told shown_by
show() {
  local name=$1
  shift
  mkfifo "$work/$name.orders"
  "$screen_window" "$@" <"$work/$name.orders" >"$work/$name.told" 2>>"$work/err" &
  shown_by[$name]=$!
  pids+=($!)
  exec {descriptor}>"$work/$name.orders"
  told[$name]=$descriptor
  for _ in $(seq 100); do
    xdotool search --onlyvisible --name "^$1\$" >/dev/null 2>&1 && return 0
    sleep 0.1
  done
  fail "the window $1 does not open"
}
order() {  # NAME ORDER...
  local name=$1
  shift
  echo "$@" >&"${told[$name]}"
}
gone() {  # NAME
  order "$1" close
  wait "${shown_by[$1]}" || fail "the window $1 went wrong"
  exec {told[$1]}>&-
  rm "$work/$1.orders"
}

# source ARGUMENTS...: GridLens reads, without a window of its own unless SHOWN is set.
source_begins() {
  rm -f "$work/lines"
  local headless=--headless
  [ -z "${SHOWN:-}" ] || headless=
  # shellcheck disable=SC2086
  "$gridlens" $headless --input "$@" --jsonl "$work/lines" >"$work/out" 2>"$work/err" &
  source=$!
  pids+=($!)
}
source_ends() {
  kill -INT "$source"
  local status=0
  wait "$source" || status=$?
  [ "$status" = 130 ] || fail "the source ended with status $status, not 130"
}

# comes WHAT PATTERN [FILE]: in a line that is written from now on.
comes() {
  local file=${3:-$work/lines} begun=0
  [ ! -e "$file" ] || begun=$(wc -l <"$file")
  for _ in $(seq 300); do
    if [ -e "$file" ] && tail -n "+$((begun + 1))" "$file" | grep -Eq -- "$2"; then
      echo "ok: $1"
      return 0
    fi
    kill -0 "$source" 2>/dev/null || fail "$1: the program has ended"
    sleep 0.1
  done
  fail "$1"
}
says() {  # WHAT TEXT: on standard error, at any time
  for _ in $(seq 150); do
    if grep -Fq -- "$2" "$work/err"; then
      echo "ok: $1"
      return 0
    fi
    sleep 0.1
  done
  fail "$1"
}

refuses() {  # WHAT TEXT INPUT
  local status=0
  "$gridlens" --headless --input "$3" --frames 1 >"$work/out" 2>"$work/err" || status=$?
  [ "$status" = 1 ] || fail "$1: status $status"
  [ "$(wc -l <"$work/err")" = 1 ] || fail "$1: not one line"
  grep -Fq -- "$2" "$work/err" || fail "$1: not told: $2"
  [ ! -s "$work/out" ] || fail "$1: something on standard output"
  echo "ok: $1"
}

refuses "no window at all" 'there is no window "sudoku"; no window with a title is there' window:sudoku
show one "The Sudoku" 40 30 $first $second
id=$(xdotool search --onlyvisible --name "^The Sudoku\$")
refuses "no such window" "windows here: $(printf '0x%x' "$id") \"The Sudoku\"" window:chess
refuses "a part off the screen" "does not lie on the screen, which is 1280x900" screen:1000,100,400x400
refuses "an empty part" "is empty" screen:0,0,0x100
refuses "a part that is no such" "screen:X,Y,WIDTHxHEIGHT" screen:here
show two "Another Sudoku" 700 30 $second
refuses "several windows" "several windows match \"sudoku\"" window:sudoku
DISPLAY='' refuses "no display" "there is no screen to read" screen
DISPLAY='' WAYLAND_DISPLAY=wayland-0 refuses "Wayland without X" "Wayland without X" screen

source_begins "window:the sudoku"
comes "a window that is named by a part of its title is read" "$first_read.*\"state\":\"solved\""
before=$(awk '{print $14 + $15}' "/proc/$source/stat")
lines_before=$(wc -l <"$work/lines")
sleep 4
after=$(awk '{print $14 + $15}' "/proc/$source/stat")
echo "   idle, without a window: $(((after - before) * 100 / $(getconf CLK_TCK) / 4)) % of a core, $((($(wc -l <"$work/lines") - lines_before) / 4)) pictures a second"
order one move 420 300
order one next
comes "it is read where it was moved to" "$second_read.*\"state\":\"solved\""
order two move 420 300
order two raise
order one next
comes "it is read behind a window that covers it" "$first_read.*\"state\":\"solved\""
order one hide
says "a hidden window is told" 'Window "The Sudoku" is minimised or on another desktop; retrying'
order one next
order one show
comes "it is read when it is shown again" "$second_read"
gone one
says "a closed window is told" 'Window "The Sudoku" was closed; retrying'
show one "The Sudoku" 40 30 $first $second
comes "it is read when it is started anew" "$first_read"
source_ends
says "all is told in lines" 'pictures are coming again'
gone two

source_begins "screen:20,10,400x400"
comes "a part of the screen is read" "$first_read.*\"state\":\"solved\""
order one next
comes "and its next picture" "$second_read"
source_ends

# GridLens' window lies in the middle of the screen and shows the board, too.
SHOWN=1 source_begins screen
comes "the whole screen is read from a window" "$second_read"
wait_for_window "$source"
order one next
comes "and its next picture" "$first_read.*\"state\":\"solved\""
order one move $((X + 60)) $((Y + 40))
comes "a board behind GridLens' window is read" "\"grids\":\[\{\"id\":[0-9]+,\"corners\":\[\[$((X + 60 + 32))"
sleep 2
! grep -q '"grids":\[{.*},{"id"' "$work/lines" || fail "GridLens' own window was read: two boards"
! grep -oE '"entries":[^}]*"confidence"' "$work/lines" | grep -q '\[[0-9,]*[1-9]' || fail "GridLens has read what it painted itself"
echo "ok: GridLens' own window is never read"
source_ends
order one move 40 30

compositor=
for program in xcompmgr picom; do
  if command -v "$program" >/dev/null; then compositor=$program; break; fi
done
mkdir -p "$XDG_CONFIG_HOME/gridlens"
printf 'format = 1\n[overlay]\non_screen = true\n' >"$XDG_CONFIG_HOME/gridlens/settings.toml"
blue() { "$screen_window" count 40 30 296 296; }
SHOWN=1 source_begins "window:The Sudoku"
comes "the source of the overlay is read" "$first_read.*\"state\":\"solved\""
wait_for_window "$source"
xdotool search --name '^GridLens$' windowmove 700 0  # out of the way of what is counted
order one raise
sleep 2
[ "$(blue)" = 0 ] || fail "an overlay that cannot be transparent is shown"
echo "ok: without a compositor the overlay is not seen"
if [ -z "$compositor" ]; then
  echo "left out: the overlay over the program (neither xcompmgr nor picom is installed)"
  source_ends
  exit 0
fi
"$compositor" >/dev/null 2>&1 &
pids+=($!)
overlaid=0
for _ in $(seq 100); do
  overlaid=$(blue)
  [ "$overlaid" -lt 1000 ] || break
  sleep 0.1
done
[ "$overlaid" -ge 1000 ] || fail "the overlay is not seen over the program: $overlaid blue pixels"
echo "ok: the overlay is seen over the program ($overlaid blue pixels)"
xdotool mousemove 180 170 click 1
for _ in $(seq 50); do
  grep -q '^click 140 140$' "$work/one.told" && break
  sleep 0.1
done
grep -q '^click 140 140$' "$work/one.told" || fail "a click does not go through the overlay"
echo "ok: a click goes through the overlay"
order one move 100 400
for _ in $(seq 100); do
  [ "$("$screen_window" count 40 30 296 296)" != 0 ] || [ "$("$screen_window" count 100 400 296 296)" -lt 1000 ] || break
  sleep 0.1
done
[ "$("$screen_window" count 100 400 296 296)" -ge 1000 ] || fail "the overlay does not follow the window"
[ "$("$screen_window" count 40 30 296 296)" = 0 ] || fail "the overlay stays where the window was"
echo "ok: the overlay follows the window"
order one hide
for _ in $(seq 100); do
  [ "$("$screen_window" count 100 400 296 296)" != 0 ] || break
  sleep 0.1
done
[ "$("$screen_window" count 100 400 296 296)" = 0 ] || fail "the overlay stays over a hidden window"
echo "ok: the overlay goes with the window"
order one show
comes "and the window is read again" "$first_read.*\"state\":\"solved\""
! grep -oE '"entries":[^}]*"confidence"' "$work/lines" | grep -q '\[[0-9,]*[1-9]' || fail "the overlay was read"
echo "ok: the overlay is never read"
source_ends

SHOWN=1 source_begins "screen:80,380,400x400"
comes "a part of the screen is read below the overlay" "$first_read.*\"state\":\"solved\""
sleep 2
[ "$("$screen_window" count 100 400 296 296)" -ge 1000 ] || fail "the overlay is not seen over the part of the screen"
! grep -oE '"entries":[^}]*"confidence"' "$work/lines" | grep -q '\[[0-9,]*[1-9]' || fail "the overlay over the part was read"
echo "ok: the overlay over it is seen, and never read"
source_ends
