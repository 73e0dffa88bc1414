#!/usr/bin/env bash
# Makes assets/demo.mkv and assets/samples/*.jpg anew with the page generator. Needs a built tree and the ffmpeg
# program (Debian package ffmpeg); takes some minutes. Usage: assets/make_assets.sh [demo|samples]...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
generate=${GRIDLENS_GENERATE:-$here/../build/release/bin/gridlens_generate}
[ -x "$generate" ] || { echo "make_assets: build the tree first (no $generate)" >&2; exit 1; }
command -v ffmpeg >/dev/null || { echo "make_assets: needs the ffmpeg program" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

demo() {
  "$generate" clip --scenario demo --seed 4 --size 1280x720 --frames 330 --fps 30 --images "$work"
  ffmpeg -y -v error -framerate 30 -i "$work/%05d.png" -c:v libx264 -preset veryslow -crf 27.5 -pix_fmt yuv420p \
    -g 90 -fflags +bitexact -flags:v +bitexact "$here/demo.mkv"
}

sample() {  # NAME SEED ARGS...: one frame of a scenario as a photo
  local name=$1 seed=$2
  shift 2
  "$generate" clip --seed "$seed" --size 1600x1200 --frames 1 --images "$work" "$@"
  ffmpeg -y -v error -i "$work/00000.png" -q:v 4 "$here/samples/$name.jpg"
}

samples() {
  mkdir -p "$here/samples"
  sample newspaper 12 --scenario newspaper
  sample tilted_6x6 5 --scenario hand_held --box 2x3
  sample letters_16x16 8 --scenario sizes --box 4x4
}

for what in "${@:-demo samples}"; do
  for part in $what; do "$part"; done
done
