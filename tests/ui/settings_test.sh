#!/usr/bin/env bash
# settings_test.sh GRIDLENS SCREEN_PIXELS PHOTO: settings survive a restart and a kill, the overlay changes the board alone, and a bad
# file does not matter. Exit 77: skipped.
set -euo pipefail
gridlens=$1
pixels=$2
photo=$3
# shellcheck source=tests/ui/window_driver.sh
. "$(dirname "${BASH_SOURCE[0]}")/window_driver.sh"
file=$XDG_CONFIG_HOME/gridlens/settings.toml

# expect_file WHAT PATTERN KEYS...: the file has the line, soon.
expect_file() {
  local what=$1 pattern=$2
  shift 2
  for _ in $(seq 20); do
    [ $# = 0 ] || xdotool key --delay 100 "$@"
    for _ in $(seq 30); do
      if [ -s "$file" ] && grep -Eq -- "$pattern" "$file"; then echo "ok: $what"; return 0; fi
      sleep 0.1
    done
    kill -0 "$window" 2>/dev/null || fail "$what: the program has ended"
  done
  [ ! -s "$file" ] || cat "$file"
  fail "$what"
}

# still: what is shown does not change any more (the label and the notes fade).
still() {
  for _ in $(seq 60); do
    cp "$shown" "$work/still"
    sleep 1.2
    [ "$("$pixels" differ "$work/still" "$shown" 0 0 1 1)" = "inside 0 outside 0" ] && return
  done
  fail "the window does not come to rest"
}

# The overlay changes pixels inside the board only.
open_window "$photo"
expect "the photo is solved" '"state":"solved"' true
[ ! -e "$file" ] || fail "a file is written without a change"
expect_file "a key is remembered" 'outline = false' o
expect_file "another one, too" 'panel = false' Tab
xdotool mousemove $((X + 5)) $((Y + HEIGHT - 5))
still
cp "$shown" "$work/with"
xdotool key space
sleep 1
still
board=$(tail -n 1 "$work/lines" | grep -oE '"corners":\[\[[^]]*\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]' | head -n 1 | grep -oE '[-0-9.]+' | tr '\n' ' ' |
  awk -v x="$X" -v y="$Y" -v w="$WIDTH" -v h="$HEIGHT" '{
    left = $1; right = $1; top = $2; bottom = $2
    for (i = 3; i <= 7; i += 2) {
      if ($i < left) left = $i; if ($i > right) right = $i
      if ($(i + 1) < top) top = $(i + 1); if ($(i + 1) > bottom) bottom = $(i + 1)
    }
    scale = w / 1600 < h / 1200 ? w / 1600 : h / 1200
    printf "%d %d %d %d", x + (w - 1600 * scale) / 2 + left * scale - 1, y + (h - 1200 * scale) / 2 + top * scale - 1, (right - left) * scale + 3, (bottom - top) * scale + 3
  }')
# shellcheck disable=SC2086
change=$("$pixels" differ "$work/with" "$shown" $board)
echo "$change"
[[ $change =~ ^inside\ ([0-9]+)\ outside\ 0$ && ${BASH_REMATCH[1]} -gt 2000 ]] || fail "the overlay changes more than the board, or nothing: $change"
echo "ok: the overlay changes the board alone"
expect_file "what is shown is remembered" 'show = .none.'
quit

# After a restart all is as it was left, and after a kill.
open_window "$photo"
expect "the photo is solved again" '"state":"solved"' true
sleep 1
still
# shellcheck disable=SC2086
[ "$("$pixels" differ "$work/still" "$shown" $board)" = "inside 0 outside 0" ] || fail "the picture does not stay"
xdotool key --delay 200 space
sleep 1
still
[ "$("$pixels" differ "$work/with" "$shown" 0 0 1 1)" = "inside 0 outside 0" ] || fail "after a restart the window is not as it was left"
echo "ok: the window comes back as it was left"
expect_file "the choice is remembered" 'show = .check.' 3
sleep 1.5
expect_file "a larger size is remembered" 'scale = 1\.[25]' ctrl+plus
sleep 1.5
kill -9 "$window"
wait "$window" 2>/dev/null || true
open_window "$photo" --show givens --mirror
expect "options of the command line win" '"state":"solved"' true
expect_file "a change after a kill is added to what was remembered" 'leave_hands = true' l
grep -Eq 'show = .check.' "$file" || fail "what was chosen before the kill is lost, or --show is saved"
grep -q 'mirror = false' "$file" || fail "--mirror is saved"
grep -Eq 'scale = 1\.[25]' "$file" || fail "the size is lost"
quit
echo "ok: nothing but changes made in the window is saved"

# Other commands leave it alone.
before=$(stat -c '%Y %s %i' "$file")
"$gridlens" --headless "$photo" --frames 1 --jsonl "$work/headless" >/dev/null 2>&1 || fail "no headless run"
"$gridlens" read "$photo" >/dev/null || fail "no reading"
[ "$(stat -c '%Y %s %i' "$file")" = "$before" ] || fail "a command without a window wrote the file"
strace=$(command -v strace || true)
if [ -n "$strace" ]; then
  "$strace" -f -e trace=openat -o "$work/trace" "$gridlens" --headless "$photo" --frames 1 >/dev/null 2>&1 || true
  ! grep -q 'settings.toml' "$work/trace" || fail "a command without a window reads the file"
fi
echo "ok: commands without a window leave it alone"

# A bad file: one line, defaults, and it is kept.
printf '[overlay\nshow = 3\n' >"$file"
open_window "$photo"
expect "with a bad file the program goes on" '"state":"solved"' true
[ "$(grep -c 'settings\.toml' "$work/err")" = 1 ] || fail "not one line on the bad file"
[ "$(cat "$file.bad")" = $'[overlay\nshow = 3' ] || fail "the bad file is not kept"
expect_file "and remembers anew" 'outline = false' o
quit

# No place to write: one line.
rm -r "$XDG_CONFIG_HOME"
echo "in the way" >"$XDG_CONFIG_HOME"
open_window "$photo"
expect "without a place the program goes on" '"state":"solved"' true
for _ in $(seq 60); do
  xdotool key o
  sleep 0.7
  grep -q 'no settings are remembered' "$work/err" && break
done
xdotool key o
sleep 1
[ "$(grep -c 'settings' "$work/err")" = 1 ] || fail "not one line"
quit
echo "ok: one line"

# Small and large: the window stands, with every group open.
rm "$XDG_CONFIG_HOME"
mkdir -p "$XDG_CONFIG_HOME/gridlens"
for scale in 1.0 2.0 3.0; do
  for theme in dark light high-contrast; do
    {
      printf '[window]\nscale = %s\ntheme = "%s"\n[groups]\n' "$scale" "$theme"
      for group in overlay boards cell recording input appearance performance debug; do echo "$group = true"; done
    } >"$file"
    open_window "$photo"
    xdotool search --onlyvisible --class gridlens windowsize 1024 600
    expect "$theme at scale $scale" '"state":"solved"' xdotool key F1 Escape
    [ ! -s "$work/err" ] || fail "something is told"
    quit
  done
done
