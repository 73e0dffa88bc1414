#include "core/pipeline/cells_outside.h"

namespace gridlens {

namespace {

constexpr int kSamples = 5;  // points of a cell a side

}  // namespace

std::vector<std::uint8_t> cells_outside(const BoardCandidate& board, cv::Size picture,
                                        const CutRule& rule) {
  const auto inside = [&](double x, double y) {
    const cv::Point2d at = board.image_from_board(cv::Point2d(x, y));
    return at.x >= 0 && at.y >= 0 && at.x <= picture.width - 1 && at.y <= picture.height - 1;
  };
  const double step = (1 - 2 * rule.from) / (kSamples - 1);
  std::vector<std::uint8_t> outside;
  outside.reserve(static_cast<std::size_t>(board.n * board.n));
  for (int row = 0; row < board.n; ++row)
    for (int col = 0; col < board.n; ++col) {
      int seen = 0;
      for (int i = 0; i < kSamples * kSamples; ++i)
        seen +=
            inside(col + rule.from + step * (i % kSamples), row + rule.from + step * (i / kSamples))
                ? 1
                : 0;
      outside.push_back(seen < rule.least * kSamples * kSamples ? 1 : 0);
    }
  return outside;
}

}  // namespace gridlens
