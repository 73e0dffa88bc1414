#!/usr/bin/env bash
# Live figures: a 1280x720 30 fps clip at its own rate through the real window (Xvfb, software rasteriser) with recording on.
# Prints frames, dropped frames and shown - captured. Usage: live_figures.sh [CLIP]
# Needs xvfb and xauth besides what ./run installs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
clip=${1:-$root/assets/demo.mkv}
command -v xvfb-run >/dev/null || { echo "live_figures: needs xvfb-run (Debian packages xvfb, xauth)" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config  # the window as it is at first
frames=$(ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 "$clip")
# A clip whose last frames are dropped never reaches --frames: end politely when it has been played.
xvfb-run -a -s "-screen 0 1600x1000x24" timeout -s INT -k 10 "$((frames / 30 + 15))" \
  "$root/build/release/bin/gridlens" --input "$clip" --realtime --record "$work/out.mkv" --jsonl "$work/out.jsonl" \
  --frames "$((frames - 2))" >&2 || true
python3 - "$work/out.jsonl" "$frames" <<'EOF'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
total = lines[-1]["frame"] + 1
latency = sorted(line["shown_ms"] - line["captured_ms"] for line in lines)
def at(share): return latency[min(len(latency) - 1, int(share * len(latency)))]
solved = sum(any(g["state"] == "solved" for g in line["grids"]) for line in lines)
dropped = total - len(lines)
print(f"delivered {total}  shown {len(lines)}  dropped {dropped} ({100 * dropped / total:.2f} %)")
print(f"shown - captured: median {at(.5):.1f} ms  95th {at(.95):.1f} ms  99th {at(.99):.1f} ms")
print(f"a solution on {solved} of {len(lines)} shown frames")
stages = {}
for line in lines:
    for name, ms in line["stages_ms"].items():
        if ms > 0: stages.setdefault(name, []).append(ms)
for name, values in stages.items():
    values.sort()
    print(f"{name:6s} median {values[len(values) // 2]:.1f} ms  99th {values[int(.99 * len(values))]:.1f} ms  on {len(values)} frames")
EOF
