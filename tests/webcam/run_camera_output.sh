#!/usr/bin/env bash
# The virtual camera on a real V4L2 output: in a virtual machine with two v4l2loopback devices gridlens takes one as its camera and
# sends what it shows to the other; what comes out there must have the solution in the puzzle's blank cells and nowhere else.
# Prints what was seen; exit status 0 when all held, 77 when something that it needs is missing.
#
# Usage: tests/webcam/run_camera_output.sh
# Needs and settings: those of run_main_job.sh; the built test tool painted_cells (GRIDLENS_PAINTED_CELLS)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
shared=${GRIDLENS_SHARED:-$root/../shared}
binary=$(realpath -m "${GRIDLENS_BINARY:-$root/build/release/bin/gridlens}")
cells=$(realpath -m "${GRIDLENS_PAINTED_CELLS:-$root/build/release/bin/painted_cells}")
out=${GRIDLENS_OUT:-$root/build/webcam}
export WEBCAM_VM_CACHE=${WEBCAM_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gridlens-webcam-vm}

missing() { echo "run_camera_output: $*" >&2; exit 77; }
[ -e "$shared/tools/webcam-vm/run.sh" ] || missing "no webcam-vm in $shared (GRIDLENS_SHARED names another place)"
{ [ -x "$binary" ] && [ -x "$cells" ]; } || missing "$binary or $cells is not built"
command -v ffmpeg qemu-system-x86_64 >/dev/null || missing "ffmpeg or qemu-system-x86_64 is not installed"

mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -f "$out"/camera.* "$out/before.png" "$out/after.mkv"
ffmpeg -nostdin -v error -y -loop 1 -i "$root/assets/samples/newspaper.jpg" -frames:v 30 -r 10 -s 640x480 -c:v libx264 -crf 12 \
  -pix_fmt yuv420p "$out/still.mkv"
echo "running gridlens between two cameras (some minutes: the machine is emulated) ..." >&2
WEBCAM_VM_KIND=loopback WEBCAM_VM_COUNT=2 WEBCAM_VM_FPS=10 WEBCAM_VM_OUT=$out WEBCAM_VM_MODES=yuyv:640x480 \
  WEBCAM_VM_TIMEOUT=${WEBCAM_VM_TIMEOUT:-900} \
  "$shared/tools/webcam-vm/run.sh" "$out/still.mkv" "$here/inside_camera_output.sh" "$binary" "$out"
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
grep -q "fed by another program: status 1" "$out/camera.events" || { echo "FAILED: the other program's device was taken"; exit 1; }
grep -q "ended with status 130" "$out/camera.events" || { echo "FAILED: Ctrl-C did not end it well"; exit 1; }
echo "ok: the solution is on the virtual camera"
