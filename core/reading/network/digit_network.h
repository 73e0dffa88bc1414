#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/reading/ink/ink_map.h"

namespace gridlens {

class LayerChain;

// What a cell holds, as the network's second output tells it.
enum class CellKind { blank = 0, printed, handwritten, pencil_marks };
inline constexpr int kCellKinds = 4;

// Natural-log probabilities of one cell, calibrated. Symbol 0 is "blank".
struct CellScores {
  std::vector<float>
      symbols;               // log p(symbol), size DigitNetwork::labels().size(); label 0 is blank
  std::vector<float> kinds;  // log p(kind), 4 of them, in the order of CellKind

  // Bayes: adds `shift` to the log-odds of blank against all symbols; the sum stays one.
  void add_blank_log_odds(double shift);
};

// What the orientation head says of a cell, as it lies on the rectified board: a tenth of what
// reading it costs.
struct OrientationScores {
  float blank = 0;  // log-odds of blank against all else
  std::array<float, 4>
      orientations{};  // log p(stands upright when turned by so many quarters), if not blank
};

// The digit CNN (ONNX, loaded by cv::dnn, run by LayerChain). Holds scratch buffers: one object a
// thread.
class DigitNetwork {
 public:
  // Throws std::runtime_error naming the file when it is missing or not a network of the expected
  // form.
  explicit DigitNetwork(const std::filesystem::path& onnx);
  ~DigitNetwork();

  // labels()[0] is "" (blank), the others are the symbols: "0".."25", "A".."Z" ...
  [[nodiscard]] static const std::vector<std::string>& labels();

  // Index in labels(), -1 when the network does not know the symbol.
  [[nodiscard]] static int label_of(const std::string& symbol);

  // Reads the named cells (row-major indices) of a rectified board in one batch. `quarter_turns`:
  // the rectified board's corner number (as in Quad::rotated) that is the TL of the puzzle as read;
  // crops are turned accordingly before they are read. Results in the order of `cells`; indices are
  // those of the rectified board, not of the turned board.
  std::vector<CellScores> classify(const InkMap& ink_map, std::span<const int> cells,
                                   int quarter_turns);

  // The orientation head's scores of the named cells, in one batch. Empty where the file has no
  // such output.
  std::vector<OrientationScores> score_orientation(const InkMap& ink_map,
                                                   std::span<const int> cells);

 private:
  std::unique_ptr<LayerChain> reading_;
  std::unique_ptr<LayerChain> orientation_;  // none where the file has no such output
};

}  // namespace gridlens
