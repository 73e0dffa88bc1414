#!/usr/bin/env bash
# Makes the pictures of the README anew: the window with the demo running (1x and the panel at 2x), and a short animated
# picture of a moving page being solved. Usage: docs/pictures/make.sh [window|panel|moving]...
# Needs a built tree and the Debian packages xvfb xauth x11-xserver-utils imagemagick ffmpeg.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
gridlens=${GRIDLENS:-$here/../../build/release/bin/gridlens}
[ -x "$gridlens" ] || { echo "make: build the tree first (no $gridlens)" >&2; exit 1; }
for program in xvfb-run import convert ffmpeg; do
  command -v "$program" >/dev/null || { echo "make: needs the program $program" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# screenshot SCREEN DPI OUT: the whole screen, some seconds into the demo
screenshot() {
  xvfb-run -a -s "-screen 0 $1x24" bash -c '
    echo "Xft.dpi: $2" | xrdb -merge
    "$1" >/dev/null 2>&1 & program=$!
    sleep 8
    import -window root "$3"
    kill -INT "$program"; wait "$program" || true' screenshot "$gridlens" "$2" "$3"
}

window() {
  screenshot 1600x1000 96 "$work/window.png"
  convert "$work/window.png" -fuzz 1% -trim +repage -quality 88 "$here/window.jpg"
}

panel() {
  screenshot 2800x1800 192 "$work/panel.png"
  convert "$work/panel.png" -fuzz 1% -trim +repage "$work/trimmed.png"
  convert "$work/trimmed.png" -gravity East -crop 600x+0+0 +repage -quality 88 "$here/panel.jpg"
}

moving() {
  "$gridlens" --input "$here/../../assets/demo.mkv" --headless --record "$work/demo.mkv" --frames 120 2>/dev/null
  ffmpeg -y -v error -i "$work/demo.mkv" \
    -vf "fps=8,scale=400:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle" \
    "$here/moving.gif"
}

[ $# -gt 0 ] || set -- window panel moving
for part in "$@"; do "$part"; done
