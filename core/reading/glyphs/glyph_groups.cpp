#include "core/reading/glyphs/glyph_groups.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gridlens {

namespace {

constexpr double kNoise = 2;  // copies vary more than the nearest ones tell
constexpr double kClearLoss = 1e-6;

double best_vote(const GlyphGroup& group) {
  return group.votes[size_t(group.best_value())];
}

double best_vote_of_both(const GlyphGroup& a, const GlyphGroup& b) {
  double best = a.votes[1] + b.votes[1];
  for (size_t v = 2; v < a.votes.size(); ++v) best = std::max(best, a.votes[v] + b.votes[v]);
  return best;
}

class Gathering {
 public:
  Gathering(const std::vector<GlyphGroup>& pictures, const GlyphModel& model)
      : model_(model), groups_(pictures) {}

  GatheredGlyphs run() {
    const size_t count = groups_.size();
    group_of_.resize(count);
    for (size_t i = 0; i < count; ++i) {
      group_of_[i] = i;
      fits_.push_back(model_.fit(groups_[i]));
      votes_.push_back(best_vote(groups_[i]));
    }
    std::vector<bool> alive(count, true);
    std::vector<double> gains(count * count, 0);  // [a * count + b], a < b
    std::vector<size_t> partner(count, 0);        // the best b of every a
    const auto seek = [&](size_t a) {
      partner[a] = a;
      for (size_t b = a + 1; b < count; ++b)
        if (alive[b] && (partner[a] == a || gains[a * count + b] > gains[a * count + partner[a]]))
          partner[a] = b;
    };
    for (size_t a = 0; a < count; ++a) {
      for (size_t b = a + 1; b < count; ++b) gains[a * count + b] = merge_gain(a, b);
      seek(a);
    }
    while (true) {
      size_t best = count;
      double most = 0;
      for (size_t a = 0; a < count; ++a)
        if (alive[a] && partner[a] != a && gains[a * count + partner[a]] > most) {
          best = a;
          most = gains[a * count + partner[a]];
        }
      if (best == count) break;
      const size_t gone = partner[best];
      groups_[best].add(groups_[gone]);
      fits_[best] = model_.fit(groups_[best]);
      votes_[best] = best_vote(groups_[best]);
      alive[gone] = false;
      for (size_t& group : group_of_)
        if (group == gone) group = best;
      for (size_t other = 0; other < count; ++other) {
        if (!alive[other] || other == best) continue;
        const size_t a = std::min(other, best);
        const size_t b = std::max(other, best);
        gains[a * count + b] = merge_gain(a, b);
        if (a == other && (partner[a] == gone || partner[a] == best ||
                           gains[a * count + b] > gains[a * count + partner[a]]))
          seek(a);
        else if (partner[other] == gone)
          seek(other);
      }
      seek(best);
    }
    // Only those that are left.
    std::vector<size_t> place(count, 0);
    std::vector<GlyphGroup> left;
    for (size_t a = 0; a < count; ++a) {
      if (!alive[a]) continue;
      place[a] = left.size();
      left.push_back(std::move(groups_[a]));
    }
    for (size_t& group : group_of_) group = place[group];
    return {std::move(left), std::move(group_of_)};
  }

 private:
  // What it gains to take two groups for one; where that is a loss, by so much at least.
  [[nodiscard]] double merge_gain(size_t a, size_t b) const {
    const double both = model_.fit_of_both(groups_[a], groups_[b]);
    // Two groups never vote better together.
    if (const double most = both - fits_[a] - fits_[b]; most < -kClearLoss) return most;
    return both + best_vote_of_both(groups_[a], groups_[b]) - fits_[a] - votes_[a] - fits_[b] -
           votes_[b];
  }

  const GlyphModel& model_;
  std::vector<GlyphGroup> groups_;
  std::vector<double> fits_;
  std::vector<double> votes_;  // the best of every group
  std::vector<size_t> group_of_;
};

}  // namespace

void GlyphGroup::add(const GlyphGroup& other, int sign) {
  count += sign * other.count;
  squares += sign * other.squares;
  for (size_t k = 0; k < sum.size(); ++k) sum[k] += sign * other.sum[k];
  for (size_t v = 0; v < votes.size(); ++v) votes[v] += sign * other.votes[v];
}

int GlyphGroup::best_value() const {
  return static_cast<int>(std::max_element(votes.begin() + 1, votes.end()) - votes.begin());
}

GlyphGroup operator-(GlyphGroup a, const GlyphGroup& b) {
  a.add(b, -1);
  return a;
}

GlyphModel::GlyphModel(const GlyphSpace& space) : spread_(space.spread) {
  none_.sum.resize(spread_.size());
  for (double& variance : spread_) variance /= kNoise;
  for (size_t m = 0; m <= space.points.size(); ++m) {
    double sum = 0;
    for (const double variance : spread_) {
      shares_.push_back(variance / (1 + static_cast<double>(m) * variance));
      sum += std::log1p(static_cast<double>(m) * variance);
    }
    volume_.push_back(sum / 2);
  }
}

GlyphGroup GlyphModel::single(const std::vector<double>& point, std::vector<double> votes) const {
  GlyphGroup picture{1, 0, point, std::move(votes)};
  for (double& x : picture.sum) {
    x /= std::sqrt(kNoise);
    picture.squares += x * x;
  }
  return picture;
}

double GlyphModel::fit_of_both(const GlyphGroup& a, const GlyphGroup& b) const {
  const auto count = static_cast<size_t>(a.count + b.count);
  const size_t directions = spread_.size();
  const double* share = &shares_[count * directions];
  double explained = 0;
  for (size_t k = 0; k < directions; ++k) {
    const double sum = a.sum[k] + b.sum[k];
    explained += share[k] * sum * sum;
  }
  return (explained - (a.squares + b.squares)) / 2 - volume_[count];
}

GatheredGlyphs gather_copies(const std::vector<GlyphGroup>& pictures, const GlyphModel& model) {
  return Gathering(pictures, model).run();
}

}  // namespace gridlens
