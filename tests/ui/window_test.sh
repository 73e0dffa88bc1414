#!/usr/bin/env bash
# window_test.sh WINDOW_SHOW: the real window on a virtual screen, driven by mouse and keys. Exit 77: skipped.
set -euo pipefail
show=$1
for tool in xvfb-run xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
if [ "${2:-}" != inside ]; then
  exec xvfb-run -a -s "-screen 0 1280x900x24" "$0" "$show" inside
fi

out=$(mktemp)
trap 'rm -f "$out"; kill "$pid" 2>/dev/null || true' EXIT
LIBGL_ALWAYS_SOFTWARE=1 "$show" --size 1200x800 --picture 320x240 >"$out" &
pid=$!

# expect WHAT TEXT COMMAND...: repeats the command until the window has answered with TEXT; a busy machine is slow.
expect() {
  local what=$1 text=$2
  shift 2
  for _ in $(seq 60); do
    "$@" || true
    for _ in $(seq 10); do
      if grep -q -- "$text" "$out"; then echo "ok: $what"; return 0; fi
      sleep 0.1
    done
    kill -0 "$pid" 2>/dev/null || break
  done
  echo "FAILED: $what; so far:"; cat "$out"; exit 1
}

for _ in $(seq 300); do
  xdotool search --onlyvisible --class gridlens >/dev/null 2>&1 && break
  sleep 0.1
done
expect "a key turns the overlay off" "show=3" xdotool key space
expect "a key mirrors" "mirror=1" xdotool key m
expect "a key records" "start recording" xdotool key r
expect "a key stops the recording" "stop recording" xdotool key r
eval "$(xdotool search --onlyvisible --class gridlens getwindowgeometry --shell | grep -E '^[XY]=')"
# The first button of the column: "Read again".
expect "a click reaches its button" "forget boards" xdotool mousemove $((X + 1050)) $((Y + 156)) click 1
expect "a key quits" "quit" xdotool key q
start=$(date +%s%N)
wait "$pid"
echo "ok: ended with status 0 after $((($(date +%s%N) - start) / 1000000)) ms"
