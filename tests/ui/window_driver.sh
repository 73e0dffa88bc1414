# Sourced by tests that drive the program's window on a virtual screen. Needs $gridlens; makes $work, a folder that goes with the test.
# Exit 77: skipped.
# shellcheck source=tests/ui/virtual_screen.sh
. "$(dirname "${BASH_SOURCE[0]}")/virtual_screen.sh"

# open_window ARGUMENTS...: the program with JSON lines; then X, Y, WIDTH and HEIGHT are those of its window.
open_window() {
  rm -f "$work/lines"
  "$gridlens" --input "$@" --jsonl "$work/lines" >"$work/out" 2>"$work/err" &
  window=$!
  pids+=("$window")
  wait_for_window "$window"
}

# expect WHAT PATTERN COMMAND...: repeats the command until a line has the pattern; a busy machine is slow.
expect() {
  local what=$1 pattern=$2
  shift 2
  for _ in $(seq 60); do
    "$@" || true
    for _ in $(seq 10); do
      if [ -s "$work/lines" ] && grep -Eq -- "$pattern" "$work/lines"; then echo "ok: $what"; return 0; fi
      sleep 0.1
    done
    kill -0 "$window" 2>/dev/null || fail "$what: the program has ended"
  done
  fail "$what"
}

# quit: Escape ends a selection, if any; q the program.
quit() {
  for _ in $(seq 60); do
    xdotool key Escape q || true
    for _ in $(seq 10); do
      kill -0 "$window" 2>/dev/null || { wait "$window" || fail "the program ended with status $?"; return 0; }
      sleep 0.1
    done
  done
  fail "the program does not quit"
}

# click_cell ROW COLUMN [MIRROR]: from 0, of the board in the newest line. The column of panels is 304 wide; the picture (900 x 640)
# fills the rest, letterboxed.
click_cell() {
  local place
  place=$(tail -n 1 "$work/lines" | grep -oE '"corners":\[\[[^]]*\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]' | grep -oE '[-0-9.]+' | tr '\n' ' ' |
    awk -v row="$1" -v col="$2" -v mirror="${3:-0}" -v x="$X" -v y="$Y" -v w="$WIDTH" -v h="$HEIGHT" '{
      across = (col + 0.5) / 9; down = (row + 0.5) / 9
      px = $1 + ($3 - $1) * across + ($7 - $1) * down
      py = $2 + ($4 - $2) * across + ($8 - $2) * down
      if (mirror) px = 899 - px
      free = w - 304; scale = free / 900 < h / 640 ? free / 900 : h / 640
      printf "%d %d", x + (free - 900 * scale) / 2 + (px + 0.5) * scale, y + (h - 640 * scale) / 2 + (py + 0.5) * scale
    }')
  # shellcheck disable=SC2086
  xdotool mousemove $place
  sleep 0.2
  xdotool click 1
  sleep 0.2
}

click_and_type() {  # ROW COLUMN MIRROR KEYS...
  click_cell "$1" "$2" "$3"
  shift 3
  xdotool key --delay 60 "$@"
}

# films_folder: recordings go to a folder of their own, which is the current one from now on.
films_folder() {
  mkdir -p "$XDG_CONFIG_HOME" "$work/films"
  echo "XDG_VIDEOS_DIR=\"$work/films\"" >"$XDG_CONFIG_HOME/user-dirs.dirs"
  cd "$work/films"
}

# film: what the window paints now, as the only file of the folder.
film() {
  rm -f ./*.mkv
  xdotool key r
  for _ in $(seq 100); do
    [ -n "$(find . -name '*.mkv' -size +8k)" ] && break
    sleep 0.1
  done
  sleep 1
  xdotool key r
  sleep 1
}

# expect_painted WHAT CELLS PAGE: just these of the 9x9 board differ from the page, which lies flat. Needs $painted_cells.
expect_painted() {
  local corners found=
  corners=$(tail -n 1 "$work/lines" | grep -oE '"corners":\[\[[^]]*\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]' | grep -oE '[-0-9.]+' | tr '\n' ' ')
  for _ in 1 2 3; do
    film
    # shellcheck disable=SC2086
    found=$("$painted_cells" ./*.mkv "$3" 9 $corners || true)
    if [ "$found" = "$2" ]; then echo "ok: $1"; return 0; fi
  done
  fail "$1: painted are $found, not $2"
}
