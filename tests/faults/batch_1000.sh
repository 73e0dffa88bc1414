#!/usr/bin/env bash
# batch_1000.sh GRIDLENS [COUNT]: a report over COUNT (1000) pictures with ten bad ones, in one go and interrupted and resumed
# again and again. Both reports must be the same but for the times. Takes minutes; not part of ./test.
set -euo pipefail
gridlens=$(realpath "$1")
count=${2:-1000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

mapfile -t pictures < <(find "$here/../blackbox/images" -name '*.jpg' -size -400k | sort)
mkdir photos
for i in $(seq "$count"); do
  if [ $(((i - 1) * 10 / count)) != $((i * 10 / count)) ]; then  # ten times
    echo "no picture" >"photos/p$i.jpg"
  else
    ln -s "${pictures[$((i % ${#pictures[@]}))]}" "photos/p$i.jpg"
  fi
done

begun=$(date +%s)
status=0
"$gridlens" read photos --csv whole.csv 2>whole.err || status=$?
echo "in one go: status $status, $(($(date +%s) - begun)) s, $(grep -c . whole.csv) rows, $(grep -c '^gridlens:' whole.err) bad"
[ "$status" = 1 ] && [ "$(grep -c '^gridlens:' whole.err)" = 10 ] || { echo "FAILED: not ten bad pictures"; exit 1; }

stops=0
part=$((count / 6))
for stop in 1 2 3 4; do
  "$gridlens" read photos --csv parts.csv --resume 2>parts.err &
  program=$!
  while kill -0 "$program" 2>/dev/null && [ "$({ cat parts.csv 2>/dev/null || true; } | wc -l)" -lt $((stop * part)) ]; do sleep 0.1; done
  begun=$(date +%s%N)
  kill -INT "$program" 2>/dev/null && stops=$((stops + 1))
  status=0
  wait "$program" || status=$?
  echo "stopped: status $status after $((($(date +%s%N) - begun) / 1000000)) ms: $(tail -n 1 parts.err)"
done
"$gridlens" read photos --csv parts.csv --resume 2>parts.err || true

without_times() { sed 's/,[^,]*$//' "$1"; }
if diff <(without_times whole.csv) <(without_times parts.csv) >difference; then
  echo "ok: $stops times interrupted and resumed, the same report"
else
  head -20 difference
  echo "FAILED: the reports differ"
  exit 1
fi
