#pragma once

#include <string>
#include <vector>

namespace gridlens {

// How the values 1..N of one board are printed.
enum class AlphabetKind {
  numerals = 1,         // 1..N, two digits in a cell from 10 on
  zero_based,           // 0..N-1 as numerals
  hexadecimal,          // 0..9 A..F
  digits_then_letters,  // 1..9 then A..
  letters,              // A..
};

struct Alphabet {
  AlphabetKind kind = AlphabetKind::numerals;
  int n = 9;

  [[nodiscard]] std::string symbol(int value) const;       // value 1..n
  [[nodiscard]] std::vector<std::string> symbols() const;  // symbols()[v-1]

  friend bool operator==(const Alphabet&, const Alphabet&) = default;
};

// The alphabets that a board of n cells a side may be printed in and that the digit network knows,
// the usual one first. Never empty for n <= 25.
std::vector<Alphabet> possible_alphabets(int n);

}  // namespace gridlens
