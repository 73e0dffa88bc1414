#!/usr/bin/env bash
# build.sh PRESET TARGET: installs what is missing, configures when needed and builds. Says what it does on standard
# error; one clear line on failure. Shared by ./run, ./test and .ci/run.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=$1 target=$2
groups=(build)
[ "$target" = gridlens ] || groups+=(test)
"$root/cmake/install_packages.sh" "${groups[@]}" || exit 1
build=$root/build/$preset
mkdir -p "$build"
log=$build/build.log
cd "$root"
fail() { tail -n 40 "$log" >&2; echo "build: $1 failed (preset $preset, target $target; whole log: $log)" >&2; exit 1; }
if [ ! -e "$build/build.ninja" ] || [ "$root/CMakePresets.json" -nt "$build/build.ninja" ]; then
  echo "configuring ($preset) ..." >&2
  cmake --preset "$preset" >"$log" 2>&1 || fail configuring
fi
if ! cmake --build "$build" --target "$target" -- -n 2>/dev/null | grep -q 'no work to do'; then
  echo "building ($preset) ..." >&2
  cmake --build "$build" --target "$target" >"$log" 2>&1 || fail building
fi
