# Sourced by tests that drive the program's window on a virtual screen. Needs $gridlens; makes $work, a folder that goes with the test.
# Exit 77: skipped.
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
export XDG_STATE_HOME=$work/state  # what is opened here is no concern of the person's
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1"
  for file in screen out err; do
    if [ -s "$work/$file" ]; then echo "--- $file"; cat "$work/$file"; fi
  done
  [ ! -s "$work/lines" ] || tail -n 1 "$work/lines" | cut -c 1-1500
  exit 1
}

mkfifo "$work/number"
Xvfb -displayfd 3 -noreset -screen 0 1280x900x24 -nolisten tcp 3>"$work/number" 2>"$work/screen" &
pids+=($!)
read -r -t 60 number <"$work/number" || fail "the virtual screen does not start"
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1

# open_window ARGUMENTS...: the program with JSON lines; then X, Y, WIDTH and HEIGHT are those of its window.
open_window() {
  rm -f "$work/lines"
  "$gridlens" --input "$@" --jsonl "$work/lines" >"$work/out" 2>"$work/err" &
  window=$!
  pids+=("$window")
  local geometry=
  for _ in $(seq 600); do
    geometry=$(xdotool search --onlyvisible --class gridlens getwindowgeometry --shell 2>/dev/null | grep -E '^(X|Y|WIDTH|HEIGHT)=') && break
    kill -0 "$window" 2>/dev/null || fail "the program has ended before it opened a window"
    sleep 0.1
  done
  [ -n "$geometry" ] || fail "no window is seen within a minute"
  eval "$geometry"
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
