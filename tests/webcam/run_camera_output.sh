#!/usr/bin/env bash
# The virtual camera on a real V4L2 output, in a virtual machine: what comes out at its other end must have the solution in the
# puzzle's blank cells and nowhere else. With two v4l2loopback devices gridlens takes one as its camera and sends what it shows to the
# other; the kernel's test driver vivid loops its output node to its input node. Then devices that are no output, vanish, are busy or refuse
# the format: one line each. Prints what was seen; exit status 0 when all held, 77 when something that it needs is missing.
#
# Usage: tests/webcam/run_camera_output.sh [loopback|vivid]
# Needs and settings: those of run_main_job.sh; the built test tool painted_cells (GRIDLENS_PAINTED_CELLS); for vivid v4l-utils
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
kind=${1:-loopback}
shared=${GRIDLENS_SHARED:-$root/../shared}
binary=$(realpath -m "${GRIDLENS_BINARY:-$root/build/release/bin/gridlens}")
cells=$(realpath -m "${GRIDLENS_PAINTED_CELLS:-$root/build/release/bin/painted_cells}")
out=${GRIDLENS_OUT:-$root/build/webcam}
export WEBCAM_VM_CACHE=${WEBCAM_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gridlens-webcam-vm}

missing() { echo "run_camera_output: $*" >&2; exit 77; }
[ -e "$shared/tools/webcam-vm/run.sh" ] || missing "no webcam-vm in $shared (GRIDLENS_SHARED names another place)"
{ [ -x "$binary" ] && [ -x "$cells" ]; } || missing "$binary or $cells is not built"
command -v ffmpeg qemu-system-x86_64 >/dev/null || missing "ffmpeg or qemu-system-x86_64 is not installed"
[ "$kind" != vivid ] || command -v v4l2-ctl >/dev/null || missing "v4l2-ctl is not installed"

mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -f "$out"/camera.* "$out"/before.* "$out/after.mkv"
# A clip that plays on until it is stopped; a camera repeats its first seconds.
ffmpeg -nostdin -v error -y -loop 1 -i "$root/assets/samples/newspaper.jpg" -frames:v 30 -r 10 -s 640x480 -c:v libx264 -crf 12 \
  -pix_fmt yuv420p "$out/short.mkv"
ffmpeg -nostdin -v error -y -stream_loop 200 -i "$out/short.mkv" -c copy "$out/still.mkv"
echo "running gridlens between two cameras (some minutes: the machine is emulated) ..." >&2
WEBCAM_VM_KIND=$kind WEBCAM_VM_COUNT=2 WEBCAM_VM_FPS=10 WEBCAM_VM_OUT=$out WEBCAM_VM_MODES=yuyv:640x480 \
  WEBCAM_VM_TIMEOUT=${WEBCAM_VM_TIMEOUT:-900} \
  "$shared/tools/webcam-vm/run.sh" "$out/still.mkv" "$here/inside_camera_$kind.sh" "$binary" "$out" "$out/still.mkv"
cat "$out/camera.events"

grid=$(grep '"state":"solved"' "$out/camera.jsonl" | tail -n 1) || { cat "$out/camera.log" >&2; echo "FAILED: nothing was solved"; exit 1; }
corners=$(grep -oE '"corners":\[\[[^]]*\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]' <<<"$grid" | head -n 1 | grep -oE '[-0-9.]+' | tr '\n' ' ')
blank=$(sed -E 's/.*"clues":\[(\[[^"]*\])\],"entries.*/\1/' <<<"$grid" | tr -cd '0-9,' | tr ',' '\n' |
  awk '$1 == 0 { printf "r%dc%d ", int((NR - 1) / 9) + 1, (NR - 1) % 9 + 1 }')
# shellcheck disable=SC2086
painted=$("$cells" "$out/after.mkv" "$out/before.png" 9 $corners)
echo "blank cells:   $blank"
echo "painted cells: $painted"
[ "$blank" = "$painted" ] || { echo "FAILED: the camera does not show the solution"; exit 1; }
# Each line of camera.events that begins so must go on so.
expect() {
  grep -Eq "^$1: .*$2" "$out/camera.events" || { echo "FAILED: $1: not $2"; exit 1; }
}
expect "end" "status 130"
if [ "$kind" = loopback ]; then
  expect "fed by another program" "status 1: .*is not a video output \(a camera, or another program sends pictures there\)"
else
  expect "missing" "status 1, 1 line: gridlens: there is no /dev/video7"
  expect "a file" "status 1, 1 line: gridlens: /dev/video9 is not a video output \(not a device at all\)"
  expect "an input" "status 1, 1 line: gridlens: /dev/video0 is not a video output \(a camera"
  expect "forbidden" "status 1, 1 line: gridlens: no permission to open /dev/video1"
  expect "busy" "status 1, 1 line: gridlens: /dev/video1 .* is in use: another program sends pictures there"
  expect "vanished" "status 1, 1 line: gridlens: /dev/video1 .* has gone"
  expect "several planes" "status 1, 1 line: gridlens: /dev/video1 refuses the format: it takes pictures in several planes alone"
  expect "another format" "status 1, 1 line: gridlens: /dev/video1 .* refuses the format: it takes none of YUYV"
fi
echo "ok: the solution is on the virtual camera"
