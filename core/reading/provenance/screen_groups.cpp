#include "core/reading/provenance/screen_groups.h"

#include <algorithm>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/puzzle/rules.h"
#include "core/reading/ink/colour_clusters.h"
#include "core/reading/ink/selection_highlight.h"

namespace gridlens {

namespace {

constexpr int kMostInks = 4;   // that have a role of their own
constexpr int kMostTiles = 6;  // the same
constexpr int kTinyBoard = 4;  // where a few cells are equal by chance
constexpr int kFewestBlanksOnTile = 2;
constexpr int kBlanksShare = 4;  // of the blank cells at least one in so many

// All cells of one symbol, and no others.
bool holds_all_equals(const Grid& all, const CellFlags& its, int symbol) {
  for (int i = 0; i < its.size(); ++i)
    if ((all.at(i) == symbol) != its[i]) return false;
  return true;
}

// Programs show symbols that break the rules in an ink of their own: some the player's alone,
// others every symbol of a clash, givens among them. The part is made of whole clashes: every
// symbol has its like in it in a row, column or box, and none outside.
bool holds_whole_clashes(const Grid& all, const CellFlags& part) {
  CellFlags within(part.size());
  for (const auto& [a, b] : clashes_of(all)) {
    if (part[a] != part[b]) return false;
    if (part[a]) within[a] = within[b] = true;
  }
  return within == part;
}

ScreenGroups groups_of(const Grid& all, const CellMap<int>& of_cell, const CellFlags& rare,
                       bool inks) {
  ScreenGroups groups;
  groups.inks = inks;
  const int most = inks ? kMostInks : kMostTiles;
  const auto all_blanks = static_cast<size_t>(all.shape().cells() - all.count_filled());
  for (int number = 0; number < most; ++number) {
    CellFlags its(of_cell.size());
    size_t size = 0;
    size_t blanks = 0;
    int last = 0;  // of its symbols
    for (int i = 0; i < of_cell.size(); ++i) {
      if (of_cell[i] != number) continue;
      its[i] = all.at(i) != 0;
      (its[i] ? size : blanks) += 1;
      if (its[i]) last = i;
    }
    if (size == 0) break;
    const bool chosen = size == 1 && rare[last] && in_use<"chosen_cell">();
    groups.marks.push_back(
        chosen || (size > 1 && ((holds_whole_clashes(all, its) && in_use<"clash_marks">()) ||
                                (all.n() > kTinyBoard && holds_all_equals(all, its, all.at(last)) &&
                                 in_use<"equal_marks">()))));
    groups.of_blanks.push_back(blanks >= kFewestBlanksOnTile &&
                               kBlanksShare * blanks >= all_blanks);
    groups.sizes.push_back(size);
  }
  for (int i = 0; i < of_cell.size(); ++i)
    groups.of_cell.push_back(of_cell[i] < groups.count() && all.at(i) != 0 ? of_cell[i] : -1);
  return groups;
}

// Do all cells of each box have one tone? Such tones are the page's, and tell of no symbol who
// wrote it. `rare` cells do not count.
bool shades_boxes(const Shape& shape, const CellMap<int>& of_cell, const CellFlags& rare) {
  std::vector<int> tone_of(static_cast<size_t>(shape.n()), -1);
  for (int i = 0; i < of_cell.size(); ++i) {
    if (of_cell[i] < 0 || rare[i]) continue;
    int& tone = tone_of[static_cast<size_t>(shape.box_of(i / shape.n(), i % shape.n()))];
    if (tone < 0) tone = of_cell[i];
    if (tone != of_cell[i]) return false;
  }
  return true;
}

// The cells by their tiles' tones; all alike where the page is shaded by boxes. That is asked of
// the tones as seen, too: for those of tiles a lit box would explain a shaded one.
CellMap<int> tones_of_tiles(const Grid& all, const CellMap<InkFeatures>& features,
                            const CellFlags& rare) {
  CellMap<int> tones = background_clusters(all, features, background_offsets(all, features, rare));
  const auto shaded_as_seen = [&] {
    CellMap<cv::Vec3d> as_seen;
    for (const InkFeatures& its : features) as_seen.push_back(background_colour(its));
    return shades_boxes(all.shape(), background_clusters(all, features, as_seen), rare);
  };
  const bool several = std::any_of(tones.begin(), tones.end(), [](int tone) { return tone > 0; });
  if (several && (shades_boxes(all.shape(), tones, rare) || shaded_as_seen()) &&
      in_use<"shaded_boxes">())
    for (int& tone : tones) tone = std::min(tone, 0);
  return tones;
}

}  // namespace

std::vector<std::pair<int, int>> clashes_of(const Grid& all) {
  std::vector<std::pair<int, int>> pairs;
  for (const Unit& unit : classic_rules(all.shape()).units)
    for (const int a : unit.cells)
      for (const int b : unit.cells)
        if (a < b && all.at(a) != 0 && all.at(a) == all.at(b)) pairs.emplace_back(a, b);
  return pairs;
}

int ScreenGroups::unmarked() const {
  return static_cast<int>(std::count(marks.begin(), marks.end(), false));
}

ScreenLook::ScreenLook(const Grid& all_symbols, const CellMap<InkFeatures>& cell_features)
    : all(all_symbols), features(cell_features) {
  const CellFlags rare = background_outliers(features);
  inks = groups_of(all, ink_colour_clusters(all, features), rare, true);
  tiles = groups_of(all, tones_of_tiles(all, features, rare), rare, false);
}

bool ScreenLook::is_marked(int cell) const {
  for (const ScreenGroups* groups : {&inks, &tiles})
    if (groups->of_cell[cell] >= 0 && groups->marks[static_cast<size_t>(groups->of_cell[cell])])
      return true;
  return false;
}

}  // namespace gridlens
