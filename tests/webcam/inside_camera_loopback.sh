#!/usr/bin/env bash
# Inside the machine of run_camera_output.sh loopback: gridlens takes camera 0 and shows it as camera 1, which ffmpeg watches, as a call would.
# Arguments: the binary, the folder that reaches the host.
set -u
binary=$1 out=$2
work=$(mktemp -d)
say() { echo "$*" >>"$work/camera.events"; }
# A device that another program feeds is no output for us.
"$binary" --headless --input 0 --frames 2 --output /dev/video1 2>"$work/busy.log"
say "fed by another program: status $?: $(tail -n 1 "$work/busy.log")"
webcam unplug 0
webcam unplug 1
sleep 1
# Once fed, a device of this driver's version is no output any more.
. /run/job/conf
rmmod v4l2loopback
modprobe -d "$CACHE/root" v4l2loopback devices=2 exclusive_caps=1,1 card_label="Sim Camera,Virtual Camera"
sleep 1
webcam plug 0
sleep 2
ffmpeg -nostdin -v error -y -f v4l2 -i /dev/video0 -frames:v 1 "$work/before.png" 2>>"$work/camera.log"
"$binary" --headless --input 0 --jsonl "$work/camera.jsonl" --output /dev/video1 2>>"$work/camera.log" &
job=$!
solved() { cat "$work/camera.jsonl" 2>/dev/null | grep -c '"state":"solved"'; }
for _ in $(seq 600); do
  if [ "$(solved)" -ge 10 ] || ! kill -0 $job 2>/dev/null; then break; fi
  sleep 0.2
done
say "solved frames: $(solved)"
ffmpeg -nostdin -v error -y -f v4l2 -i /dev/video1 -frames:v 3 -c:v ffv1 "$work/after.mkv" 2>>"$work/camera.log"
say "watched: status $?"
kill -INT $job
wait $job
say "end: status $?"
cp "$work"/camera.* "$work/before.png" "$work/after.mkv" "$out/"
