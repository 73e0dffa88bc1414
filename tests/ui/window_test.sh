#!/usr/bin/env bash
# window_test.sh WINDOW_SHOW: the real window on a virtual screen, driven by mouse and keys. Exit 77: skipped.
set -euo pipefail
show=$1
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
  exit 1
}

# The server itself chooses a free number, so that tests side by side do not ask for the same one. Without -noreset it starts
# anew whenever its last client leaves: xdotool, asking too early, would shut the door on the window.
mkfifo "$work/number"
Xvfb -displayfd 3 -noreset -screen 0 1280x900x24 -nolisten tcp 3>"$work/number" 2>"$work/screen" &
pids+=($!)
read -r -t 60 number <"$work/number" || fail "the virtual screen does not start"
export DISPLAY=:$number

LIBGL_ALWAYS_SOFTWARE=1 "$show" --size 1200x800 --picture 320x240 >"$work/out" 2>"$work/err" &
window=$!
pids+=("$window")

# expect WHAT TEXT COMMAND...: repeats the command until the window has answered with TEXT; a busy machine is slow.
expect() {
  local what=$1 text=$2
  shift 2
  for _ in $(seq 60); do
    "$@" || true
    for _ in $(seq 10); do
      if grep -q -- "$text" "$work/out"; then echo "ok: $what"; return 0; fi
      sleep 0.1
    done
    kill -0 "$window" 2>/dev/null || fail "$what: the window's program has ended"
  done
  fail "$what"
}

corner=
for _ in $(seq 600); do
  corner=$(xdotool search --onlyvisible --class gridlens getwindowgeometry --shell 2>/dev/null | grep -E '^[XY]=') && break
  kill -0 "$window" 2>/dev/null || fail "the window's program has ended before it opened a window"
  sleep 0.1
done
[ -n "$corner" ] || fail "no window is seen within a minute"
eval "$corner"

expect "a key turns the overlay off" "show=5" xdotool key space
expect "a key mirrors" "mirror=1" xdotool key m
expect "a key records" "start recording" xdotool key r
expect "a key stops the recording" "stop recording" xdotool key r
# The first buttons of the column: "Read again" and "Save a report".
expect "a click reaches its button" "forget boards" xdotool mousemove $((X + 980)) $((Y + 156)) click 1
expect "and the one beside it" "save report" xdotool mousemove $((X + 1115)) $((Y + 156)) click 1
# The made-up board 1 has a clash in its cells 30 and 33.
expect "a doubtful cell is selected and typed over" "correct board=1 cell=30 value=5 kind=1" xdotool key c 5
expect "the keys are for the cell" "correct board=1 cell=30 value=0 kind=1" xdotool key BackSpace
expect "a given becomes an entry" "kind=2" xdotool key Tab 6
expect "escape gives the keys back" "show=1" xdotool key Escape space
expect "a key quits" "quit" xdotool key q
start=$(date +%s%N)
wait "$window"
echo "ok: ended with status 0 after $((($(date +%s%N) - start) / 1000000)) ms"
