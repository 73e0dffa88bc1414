#include "tests/simulator/rule_search.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace gridlens::generator {
namespace {

using Sets = std::vector<std::uint32_t>;  // the values that each cell may still have

std::uint32_t bit(int value) {
  return std::uint32_t{1} << (value - 1);
}

class KinSearch {
 public:
  // `random`: values are tried in a random order.
  KinSearch(const KinRules& rules, int max_nodes, int enough, Random* random)
      : rules_(rules), nodes_left_(max_nodes), enough_(enough), random_(random) {
    const auto cells = static_cast<size_t>(rules.n * rules.n);
    units_of_.resize(cells);
    pairs_of_.resize(cells);
    for (size_t u = 0; u < rules.units.size(); ++u)
      for (const int cell : rules.units[u]) units_of_[at(cell)].push_back(u);
    for (const KinRules::PairRule& rule : rules.pairs) {
      pairs_of_[at(rule.first)].push_back(&rule);
      pairs_of_[at(rule.second)].push_back(&rule);
    }
  }

  void run(const Cells& givens) {
    Sets sets = rules_.allowed;
    for (size_t cell = 0; cell < givens.size(); ++cell)
      if (givens[cell] != 0 && !narrow(sets, static_cast<int>(cell), bit(givens[cell]))) return;
    search(sets);
  }

  [[nodiscard]] bool spent() const { return nodes_left_ < 0; }
  std::vector<Cells> found;

 private:
  static size_t at(int cell) { return static_cast<size_t>(cell); }

  // Leaves only `keep` of a cell's values, and what follows from that. False: none is left.
  bool narrow(Sets& sets, int cell, std::uint32_t keep) const {
    const std::uint32_t before = sets[at(cell)], after = before & keep;
    if (after == before) return true;
    sets[at(cell)] = after;
    if (after == 0) return false;
    if (std::has_single_bit(after))
      for (const size_t u : units_of_[at(cell)])
        for (const int peer : rules_.units[u])
          if (peer != cell && !narrow(sets, peer, ~after)) return false;
    for (const KinRules::PairRule* rule : pairs_of_[at(cell)]) {
      const bool is_first = rule->first == cell;
      const int other = is_first ? rule->second : rule->first;
      if (!narrow(sets, other, partners(rule->kind, is_first, sets[at(cell)]))) return false;
    }
    return true;
  }

  // The values that some value of `set` allows the other cell of a pair.
  [[nodiscard]] std::uint32_t partners(KinRules::Pair kind, bool of_first,
                                       std::uint32_t set) const {
    std::uint32_t partners = 0;
    for (int v = 1; v <= rules_.n; ++v) {
      if ((set & bit(v)) == 0) continue;
      for (int w = 1; w <= rules_.n; ++w) {
        const int a = of_first ? v : w, b = of_first ? w : v;
        const bool next = a - b == 1 || b - a == 1;
        const bool fits = kind == KinRules::Pair::less             ? a < b
                          : kind == KinRules::Pair::neighbours     ? next
                          : kind == KinRules::Pair::not_neighbours ? !next
                                                                   : a == 2 * b || b == 2 * a;
        if (fits) partners |= bit(w);
      }
    }
    return partners;
  }

  void search(const Sets& sets) {
    if (static_cast<int>(found.size()) >= enough_ || --nodes_left_ < 0) return;
    int cell = -1, fewest = 99;
    for (size_t c = 0; c < sets.size(); ++c) {
      const int size = std::popcount(sets[c]);
      if (size > 1 && size < fewest) fewest = size, cell = static_cast<int>(c);
    }
    if (cell < 0) {
      found.emplace_back();
      for (const std::uint32_t set : sets) found.back().push_back(std::countr_zero(set) + 1);
      return;
    }
    std::uint32_t values = sets[at(cell)];
    if (fewest > 2) only_places(sets, cell, values);
    std::vector<int> order;
    for (; values != 0; values &= values - 1) order.push_back(std::countr_zero(values) + 1);
    if (random_) random_->shuffle(order);
    for (const int value : order) {
      Sets next = sets;
      if (narrow(next, cell, bit(value))) search(next);
      if (static_cast<int>(found.size()) >= enough_ || nodes_left_ < 0) return;
    }
  }

  // A value with one place left in a full unit goes there.
  void only_places(const Sets& sets, int& cell, std::uint32_t& values) const {
    for (const auto& unit : rules_.units) {
      if (static_cast<int>(unit.size()) != rules_.n) continue;
      std::uint32_t once = 0, twice = 0;
      for (const int c : unit) twice |= once & sets[at(c)], once |= sets[at(c)];
      for (const int c : unit)
        if (const std::uint32_t alone = sets[at(c)] & ~twice;
            alone != 0 && !std::has_single_bit(sets[at(c)])) {
          cell = c, values = alone & (~alone + 1);
          return;
        }
    }
  }

  const KinRules& rules_;
  int nodes_left_;
  int enough_;
  Random* random_;
  std::vector<std::vector<size_t>> units_of_;
  std::vector<std::vector<const KinRules::PairRule*>> pairs_of_;
};

// The cells beside a cell.
std::vector<int> beside(int n, int cell) {
  std::vector<int> cells;
  if (cell % n > 0) cells.push_back(cell - 1);
  if (cell % n < n - 1) cells.push_back(cell + 1);
  if (cell >= n) cells.push_back(cell - n);
  if (cell < n * (n - 1)) cells.push_back(cell + n);
  return cells;
}

bool touches(int n, const std::vector<int>& regions, int cell, int region) {
  for (const int other : beside(n, cell))
    if (regions[static_cast<size_t>(other)] == region) return true;
  return false;
}

bool connected(int n, const std::vector<int>& regions, int region) {
  std::vector<bool> seen(regions.size(), false);
  std::vector<int> open;
  const auto first = std::find(regions.begin(), regions.end(), region);
  if (first == regions.end()) return true;
  open.push_back(static_cast<int>(first - regions.begin()));
  seen[static_cast<size_t>(open.back())] = true;
  int reached = 0;
  while (!open.empty()) {
    const int cell = open.back();
    open.pop_back(), ++reached;
    for (const int other : beside(n, cell))
      if (regions[static_cast<size_t>(other)] == region && !seen[static_cast<size_t>(other)])
        seen[static_cast<size_t>(other)] = true, open.push_back(other);
  }
  return reached == std::count(regions.begin(), regions.end(), region);
}

}  // namespace

KinRules KinRules::latin(int n) {
  KinRules rules;
  rules.n = n;
  rules.allowed.assign(static_cast<size_t>(n * n), (std::uint32_t{1} << n) - 1);
  for (int i = 0; i < n; ++i) {
    std::vector<int> row, column;
    for (int j = 0; j < n; ++j) row.push_back(i * n + j), column.push_back(j * n + i);
    rules.units.push_back(row);
    rules.units.push_back(column);
  }
  return rules;
}

KinRules KinRules::classic(int n, int box_rows, int box_cols) {
  KinRules rules = latin(n);
  std::vector<int> boxes;
  for (int cell = 0; cell < n * n; ++cell)
    boxes.push_back(cell / n / box_rows * (n / box_cols) + cell % n / box_cols);
  for (auto& cells : cells_of_regions(boxes)) rules.units.push_back(std::move(cells));
  return rules;
}

int count_to_two(const KinRules& rules, const Cells& givens, int max_nodes) {
  KinSearch search(rules, max_nodes, 2, nullptr);
  search.run(givens);
  return search.spent() ? 2 : static_cast<int>(search.found.size());
}

std::optional<Cells> only_solution(const KinRules& rules, const Cells& givens, int max_nodes) {
  KinSearch search(rules, max_nodes, 2, nullptr);
  search.run(givens);
  if (search.spent() || search.found.size() != 1) return std::nullopt;
  return search.found.front();
}

std::optional<Cells> random_solution(const KinRules& rules, Random& random, int max_nodes,
                                     const Cells& givens) {
  KinSearch search(rules, max_nodes, 1, &random);
  search.run(givens);
  if (search.found.empty()) return std::nullopt;
  return search.found.front();
}

Cells make_givens(const KinRules& rules, const Cells& solution, int aim, Random& random) {
  Cells givens = solution;
  std::vector<size_t> order(solution.size());
  std::iota(order.begin(), order.end(), size_t{0});
  random.shuffle(order);
  auto left = static_cast<int>(solution.size());
  for (const size_t cell : order) {
    if (left <= aim) break;
    givens[cell] = 0;
    if (count_to_two(rules, givens, 400) == 1)
      --left;
    else
      givens[cell] = solution[cell];
  }
  return givens;
}

std::vector<int> random_regions(int n, int moves, Random& random) {
  // Squarish boxes where n has any, else rows.
  int box_rows = 1;
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0) box_rows = d;
  const int box_cols = n / box_rows;
  std::vector<int> regions;
  for (int cell = 0; cell < n * n; ++cell)
    regions.push_back(cell / n / box_rows * (n / box_cols) + cell % n / box_cols);
  for (int made = 0, tries = 0; made < moves && tries < 200 * moves; ++tries) {
    const int a = random.integer(0, n * n - 1);
    const int b = random.pick(beside(n, a));
    const int from = regions[static_cast<size_t>(a)], to = regions[static_cast<size_t>(b)];
    if (from == to) continue;
    std::vector<int> back;  // cells that may come in exchange
    for (int c = 0; c < n * n; ++c)
      if (regions[static_cast<size_t>(c)] == to && touches(n, regions, c, from)) back.push_back(c);
    const int c = random.pick(back);
    std::swap(regions[static_cast<size_t>(a)], regions[static_cast<size_t>(c)]);
    if (connected(n, regions, from) && connected(n, regions, to))
      ++made;
    else
      std::swap(regions[static_cast<size_t>(a)], regions[static_cast<size_t>(c)]);
  }
  return regions;
}

std::vector<int> random_cages(int n, int most, Random& random) {
  std::vector<int> cages(static_cast<size_t>(n * n), -1);
  std::vector<int> order(cages.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  int next = 0;
  for (const int start : order) {
    if (cages[static_cast<size_t>(start)] >= 0) continue;
    std::vector<int> cage{start};
    cages[static_cast<size_t>(start)] = next;
    const int size = random.integer(2, most);
    for (int tries = 0; static_cast<int>(cage.size()) < size && tries < 12; ++tries) {
      const int cell = random.pick(beside(n, random.pick(cage)));
      if (cages[static_cast<size_t>(cell)] >= 0) continue;
      cages[static_cast<size_t>(cell)] = next;
      cage.push_back(cell);
    }
    ++next;
  }
  return cages;
}

std::vector<std::vector<int>> cells_of_regions(const std::vector<int>& regions) {
  std::vector<std::vector<int>> cells(
      static_cast<size_t>(*std::max_element(regions.begin(), regions.end()) + 1));
  for (size_t cell = 0; cell < regions.size(); ++cell)
    cells[static_cast<size_t>(regions[cell])].push_back(static_cast<int>(cell));
  return cells;
}

}  // namespace gridlens::generator
