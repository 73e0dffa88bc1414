# Sourced by tests that open windows: a virtual screen, a folder $work that goes with the test, and settings of its own, so that no
# test reads or writes the person's. Every program started goes into pids. Exit 77: skipped. SCREEN: its size, 1280x900.
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data

fail() {
  echo "FAILED: $1"
  for file in screen out err log; do
    if [ -s "$work/$file" ]; then echo "--- $file"; cat "$work/$file"; fi
  done
  [ ! -s "$work/lines" ] || tail -n 1 "$work/lines" | cut -c 1-1500
  exit 1
}

# The server itself chooses a free number, so that tests side by side do not ask for the same one. Without -noreset it starts
# anew whenever its last client leaves: xdotool, asking too early, would shut the door on the window.
mkfifo "$work/number"
Xvfb -displayfd 3 -noreset -screen 0 "${SCREEN:-1280x900}x24" -fbdir "$work" -nolisten tcp 3>"$work/number" 2>"$work/screen" &
pids+=($!)
read -r -t 60 screen_number <"$work/number" || fail "the virtual screen does not start"
export DISPLAY=:$screen_number LIBGL_ALWAYS_SOFTWARE=1

# wait_for_window PID: of that program; then X, Y, WIDTH and HEIGHT are those of its window.
wait_for_window() {
  local geometry=
  for _ in $(seq 600); do
    geometry=$(xdotool search --onlyvisible --class gridlens getwindowgeometry --shell 2>/dev/null | grep -E '^(X|Y|WIDTH|HEIGHT)=') && break
    kill -0 "$1" 2>/dev/null || fail "the program has ended before it opened a window"
    sleep 0.1
  done
  [ -n "$geometry" ] || fail "no window is seen within a minute"
  eval "$geometry"
}

# What the screen shows, for screen_pixels.
shown=$work/Xvfb_screen0
