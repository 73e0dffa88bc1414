#pragma once

#include <array>
#include <opencv2/core/matx.hpp>
#include <optional>
#include <vector>

#include "core/puzzle/cell_map.h"
#include "core/reading/ink/ink_map.h"
#include "core/vision/rectify.h"

namespace gridlens {

// How the symbol in a cell is drawn, whatever symbol it is: what the givens of a board have in
// common, and the entries of one person with one pen. In units in which a board's own spread is
// around 0.1 to 1.
struct InkFeatures {
  enum Feature {
    strength = 0,  // log optical density of the symbol's darkest strokes
    red,           // density in green less density in red: red ink is positive
    blue,          // density in green less density in blue: blue ink is positive
    stroke,        // log stroke width
    steepness,     // log steepness of the stroke's edges against its darkness
    top,           // first and last row and column of the symbol, in cells
    bottom,
    left,
    right,
    repeated,    // how closely it equals another cell's same symbol: -log(1.02 - correlation)
    background,  // log brightness of the cell's paper
    kOfProvenance,
    // What else a screen shows. An ink's own colour stays what it is on whatever background a
    // program draws it; logs of red over green, of blue over green, and of the brightness.
    own_red = kOfProvenance,
    own_blue,
    own_light,
    background_red,  // the same of the cell's paper
    background_blue,
    background_light,
    taken_red,  // what the whole symbol takes of the paper's red, green and blue: shares of all it
    taken_green,  // takes (their squares add up to 1), the same in thin and in thick strokes, and
    taken_blue,   // with coloured edges (subpixels), too
    reach,        // how far its strokes, the faint ones too, reach across or down, in cells
    kCount,
  };
  std::array<bool, kCount> known{};
  std::array<float, kCount> values{};

  [[nodiscard]] bool measured() const { return known[strength]; }
  void set(Feature feature, double value) {
    known[feature] = true;
    values[feature] = static_cast<float>(value);
  }
  // Sets own_red or background_red and the two that follow. Near black a colour leans nowhere: the
  // logs fade out there.
  void set_colour(Feature first, const cv::Vec3d& bgr);
};

// The features of a cell of the board that is read with the corner `quarter_turns` as TL
// (Quad::rotated): where a symbol lies in its cell.
InkFeatures turned_upright(const InkFeatures& rectified, int quarter_turns);

// Blue, green and red of a symbol's ink and of its cell's background: grey levels, all a little
// raised (as the features are, near black).
cv::Vec3d ink_colour(const InkFeatures& features);
cv::Vec3d background_colour(const InkFeatures& features);

// Blue, green and red that a symbol takes of its paper, as a direction; all 0 where unknown.
cv::Vec3d taken_of(const InkFeatures& features);

// How far two cells' backgrounds are apart, logs of brightness and colour.
double background_distance(const InkFeatures& a, const InkFeatures& b);

// Flags the cells whose background, in brightness or colour, is like no other cell's on the board:
// the cell that the player has chosen. Densities against such a background tell little.
CellFlags background_outliers(const CellMap<InkFeatures>& features);

// Medians of the features of some cells.
InkFeatures median_features(const CellMap<InkFeatures>& features, const CellFlags& of);

// The features of the named cells (row-major), in their order. `symbols`: which symbol each of them
// most likely holds, 0 for none: of those the background alone is measured. Colour is unknown where
// the rectified board has none, `repeated` where no other cell holds the symbol. `screenshot`: of
// a screenshot, whose cells may be tiles with a paper of their own.
std::vector<InkFeatures> measure_features(const RectifiedBoard& rectified, const InkMap& ink,
                                          const std::vector<int>& cells,
                                          const std::vector<int>& symbols, bool screenshot = false);

// A rectified board that weighs so many times what earlier ones did shows so much more that what
// was gathered from those is dropped.
inline constexpr double kMuchSharper = 1.6;

// Frames that tell all there is to know of what stays the same.
inline constexpr int kEnoughFrames = 5;

// Means of the features over frames, cell by cell. A few frames tell all there is to know. A cell
// begins afresh where it is seen much better, or proves to hold another symbol than it was measured
// with: a hand lay over it, or a player wrote into it.
class InkFeatureEvidence {
 public:
  explicit InkFeatureEvidence(int cells) : cells_(cells) {}

  // No cell that was seen needs to be measured (again).
  [[nodiscard]] bool enough() const;
  // The symbols that the named cells hold by all that was seen, 0 for none, and what the newest
  // rectified board is worth. Cells that were measured with another symbol or in far poorer
  // rectified boards begin afresh.
  void expect(const std::vector<int>& cells, const std::vector<int>& symbols, double weight);
  // Adds to the named cells that need more. `features`: of these cells, with the symbols expected.
  void add(const std::vector<int>& cells, const std::vector<InkFeatures>& features, double weight);
  [[nodiscard]] CellMap<InkFeatures> means() const;  // of all cells

 private:
  struct Cell {
    std::optional<int> symbol;  // none: not seen yet
    int frames = 0;             // measured with it
    double weight = 0;
    std::array<double, InkFeatures::kCount> weights{};
    std::array<double, InkFeatures::kCount> sums{};
    [[nodiscard]] bool needs_more() const { return symbol && frames < kEnoughFrames; }
  };
  CellMap<Cell> cells_;
};

}  // namespace gridlens
