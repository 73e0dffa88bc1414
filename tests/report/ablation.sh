#!/bin/sh
# What each mechanism of finding and reading is worth: builds the preset `ablation`, runs
# ablation_report over samples of every set and prints the tables (docs/notebook/ablation.md).
#
#   tests/report/ablation.sh [--seed S] [--scale PERCENT] [--minutes M] [--jobs J] [--data DIR] [--lines FILE]
#
# --scale 100: 30 of every set of pictures and 6 films. --minutes: what is not done by then is left
# out. --data: the labelled photos' folder (default ../shared/data; sets without data are left out).
set -eu
cd "$(dirname "$0")/../.."
seed=$(date +%s) scale=100 minutes=25 jobs=1 data=../shared/data lines=/tmp/ablation-lines
while [ $# -gt 1 ]; do
  case $1 in
    --seed) seed=$2 ;;
    --scale) scale=$2 ;;
    --minutes) minutes=$2 ;;
    --jobs) jobs=$2 ;;
    --data) data=$2 ;;
    --lines) lines=$2 ;;
    *) echo "ablation.sh: unknown option $1" >&2; exit 2 ;;
  esac
  shift 2
done
[ $# -eq 0 ] || { echo "ablation.sh: $1 needs a value" >&2; exit 2; }
cmake --preset ablation >/dev/null
cmake --build build/ablation --target ablation_report >/dev/null
few=$((6 * scale / 100)) many=$((30 * scale / 100))
counts="--count pages=$many --count letters=$many --count screens=$many --count negatives=$many --count odd=$many
  --count scenes=$many --count films=$few"
[ -d "$data" ] && counts="$counts --count photos=$many --count filled=$many"
job=0 files=
while [ $job -lt "$jobs" ]; do
  file=$lines.$job.tsv
  files="$files $file"
  # shellcheck disable=SC2086
  timeout "${minutes}m" build/ablation/bin/ablation_report --seed "$seed" $counts --data "$data" \
    --part $job/"$jobs" >"$file" &
  job=$((job + 1))
done
wait
echo "seed $seed, scale $scale"
# shellcheck disable=SC2086
tests/report/ablation_table.py $files
