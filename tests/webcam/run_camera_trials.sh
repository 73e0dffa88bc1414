#!/usr/bin/env bash
# Tries the capture room on an emulated USB webcam: modes, refusals, unplugging, freezing. Prints what happened and ends with
# exit status 0 when all of it was as expected, 77 when something that it needs is missing.
# Needs and settings: as run_main_job.sh; the program is build/release/bin/capture_probe (GRIDLENS_PROBE).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
shared=${GRIDLENS_SHARED:-$root/../shared}
probe=$(realpath -m "${GRIDLENS_PROBE:-$root/build/release/bin/capture_probe}")
export WEBCAM_VM_CACHE=${WEBCAM_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gridlens-webcam-vm}
missing() { echo "run_camera_trials: $*" >&2; exit 77; }
[ -e "$shared/tools/webcam-vm/run.sh" ] || missing "no webcam-vm in $shared (GRIDLENS_SHARED names another place)"
[ -x "$probe" ] || missing "$probe is not built (cmake --build build/release --target capture_probe)"
command -v ffmpeg qemu-system-x86_64 >/dev/null || missing "ffmpeg or qemu-system-x86_64 is not installed"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=1280x720:rate=30:duration=4 -c:v libx264 "$work/clip.mkv"
WEBCAM_VM_TIMEOUT=${WEBCAM_VM_TIMEOUT:-900} "$shared/tools/webcam-vm/run.sh" "$work/clip.mkv" "$here/inside_camera_trials.sh" "$probe"
