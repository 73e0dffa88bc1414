#!/usr/bin/env bash
# Inside the machine of run_camera_output.sh vivid: gridlens plays a clip into the output node of the kernel's test driver, which shows
# it at its input node, as a cable would. Then what is no output, is busy or refuses the format.
# Arguments: the binary, the folder that reaches the host, the clip.
set -u
binary=$1 out=$2 clip=$3
. /run/job/conf
work=$(mktemp -d)
say() { echo "$*" >>"$work/camera.events"; }
module() { rmmod vivid 2>/dev/null; modprobe -d "$CACHE/root" vivid n_devs=1 "$@"; sleep 1; }
# An HDMI input, /dev/video0, and an HDMI output, /dev/video1, both 640x480.
module node_types=0x101 num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1
v4l2-ctl -d /dev/video1 --set-dv-bt-timings index=0 >>"$work/camera.log" 2>&1
v4l2-ctl -d /dev/video0 --set-dv-bt-timings index=0 -v width=640,height=480,pixelformat=YUYV \
  -c loop_video=1,osd_text_mode=2 >>"$work/camera.log" 2>&1

# watch NAME: three pictures from the input node.
watch() {
  ffmpeg -nostdin -v error -y -f v4l2 -input_format yuyv422 -video_size 640x480 -i /dev/video0 -frames:v 3 -c:v ffv1 "$work/$1.mkv" \
    2>>"$work/camera.log"
  say "watched $1: status $?"
}
lines() { cat "$work/camera.jsonl" 2>/dev/null | grep -c "$1"; }
# play NAME SHOW PATTERN: with so much shown, until ten lines have the pattern.
play() {
  rm -f "$work/camera.jsonl"
  "$binary" --headless --input "$clip" --show "$2" --jsonl "$work/camera.jsonl" --output /dev/video1 2>>"$work/camera.log" &
  local job=$! status=0
  for _ in $(seq 600); do
    if [ "$(lines "$3")" -ge 10 ] || ! kill -0 $job 2>/dev/null; then break; fi
    sleep 0.2
  done
  watch "$1"
  kill -INT $job
  wait $job || status=$?
  say "end: status $status, shown: $2"
}
play before none '"state"'
play after solution '"state":"solved"'

# refused WHAT DEVICE [COMMAND...]: one line, status 1.
refused() {
  local what=$1 device=$2 status=0
  shift 2
  "$@" "$binary" --headless --input "$clip" --frames 40 --output "$device" >"$work/told" 2>&1 || status=$?
  say "$what: status $status, $(grep -c "$device" "$work/told") line: $(grep "$device" "$work/told" | tail -n 1)"
}
refused "missing" /dev/video7
touch /dev/video9
refused "a file" /dev/video9
refused "an input" /dev/video0
chmod 660 /dev/video1
refused "forbidden" /dev/video1 setpriv --reuid 1000 --regid 1000 --clear-groups
v4l2-ctl -d /dev/video1 --stream-out-mmap --stream-out-pattern 0 >>"$work/camera.log" 2>&1 &
feeder=$!
sleep 2
refused "busy" /dev/video1
kill $feeder
wait $feeder 2>/dev/null
# The device vanishes while it is fed; then it is there again.
rm -f "$work/camera.jsonl"
status=0
"$binary" --headless --input "$clip" --jsonl "$work/camera.jsonl" --output /dev/video1 >"$work/told" 2>&1 &
job=$!
for _ in $(seq 600); do
  if [ "$(lines '"state"')" -ge 5 ] || ! kill -0 $job 2>/dev/null; then break; fi
  sleep 0.2
done
v4l2-ctl -d /dev/video1 -c disconnect=1 >>"$work/camera.log" 2>&1
for _ in $(seq 100); do
  kill -0 $job 2>/dev/null || break
  sleep 0.2
done
kill -KILL $job 2>/dev/null
wait $job || status=$?
say "vanished: status $status, $(grep -c /dev/video1 "$work/told") line: $(grep /dev/video1 "$work/told" | tail -n 1)"
# Another node type: pictures in several planes.
module node_types=0x101 num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1 multiplanar=2
refused "several planes" /dev/video1
rmmod vivid
# A v4l2loopback device whose format another program has fixed.
modprobe -d "$CACHE/root" v4l2loopback devices=1 video_nr=1 card_label="Fixed Camera"
v4l2-ctl -d /dev/video1 -c keep_format=1 >>"$work/camera.log" 2>&1
ffmpeg -nostdin -v error -f lavfi -i color=size=640x480 -frames:v 2 -pix_fmt gray -f v4l2 /dev/video1 >>"$work/camera.log" 2>&1
refused "another format" /dev/video1
ffmpeg -nostdin -v error -y -i "$work/before.mkv" -frames:v 1 "$work/before.png" 2>>"$work/camera.log"
cp "$work"/camera.* "$work/before.png" "$work/after.mkv" "$out/"
