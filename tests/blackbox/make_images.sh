#!/usr/bin/env bash
# Makes tests/blackbox/images anew: small photographs with their truth beside them. Needs a built tree. The images are
# committed; run this only to change the set, and then look at them and set minimums.txt again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
generate=${GRIDLENS_GENERATE:-$here/../../build/release/bin/gridlens_generate}
[ -x "$generate" ] || { echo "make_images: build the tree first (no $generate)" >&2; exit 1; }

photos() {  # FOLDER SEED COUNT SCENARIO SIZE [ARGS...]
  local folder=$here/images/$1
  mkdir -p "$folder"
  "$generate" photos --out "$folder" --seed "$2" --count "$3" --scenario "$4" --size "$5" --quality 72 "${@:6}"
}

# Screenshots of boards as apps draw them (KIND app or played_app), and photographs of the screen.
screens() {  # FOLDER SEED COUNT KIND [ARGS...]
  local folder=$here/images/$1 i work
  mkdir -p "$folder" "$folder-photos"
  work=$(mktemp -d)
  for ((i = $2; i < $2 + $3; ++i)); do
    "$generate" page --kind "$4" --seed "$i" --board-px 360 --out "$work/$4_$i.png" --truth "$work/$4_$i.json" "${@:5}"
    cp "$work/$4_$i.json" "$folder/"
    "$generate" page --kind "$4" --seed "$i" --board-px 360 --out "$folder/$4_$i.jpg" "${@:5}"
  done
  "$generate" screens "$work"/*.png --whole --out "$folder-photos" --seed "$2" --size 560x720 --quality 75
  rm -r "$work"
}

# The same in the middle of a game, some entries wrong; screenshots alone.
played() {  # SEED COUNT ENTRIES WRONG
  local folder=$here/images/screens-played i
  mkdir -p "$folder"
  for ((i = $1; i < $1 + $2; ++i)); do
    "$generate" page --kind played_app --seed "$i" --board-px 360 --entries "$3" --wrong "$4" \
      --out "$folder/played_$i.jpg" --truth "$folder/played_$i.json"
  done
}

# A phone's screen with a game.
phones() {  # SEED COUNT BOX
  local folder=$here/images/screens-phone i
  mkdir -p "$folder"
  for ((i = $1; i < $1 + $2; ++i)); do
    "$generate" page --kind phone --seed "$i" --box "$3" --quality 75 --out "$folder/phone_$i.jpg" --truth "$folder/phone_$i.json"
  done
}

rm -rf "$here/images"
photos plain 100 6 hand_held 640x480
photos newspaper 200 4 newspaper 800x600
photos tilt 300 5 tilt 640x480
photos turned 400 3 rotation_sweep 640x480
photos small 500 4 small_board 640x480
photos blur 600 2 defocus 640x480
photos blur 650 2 motion_blur 640x480
photos light 700 2 low_light 640x480
photos light 710 2 shadow 640x480
photos light 720 2 glare 640x480
photos covered 800 2 finger 640x480
photos covered 810 2 pen 640x480
photos inverted 900 3 inverted 640x480
photos no-border 920 3 no_border 640x480
photos no-border 925 3 no_border 480x360 --box 2x3
photos no-border 930 2 no_border 480x360 --box 3x2
photos handwriting 940 4 handwriting 640x480
photos bent 960 2 curl 640x480
photos bent 970 2 barrel 640x480
photos several-boards 980 2 two_boards 800x600
photos several-boards 985 1 four_boards 960x720
photos sizes-4-to-8 10 2 sizes 480x360 --box 2x2
photos sizes-4-to-8 20 2 sizes 480x360 --box 2x3
photos sizes-4-to-8 30 1 sizes 480x360 --box 3x2
photos sizes-4-to-8 40 2 sizes 480x360 --box 2x4
photos sizes-10-to-25 50 1 sizes 640x480 --box 2x5
photos sizes-10-to-25 60 2 sizes 640x480 --box 3x4
photos sizes-10-to-25 70 2 sizes 800x600 --box 4x4
photos sizes-10-to-25 80 1 sizes 960x720 --box 5x5
seed=1000
for kind in text_column crossword table calendar form keypad blank_grid checkerboard word_search chess_diagram; do
  photos falsepositives-pages $((seed++)) 1 no_sudoku 480x360 --negative "$kind"
done
seed=1100
for kind in kakuro nonogram bingo_card number_grid sliding_tiles minesweeper go_board letter_board qr_code spreadsheet \
  timetable keyboard windows tiles; do
  photos falsepositives-grids $((seed++)) 1 no_sudoku 480x360 --negative "$kind"
done
seed=1300
for kind in jigsaw jigsaw killer kenken futoshiki str8ts takuzu tents battleships index_grid logic_table seat_map \
  cross_table league_table cartoon_grid; do
  photos falsepositives-kin $((seed++)) 1 no_sudoku 480x360 --negative "$kind"
done
photos falsepositives-newspaper 2000 1 no_sudoku 800x600
screens screens 1200 5 app
screens screens 1210 1 app --box 2x3
screens screens 1220 4 played_app
played 1240 4 0.08 1
played 1250 3 0.3 0.3
played 1260 4 0.7 0.15
played 1270 2 1 0.06
phones 1300 6 3x3
phones 1306 1 2x3
phones 1307 1 4x4
