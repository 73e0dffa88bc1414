#pragma once

#include <string>
#include <vector>

#include "core/formats/formats.h"

namespace gridlens {

struct FormatSample {
  std::string name;
  std::string bytes;
};

// Small files of every format, with all that each can hold.
inline std::vector<FormatSample> format_samples() {
  PuzzleDocument nine({3, 3});
  for (int i = 0; i < 9; ++i) nine.givens.set(i, (3 * i + 1) % 9, i + 1);
  nine.entries.set(0, 0, 3);
  nine.marks.assign(81, 0);
  nine.marks[2] = 5;
  nine.title = "A title";
  nine.author = "An author";
  nine.comment = "one\ntwo";
  nine.source = "a.jpg";
  nine.created_s = 1'700'000'000;
  nine.elapsed_ms = 65'000;
  PuzzleDocument jigsaw({2, 2});
  jigsaw.rules = RuleKind::jigsaw;
  jigsaw.regions = {0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3};
  jigsaw.givens.set(0, 3, 4);
  jigsaw.symbols = {"A", "B", "C", "D"};
  PuzzleDocument six({2, 3});
  six.rules = RuleKind::x;
  six.givens.set(5, 5, 6);
  std::vector<FormatSample> samples;
  const auto add = [&](const std::string& name, const std::vector<PuzzleDocument>& documents,
                       FormatKind kind) {
    samples.push_back({name, write_puzzles(documents, kind).bytes});
  };
  add("own.json", {nine, jigsaw, six}, FormatKind::json);
  add("lines.txt", {nine, jigsaw, six}, FormatKind::lines);
  add("grids.txt", {nine, jigsaw, six}, FormatKind::grid);
  add("one.sdk", {nine}, FormatKind::sdk);
  add("list.sdm", {nine, nine}, FormatKind::sdm);
  add("one.ss", {nine}, FormatKind::ss);
  add("two.opensudoku", {nine, nine}, FormatKind::opensudoku);
  add("classic.ksudoku", {nine}, FormatKind::ksudoku);
  add("jigsaw.ksudoku", {jigsaw}, FormatKind::ksudoku);
  add("x.ksudoku", {six}, FormatKind::ksudoku);
  return samples;
}

}  // namespace gridlens
