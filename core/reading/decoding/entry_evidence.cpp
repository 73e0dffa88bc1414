#include "core/reading/decoding/entry_evidence.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"

namespace gridlens {

bool only_kind_differs(const CellChoices& choices, int cell, int from, int to,
                       const Grid& solution) {
  constexpr double kPossiblyByHand = 0.02;
  if ((from == 0) == (to == 0)) return false;
  const int value = from + to;
  return choices.by_hand[cell] > kPossiblyByHand && solution.at(cell) == value &&
         choices.value(cell, value) > choices.value(cell, 0);
}

double entries_penalty(const CellChoices& choices, const Grid& clues, const Grid& solution) {
  constexpr double kMostOfOne = 2;  // people err
  constexpr double kMostOfAll = 5;
  if (choices.typed) return 0;
  double sum = 0;
  for (int cell = 0; cell < choices.cells(); ++cell) {
    if (clues.at(cell) != 0 || choices.by_hand[cell] <= 0.5) continue;
    const double top = choices.value(cell, choices.likeliest(cell));
    const int value = solution.at(cell);
    sum += std::min(kMostOfOne,
                    std::min(top - choices.value(cell, value), top - choices.value(cell, 0)));
  }
  return sum > 0 && in_use<"entries_penalty">() ? std::min(sum, kMostOfAll) : 0.0;
}

double typed_agreement(const CellChoices& choices, const Grid& clues, const Grid& solution) {
  if (!choices.typed || !in_use<"typed_agreement">()) return 0;
  int right = 0;
  int wrong = 0;
  for (int cell = 0; cell < choices.cells(); ++cell) {
    if (clues.at(cell) != 0 || choices.by_hand[cell] <= 0.5) continue;
    const int typed = choices.likeliest(cell);
    if (typed != 0) ++(typed == solution.at(cell) ? right : wrong);
  }
  const int all = right + wrong;
  return log_any_share(right, wrong) - wrong * std::log(choices.n - 1.0) +
         all * std::log(choices.n);
}

}  // namespace gridlens
