#!/usr/bin/env bash
# output_test.sh GRIDLENS MISPRINTED_PAGE OUTPUT_FACTS STILL: the program's window on a virtual screen. Recordings with a pause, of a still
# and after a clip's end; snapshots; the puzzle on the clipboard; folders that cannot be written. Exit 77: skipped.
set -euo pipefail
gridlens=$1
misprinted_page=$2
facts=$3
still=$4
# shellcheck source=tests/ui/window_driver.sh
. "$(dirname "${BASH_SOURCE[0]}")/window_driver.sh"
export HOME=$work/home XDG_CONFIG_HOME=$work/config
films=$work/home/Meine_Filme
pictures=$work/home/Pictures
mkdir -p "$pictures" "$XDG_CONFIG_HOME"
# shellcheck disable=SC2016
echo 'XDG_VIDEOS_DIR="$HOME/Meine_Filme"' >"$XDG_CONFIG_HOME/user-dirs.dirs"  # made when needed; pictures: the usual folder
cd "$work"

# expect_line WHAT PATTERN: in what the program says.
expect_line() {
  for _ in $(seq 600); do
    if grep -Eq -- "$2" "$work/err"; then echo "ok: $1"; return 0; fi
    kill -0 "$window" 2>/dev/null || fail "$1: the program has ended"
    sleep 0.1
  done
  fail "$1"
}

# begin_recording: R, until a new file grows; then film is its name.
begin_recording() {
  touch "$work/before"
  sleep 0.1
  xdotool key r
  for _ in $(seq 300); do
    film=$(find "$films" -name '*.mkv' -newer "$work/before" -size +7 2>/dev/null || true)
    [ -z "$film" ] || return 0
    sleep 0.1
  done
  fail "no recording grows in $films"
}

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# The files that the program has told of are there.
expect_told_files() {
  local file
  while read -r file; do
    [ -s "$file" ] || fail "told of, but not there: $file"
  done < <(sed -nE 's/^gridlens: (saved|recorded [0-9]+ frames to) ([^ ]+).*/\2/p' "$work/err")
}

# A still: snapshots, the clipboard, a recording with a pause.
open_window "$still"
expect "the still is solved" '"state":"solved"' true
corners=$(tail -n 1 "$work/lines" | grep -oE '"corners":\[\[[^]]*\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]' | grep -oE '[-0-9.]+' | tr '\n' ' ')
sleep 6  # the state beside the board fades
xdotool key s
expect_line "a snapshot is told" "saved $pictures/gridlens-[0-9]{8}-[0-9]{6}\.png"
xdotool key shift+s
expect_line "before and after are told" "saved $pictures/gridlens-[0-9]{8}-[0-9]{6}-before-after\.png"
# shellcheck disable=SC2086
found=$("$facts" before_after "$pictures"/*-before-after.png $corners) || fail "before and after cannot be read"
[[ $found =~ ^size=3200x1200\ outside=0\ inside=([0-9]+)$ ]] || fail "before and after: $found"
[ "${BASH_REMATCH[1]}" -gt 2000 ] || fail "before and after: hardly a digit is painted: $found"
echo "ok: before and after differ on the board only: $found"
xdotool key ctrl+c
expected=$("$gridlens" read --line "$still")
copied=
for _ in $(seq 60); do
  copied=$("$facts" clipboard || true)
  [ "$copied" != "$expected" ] || break
  sleep 0.2
done
[ "$copied" = "$expected" ] || fail "copied is '$copied', not '$expected'"
echo "ok: the puzzle is on the clipboard"

begun=$(now_ms)
begin_recording
sleep 2
xdotool key p
sleep 8
xdotool key p
sleep 2
xdotool key r
expect_line "a recording of a still is told" "recorded [0-9]+ frames to $films/gridlens-[0-9]{8}-[0-9]{6}\.mkv"
taken=$(($(now_ms) - begun))
found=$("$facts" video "$film")
[[ $found =~ ^frames=([0-9]+)\ length_ms=([0-9]+)\ longest_gap_ms=([0-9]+)\ size=1600x1200$ ]] || fail "the recording: $found"
[ "${BASH_REMATCH[1]}" -ge 10 ] || fail "hardly a picture was recorded: $found"
[ $((BASH_REMATCH[2] + 4000)) -lt "$taken" ] || fail "the pause of 8 s is in the file: $found of $taken ms"
[ "${BASH_REMATCH[2]}" -gt 3000 ] || fail "4 s of a still are shorter in the file: $found"
[ "${BASH_REMATCH[3]}" -lt 4000 ] || fail "the pause is a gap: $found"
echo "ok: the pause of 8 s is left out: $found of $taken ms"
expect_told_files

# Quitting in a pause finishes the file.
begin_recording
xdotool key p
sleep 1
quit
expect_told_files
found=$("$facts" video "$film")
[[ $found =~ ^frames=[1-9] ]] || fail "a recording that was left in a pause: $found"
told=$(sed -nE 's/.*recorded ([0-9]+) frames.*/frames=\1/p' "$work/err" | tail -n 1)
[ "$told" = "${found%% *}" ] || fail "told are $told, in the file are $found"
echo "ok: quitting in a pause finishes the file: $found"

# After a clip's end.
"$misprinted_page" "$work/page.png" "$work/clip.avi" "$work/other.png" || fail "no page could be drawn"
open_window "$work/clip.avi"
expect "the clip is played" '"frame":' true
before=-1
for _ in $(seq 100); do
  count=$(wc -l <"$work/lines")
  [ "$count" != "$before" ] || break
  before=$count
  sleep 1
done
begin_recording
sleep 2
xdotool key r
expect_line "a recording after the clip's end is told" "recorded [0-9]+ frames to $films/"
found=$("$facts" video "$film")
[[ $found =~ ^frames=([0-9]+)\  ]] || fail "after the clip's end: $found"
[ "${BASH_REMATCH[1]}" -ge 10 ] || fail "after the clip's end hardly a picture was recorded: $found"
expect_told_files
echo "ok: after a clip's end: $found"
quit

# Folders that cannot be written: one line each, and the program goes on.
echo "no folder" >"$work/home/file"
# shellcheck disable=SC2016
printf 'XDG_VIDEOS_DIR="$HOME/file/films"\nXDG_PICTURES_DIR="$HOME/file"\n' >"$XDG_CONFIG_HOME/user-dirs.dirs"
open_window "$still"
expect "the still is shown" '"frame":' true
xdotool key r
expect_line "a folder that cannot be made is told" "$work/home/file is not a folder"
xdotool key s
for _ in $(seq 100); do
  [ "$(grep -c 'is not a folder' "$work/err")" -lt 2 ] || break
  sleep 0.1
done
sleep 1
[ "$(grep -c 'is not a folder' "$work/err")" = 2 ] || fail "not one line each"
! grep -Eq 'recorded|saved' "$work/err" || fail "a file is told of that is not there"
echo "ok: one line for each"
xdotool key q
for _ in $(seq 600); do
  kill -0 "$window" 2>/dev/null || break
  sleep 0.1
done
status=0
wait "$window" || status=$?
[ "$status" = 1 ] || fail "a recording that failed ends with status $status, not 1"
echo "ok: a recording that failed ends with status 1"
