#pragma once

#include <algorithm>
#include <vector>

namespace gridlens {

// What a person says that a cell of a board holds. An observation with certainty: no look at the
// board overturns it.
struct Correction {
  enum class Kind {
    given = 1,
    entry,    // the player's own
    as_read,  // nothing: an earlier correction of the cell is taken back
  };

  int cell = 0;   // row-major, 0 .. n * n - 1, of the upright board
  int value = 0;  // 1..n, 0: blank, whichever the kind
  Kind kind = Kind::given;

  // On a board of n cells a side; of others the parts of the program take no notice.
  [[nodiscard]] bool is_valid(int n) const {
    return cell >= 0 && cell < n * n && value >= 0 && value <= n;
  }
  friend bool operator==(const Correction&, const Correction&) = default;
};

// At most one a cell, ordered by cell, none as_read.
using Corrections = std::vector<Correction>;

// The corrections with a further one, which takes the place of an earlier one of its cell.
inline Corrections with(Corrections corrections, const Correction& further) {
  std::erase_if(corrections, [&](const Correction& old) { return old.cell == further.cell; });
  if (further.kind == Correction::Kind::as_read) return corrections;
  corrections.insert(
      std::upper_bound(corrections.begin(), corrections.end(), further,
                       [](const Correction& a, const Correction& b) { return a.cell < b.cell; }),
      further);
  return corrections;
}

inline bool is_corrected(const Corrections& corrections, int cell) {
  return std::any_of(corrections.begin(), corrections.end(),
                     [cell](const Correction& one) { return one.cell == cell; });
}

}  // namespace gridlens
