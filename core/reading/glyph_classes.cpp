#include "core/reading/glyph_classes.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

constexpr double kMostVote = 8;  // by which a cell's likeliest value leads any other
constexpr double kNoise = 2;     // copies vary more than the nearest ones tell
constexpr double kUneven = 3;    // of a class's size, against a Poisson distribution of it
constexpr double kAlike = 0.75;  // correlation of what the network takes copies of a glyph for
constexpr int kMostSweeps = 20;
constexpr double kLeastGain = 1e-6;

// Some pictures taken together.
struct Group {
  int count = 0;
  double squares = 0;
  std::vector<double> sum;    // of their points
  std::vector<double> votes;  // for every value, 0 the likeliest of each picture

  void add(const Group& other, int sign = 1) {
    count += sign * other.count;
    squares += sign * other.squares;
    for (size_t k = 0; k < sum.size(); ++k) sum[k] += sign * other.sum[k];
    for (size_t v = 0; v < votes.size(); ++v) votes[v] += sign * other.votes[v];
  }
};

Group operator+(Group a, const Group& b) {
  a.add(b);
  return a;
}
Group operator-(Group a, const Group& b) {
  a.add(b, -1);
  return a;
}

class Sorter {
 public:
  Sorter(const GlyphSpace& space, const std::vector<double>& log_p, int n)
      : n_(n), spread_(space.spread) {
    for (double& variance : spread_) variance /= kNoise;
    const size_t width = static_cast<size_t>(n) + 1;
    for (size_t i = 0; i < space.points.size(); ++i) {
      Group cell{1, 0, space.points[i], std::vector<double>(width, 0)};
      for (double& x : cell.sum) {
        x /= std::sqrt(kNoise);
        cell.squares += x * x;
      }
      const double* row = &log_p[i * width];
      const double top = *std::max_element(row + 1, row + width);
      for (size_t v = 1; v < width; ++v) cell.votes[v] = std::max(-kMostVote, row[v] - top);
      cells_.push_back(std::move(cell));
    }
    for (size_t m = 0; m <= cells_.size(); ++m) {
      double sum = 0;
      for (const double variance : spread_) sum += std::log1p(static_cast<double>(m) * variance);
      volume_.push_back(sum / 2);
    }
    empty_ = {0, 0, std::vector<double>(spread_.size(), 0), std::vector<double>(width, 0)};
  }

  // Log of the density of a group's pictures as copies of one glyph, the glyph unknown.
  [[nodiscard]] double fit(const Group& group) const {
    double explained = 0;
    for (size_t k = 0; k < spread_.size(); ++k)
      explained += spread_[k] / (1 + group.count * spread_[k]) * group.sum[k] * group.sum[k];
    return (explained - group.squares) / 2 - volume_[static_cast<size_t>(group.count)];
  }

  // From the copies and from what the cells seem to be by themselves, whichever ends likelier.
  void sort() {
    labels_.clear();
    for (const Group& cell : cells_) labels_.push_back(best_value(cell));
    improve_cells();
    const double by_cells = total();
    std::vector<int> labels = labels_;
    gather();
    label_groups();
    labels_ = labels_of_cells();
    improve_cells();
    if (total() >= by_cells) return;
    labels_ = std::move(labels);
    collect();
  }

  [[nodiscard]] GlyphClasses result() const {
    GlyphClasses result;
    result.values = labels_;
    for (size_t i = 0; i < cells_.size(); ++i) {
      std::vector<double> row(static_cast<size_t>(n_) + 1, 0);
      double top = -1e18;
      for (int v = 1; v <= n_; ++v) {
        const Group others =
            v == labels_[i] ? classes_[size_t(v)] - cells_[i] : classes_[size_t(v)];
        row[size_t(v)] = fit(others + cells_[i]) - fit(others);
        top = std::max(top, row[size_t(v)]);
      }
      for (int v = 1; v <= n_; ++v) row[size_t(v)] -= top;
      const Group others = classes_[size_t(labels_[i])] - cells_[i];
      result.copies.push_back(others.count);
      result.off.push_back(distance(cells_[i], others));
      result.log_likelihoods.insert(result.log_likelihoods.end(), row.begin(), row.end());
    }
    result.margin = 1e9;
    for (int v = 1; v <= n_; ++v)
      for (int w = v + 1; w <= n_; ++w)
        if (classes_[size_t(v)].count + classes_[size_t(w)].count > 0)
          result.margin = std::min(result.margin, odds(v, w) + odds(w, v));
    return result;
  }

 private:
  // Mean square a direction by which a picture is off the middle of others, as of one copy.
  [[nodiscard]] double distance(const Group& cell, const Group& others) const {
    if (others.count == 0) return 0;
    double sum = 0;
    for (size_t k = 0; k < spread_.size(); ++k) {
      const double off = cell.sum[k] - others.sum[k] / others.count;
      sum += off * off;
    }
    return sum * others.count / (others.count + 1) / static_cast<double>(spread_.size());
  }

  // How surely the class of v is v rather than w.
  [[nodiscard]] double odds(int v, int w) const {
    const Group& of_value = classes_[static_cast<size_t>(v)];
    if (of_value.count == 0) return 0;
    return (of_value.votes[size_t(v)] - of_value.votes[size_t(w)]) /
           (1 + kAlike * (of_value.count - 1));
  }

  // Goes on from labels_, one a cell.
  void improve_cells() {
    groups_ = cells_;
    collect();
    move_single();
  }

  [[nodiscard]] double total() const {
    double sum = 0;
    for (int v = 1; v <= n_; ++v) sum += score(classes_[size_t(v)], v);
    return sum;
  }

  [[nodiscard]] static int best_value(const Group& group) {
    return static_cast<int>(std::max_element(group.votes.begin() + 1, group.votes.end()) -
                            group.votes.begin());
  }
  [[nodiscard]] static double best_vote(const Group& group) {
    return *std::max_element(group.votes.begin() + 1, group.votes.end());
  }

  // What it gains to take two groups for one.
  [[nodiscard]] double merge_gain(size_t a, size_t b) const {
    const Group both = groups_[a] + groups_[b];
    return fit(both) + best_vote(both) - fits_[a] - best_vote(groups_[a]) - fits_[b] -
           best_vote(groups_[b]);
  }

  // Merges copies, the likest first, while that makes the whole likelier.
  void gather() {
    groups_ = cells_;
    const size_t count = groups_.size();
    group_of_.resize(count);
    fits_.clear();
    for (size_t i = 0; i < count; ++i) {
      group_of_[i] = i;
      fits_.push_back(fit(groups_[i]));
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
      fits_[best] = fit(groups_[best]);
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
    std::vector<Group> left;
    for (size_t a = 0; a < count; ++a) {
      if (!alive[a]) continue;
      place[a] = left.size();
      left.push_back(std::move(groups_[a]));
    }
    groups_ = std::move(left);
    for (size_t& group : group_of_) group = place[group];
  }

  [[nodiscard]] std::vector<int> labels_of_cells() const {
    std::vector<int> labels;
    for (const size_t group : group_of_) labels.push_back(labels_[group]);
    return labels;
  }

  // classes_ from groups_ and labels_.
  void collect() {
    classes_.assign(static_cast<size_t>(n_) + 1, empty_);
    for (size_t g = 0; g < groups_.size(); ++g) classes_[size_t(labels_[g])].add(groups_[g]);
  }

  [[nodiscard]] double score(const Group& of_value, int value) const {
    return fit(of_value) + of_value.votes[static_cast<size_t>(value)] - unevenness(of_value.count);
  }

  // Symbols are about equally frequent.
  [[nodiscard]] double unevenness(int count) const {
    const double mean = static_cast<double>(cells_.size()) / n_;
    return kUneven * (count - mean) * (count - mean) / (2 * mean);
  }

  void label_groups() {
    labels_.clear();
    for (const Group& group : groups_) labels_.push_back(best_value(group));
    collect();
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      bool moved = false;
      for (size_t g = 0; g < groups_.size(); ++g) moved = place(g) || moved;
      moved = exchange() || moved;
      if (!moved) break;
    }
  }

  // Gives a group the best value; the class that bears it may have to take another.
  bool place(size_t g) {
    const Group& group = groups_[g];
    const int from = labels_[g];
    const Group rest = classes_[size_t(from)] - group;
    const double before = score(classes_[size_t(from)], from);
    const double left = score(rest, from);
    double most = kLeastGain;
    int to = from;
    int sent = 0;  // where the class of `to` goes, 0: it stays
    for (int v = 1; v <= n_; ++v) {
      if (v == from) continue;
      const Group& there = classes_[size_t(v)];
      const double old = before + score(there, v);
      const double joined = left + score(there + group, v) - old;
      if (joined > most) most = joined, to = v, sent = 0;
      if (there.count == 0) continue;
      const double alone = score(group, v);
      for (int w = 1; w <= n_; ++w) {
        if (w == v) continue;
        const double gain = w == from ? alone + score(rest + there, w) - old
                                      : left + alone + score(classes_[size_t(w)] + there, w) -
                                            score(classes_[size_t(w)], w) - old;
        if (gain > most) most = gain, to = v, sent = w;
      }
    }
    if (to == from) return false;
    if (sent != 0)
      for (int& label : labels_)
        if (label == to) label = sent;
    labels_[g] = to;
    collect();
    return true;
  }

  // Exchanges the values of two classes where that is likelier.
  bool exchange() {
    bool moved = false;
    for (int v = 1; v <= n_; ++v)
      for (int w = v + 1; w <= n_; ++w) {
        const auto& a = classes_[size_t(v)].votes;
        const auto& b = classes_[size_t(w)].votes;
        if (a[size_t(w)] + b[size_t(v)] <= a[size_t(v)] + b[size_t(w)] + kLeastGain) continue;
        for (int& label : labels_) label = label == v ? w : label == w ? v : label;
        std::swap(classes_[size_t(v)], classes_[size_t(w)]);
        moved = true;
      }
    return moved;
  }

  // Single cells to the class that suits them best.
  void move_single() {
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      bool moved = false;
      for (size_t i = 0; i < groups_.size(); ++i) {
        const int from = labels_[i];
        const Group rest = classes_[size_t(from)] - groups_[i];
        const double before = score(classes_[size_t(from)], from) - score(rest, from);
        double most = kLeastGain;
        int to = from;
        for (int v = 1; v <= n_; ++v) {
          if (v == from) continue;
          const double gain =
              score(classes_[size_t(v)] + groups_[i], v) - score(classes_[size_t(v)], v) - before;
          if (gain > most) most = gain, to = v;
        }
        if (to == from) continue;
        classes_[size_t(from)] = rest;
        classes_[size_t(to)].add(groups_[i]);
        labels_[i] = to;
        moved = true;
      }
      if (!moved) break;
    }
  }

  int n_ = 0;
  std::vector<double> spread_;
  std::vector<double> volume_;  // of a class of so many
  std::vector<Group> cells_;
  Group empty_;
  std::vector<Group> groups_;  // at first one a cell
  std::vector<double> fits_;
  std::vector<size_t> group_of_;  // of every cell
  std::vector<int> labels_;       // of every group
  std::vector<Group> classes_;    // [value]
};

}  // namespace

GlyphClasses sort_glyphs(const GlyphSpace& space, const std::vector<double>& log_p, int n) {
  Sorter sorter(space, log_p, n);
  sorter.sort();
  return sorter.result();
}

}  // namespace gridlens
