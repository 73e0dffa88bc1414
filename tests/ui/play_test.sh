#!/usr/bin/env bash
# play_test.sh GRIDLENS PLAY_STEPS SAMPLES MISPRINTED_PAGE PAINTED_CELLS: from the picture of a puzzle to the finish, with the keys alone and with the mouse alone,
# 6x6, 9x9 and 16x16 with letters; a killed program's game goes on; a puzzle as text; entries on the paper. Exit 77: skipped.
set -euo pipefail
gridlens=$1
steps=$2
samples=$3
misprinted_page=$4
painted_cells=$5
# shellcheck source=tests/ui/window_driver.sh
. "$(dirname "${BASH_SOURCE[0]}")/window_driver.sh"
games=$XDG_DATA_HOME/gridlens/games

# expect_game WHAT PATTERN: one of the saved games is so, soon.
expect_game() {
  for _ in $(seq 300); do
    if [ -d "$games" ] && "$steps" --games "$games" 2>/dev/null | grep -Eq -- "$2"; then echo "ok: $1"; return 0; fi
    kill -0 "$window" 2>/dev/null || fail "$1: the program has ended"
    sleep 0.1
  done
  [ ! -d "$games" ] || "$steps" --games "$games"
  fail "$1"
}

# open_board PICTURE N: the picture in the window, read; then its board as a game.
open_board() {
  rm -rf "$games"
  open_window "$samples/$1"
  expect "$1 is solved" '"state":"solved"' true
  "$steps" "$work/lines" >"$work/steps"
  sleep 1
  if [ "$3" = mouse ]; then press_play; else xdotool key F4; fi
  expect_game "$1 is a game" "^$2 0 open"
  sleep 1
}

# Of the panel at its first size: the button "Play" of the first board, and the number pad's first key.
press_play() {
  xdotool mousemove $((X + WIDTH - 150)) $((Y + 403))
  sleep 0.3
  xdotool click 1
}

by_keys() {
  local row=0 column=0 to_row to_column symbol
  xdotool key Home shift+Home
  while read -r to_row to_column symbol _; do
    local moves=()
    while [ "$row" -lt "$to_row" ]; do moves+=(Down); row=$((row + 1)); done
    while [ "$column" -lt "$to_column" ]; do moves+=(Right); column=$((column + 1)); done
    while [ "$column" -gt "$to_column" ]; do moves+=(Left); column=$((column - 1)); done
    xdotool key --delay 30 "${moves[@]}" "${symbol,,}"
  done <"$work/steps"
}

# click AT_X AT_Y: the mouse is told once a frame.
click() {
  xdotool mousemove $((X + $1)) $((Y + $2))
  sleep 0.06
  xdotool click 1
  sleep 0.06
}

by_mouse() {
  local row column value n free inset cell left top
  read -r _ _ _ _ n <"$work/steps"
  free=$((WIDTH - 304))
  inset=18
  cell=$((free < HEIGHT ? (free - 2 * inset) / n : (HEIGHT - 2 * inset) / n))
  left=$((inset + (free - 2 * inset - cell * n) / 2))
  top=$((inset + (HEIGHT - 2 * inset - cell * n) / 2))
  # The pad: as many columns as the root of n, whole pixels.
  local columns=1 key high
  while [ $((columns * columns)) -lt "$n" ]; do columns=$((columns + 1)); done
  key=$(((272 - 10 - 4 * (columns - 1)) / columns))
  high=$((n <= 9 ? 43 : 34))
  while read -r row column _ value _; do
    click $((left + column * cell + cell / 2)) $((top + row * cell + cell / 2))
    click $((WIDTH - 288 + (value - 1) % columns * (key + 4) + key / 2)) $((PAD + (value - 1) / columns * (high + 4) + high / 2))
  done <"$work/steps"
}

# finish HOW N: a busy machine loses what comes twice before a frame; what is right already stays so.
finish() {
  for _ in $(seq 5); do
    "$1"
    for _ in $(seq 30); do
      if "$steps" --games "$games" 2>/dev/null | grep -Eq "^$2 [0-9]+ finished"; then return 0; fi
      sleep 0.1
    done
  done
}

quit_play() {
  xdotool key ctrl+q
  for _ in $(seq 100); do
    kill -0 "$window" 2>/dev/null || return 0
    sleep 0.1
  done
  fail "the program does not quit"
}

for sample in tilted_6x6.jpg:6 newspaper.jpg:9 letters_16x16.jpg:16; do
  n=${sample#*:}
  open_board "${sample%:*}" "$n" keys
  finish by_keys "$n"
  expect_game "$n x $n is finished with the keys" "^$n [0-9]+ finished"
  quit_play
  wait "$window" || fail "the program ended with status $?"
done

PAD=146
for sample in tilted_6x6.jpg:6 newspaper.jpg:9 letters_16x16.jpg:16; do
  n=${sample#*:}
  open_board "${sample%:*}" "$n" mouse
  finish by_mouse "$n"
  expect_game "$n x $n is finished with the mouse" "^$n [0-9]+ finished"
  quit_play
  wait "$window" || fail "the program ended with status $?"
done

# Killed between two entries: the last game is there at the next start, in the play view, and goes on.
open_board newspaper.jpg 9 keys
xdotool key --delay 150 2 Tab 4 7 Tab Right
expect_game "an entry is saved" '^9 1 open'
xdotool key --delay 150 Right 4
expect_game "another one is saved" '^9 2 open'
kill -9 "$window"
wait "$window" 2>/dev/null || true
"$gridlens" play >"$work/out" 2>"$work/err" &
window=$!
pids+=("$window")
wait_for_window "$window"
sleep 2
expect_game "the game is whole after a kill" '^9 2 open'
xdotool key --delay 150 F9
expect_game "and goes on" '^9 [0-9]+ finished'
quit_play

# A puzzle on the command line; undo and restart.
rm -rf "$games"
"$gridlens" play 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 >"$work/out" 2>"$work/err" &
window=$!
pids+=("$window")
wait_for_window "$window"
expect_game "a text is a game" '^9 0 open'
sleep 1
xdotool key --delay 150 4 F9
expect_game "F9 solves" '^9 51 finished'
xdotool key ctrl+z
expect_game "Ctrl-Z takes it back" '^9 1 open'
xdotool key ctrl+r
expect_game "Ctrl-R begins again" '^9 0 open'
quit_play

# The game's entries on the paper, in place of the solution, from the board and from the picture.
rm -rf "$games"
films_folder
"$misprinted_page" "$work/page.png" "$work/clip.avi" "$work/other.png" || fail "no page could be drawn"
open_window "$work/page.png"
expect "a page is misprinted" '"state":"contradiction"' true
expect "and corrected" '"clues":\[\[5,3,0,0,7,.*"state":"solved"' xdotool key --delay 60 c 5 Return
xdotool key --delay 150 Escape F4
expect_game "it is a game" "^9 0 open"
sleep 1
xdotool key --delay 150 4 Right 9 Down Down 1 ctrl+e
expect_game "it has entries" "^9 3 open"
xdotool key F4
sleep 1
# In r1c1 stands what the misprint was corrected to.
expect_painted "they are on the paper, right or wrong" "r1c1 r1c3 r1c4 r3c4 " "$work/page.png"
xdotool key ctrl+e
sleep 1
corners=$(tail -n 1 "$work/lines" | grep -oE '"corners":\[\[[^]]*\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]' | grep -oE '[-0-9.]+' | tr '\n' ' ')
film
# shellcheck disable=SC2086
[ "$("$painted_cells" ./*.mkv "$work/page.png" 9 $corners | wc -w)" -ge 51 ] || fail "switched off, the solution does not come back"
echo "ok: switched off, the solution comes back"
xdotool key q
