// The fuzz target's checks on random bytes and on damaged files, for builds without a fuzzer.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/fuzz/formats_check.h"
#include "tests/fuzz/formats_samples.h"

namespace gridlens {
namespace {

TEST(FormatsRandomTest, AnyBytesAreReadOrRefusedCleanly) {
  std::mt19937 random(5);
  const std::string starts = "{<[*#1.";
  for (int round = 0; round < 3000; ++round) {
    std::string bytes(random() % 400, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    if (round % 2 == 0 && !bytes.empty()) bytes[0] = starts[random() % starts.size()];
    check_formats(bytes);
  }
}

TEST(FormatsRandomTest, DamagedFilesAreReadOrRefusedCleanly) {
  std::mt19937 random(6);
  const std::string alphabet = "0123456789.,:|AZaz #*[]{}<>\"/=-+\n\r\t\\\xff\xc3";
  for (const FormatSample& sample : format_samples())
    for (int round = 0; round < 400; ++round) {
      std::string bytes = sample.bytes;
      for (size_t changes = 1 + random() % 4; changes > 0 && !bytes.empty(); --changes) {
        const size_t at = random() % bytes.size();
        const char c = alphabet[random() % alphabet.size()];
        switch (random() % 4) {
          case 0:
            bytes[at] = c;
            break;
          case 1:
            bytes.insert(at, 1, c);
            break;
          case 2:
            bytes.erase(at, 1 + random() % 8);
            break;
          default:  // a part twice
            bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 60));
        }
      }
      if (random() % 8 == 0) bytes.resize(random() % (bytes.size() + 1));
      check_formats(bytes);
    }
}

TEST(FormatsRandomTest, EverySampleIsRead) {
  for (const FormatSample& sample : format_samples())
    EXPECT_NO_THROW(read_puzzles(sample.bytes)) << sample.name;
}

}  // namespace
}  // namespace gridlens
