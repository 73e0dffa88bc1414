# The table at the end of stills.sh, from what its sections printed. "Held out": photos never trained on.
function row(name, asked, reached) { rows[++count] = sprintf("%-34s %-44s %s", name, asked, reached) }
function share(a, b) { return b > 0 ? sprintf("%d of %d (%.1f %%)", a, b, 100 * a / b) : "none" }
function after(words) {  # the number behind these words in the line
  return match($0, words " +[0-9.]+") ? substr($0, RSTART + length(words), RLENGTH - length(words)) + 0 : 0
}
/^== /                { section = $2; sub(":", "", section); held = moire = 0; next }
/^the same, photogr/  { moire = 1 }
/, (held out|trained on) / { held = /, held out /; exact = after("exact"); photos = after("photos"); wrong = after("wrong solution") }
section == "newspaper" && /, held out / {
  row("newspaper photos, held out", "cells 99.95 %, exact 99 %, wrong 0",
      sprintf("cells %.3f %%, exact %s, wrong %d", after("cells right"), share(exact, photos), wrong))
}
section == "degraded" && /, (held out|trained on) / { worse_wrong += wrong; if (held) { worse += exact; worse_of += photos } any_worse = 1 }
section == "filled" && /, held out / { filled = share(exact, photos) }
section == "filled" && held && /entries right/ {
  row("filled by hand, held out", "givens exact 95 %, entries 97 %", sprintf("%s, entries %.2f %%", filled, after("entries right")))
}
section == "calendar" && held && /without an error/ {
  row("calendar photos, held out", "symbols 99.3 %, without an error 75 %",
      sprintf("cells %.3f %%, without an error %s", after("cells right"), share(after("without an error"), photos)))
}
section == "pages" && $1 == "all" {
  row("generated pages, photographed", "exact 98 %, wrong 0", sprintf("exact %s, %d more cut off, wrong %d", share($4, $2 - $9), $9, $7))
}
section == "screens" && $1 == "all" && $2 ~ /^[0-9]+$/ {
  row(moire ? "screenshots, photographed" : "screenshots of real programs", moire ? "" : "all exact", sprintf("exact %s, wrong %d", share($3, $2), $8))
}
section == "negatives" && $1 == "all" {
  row("pages without a Sudoku", "boards 0, solutions 0", sprintf("boards %d, solutions %d (%d pages, %d photos, %d frames)", $3 + $5 + $7, $9, $2, $4, $6))
}
section == "times" && / boards +median / {
  match($0, / +[0-9]+ boards/)
  name = substr($0, 1, RSTART - 1)
  row("ms to read: " name, name ~ /^9x9|newspaper/ ? "6" : name ~ /^25x25/ ? "45" : "",
      sprintf("median %.1f, nine of ten within %.1f", after("median"), after("nine of ten within")))
}
END {
  if (any_worse) row("newspaper photos made worse", "wrong 0", sprintf("exact %s of those held out, wrong %d", share(worse, worse_of), worse_wrong))
  if (count) printf "\n%-34s %-44s %s\n", "figure", "asked", "reached"
  for (i = 1; i <= count; ++i) print rows[i]
}
