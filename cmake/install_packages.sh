#!/usr/bin/env bash
# Installs the Debian packages named below that are missing. The one list for ./run, ./test and .ci/run.
# No apt call when nothing is missing; sudo only when not root. Usage: install_packages.sh [build|test|ci]...
set -euo pipefail

build_packages=(
  cmake ninja-build g++ pkg-config
  libopencv-dev libglfw3-dev libimgui-dev libepoxy-dev libegl-dev libgl1-mesa-dri libfreetype-dev
  libjpeg-dev libpng-dev libwebp-dev libgif-dev libexif-dev libheif-dev libpoppler-cpp-dev
  libavformat-dev libavcodec-dev libavutil-dev libswscale-dev
  libcli11-dev nlohmann-json3-dev libspdlog-dev libfmt-dev libtomlplusplus-dev
  libpugixml-dev libcairo2-dev
  libxcb1-dev libxcb-shm0-dev libxcb-damage0-dev libxcb-composite0-dev libxcb-xfixes0-dev
  libxcb-xtest0-dev libxcb-xinput-dev libxcb-shape0-dev
)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev libcadical-dev libx11-dev xvfb xauth xdotool xcompmgr)
ci_packages=(clang-format-14 clang-tidy-14)

wanted=()
for group in "${@:-build}"; do
  case $group in
    build) wanted+=("${build_packages[@]}") ;;
    test) wanted+=("${test_packages[@]}") ;;
    ci) wanted+=("${ci_packages[@]}") ;;
    *) echo "install_packages: unknown group '$group'" >&2; exit 2 ;;
  esac
done

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null | awk '$2 == "installed" {print $1}' || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qx -- "$package" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "install_packages: need root or sudo to install: ${missing[*]}" >&2; exit 1; }
  sudo=(sudo)
fi
log=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/build/packages.log
mkdir -p "$(dirname "$log")"
echo "installing ${#missing[@]} packages and what they need: ${missing[*]}" >&2

# Copies apt's words to the log; of its state ("pmstatus:cmake:41.5:...") tells the per cent on standard error: on a
# terminal in one line, else by quarters.
show_progress() {
  local line what part told=
  while IFS= read -r line; do
    if [[ ! $line =~ ^(dl|pm)status:[^:]*:([0-9]+) ]]; then printf '%s\n' "$line"; continue; fi
    [ "${BASH_REMATCH[1]}" = dl ] && what=downloading || what=installing
    part=${BASH_REMATCH[2]}
    if [ -t 2 ]; then
      printf '\r%s: %d %% ' "$what" "$part" >&2
    elif [ "$told" != "$what $((part / 25))" ]; then
      echo "$what: $part %" >&2
      told="$what $((part / 25))"
    fi
  done
  if [ -t 2 ]; then echo >&2; fi
}
apt() { "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" 2>&1; }

apt update >"$log" || { tail -n 3 "$log"; echo "install_packages: apt-get update failed; trying with the lists at hand"; } >&2
apt -o APT::Status-Fd=1 install -y --no-install-recommends "${missing[@]}" | show_progress >>"$log" ||
  { tail -n 10 "$log"; echo "install_packages: could not install: ${missing[*]} (all of apt's words: $log)"; exit 1; } >&2
