#!/usr/bin/env bash
# Judges what run_main_job.sh brought back and prints the table. Arguments: the binary, the folder, the photo's label file,
# gridlens' exit status in the machine, the number of frames asked for.
set -uo pipefail
binary=$1 out=$2 label=$3 status=$4 frames=$5
jsonl=$out/main.jsonl video=$out/main.mkv failed=0
[ -s "$jsonl" ] || { cat "$out/main.log" >&2; echo "check_main_job: no JSON lines came back (exit status $status)" >&2; exit 1; }

row() { # name, value, "ok" or "FAILED"
  printf '%-38s %-34s %s\n' "$1" "$2" "${3:-}"
  [ "${3:-ok}" = ok ] || failed=1
}
yes_no() { if "$@"; then echo ok; else echo FAILED; fi; }

# One line a frame: time, lines' state, clues and solution of the first board ("-" where there is none).
table=$(awk '
  function digits(key,   text) {
    if (!match($0, "\"" key "\":\\[\\[[0-9,\\[\\]]*\\]\\]")) return "-"
    text = substr($0, RSTART, RLENGTH); sub("^\"[a-z]*\":", "", text); gsub(/[^0-9]/, "", text); return text
  }
  function number(key,   text) {
    if (!match($0, "\"" key "\":[0-9.]+")) return 0
    text = substr($0, RSTART, RLENGTH); sub("^.*:", "", text); return text
  }
  { state = match($0, /"state":"[a-z]+"/) ? substr($0, RSTART + 9, RLENGTH - 10) : "none"
    print number("time_ms"), state, digits("clues"), digits("solution") }' "$jsonl")

label_clues=$(tail -n +3 "$label" | tr -cd '0-9')
truth=$(printf '%s\n' "$label_clues" | "$binary" solve - | sed -n 's/^unique //p')
read -r lines solved first_ms wrong misread lost_ms after back_ms < <(awk -v clues="$label_clues" -v truth="$truth" '
  { if (NR > 1 && $1 - last > lost) { lost = $1 - last; back = $1; after = 0; after_ms = 0 }
    last = $1
    if ($2 == "solved") {
      if (!n++) first = $1
      if ($1 >= back && lost > 0) { if (!after++) after_ms = $1 - back }
      if ($4 != truth) wrong++
      if ($3 != clues) misread++
    } }
  END { print NR, n + 0, first + 0, wrong + 0, misread + 0, lost + 0, after + 0, after_ms + 0 }' <<<"$table")

read -r video_frames video_s < <(ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=nb_read_frames:format=duration \
  -of csv=p=0 "$video" 2>/dev/null | tr ',\n' '  ')
row "exit status of gridlens" "$status" "$(yes_no [ "$status" = 0 ])"
row "frames shown (JSON lines)" "$lines" "$(yes_no [ "$lines" = "$frames" ])"
row "solved frames" "$solved" "$(yes_no [ "$solved" -ge 30 ])"
row "first solved after" "$first_ms ms"
row "solved frames with a wrong solution" "$wrong" "$(yes_no [ "$wrong" = 0 ])"
row "solved frames with a misread clue" "$misread" "$(yes_no [ "$misread" = 0 ])"
row "camera was away for" "$lost_ms ms" "$(yes_no awk -v t="$lost_ms" 'BEGIN { exit !(t >= 2500) }')"
row "gridlens said" "$(grep -o 'stopped delivering.*' "$out/main.log" | head -n 1)" "$(yes_no grep -q 'stopped delivering' "$out/main.log")"
row "solved frames after it came back" "$after" "$(yes_no [ "$after" -ge 10 ])"
row "first of them after" "$back_ms ms"
row "recording" "${video_frames:-0} frames, ${video_s:-0} s, $(stat -c %s "$video" 2>/dev/null || echo 0) bytes" \
  "$(yes_no [ "${video_frames:-0}" -ge $((lines * 9 / 10)) ])"

# Stills of the recording, to be looked at: the last solved frame before the loss, and the end.
for at in 10 90; do
  ffmpeg -nostdin -v error -y -i "$video" -vf "select='gte(n,${video_frames:-0}*$at/100)'" -frames:v 1 "$out/shown_$at.png" || true
done
[ $failed = 0 ] && echo "all checks held" || echo "some checks FAILED (log: $out/main.log)"
exit $failed
