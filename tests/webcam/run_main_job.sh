#!/usr/bin/env bash
# The main job on a real V4L2 camera: a real newspaper photo, moved about, is played through an emulated USB webcam in a
# virtual machine; gridlens solves and records it there while the camera is unplugged and plugged in again. Prints a table;
# exit status 0 when every check held, 77 when something that it needs is missing.
#
# Usage: tests/webcam/run_main_job.sh [PHOTO]        PHOTO: a labelled photo of ../shared/data/newspaper-photos
# Needs: ../shared (or GRIDLENS_SHARED) with tools/webcam-vm and data/newspaper-photos, root, a built release binary, and
#        apt-get install qemu-system-x86 busybox-static cpio ffmpeg gcc make kmod     (for this script only)
# Settings (environment): WEBCAM_VM_CACHE folder for the machine (600 MB; default ~/.cache/gridlens-webcam-vm),
#        GRIDLENS_BINARY (build/release/bin/gridlens), GRIDLENS_OUT (build/webcam), FRAMES (100), SIZE (640x480)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
shared=${GRIDLENS_SHARED:-$root/../shared}
binary=$(realpath -m "${GRIDLENS_BINARY:-$root/build/release/bin/gridlens}")
out=${GRIDLENS_OUT:-$root/build/webcam}
frames=${FRAMES:-100} size=${SIZE:-640x480}
photo=${1:-$shared/data/newspaper-photos/image1.jpg}
export WEBCAM_VM_CACHE=${WEBCAM_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gridlens-webcam-vm}

missing() { echo "run_main_job: $*" >&2; exit 77; }
[ -e "$shared/tools/webcam-vm/run.sh" ] || missing "no webcam-vm in $shared (GRIDLENS_SHARED names another place)"
{ [ -e "$photo" ] && [ -e "${photo%.*}.dat" ]; } || missing "no labelled photo $photo"
[ -x "$binary" ] || missing "$binary is not built (cmake --preset release && cmake --build build/release)"
command -v ffmpeg qemu-system-x86_64 >/dev/null || missing "ffmpeg or qemu-system-x86_64 is not installed"

mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -f "$out"/main.* "$out"/shown_*.png "$out/clip.mkv"

# The photo lies on a grey desk and is shown by a camera that sways, turns and comes nearer and goes away again.
echo "making the clip from $(basename "$photo") ..." >&2
width=${size%x*} height=${size#*x}
ffmpeg -nostdin -v error -y -loop 1 -i "$photo" -frames:v 150 -c:v libx264 -preset fast -crf 14 -vf "
  scale=$((4 * width)):$((4 * height)):force_original_aspect_ratio=decrease,pad=$((width * 432 / 100)):$((height * 432 / 100)):-1:-1:0x7a7672,
  zoompan=z='1.06+0.05*sin(2*PI*on/150)':x='iw/2-iw/zoom/2+50*sin(4*PI*on/150)':y='ih/2-ih/zoom/2+40*cos(2*PI*on/150)':d=1:s=${size}:fps=30,
  rotate='0.06*sin(2*PI*n/150)':fillcolor=0x7a7672,format=yuv420p" "$out/clip.mkv"

echo "running gridlens behind the camera (some minutes: the machine is emulated) ..." >&2
status=0
WEBCAM_VM_OUT=$out WEBCAM_VM_MODES=mjpg:$size,yuyv:$size WEBCAM_VM_TIMEOUT=${WEBCAM_VM_TIMEOUT:-900} \
  "$shared/tools/webcam-vm/run.sh" "$out/clip.mkv" "$here/inside_main_job.sh" "$binary" "$out" "$size" "$frames" || status=$?

exec "$here/check_main_job.sh" "$binary" "$out" "${photo%.*}.dat" "$status" "$frames"
