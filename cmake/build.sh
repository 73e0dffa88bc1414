#!/usr/bin/env bash
# build.sh PRESET TARGET...: installs what is missing, configures when needed and builds. Says what it does and how far
# it is on standard error; one clear line on failure. Shared by ./run, ./test and .ci/run.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=$1
shift
target=$*
groups=(build)
[ "$target" = gridlens ] || groups+=(test)
"$root/cmake/install_packages.sh" "${groups[@]}" || exit 1
build=$root/build/$preset
mkdir -p "$build"
log=$build/build.log
cd "$root"
fail() { tail -n 40 "$log" >&2; echo "build: $1 failed (preset $preset, target $target; whole log: $log)" >&2; exit 1; }

# Copies its input to its output; tells ninja's "[12/140]" on standard error: on a terminal in one line, else by tenths.
show_progress() {
  local line tenths told=-1
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    tenths=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if [ -t 2 ]; then
      printf '\rbuilding (%s): %d of %d steps ' "$preset" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
    elif [ "$tenths" -gt "$told" ]; then
      printf 'building (%s): %d of %d steps\n' "$preset" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
      told=$tenths
    fi
  done
  if [ -t 2 ]; then echo >&2; fi
}

if [ ! -e "$build/build.ninja" ] || [ "$root/CMakePresets.json" -nt "$build/build.ninja" ]; then
  echo "configuring ($preset) ..." >&2
  cmake --preset "$preset" >"$log" 2>&1 || fail configuring
fi
if ! cmake --build "$build" --target "$@" -- -n 2>/dev/null | grep -q 'no work to do'; then
  cmake --build "$build" --target "$@" 2>&1 | show_progress >"$log" || fail building
fi
