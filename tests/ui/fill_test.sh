#!/usr/bin/env bash
# fill_test.sh GRIDLENS EVENT_RECORDER [ARGUMENTS...]: gridlens fill with real Sudoku programs on a virtual screen; the arguments are
# those of tests/screens/fill_screens.py. Installs the programs where they are missing and that is possible. Exit status 77: skipped.
set -euo pipefail
screens=$(cd "$(dirname "${BASH_SOURCE[0]}")/../screens" && pwd)
packages=(gnome-sudoku sgt-puzzles openbox xvfb xdotool imagemagick dbus-daemon adwaita-icon-theme python3)
programs=(/usr/games/gnome-sudoku /usr/games/sgt-solo openbox Xvfb xdotool import dbus-run-session python3)
for argument in "$@"; do
  [ "$argument" != --all ] || { packages+=(ksudoku breeze); programs+=(/usr/games/ksudoku); }
done

missing() {
  for program in "${programs[@]}"; do
    command -v "$program" >/dev/null || { echo "$program"; return; }
  done
}
if [ -n "$(missing)" ]; then
  sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo -n)
  export DEBIAN_FRONTEND=noninteractive
  { "${sudo[@]}" apt-get update -qq || true
    "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}"; } >/dev/null 2>&1 || true
  [ -z "$(missing)" ] || { echo "skipped: $(missing) is not installed and cannot be"; exit 77; }
fi
exec python3 "$screens/fill_screens.py" "$@"
