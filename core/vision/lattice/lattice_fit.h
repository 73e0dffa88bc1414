#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "core/image/homography.h"
#include "core/vision/lattice/line_profile.h"

namespace gridlens {

struct LatticeSample {
  SegmentId segment;
  SegmentReading reading;
  double along = 0.5;  // of the read stretch's middle, in cells from the segment's begin

  [[nodiscard]] cv::Point2d place() const {  // on the board
    return board_point(segment.family, segment.line, segment.cell + along);
  }
};

// Cells across and down; a board has as many of both.
struct LatticeSize {
  int cols = 0;
  int rows = 0;

  LatticeSize(int n) : cols(n), rows(n) {}  // NOLINT: a board's size is a lattice size
  LatticeSize(int cols_across, int rows_down) : cols(cols_across), rows(rows_down) {}
};

// The four corners of a lattice in the picture.
template <typename Map>
Quad outline_of(const Map& image_from_board, LatticeSize size) {
  const double right = size.cols, bottom = size.rows;
  const auto at = [&](double x, double y) { return image_from_board(cv::Point2d{x, y}); };
  return {{at(0, 0), at(right, 0), at(right, bottom), at(0, bottom)}};
}

// The cells on both sides of a segment of a lattice, row by row; outside of it: -1.
std::array<int, 2> cell_numbers_beside(const SegmentId& segment, LatticeSize size);

// Of the samples that were seen.
std::vector<double> seen_depths(const std::vector<LatticeSample>& samples);

// Reads the wanted parts of every segment of a lattice: column lines 0..cols, row lines 0..rows;
// one sample a stretch. `Map`: a Homography or
// a LatticeWarp.
template <typename Map>
std::vector<LatticeSample> read_lattice(const LinePicture& picture, const Map& image_from_board,
                                        LatticeSize size, const ProfileOptions& options) {
  std::vector<LatticeSample> samples;
  samples.reserve(
      static_cast<std::size_t>(size.rows * (size.cols + 1) + size.cols * (size.rows + 1)));
  const bool middles = options.parts == SegmentParts::middle;
  const std::span<const Stretch> stretches = middles ? std::span(&kMiddle, 1) : std::span(kEnds);
  ProfileOptions at_border = options;
  at_border.search_cells = options.border_search_cells.value_or(options.search_cells);
  const auto read = [&](LineFamily family, int lines, int cells) {
    for (int line = 0; line <= lines; ++line) {
      const ProfileOptions& how = line == 0 || line == lines ? at_border : options;
      if (how.search_cells < 0) continue;
      for (int cell = 0; cell < cells; ++cell) {
        const SegmentId id{family, line, cell};
        for (const Stretch& stretch : stretches)
          samples.push_back(
              {id, read_segment(picture, image_from_board, id, how, stretch), stretch.middle()});
      }
    }
  };
  read(LineFamily::column_line, size.cols, size.rows);
  read(LineFamily::row_line, size.rows, size.cols);
  return samples;
}

struct LatticeFit {
  Homography image_from_board;
  double residual_px = 0;  // robust_spread of the samples about the fit
  bool solved = false;     // false: too few samples; image_from_board is the prediction then
};

// The homography that lies closest to all seen line samples. Gauss-Newton on the distance of each
// sample from its line, along the line's normal, with Tukey weights (so digits, hands and stray
// lines do not pull). Source: Hartley & Zisserman A6.8 (robust cost functions).
LatticeFit fit_lattice(const std::vector<LatticeSample>& samples,
                       const Homography& image_from_board, LatticeSize size);

// Reads and fits in rounds with a shrinking search range, given in cells.
LatticeFit refine_lattice(const LinePicture& picture, const Homography& image_from_board,
                          LatticeSize size, const std::vector<double>& search_cells,
                          ProfileOptions options);

}  // namespace gridlens
