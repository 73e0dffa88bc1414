#include "core/vision/finding/symbol_extent.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/image/statistics.h"
#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

namespace {

constexpr int kSizes[] = {4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25};
constexpr double kLeastSymbolShare = 0.6;  // of the symbols in the lattice, in the board
constexpr int kFewestSegments = 10;        // each way
constexpr int kFewestInMidst = 2;
constexpr double kUsualSymbolSize = 4;  // log-odds of such a board against one of another size
constexpr double kMidstFrom = 0.2;      // of the symbols lie to the left of their midst, and so on
constexpr double kLeastSymbolSpread = 1e-3;
constexpr double kMedianError = 1.25;   // of a normal distribution's median over its mean's
constexpr double kUnlike = 0.2;         // of a board's segments: lines of its boxes
constexpr double kUnlikeNothing = 0.1;  // of others: the rim of the screen, text
constexpr double kMostSay = 3;          // of one segment
constexpr double kSymbolOutside = 4;    // log-likelihood of each symbol that is left out

void add(const UnlinedSegment& segment, UsualLines& lines) {
  (segment.id.family == LineFamily::column_line ? lines.columns : lines.rows)
      .add(segment.difference);
}

// A family's line in the midst of the board.
struct KnownLine {
  double middle = 0;
  double spread = 1;

  // Log-odds that a segment that shows `difference` is the board's rather than no line at all. Some
  // lines are unlike the others.
  [[nodiscard]] double log_odds(double difference) const {
    const auto normal = [&](double mean) {
      const double off = (difference - mean) / spread;
      return std::exp(-off * off / 2) / spread;
    };
    constexpr double kBroad = 1 / 0.5;
    return std::log((1 - kUnlike) * normal(middle) + kUnlike * kBroad) -
           std::log((1 - kUnlikeNothing) * normal(0) + kUnlikeNothing * kBroad);
  }
};

// Of so many cells, `filled` hold symbols, any of them as likely.
double log_filled(int filled, int cells) {
  const double share = static_cast<double>(filled) / cells;
  const auto term = [](double count, double p) { return count > 0 ? count * std::log(p) : 0.0; };
  return term(filled, share) + term(cells - filled, 1 - share);
}

// What lines show in the midst of the symbols, which surely lies inside: by family; none where too
// few segments tell.
struct KnownLines {
  std::optional<std::array<KnownLine, 2>> blank, filled;

  [[nodiscard]] double log_odds(const UnlinedSegment& s) const {
    const auto& lines = s.filled ? filled : blank;
    if (!lines) return 0;
    const bool column = s.id.family == LineFamily::column_line;
    return std::clamp((*lines)[column ? 0 : 1].log_odds(s.difference), -kMostSay, kMostSay);
  }
};

KnownLines midst(const std::vector<UnlinedSegment>& segments, const SymbolPlaces& symbols) {
  std::vector<int> cols, rows;
  for (const auto& [col, row] : symbols) {
    cols.push_back(col);
    rows.push_back(row);
  }
  const int left = quantile(cols, kMidstFrom), right = quantile(cols, 1 - kMidstFrom);
  const int top = quantile(rows, kMidstFrom), bottom = quantile(rows, 1 - kMidstFrom);
  UsualLines blank, filled;
  for (const UnlinedSegment& s : segments) {
    const auto [one, other] = cells_beside(s.id);
    if (std::min(one.first, other.first) < left || std::max(one.first, other.first) > right ||
        std::min(one.second, other.second) < top || std::max(one.second, other.second) > bottom)
      continue;
    add(s, s.filled ? filled : blank);
  }
  const auto known = [](const UsualLines& lines) -> std::optional<std::array<KnownLine, 2>> {
    if (std::min(lines.columns.count(), lines.rows.count()) < kFewestInMidst) return std::nullopt;
    return std::array{KnownLine{lines.columns.middle(), lines.columns.spread()},
                      KnownLine{lines.rows.middle(), lines.rows.spread()}};
  };
  return {known(blank), known(filled)};
}

}  // namespace

bool SymbolExtent::holds(std::pair<int, int> cell) const {
  return cell.first >= left && cell.first < left + n && cell.second >= top && cell.second < top + n;
}

bool SymbolExtent::holds(SegmentId id) const {
  const auto [one, other] = cells_beside(id);
  return holds(one) && holds(other);
}

double UsualDifference::middle() const {
  return median(values);
}

double UsualDifference::spread() const {
  return std::max(kLeastSymbolSpread, robust_spread(values, middle()));
}

double UsualDifference::t() const {
  return middle() / (kMedianError * spread() / std::sqrt(std::max(1, count())));
}

bool UsualLines::enough() const {
  return std::min(columns.count(), rows.count()) >= kFewestSegments;
}

double UsualLines::t() const {
  if (!enough()) return 0;
  const double across = columns.t();
  const double down = rows.t();
  return across * down > 0 ? std::min(std::abs(across), std::abs(down)) : 0;
}

bool WeighedExtent::filled_is_clearer() const {
  return weighed == SegmentsWeighed::all && (filled.t() > blank.t() || !blank.enough());
}

bool WeighedExtent::is_better_than(const WeighedExtent& other) const {
  // Both lattices were found among the same symbols: what one leaves out is what it holds less.
  // Where blank cells alone place one of them, both are compared by all their lines.
  const bool alike = weighed == other.weighed;
  const auto likelihood = [&](const WeighedExtent& its) {
    return its.log_likelihood + (alike ? 0 : its.not_weighed) + kSymbolOutside * its.symbols;
  };
  return likelihood(*this) > likelihood(other);
}

std::optional<WeighedExtent> weigh_extents(const std::vector<UnlinedSegment>& segments,
                                           SegmentsWeighed which, const SymbolPlaces& symbols,
                                           int fewest, int from, int to) {
  std::optional<WeighedExtent> best;
  const KnownLines known = midst(segments, symbols);
  for (const int n : kSizes)
    for (int left = from; left + n <= to; ++left)
      for (int top = from; top + n <= to; ++top) {
        WeighedExtent its;
        its.extent = {left, top, n};
        its.weighed = which;
        const auto inside =
            static_cast<int>(std::count_if(symbols.begin(), symbols.end(), [&](const auto& cell) {
              return its.extent.holds(cell);
            }));
        const int all = static_cast<int>(symbols.size());
        if (inside < fewest || inside < kLeastSymbolShare * all) continue;
        its.symbols = inside;
        its.log_likelihood = log_filled(inside, n * n) - kSymbolOutside * (all - inside) +
                             (n == kCommonestSize ? kUsualSymbolSize : 0);
        for (const UnlinedSegment& s : segments) {
          if (!its.extent.holds(s.id)) continue;
          const bool weighed = !s.filled || which == SegmentsWeighed::all;
          if (weighed) add(s, s.filled ? its.filled : its.blank);
          (weighed ? its.log_likelihood : its.not_weighed) += known.log_odds(s);
        }
        if (!its.blank.enough() && !its.filled.enough()) continue;
        if (!best || its.log_likelihood > best->log_likelihood) {
          its.lead = best ? its.log_likelihood - best->log_likelihood : 1e9;
          best = its;
        } else {
          best->lead = std::min(best->lead, best->log_likelihood - its.log_likelihood);
        }
      }
  return best;
}

}  // namespace gridlens
