#!/usr/bin/env bash
# inputs_test.sh GRIDLENS MISPRINTED_PAGE XDND_SOURCE: the program's window on a virtual screen. Files are dropped on it, chosen in the
# desktop's dialog (a script stands for it) and in the plain one, and remembered. Exit 77: skipped.
set -euo pipefail
gridlens=$1
misprinted_page=$2
xdnd_source=$3
# shellcheck source=tests/ui/window_driver.sh
. "$(dirname "${BASH_SOURCE[0]}")/window_driver.sh"
mkdir -p "$work/home" "$work/bin" "$work/pictures/a folder"
export HOME=$work/home XDG_CONFIG_HOME=$work/home/.config XDG_STATE_HOME=$work/home/.state
unset XDG_CURRENT_DESKTOP
pictures=$work/pictures
"$misprinted_page" "$pictures/p1.png" "$work/clip.avi" "$pictures/p2.png" || fail "no page could be drawn"
odd="$pictures/"$'100% odd\nname.png'
cp "$pictures/p2.png" "$odd"
cp "$pictures/p1.png" "$pictures/a folder/p10.png"
cp "$pictures/p2.png" "$pictures/a folder/p9.png"
printf 'a text\n' >"$pictures/notes.txt"
printf 'P5\n64 48\n255\n%3072s' "" >"$work/blank.pgm"

first='"clues":\[\[8,3,0,0,7,'
second='"clues":\[\[1,0,0,0,0,0,0,0,9\]'

lines() { wc -l <"$work/lines"; }

# drop WHAT PATTERN FILE...: drops the files in the middle of the picture; a new line has the pattern.
drop() {
  local what=$1 pattern=$2 before
  shift 2
  before=$(lines)
  "$xdnd_source" "$number_of_window" $((X + 300)) $((Y + HEIGHT / 2)) "$@" || fail "$what: the window takes no files"
  comes "$what" "$pattern" "$before"
}

# comes WHAT PATTERN BEFORE: a line after the first BEFORE ones has the pattern.
comes() {
  for _ in $(seq 600); do
    if tail -n "+$(($3 + 1))" "$work/lines" 2>/dev/null | grep -Eq -- "$2"; then echo "ok: $1"; return 0; fi
    kill -0 "$window" 2>/dev/null || fail "$1: the program has ended"
    sleep 0.1
  done
  fail "$1"
}

# pressed WHAT PATTERN KEY: repeats a key until a new line has the pattern.
pressed() {
  local before
  before=$(lines)
  for _ in $(seq 60); do
    xdotool key "$3" || true
    for _ in $(seq 10); do
      if tail -n "+$((before + 1))" "$work/lines" | grep -Eq -- "$2"; then echo "ok: $1"; return 0; fi
      sleep 0.1
    done
  done
  fail "$1"
}

# stays WHAT: no further line comes.
stays() {
  local before
  before=$(lines)
  sleep 2
  [ "$(lines)" = "$before" ] || fail "$1: another picture was shown"
  echo "ok: $1"
}

open_here() {
  open_window "$@"
  number_of_window=$(xdotool search --onlyvisible --class gridlens | head -n 1)
  comes "a blank picture is shown" '"grids":\[\]' 0
}

recent=$XDG_STATE_HOME/gridlens/recent

# ---- Drag and drop
open_here "$work/blank.pgm"
drop "one dropped picture is shown" "$first" "$pictures/p1.png"
drop "another one takes its place" "$second" "$pictures/p2.png"
drop "a name with a line feed and a per cent sign" "$second" "$odd"
drop "of three the first in the order of names is shown" "$second" "$pictures/p2.png" "$odd" "$pictures/p1.png"
pressed "and the others are gone through" "$first" Right
"$xdnd_source" "$number_of_window" $((X + 300)) $((Y + HEIGHT / 2)) "$pictures/notes.txt" || fail "the window takes no files"
stays "a dropped text changes nothing"
pressed "the three pictures are still gone through" "$second" Right
drop "a folder and a clip: the folder's pictures" "$second" "$work/clip.avi" "$pictures/a folder"
pressed "in natural order" "$first" Right
drop "a clip by itself is played" '"time_ms":[1-9][0-9]' "$work/clip.avi"
quit
[ "$(stat -c %a "$recent")" ] || fail "nothing is remembered"
head -n 1 "$recent" | grep -q '/clip.avi$' || fail "the newest is not remembered first"
grep -q '/pictures/100%25 odd%0Aname.png$' "$recent" || fail "an odd name is not remembered"
grep -q 'notes.txt' "$recent" && fail "what could not be opened is remembered"
echo "ok: what was opened is remembered"

# ---- The desktop's dialog
cat >"$work/bin/zenity" <<'SCRIPT'
#!/bin/sh
printf '%s\n' "$@" >"$HOME/asked"
until [ -e "$HOME/answer" ]; do sleep 0.1; done
cat "$HOME/answer"
rm "$HOME/answer"
[ ! -e "$HOME/cancel" ]
SCRIPT
chmod +x "$work/bin/zenity"
export PATH=$work/bin:$PATH

asked() {  # Ctrl-O until the dialog is open
  rm -f "$HOME/asked"
  for _ in $(seq 60); do
    xdotool key ctrl+o || true
    for _ in $(seq 10); do [ ! -s "$HOME/asked" ] || return 0; sleep 0.1; done
  done
  fail "Ctrl-O opens no dialog"
}
open_here "$work/blank.pgm"
asked
grep -q -- '--file-filter=.*\*\.jpg' "$HOME/asked" || fail "the dialog has no filter"
before=$(lines)
printf '%s//%s\n' "$odd" "$pictures/p1.png" >"$HOME/answer"
comes "what was chosen is shown" "$second" "$before"
pressed "both of it" "$first" Right
asked
touch "$HOME/cancel"
: >"$HOME/answer"
stays "a cancelled dialog changes nothing"
rm "$HOME/cancel"
asked
before=$(lines)
printf '%s\n' "$pictures/p2.png" >"$HOME/answer"
comes "and the next one works" "$second" "$before"
asked
quit
sleep 0.3
! pgrep -f "^/bin/sh $work/bin/zenity" >/dev/null || fail "the dialog outlives the program"
echo "ok: the dialog ends with the program"

# ---- The plain dialog: no program is there
printf '#!/bin/sh\nPATH= exec "%s" "$@"\n' "$gridlens" >"$work/bin/gridlens"
chmod +x "$work/bin/gridlens"
gridlens=$work/bin/gridlens
open_here "$work/blank.pgm"
plain() {  # a path is typed into the field of the dialog
  for _ in $(seq 30); do
    xdotool key ctrl+o
    sleep 0.5
    # The dialog is in the middle of the window, 560 x 460; its first field is the path.
    xdotool mousemove $((X + WIDTH / 2)) $((Y + HEIGHT / 2 - 460 / 2 + 62)) click 1
    sleep 0.3
    # Fields see keys once a drawing: they are held as a finger holds them.
    xdotool keydown ctrl keydown a sleep 0.2 keyup a keyup ctrl sleep 0.1
    xdotool type --delay 20 "$1"
    xdotool keydown Return sleep 0.2 keyup Return
    for _ in $(seq 30); do
      if tail -n "+$((before + 1))" "$work/lines" | grep -Eq -- "$2"; then return 0; fi
      sleep 0.1
    done
  done
  return 1
}
before=$(lines)
plain "$pictures/p1.png" "$first" || fail "no path can be typed into the plain dialog"
echo "ok: the plain dialog opens what is typed"
quit
