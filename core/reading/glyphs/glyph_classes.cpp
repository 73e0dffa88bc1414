#include "core/reading/glyphs/glyph_classes.h"

#include <algorithm>
#include <utility>

#include "core/reading/decoding/alphabet_fit.h"
#include "core/reading/glyphs/glyph_groups.h"

namespace gridlens {

namespace {

constexpr double kMostVote = 8;   // by which a cell's likeliest value leads any other
constexpr double kClearVote = 3;  // the same, of a cell that is clear by itself
constexpr double kUneven = 3;     // of a class's size, against a Poisson distribution of it
constexpr int kMostSweeps = 20;
constexpr double kLeastGain = 1e-6;

class Sorter {
 public:
  Sorter(const GlyphSpace& space, const std::vector<double>& log_p, int n) : n_(n), model_(space) {
    const size_t width = static_cast<size_t>(n) + 1;
    for (size_t i = 0; i < space.points.size(); ++i) {
      const double* row = &log_p[i * width];
      const double top = *std::max_element(row + 1, row + width);
      std::vector<double> votes(width, 0);
      for (size_t v = 1; v < width; ++v) votes[v] = std::max(-kMostVote, row[v] - top);
      cells_.push_back(model_.single(space.points[i], std::move(votes)));
    }
    empty_ = {0, 0, std::vector<double>(space.directions(), 0), std::vector<double>(width, 0)};
  }

  // From the copies and from what the cells seem to be by themselves, whichever ends likelier.
  void sort() {
    labels_.clear();
    for (const GlyphGroup& cell : cells_) labels_.push_back(cell.best_value());
    improve_cells();
    const double by_cells = total();
    std::vector<int> labels = labels_;
    GatheredGlyphs gathered = gather_copies(cells_, model_);
    groups_ = std::move(gathered.groups);
    label_groups();
    std::vector<int> of_cells;
    for (const size_t group : gathered.group_of) of_cells.push_back(labels_[group]);
    labels_ = std::move(of_cells);
    improve_cells();
    if (total() >= by_cells) return;
    labels_ = std::move(labels);
    collect();
  }

  // Exchanges the symbols of two classes where their cells, weighed as the copies that they are,
  // speak for the exchange. After sort(); labels_ is one a cell.
  void exchange_unlikely() {
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      const LeastSure least = least_sure();
      if (least.odds >= -kLeastGain) return;
      exchange(least.v, least.w);
    }
  }

  [[nodiscard]] GlyphClasses result() const {
    GlyphClasses result;
    result.values = labels_;
    for (size_t i = 0; i < cells_.size(); ++i) {
      std::vector<double> row(static_cast<size_t>(n_) + 1, 0);
      double top = -1e18;
      const GlyphGroup without = classes_[size_t(labels_[i])] - cells_[i];
      for (int v = 1; v <= n_; ++v) {
        const GlyphGroup& others = v == labels_[i] ? without : classes_[size_t(v)];
        row[size_t(v)] = model_.fit_of_both(others, cells_[i]) - model_.fit(others);
        top = std::max(top, row[size_t(v)]);
      }
      for (int v = 1; v <= n_; ++v) row[size_t(v)] -= top;
      result.copies.push_back(without.count);
      result.log_likelihoods.insert(result.log_likelihoods.end(), row.begin(), row.end());
    }
    result.margin = least_sure().odds;
    result.reliable = share_left_alone();
    return result;
  }

 private:
  [[nodiscard]] double share_left_alone() const {
    int clear = 0;
    int changed = 0;
    for (size_t i = 0; i < cells_.size(); ++i) {
      const int own = cells_[i].best_value();
      double next = -kMostVote;
      for (int v = 1; v <= n_; ++v)
        if (v != own) next = std::max(next, cells_[i].votes[size_t(v)]);
      if (next > -kClearVote) continue;
      ++clear;
      changed += labels_[i] != own && odds(labels_[i], own) > 0;
    }
    return changed == 0 ? 1 : 1 - (changed + 0.5) / (clear + 1.0);
  }

  // How surely the class of v is v rather than w.
  [[nodiscard]] double odds(int v, int w) const {
    const GlyphGroup& of_value = classes_[static_cast<size_t>(v)];
    if (of_value.count == 0) return 0;
    return of_copies(of_value.votes[size_t(v)] - of_value.votes[size_t(w)], of_value.count);
  }

  // The two classes that bear their own symbols least surely rather than each other's.
  struct LeastSure {
    double odds = 1e9;
    int v = 0, w = 0;
  };
  [[nodiscard]] LeastSure least_sure() const {
    LeastSure least;
    for (int v = 1; v <= n_; ++v)
      for (int w = v + 1; w <= n_; ++w) {
        if (classes_[size_t(v)].count + classes_[size_t(w)].count == 0) continue;
        if (const double own = odds(v, w) + odds(w, v); own < least.odds) least = {own, v, w};
      }
    return least;
  }

  void exchange(int v, int w) {
    for (int& label : labels_) label = label == v ? w : label == w ? v : label;
    std::swap(classes_[size_t(v)], classes_[size_t(w)]);
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

  // classes_ from groups_ and labels_.
  void collect() {
    classes_.assign(static_cast<size_t>(n_) + 1, empty_);
    for (size_t g = 0; g < groups_.size(); ++g) classes_[size_t(labels_[g])].add(groups_[g]);
  }

  [[nodiscard]] double score(const GlyphGroup& of_value, int value) const {
    return score_of_both(of_value, empty_, value);
  }
  [[nodiscard]] double score_of_both(const GlyphGroup& a, const GlyphGroup& b, int value) const {
    return model_.fit_of_both(a, b) +
           (a.votes[static_cast<size_t>(value)] + b.votes[static_cast<size_t>(value)]) -
           unevenness(a.count + b.count);
  }

  // Symbols are about equally frequent.
  [[nodiscard]] double unevenness(int count) const {
    const double mean = static_cast<double>(cells_.size()) / n_;
    return kUneven * (count - mean) * (count - mean) / (2 * mean);
  }

  void label_groups() {
    labels_.clear();
    for (const GlyphGroup& group : groups_) labels_.push_back(group.best_value());
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
    const GlyphGroup& group = groups_[g];
    const int from = labels_[g];
    const GlyphGroup rest = classes_[size_t(from)] - group;
    const double before = score(classes_[size_t(from)], from);
    const double left = score(rest, from);
    double most = kLeastGain;
    int to = from;
    int sent = 0;  // where the class of `to` goes, 0: it stays
    for (int v = 1; v <= n_; ++v) {
      if (v == from) continue;
      const GlyphGroup& there = classes_[size_t(v)];
      const double old = before + score(there, v);
      const double joined = left + score_of_both(there, group, v) - old;
      if (joined > most) most = joined, to = v, sent = 0;
      if (there.count == 0) continue;
      const double alone = score(group, v);
      for (int w = 1; w <= n_; ++w) {
        if (w == v) continue;
        const double gain = w == from
                                ? alone + score_of_both(rest, there, w) - old
                                : left + alone + score_of_both(classes_[size_t(w)], there, w) -
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
        exchange(v, w);
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
        const GlyphGroup rest = classes_[size_t(from)] - groups_[i];
        const double before = score(classes_[size_t(from)], from) - score(rest, from);
        double most = kLeastGain;
        int to = from;
        for (int v = 1; v <= n_; ++v) {
          if (v == from) continue;
          const double gain = score_of_both(classes_[size_t(v)], groups_[i], v) -
                              score(classes_[size_t(v)], v) - before;
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
  GlyphModel model_;
  std::vector<GlyphGroup> cells_;
  GlyphGroup empty_;
  std::vector<GlyphGroup> groups_;   // at first one a cell
  std::vector<int> labels_;          // of every group
  std::vector<GlyphGroup> classes_;  // [value]
};

}  // namespace

GlyphClasses sort_glyphs(const GlyphSpace& space, const std::vector<double>& log_p, int n) {
  Sorter sorter(space, log_p, n);
  sorter.sort();
  sorter.exchange_unlikely();
  return sorter.result();
}

}  // namespace gridlens
