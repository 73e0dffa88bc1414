#!/usr/bin/env bash
# Inside the machine of run_main_job.sh: gridlens on camera 0; once it has solved, the camera is unplugged for three seconds.
# Arguments: the binary, the folder that reaches the host, the camera's size, how many frames to show.
set -u
binary=$1 out=$2 size=$3 frames=$4
work=$(mktemp -d)
"$binary" --headless --input 0 --size "$size" --jsonl "$work/main.jsonl" --record "$work/main.mkv" --frames "$frames" \
  2>"$work/main.log" &
job=$!

solved() { cat "$work/main.jsonl" 2>/dev/null | grep -c '"state":"solved"'; }
for _ in $(seq 600); do
  if [ "$(solved)" -ge 15 ] || ! kill -0 $job 2>/dev/null; then break; fi
  sleep 0.2
done
echo "solved frames before unplugging: $(solved)" >"$work/main.events"
webcam unplug 0
sleep 3
kill -0 $job 2>/dev/null && echo "alive while unplugged" >>"$work/main.events"
webcam plug 0

wait $job
status=$?
cp "$work"/main.* "$out/"
exit $status
