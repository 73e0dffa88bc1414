#include "core/pipeline/read_still.h"

#include <algorithm>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/pipeline/cells_outside.h"
#include "core/pipeline/clear_reading.h"
#include "core/pipeline/come_closer.h"
#include "core/pipeline/judge_board.h"
#include "core/pipeline/reading_picture.h"
#include "core/pipeline/second_looks.h"
#include "core/pipeline/stage_timer.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/rectify.h"

namespace gridlens {

BoardReading read_candidate(const cv::Mat& bgr, const cv::Mat& grey, const BoardCandidate& found,
                            DigitNetwork& network, StageTimes& stages) {
  BoardReader reader(network, found);
  const std::vector<std::uint8_t> outside = cells_outside(found, grey.size(), kCutInStill);
  const auto look = [&](const BoardCandidate& board) {
    CellSheet sheet;
    {
      const StageTimer timer(stages.warp);
      sheet = rectify(grey, board, bgr);
    }
    const StageTimer timer(stages.read);
    // In screenshots lines vanish where cells are marked; no hand lies there.
    if (board.turns_as_drawn)
      reader.add(sheet);
    else
      reader.add(sheet, board.hidden);
    return reader.decode(DecodeEffort::still);
  };
  const auto looks = [&] {
    BoardReading reading = look(found);
    if (!reading.is_puzzle) return reading;
    for (const auto& aside : kSecondLooks) {
      if (reading.state != ReadState::reading) break;
      reading = look(looked_at_aside(found, aside));
    }
    return reading;
  };
  BoardReading reading = looks();
  if (reader.ground_shows()) {
    reader.take_off_ground();
    if (reading.state == ReadState::sure) {
      doubt_contradicted(look(found), reading);
    } else if (BoardReading without = looks(); is_clearly_solved(without)) {
      reading = std::move(without);
    }
  }
  // What the picture cuts off may be read as another symbol, or as none.
  if (reading.state == ReadState::sure && std::count(outside.begin(), outside.end(), 1) > 0) {
    reading.state = ReadState::unreadable;
    reading.message = "part of the board lies outside the picture";
  }
  return reading;
}

namespace {

constexpr double kSameLatticeCells = 0.3;  // between corners

bool none_is_read(const std::vector<BoardResult>& boards) {
  return std::all_of(boards.begin(), boards.end(), [](const BoardResult& board) {
    return board.state == BoardState::unreadable;
  });
}

// Of what symbols' places alone lead to, only what is solved counts: where nothing else was found,
// or in the place of a lattice with as many cells that is in doubt, or with fewer that stripes of a
// photographed screen made up.
void take_better(std::vector<BoardResult>& boards, std::vector<BoardResult> by_symbols) {
  for (BoardResult& board : by_symbols) {
    if (board.state != BoardState::solved || !clues_are_clear(*board.clues, board.confidence))
      continue;
    const Quad corners = board.image_from_board.outline(board.n);
    std::vector<BoardResult*> there;
    for (BoardResult& other : boards)
      if (corners.contains(other.image_from_board.outline(other.n).centre()))
        there.push_back(&other);
    if (boards.empty())
      boards.push_back(std::move(board));
    else if (there.size() == 1 && board.n >= there[0]->n)
      *there[0] = std::move(board);
  }
}

bool hides_cells(const BoardCandidate& board) {
  return std::count(board.hidden.begin(), board.hidden.end(), 1) > 0;
}

// Lines that are seen where only some were: what lay over them is none.
bool shows_more(const BoardCandidate& board, const BoardCandidate& than) {
  return hides_cells(than) && !hides_cells(board) && board.lattice_score > than.lattice_score;
}

// The same lattice, in other words: a doubt about what stands in it is no doubt about where it is.
bool same_lattice(const BoardCandidate& a, const BoardCandidate& b) {
  double closest_px = 1e9;
  for (int turns = 0; turns < 4; ++turns)
    closest_px =
        std::min(closest_px, max_corner_distance_px(a.corners(), b.corners().rotated(turns)));
  return a.n == b.n && closest_px < kSameLatticeCells * a.shortest_cell_px();
}

// What the valleys showed: where nothing was found, or in the place of another lattice that left a
// doubt, if it is surely read.
void take_better(std::vector<FoundPuzzle>& puzzles, std::vector<FoundPuzzle> by_valleys) {
  for (FoundPuzzle& puzzle : by_valleys) {
    const Quad corners = puzzle.found.corners();
    const auto there = [&](const FoundPuzzle& other) {
      return corners.contains(other.found.corners().centre()) ||
             other.found.corners().contains(corners.centre());
    };
    const bool keeps = std::any_of(puzzles.begin(), puzzles.end(), [&](const FoundPuzzle& other) {
      return there(other) &&
             (puzzle.reading.state != ReadState::sure ||
              (same_lattice(other.found, puzzle.found) && !shows_more(puzzle.found, other.found)));
    });
    if (keeps) continue;
    std::erase_if(puzzles, there);
    puzzles.push_back(std::move(puzzle));
  }
}

std::vector<BoardResult> judged(const std::vector<FoundPuzzle>& puzzles, SolveService& solver,
                                StageTimes& times) {
  std::vector<BoardResult> boards;
  for (const auto& [candidate, reading] : puzzles) {
    Judgement judgement = judge_board(reading, candidate.image_from_board, solver);
    BoardResult& board = judgement.board;
    if (judgement.answer) times.solve += judgement.answer->ms;
    if (board.state == BoardState::reading) {
      board.state = BoardState::unreadable;
      if (board.message == "reading") board.message = "cannot be read with certainty";
    }
    ask_to_come_closer(board, candidate.shortest_cell_px(), false);
    board.lattice_score = candidate.lattice_score;
    board.bend = candidate.bend.rotated_board(reading.quarter_turns);
    boards.push_back(std::move(board));
  }
  return boards;
}

// One search of the picture and what is read there.
std::vector<FoundPuzzle> search_and_read(const cv::Mat& bgr, const cv::Mat& grey,
                                         const cv::Mat& searched, DigitNetwork& network,
                                         const FindOptions& options, StageTimes& times,
                                         DebugSink* debug) {
  std::vector<BoardCandidate> found;
  {
    const StageTimer timer(times.find);
    found = find_boards(searched, options, debug);
  }
  std::vector<FoundPuzzle> puzzles;
  for (const BoardCandidate& candidate : found) {
    BoardReading reading = read_candidate(bgr, grey, candidate, network, times);
    if (debug) {
      const CellSheet sheet = rectify(grey, candidate);
      debug->picture("board", sheet.grey);
      debug->picture("reading", reading_picture(sheet, reading));
    }
    if (reading.is_puzzle) puzzles.push_back({candidate, std::move(reading)});
  }
  return puzzles;
}

}  // namespace

std::vector<FoundPuzzle> read_puzzles(const cv::Mat& bgr, const cv::Mat& searched,
                                      DigitNetwork& network, const FindOptions& find,
                                      StageTimes& stages, DebugSink* debug) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  std::vector<FoundPuzzle> puzzles =
      search_and_read(bgr, grey, searched, network, find, stages, debug);
  const auto is_sure = [](const FoundPuzzle& p) { return p.reading.state == ReadState::sure; };
  if (find.by_symbols || find.by_valleys || std::any_of(puzzles.begin(), puzzles.end(), is_sure))
    return puzzles;
  FindOptions again = find;
  again.by_valleys = true;
  take_better(puzzles, search_and_read(bgr, grey, searched, network, again, stages, debug));
  return puzzles;
}

std::vector<BoardResult> read_still(const cv::Mat& bgr, DigitNetwork& network, SolveService& solver,
                                    const FindOptions& find, StageTimes* stages, DebugSink* debug) {
  StageTimes times;
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  const auto read_all = [&](const FindOptions& options) {
    return judged(read_puzzles(bgr, grey, network, options, times, debug), solver, times);
  };
  std::vector<BoardResult> boards = read_all(find);
  if (none_is_read(boards)) {
    FindOptions again = find;
    again.by_symbols = true;
    take_better(boards, read_all(again));
  }
  for (size_t i = 0; i < boards.size(); ++i) boards[i].id = static_cast<int>(i) + 1;
  if (stages) *stages = times;
  return boards;
}

}  // namespace gridlens
