#include "textbook_dlx.h"

namespace gridlens {

TextbookDlx::TextbookDlx(const CoverModel& model) : model_(model) {
  const int n = model.n;
  const int columns = model.cells + model.units * n;
  nodes_.resize(static_cast<size_t>(columns) + 1);
  sizes_.assign(nodes_.size(), 0);
  for (int c = 0; c <= columns; ++c)
    nodes_[static_cast<size_t>(c)] = {
        c == 0 ? columns : c - 1, c == columns ? 0 : c + 1, c, c, c, -1};
  const auto add = [&](int first, int column, int option) {
    const auto own = static_cast<int>(nodes_.size());
    Node node{own, own, nodes_[static_cast<size_t>(column)].up, column, column, option};
    if (own != first) {
      node.left = nodes_[static_cast<size_t>(first)].left;
      node.right = first;
      nodes_[static_cast<size_t>(node.left)].right = own;
      nodes_[static_cast<size_t>(first)].left = own;
    }
    nodes_[static_cast<size_t>(node.up)].down = own;
    nodes_[static_cast<size_t>(column)].up = own;
    nodes_.push_back(node);
    ++sizes_[static_cast<size_t>(column)];
  };
  for (int cell = 0; cell < model.cells; ++cell)
    for (int v = 0; v < n; ++v) {
      const auto first = static_cast<int>(nodes_.size());
      row_begin_.push_back(first);
      add(first, 1 + cell, cell * n + v);
      for (const auto& place : model.places_of(cell))
        add(first, 1 + model.cells + place.unit * n + v, cell * n + v);
    }
  solution_.resize(static_cast<size_t>(model.cells));
}

void TextbookDlx::cover(int column) {
  Node* const nodes = nodes_.data();
  nodes[nodes[column].right].left = nodes[column].left;
  nodes[nodes[column].left].right = nodes[column].right;
  for (int i = nodes[column].down; i != column; i = nodes[i].down)
    for (int j = nodes[i].right; j != i; j = nodes[j].right) {
      nodes[nodes[j].down].up = nodes[j].up;
      nodes[nodes[j].up].down = nodes[j].down;
      --sizes_[static_cast<size_t>(nodes[j].column)];
    }
}

void TextbookDlx::uncover(int column) {
  Node* const nodes = nodes_.data();
  for (int i = nodes[column].up; i != column; i = nodes[i].up)
    for (int j = nodes[i].left; j != i; j = nodes[j].left) {
      ++sizes_[static_cast<size_t>(nodes[j].column)];
      nodes[nodes[j].down].up = j;
      nodes[nodes[j].up].down = j;
    }
  nodes[nodes[column].right].left = column;
  nodes[nodes[column].left].right = column;
}

bool TextbookDlx::search(int depth) {
  Node* const nodes = nodes_.data();
  if (nodes[0].right == 0) {
    ++outcome_.solutions;
    return (*sink_)(solution_);
  }
  if (outcome_.nodes++ % 64 == 0 && limits_->interrupted()) {
    outcome_.out_of_budget = true;
    return false;
  }
  int column = nodes[0].right;
  for (int c = nodes[column].right; c != 0; c = nodes[c].right)
    if (sizes_[static_cast<size_t>(c)] < sizes_[static_cast<size_t>(column)]) column = c;
  cover(column);
  bool going_on = true;
  for (int r = nodes[column].down; r != column && going_on; r = nodes[r].down) {
    const int option = nodes[r].option;
    solution_[static_cast<size_t>(option / model_.n)] =
        static_cast<std::uint8_t>(option % model_.n + 1);
    for (int j = nodes[r].right; j != r; j = nodes[j].right) cover(nodes[j].column);
    going_on = search(depth + 1);
    for (int j = nodes[r].left; j != r; j = nodes[j].left) uncover(nodes[j].column);
  }
  uncover(column);
  return going_on;
}

SearchOutcome TextbookDlx::search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                                  const SolutionSink& sink) {
  outcome_ = {};
  limits_ = &limits;
  sink_ = &sink;
  std::vector<int> covered;
  std::vector<std::uint8_t> is_covered(sizes_.size(), 0);
  bool possible = true;
  for (int cell = 0; cell < model_.cells && possible; ++cell) {
    const int value = givens[static_cast<size_t>(cell)];
    if (value == 0) continue;
    solution_[static_cast<size_t>(cell)] = static_cast<std::uint8_t>(value);
    const int first = row_begin_[static_cast<size_t>(cell * model_.n + value - 1)];
    int j = first;
    do {
      const int column = nodes_[static_cast<size_t>(j)].column;
      if (is_covered[static_cast<size_t>(column)]) possible = false;
      if (possible) {
        is_covered[static_cast<size_t>(column)] = 1;
        cover(column);
        covered.push_back(column);
      }
      j = nodes_[static_cast<size_t>(j)].right;
    } while (j != first && possible);
  }
  outcome_.complete = !possible || search(0);
  for (; !covered.empty(); covered.pop_back()) uncover(covered.back());
  return outcome_;
}

}  // namespace gridlens
