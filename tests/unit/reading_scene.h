#pragma once

#include <string>

#include "core/reading/network/digit_network.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/rectify.h"

namespace gridlens::reading_scene {

// The shipped network, loaded once a test program.
DigitNetwork& network();

// A rectified board of a printed board: `puzzle` has one character a cell, row-major ('.' blank,
// others as they are). Drawn four times as large and averaged down, so strokes are smooth.
RectifiedBoard draw_rectified(const std::string& puzzle, int n, double ink = 30,
                              double paper = 225);

// The rectified board as it lies when its picture is turned clockwise by that many quarter turns.
RectifiedBoard turned(const RectifiedBoard& rectified, int clockwise_turns);

// A candidate as the finder would give it for a board of that size.
BoardCandidate candidate(int n);

// The same rectified board with noise of `sigma` grey levels.
RectifiedBoard noisy(const RectifiedBoard& rectified, int seed, double sigma);

}  // namespace gridlens::reading_scene
