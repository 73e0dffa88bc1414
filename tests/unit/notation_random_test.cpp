// The fuzz target's checks on random bytes and on damaged puzzles, for builds without a fuzzer.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/notation_check.h"

namespace gridlens {
namespace {

TEST(NotationRandomTest, AnyBytesAreReadOrRefusedCleanly) {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::string text(random() % 300, '\0');
    for (char& c : text) c = static_cast<char>(random());
    check_notation(text);
  }
}

TEST(NotationRandomTest, DamagedPuzzlesAreReadOrRefusedCleanly) {
  std::mt19937 random(4);
  const std::vector<std::string> seeds = {
      ".9.73..6.7.4....3.3....5.....1..2946.....1......6...15..7..46...82.....1.....9.87",
      "1234341221434321",
      "1 2 3 4, . . . . 0 0 0 0 4,3,2,1",
      "AABB\nAABB\nCCDD\nCCDD\n",
      "3x4",
      std::string(256, '.') + "# G"};
  const std::string alphabet = "0123456789.,AZaz #x\n\r\t-\xff";
  for (int round = 0; round < 5000; ++round) {
    std::string text = seeds[random() % seeds.size()];
    for (size_t changes = random() % 4; changes > 0 && !text.empty(); --changes) {
      const size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        default:
          text.erase(at, 1);
      }
    }
    check_notation(text);
  }
}

}  // namespace
}  // namespace gridlens
