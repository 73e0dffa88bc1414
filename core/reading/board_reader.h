#pragma once

#include <memory>

#include "core/reading/board_reading.h"
#include "core/reading/network/digit_network.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/rectify.h"

namespace gridlens {

// The most that the decoding of a doubtful board may cost (clear ones cost little): some 80
// microseconds a cell live (6 ms for a 9x9), half a second for a still.
enum class DecodeEffort { live = 1, still };

// How a frame agrees with the evidence so far.
enum class LookVerdict {
  agrees = 1,  // added to the evidence
  doubtful,    // contradicts it: not added; a hand, glare, or another page
  restarted,  // the page must have been exchanged: evidence starts afresh with this rectified board
};

// How surely the page was read before a frame is added. A sure board is not read afresh because of
// a sharper frame, and what is written into it later is told from its print.
enum class Standing {
  open = 1,   // no decoding of this page was sure
  once_sure,  // one was, the last one was not
  sure,       // the last one was
};

// Evidence about one tracked board, added up over frames as log-probabilities per cell, and its
// decoding. Deterministic; one object a board; used by the vision thread only (borrows the
// network).
class BoardReader {
 public:
  BoardReader(DigitNetwork& network, const BoardCandidate& found);
  ~BoardReader();
  BoardReader(BoardReader&&) noexcept;
  BoardReader& operator=(BoardReader&&) noexcept;

  // Adds a frame's rectified board, in the orientation of the candidate. Sharper and larger boards
  // weigh more. `occluded`: cells that something covers in this frame
  // (TrackOutcome::occluded), or empty; such cells add no evidence. `standing`: of the decodings
  // since the page was first seen; Standing::open again after `restarted`.
  LookVerdict add(const RectifiedBoard& rectified, const CellFlags& occluded = {},
                  Standing standing = Standing::open);

  // What stands around a board may tell another puzzle, where nothing marks its boxes, or that the
  // board is a piece of a larger one. Wanted in a few looks. `around`: n + 2 cells a side, in the
  // orientation of the candidate, of the frame that was added last.
  [[nodiscard]] bool wants_surroundings() const;
  void add_surroundings(const RectifiedBoard& around);

  // True while RectifiedBoard::colour is of use: the ink's colour helps to tell who wrote what.
  [[nodiscard]] bool wants_colour() const;

  // The most likely set of clues that the rules allow, and how sure it is. The same frames give the
  // same reading, however often they are decoded.
  [[nodiscard]] BoardReading decode(DecodeEffort effort = DecodeEffort::live) const;

  // A person's corrections of cells, in place of all earlier ones. They are certain in every
  // decoding until the page is exchanged, whatever further frames show. The person saw the board as
  // `reading` has it, so its orientation and alphabet stay.
  void correct(const Corrections& corrections, const BoardReading& reading);
  [[nodiscard]] const Corrections& corrections() const;

  // The blank cells of the last rectified board show ink, as stripes of a photographed screen do.
  [[nodiscard]] bool background_shows() const;

  // Forgets all evidence, and subtracts the background from the next frame on. Trust such a reading
  // only if every clue is clear by itself and there is one solution.
  void subtract_background();

  [[nodiscard]] int frames() const;  // rectified boards added since the (re)start

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
