#!/usr/bin/env bash
# window_test.sh WINDOW_SHOW SCREEN_PIXELS: the real window on a virtual screen, driven by mouse and keys. Exit 77: skipped.
set -euo pipefail
show=$1 pixels=$2
# High enough for the whole panel.
SCREEN=1280x1200
# shellcheck source=tests/ui/virtual_screen.sh
. "$(dirname "${BASH_SOURCE[0]}")/virtual_screen.sh"

"$show" --size 700x1150 --picture 320x240 >"$work/out" 2>"$work/err" &
window=$!
pids+=("$window")

# expect WHAT TEXT COMMAND...: repeats the command until the window has answered with TEXT since the last one was expected; a busy
# machine is slow.
seen=0
since() { tail -n "+$(($1 + 1))" "$work/out"; }
expect() {
  local what=$1 text=$2
  shift 2
  for _ in $(seq 30); do
    "$@" || true
    for _ in $(seq 20); do
      if since "$seen" | grep -E -- "$text" >/dev/null; then
        echo "ok: $what"
        seen=$(wc -l <"$work/out")
        return 0
      fi
      sleep 0.1
    done
    kill -0 "$window" 2>/dev/null || fail "$what: the window's program has ended"
  done
  fail "$what"
}

# expect_change WHAT LEAST COMMAND...: after the command at least so many pixels of the picture's middle differ.
expect_change() {
  local what=$1 least=$2 inside=0
  shift 2
  cp "$shown" "$work/before"
  "$@"
  for _ in $(seq 100); do
    sleep 0.1
    inside=$("$pixels" differ "$work/before" "$shown" $((X + 50)) $((Y + 400)) 300 300 | cut -d ' ' -f 2)
    [ "$inside" -ge "$least" ] && { echo "ok: $what"; return 0; }
  done
  fail "$what: $inside pixels differ"
}

wait_for_window "$window"

# Keys. The overlay goes off and comes back as it was; what a key changes is told by the settings.
expect "a key turns the overlay off" "show=5" xdotool key space
expect "a key shows hints" "show=2" xdotool key 2
expect "a key checks" "show=3" xdotool key 3
expect "off again" "show=5" xdotool key space
expect "and on as it was" "show=3" xdotool key space
expect "a key shows the givens" "show=4" xdotool key 4
expect "the solution or the givens" "show=1" xdotool key g
expect "less opaque" "opacity=0.90" xdotool key minus
expect "less opaque by the keypad" "opacity=0.80" xdotool key KP_Subtract
expect "more opaque" "opacity=1.00" xdotool key --delay 300 plus plus plus
expect "a key hides the outline" "outline=0" xdotool key o
expect "a key leaves hands free" "hands=1" xdotool key l
expect "a key mirrors" "mirror=1" xdotool key m
expect "a key records" "start recording" xdotool key r
expect "a key pauses" "pause recording 1" xdotool key p
expect "a key stops the recording" "stop recording" xdotool key r
expect "a key saves a snapshot" "snapshot 0" xdotool key s
expect "Shift with it before | after" "snapshot 1" xdotool key shift+s
expect "a key copies" "copy puzzles" xdotool key ctrl+c
expect "a key reads again" "forget boards" xdotool key n
expect "a key saves a report" "save report" xdotool key F8
expect "arrows leaf" "step 1" xdotool key Right
expect "both ways" "step -1" xdotool key Left

# What is the window's own is told beside.
expect "a key folds the panel" "look .*panel=0" xdotool key Tab
expect "and brings it back" "look .*panel=1 " xdotool key Tab
expect "a key makes all larger" "look .*scale=1.25" xdotool key ctrl+plus
expect "and smaller" "look .*scale=1.00" xdotool key ctrl+minus
expect "and as the screen asks for" "look .*scale=0.00" xdotool key ctrl+0
expect "a key freezes" "paused=1" xdotool key f
for key in F1 question h; do
  expect_change "$key opens the card" 20000 xdotool key "$key"
  expect_change "Escape closes it" 20000 xdotool key Escape
done
# ImGui looks at keys once a drawing: held for a while, as a finger does.
xdotool key F6
expect "F6 takes the keyboard to the panel: Tab moves, Space presses" "settings" \
  xdotool keydown Tab sleep 0.2 keyup Tab sleep 0.2 keydown space sleep 0.2 keyup space
xdotool key Escape
expect "Escape gives it back" "show=5" xdotool key 5
size() { xdotool search --onlyvisible --class gridlens getwindowgeometry --shell | grep -E '^(WIDTH|HEIGHT)=' | tr '\n' ' '; }
sized() { for _ in $(seq 100); do [ "$(size)" = "$1" ] && return; sleep 0.1; done; fail "the window is $(size), not $1"; }
small=$(size)
xdotool key F11
sized "WIDTH=1280 HEIGHT=1200 "
xdotool key Escape
sized "$small"
xdotool key F11
sized "WIDTH=1280 HEIGHT=1200 "
xdotool key F11
sized "$small"
echo "ok: F11 fills the screen, F11 and Escape leave it"
expect "and lets go" "paused=0" xdotool key f

# The made-up board 1 has a clash in its cells 30 and 33.
expect "a doubtful cell is selected and typed over" "correct board=1 cell=30 value=5 kind=1" xdotool key c 5
expect "the keys are for the cell" "correct board=1 cell=30 value=0 kind=1" xdotool key BackSpace
expect "a given becomes an entry" "kind=2" xdotool key Tab 6
xdotool key q s
before=$(grep -c "snapshot" "$work/out")
expect "Escape gives the keys back" "snapshot 0" xdotool key Escape s
[ "$(grep -c snapshot "$work/out")" -gt "$before" ] || fail "the keys are not given back"
kill -0 "$window" 2>/dev/null || fail "a letter ended the program while a cell was edited"

# The controls of the panel, from below, so that a group that is folded by the way takes none along that is still to come. The picture
# is frozen, so that each click is drawn before the next one.
xdotool key Escape
expect "the keys are the window's again" "show=1" xdotool key 1
expect "a key freezes again" "paused=1" xdotool key f
sleep 0.5
clicks=$(wc -l <"$work/out")
lacking() {
  for pattern in "forget boards" "save report" "start recording" "show=1" "show=2" "show=3" "show=4" "outline=1" "hands=0" "mirror=0" \
    "paused=0" "colour=0.80"; do
    since "$clicks" | grep -- "$pattern" >/dev/null || echo "$pattern"
  done
}
for _ in 1 2 3; do
  for ((y = HEIGHT - 6; y > 4; y -= 20)); do
    for x in 445 490 550 605; do
      xdotool mousemove $((X + x)) $((Y + y)) sleep 0.05 mousedown 1 sleep 0.08 mouseup 1 sleep 0.08
    done
    xdotool key Escape  # a menu that was opened by the way
  done
  sleep 1
  [ -n "$(lacking)" ] || break
done
[ -z "$(lacking)" ] || fail "no click reaches: $(lacking)"
echo "ok: clicks reach the controls"
for _ in $(seq 5); do xdotool key Escape; done
sleep 1
kill -0 "$window" 2>/dev/null || fail "Escape ended the program"
expect "a key quits" "quit" xdotool key ctrl+q
start=$(date +%s%N)
wait "$window"
echo "ok: ended with status 0 after $((($(date +%s%N) - start) / 1000000)) ms"
