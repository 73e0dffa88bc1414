#include "core/puzzle/alphabet.h"

namespace gridlens {

namespace {

std::string letter(int index) {
  return std::string(1, static_cast<char>('A' + index));
}

}  // namespace

std::string Alphabet::symbol(int value) const {
  switch (kind) {
    case AlphabetKind::numerals:
      return std::to_string(value);
    case AlphabetKind::zero_based:
      return std::to_string(value - 1);
    case AlphabetKind::hexadecimal:
      return value <= 10 ? std::to_string(value - 1) : letter(value - 11);
    case AlphabetKind::digits_then_letters:
      return value <= 9 ? std::to_string(value) : letter(value - 10);
    case AlphabetKind::letters:
      return letter(value - 1);
  }
  return {};
}

std::vector<std::string> Alphabet::symbols() const {
  std::vector<std::string> all;
  for (int value = 1; value <= n; ++value) all.push_back(symbol(value));
  return all;
}

std::vector<Alphabet> possible_alphabets(int n) {
  std::vector<Alphabet> all;
  if (n <= 25) all.push_back({AlphabetKind::numerals, n});
  if (n > 9 && n <= 35) all.push_back({AlphabetKind::digits_then_letters, n});
  if (n <= 26) all.push_back({AlphabetKind::zero_based, n});
  if (n > 10 && n <= 36) all.push_back({AlphabetKind::hexadecimal, n});
  if (n <= 26) all.push_back({AlphabetKind::letters, n});
  return all;
}

}  // namespace gridlens
