#pragma once

#include <string>
#include <vector>

namespace gridlens {

// What a person has typed of a symbol.
struct SymbolFit {
  int exact = 0;        // value whose symbol the text is; 0: none
  bool longer = false;  // symbols begin with it and go on
  [[nodiscard]] bool any() const { return exact != 0 || longer; }
};

// `symbols`: of the values 1..N.
inline SymbolFit fit_of(const std::string& text, const std::vector<std::string>& symbols) {
  SymbolFit fit;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (symbols[i] == text)
      fit.exact = static_cast<int>(i) + 1;
    else if (symbols[i].starts_with(text))
      fit.longer = true;
  }
  return fit;
}

}  // namespace gridlens
