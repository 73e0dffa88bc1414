#pragma once

#include <algorithm>

namespace gridlens {

// The work that a decoding may still spend, in units of about a microsecond of one core. Counted,
// not measured: the same board always gets the same answer.
class SearchBudget {
 public:
  explicit SearchBudget(double units) : left_(units) {}

  [[nodiscard]] double left() const { return std::max(0.0, left_); }
  [[nodiscard]] bool spent() const { return left_ <= 0; }
  void spend(double units) { left_ -= units; }

  // Splits off an equal share for the first of so many things that are still to be done. What it
  // leaves over can be given back.
  [[nodiscard]] SearchBudget share(size_t things) {
    SearchBudget part(left() / static_cast<double>(things));
    left_ -= part.left_;
    return part;
  }
  void give_back(const SearchBudget& part) { left_ += part.left_; }

 private:
  double left_;
};

}  // namespace gridlens
