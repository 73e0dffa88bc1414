#!/usr/bin/env bash
# window_test.sh GRIDLENS DEMO_CLIP: stopping and recording in the real window, on a virtual screen. Exit 77: skipped.
set -euo pipefail
gridlens=$1 demo=$2
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
export XDG_STATE_HOME=$work/state  # what is opened here is no concern of the person's
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "FAILED: $1"
  for file in screen err; do
    if [ -s "$work/$file" ]; then echo "--- $file"; cat "$work/$file"; fi
  done
  exit 1
}

# As in tests/ui/window_test.sh: the server chooses a free number.
mkfifo number
Xvfb -displayfd 3 -noreset -screen 0 1280x900x24 -nolisten tcp 3>number 2>screen &
pids+=($!)
read -r -t 60 screen_number <number || fail "the virtual screen does not start"
export DISPLAY=:$screen_number LIBGL_ALWAYS_SOFTWARE=1

start() {
  "$gridlens" "$@" 2>err &
  program=$!
  pids+=("$program")
  for _ in $(seq 600); do
    xdotool search --onlyvisible --class gridlens >/dev/null 2>&1 && break
    kill -0 "$program" 2>/dev/null || fail "the program has ended before it opened a window"
    sleep 0.1
  done
}

# ends STATUS WHAT COMMAND...: the command ends the program with that status; prints after how long. A busy machine is slow, so
# the limit is generous; on a quiet one it is a second.
ends() {
  local wanted=$1 what=$2 status=0 begun ended
  shift 2
  begun=$(date +%s%N)
  "$@"
  for _ in $(seq 500); do
    kill -0 "$program" 2>/dev/null || break
    sleep 0.01
  done
  ended=$(date +%s%N)
  if kill -0 "$program" 2>/dev/null; then
    kill -9 "$program"
    fail "$what: the program lives on after 5 s"
  fi
  wait "$program" || status=$?
  [ "$status" = "$wanted" ] || fail "$what: status $status, not $wanted"
  echo "ok: $what: ended after $(((ended - begun) / 1000000)) ms"
}

# until_told TEXT COMMAND...: repeats the command until the program has said TEXT.
until_told() {
  local text=$1
  shift
  for _ in $(seq 60); do
    "$@"
    for _ in $(seq 20); do
      if grep -q -- "$text" err; then return 0; fi
      sleep 0.1
    done
  done
  fail "never said: $text"
}

mkfifo silent
start --input silent
ends 0 "q while a pipe without a writer opens" xdotool key q
start --input silent
ends 143 "SIGTERM while a pipe without a writer opens" kill -TERM "$program"

# A server that takes every call and never says a word.
if command -v python3 >/dev/null; then
  mkfifo port
  python3 -c 'import socket, time
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
time.sleep(600)' >port &
  pids+=($!)
  read -r -t 60 port_number <port || fail "the silent server does not start"
  start --input "http://127.0.0.1:$port_number/clip.mkv"
  sleep 0.5
  ends 0 "q while a silent server is asked" xdotool key q
  start --input "http://127.0.0.1:$port_number/clip.mkv"
  ends 130 "SIGINT while a silent server is asked" kill -INT "$program"
else
  echo "left out: a silent server (python3 is not installed)"
fi

# Half a clip: the window shows its last picture; the exit status tells.
head -c $(($(stat -c %s "$demo") / 8)) "$demo" >half.mkv
start --input half.mkv --jsonl half.jsonl
lines=0
for _ in $(seq 60); do
  sleep 1.5
  before=$lines lines=$(wc -l <half.jsonl)
  if [ "$lines" -gt 0 ] && [ "$lines" = "$before" ]; then break; fi
done
ends 1 "q after the early end of a clip" xdotool key q
grep -q 'half.mkv ends before its content does' err || fail "the early end was not told"

start --input "$demo"
sleep 1
xdotool key r
sleep 1
ends 129 "SIGHUP while recording" kill -HUP "$program"
grep -Eq 'recorded [1-9][0-9]* frames to gridlens-.*\.mkv' err || fail "the recording was not finished"
rm -f gridlens-*.mkv

# A still: its one picture came before the recording began.
mkdir still
cp "$3" still/one.jpg
# The input stands by itself as well.
start still/one.jpg
sleep 2
until_told '^gridlens:.*\(recorded\|nothing was recorded\)' xdotool key --delay 700 r
ends 0 "q on a still" xdotool key q
while read -r file; do
  [ -s "$file" ] || fail "$file is reported as written, but is not there"
done < <(sed -n 's/.* frames to \(gridlens-.*\.mkv\) (.*/\1/p' err)
grep -q 'recorded 0 frames' err && fail "a recording of nothing is reported"
grep -Eq 'recorded [1-9][0-9]* frames' err || fail "the still was not recorded"
echo "ok: a still is recorded, and only what exists is reported"
