#include "core/capture/natural_order.h"

#include <cctype>

namespace gridlens {
namespace {

bool is_numeral(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
int lower(char c) {
  return std::tolower(static_cast<unsigned char>(c));
}

// The digits at the front of `text` without leading zeros; `text` moves past them.
std::string_view take_number(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && is_numeral(text[end])) ++end;
  size_t begin = 0;
  while (begin + 1 < end && text[begin] == '0') ++begin;
  const std::string_view number = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return number;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::string_view x = a, y = b;
  while (!x.empty() && !y.empty()) {
    if (is_numeral(x.front()) && is_numeral(y.front())) {
      const std::string_view m = take_number(x), n = take_number(y);
      if (m.size() != n.size()) return m.size() < n.size();  // a longer number is a larger one
      if (m != n) return m < n;
    } else {
      if (lower(x.front()) != lower(y.front())) return lower(x.front()) < lower(y.front());
      x.remove_prefix(1);
      y.remove_prefix(1);
    }
  }
  if (x.empty() != y.empty()) return x.empty();
  return a < b;
}

}  // namespace gridlens
