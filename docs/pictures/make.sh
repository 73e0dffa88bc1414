#!/usr/bin/env bash
# Makes the pictures of the documents anew: the window with the demo running (1x and the panel at 2x), a short animated picture of a
# moving page being solved, and the window in each of its states (state_*.png, bundled and generated pictures only).
# Usage: docs/pictures/make.sh [window|panel|moving|states]...
# Needs a built tree and the Debian packages xvfb xauth xdotool imagemagick ffmpeg; installs nothing.
# Look at each picture before it is committed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
gridlens=${GRIDLENS:-$here/../../build/release/bin/gridlens}
[ -x "$gridlens" ] || { echo "make: build the tree first (no $gridlens)" >&2; exit 1; }
for program in xvfb-run xdotool import convert ffmpeg; do
  command -v "$program" >/dev/null || { echo "make: needs the program $program" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data  # the window as it is at first

# settings TEXT: what the window remembers (TOML).
settings() {
  mkdir -p "$XDG_CONFIG_HOME/gridlens"
  printf '%b' "$1" >"$XDG_CONFIG_HOME/gridlens/settings.toml"
}

# screenshot SCREEN SCALE OUT: the whole screen, some seconds into the demo
screenshot() {
  settings "[window]\nscale = $2\n"
  # shellcheck disable=SC2016
  xvfb-run -a -s "-screen 0 $1x24" bash -c '
    "$1" >/dev/null 2>&1 & program=$!
    sleep 8
    import -window root "$2"
    kill -INT "$program"; wait "$program" || true' screenshot "$gridlens" "$3"
}

window() {
  screenshot 1600x1000 1.0 "$work/window.png"
  convert "$work/window.png" -fuzz 1% -trim +repage -quality 88 "$here/window.jpg"
}

panel() {
  screenshot 2800x1800 2.0 "$work/panel.png"
  convert "$work/panel.png" -fuzz 1% -trim +repage "$work/trimmed.png"
  convert "$work/trimmed.png" -gravity East -crop 600x+0+0 +repage -quality 88 "$here/panel.jpg"
}

moving() {
  "$gridlens" --input "$here/../../assets/demo.mkv" --headless --record "$work/demo.mkv" --frames 120 2>/dev/null
  ffmpeg -y -v error -i "$work/demo.mkv" \
    -vf "fps=8,scale=400:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle" \
    "$here/moving.gif"
}

# state NAME SIZE SETTINGS PICTURE STEP...: a window of that size with these settings (TOML), after the steps: keys, or @X,Y for a click.
state() {
  local name=$1 size=$2 settings=$3 picture=$4
  shift 4
  settings "$settings"
  # shellcheck disable=SC2016
  xvfb-run -a -s "-screen 0 ${size}x24" bash -c '
    gridlens=$1 size=$2 out=$3 picture=$4
    shift 4
    "$gridlens" "$picture" >/dev/null 2>&1 & program=$!
    until window=$(xdotool search --onlyvisible --class gridlens); do sleep 0.2; done
    xdotool windowmove $window 0 0 windowsize $window "${size%x*}" "${size#*x}"
    sleep 4
    for step; do
      case $step in
        @*) xdotool mousemove $(tr -d @ <<<"$step" | tr , " ") click 1 ;;
        *) xdotool key "$step" ;;
      esac
      sleep 1
    done
    sleep 2
    import -window root "$out"
    kill -INT "$program"; wait "$program" || true' state "$gridlens" "$size" "$work/$name.png" "$picture" "$@"
  convert "$work/$name.png" +dither -colors 96 "PNG8:$here/state_$name.png"
}

states() {
  local samples=$here/../../assets/samples filled=$here/../../tests/blackbox/images/handwriting/handwriting_941.jpg
  local short='[groups]\nappearance = false\nrecording = false\n'
  state solution 1120x700 "$short" "$samples/newspaper.jpg"
  state hint 1120x700 "$short" "$filled" 2
  state check 1120x700 "$short" "$filled" 3
  state givens 1120x700 "$short" "$samples/tilted_6x6.jpg" 4
  state correcting 1120x700 "$short" "$samples/newspaper.jpg" 4 @330,265
  state keys 1120x700 "$short" "$samples/newspaper.jpg" F1
  state light 1120x700 "[window]\ntheme = 'light'\n$short" "$samples/letters_16x16.jpg"
  state contrast 1120x700 "[window]\ntheme = 'high-contrast'\n$short" "$samples/tilted_6x6.jpg"
  state performance 1120x700 '[groups]\nperformance = true\noverlay = false\ncell = false\nrecording = false\ninput = false\nappearance = false\n' \
    "$here/../../assets/demo.mkv"
  state scale_2 1600x1000 '[window]\nscale = 2.0\n' "$samples/newspaper.jpg"
  state play 1120x700 "" "$samples/newspaper.jpg" F4 2 ctrl+m Down F3
  state 1024x600 1024x600 '' "$samples/newspaper.jpg"
}

[ $# -gt 0 ] || set -- window panel moving states
for part in "$@"; do "$part"; done
