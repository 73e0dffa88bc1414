#include "core/pipeline/board_sessions.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

// Rejected lattices that are kept, so that the search knows their places.
constexpr std::ptrdiff_t kMostRejected = 6;

bool is_rejected(const std::unique_ptr<BoardSession>& session) {
  return session->is_rejected();
}

bool hides_cells(const BoardCandidate& board) {
  return count_of(board.occluded) > 0;
}

// Lines that are seen where only some were: what lay over them is none.
bool shows_more(const BoardCandidate& board, const BoardCandidate& than) {
  return hides_cells(than) && !hides_cells(board) && board.lattice_score > than.lattice_score;
}

bool in_one_place(const BoardSession& a, const BoardSession& b) {
  return share_a_place(a.track.board().corners(), b.track.board().corners());
}

}  // namespace

bool BoardSessions::admits(const BoardCandidate& found) const {
  const Quad corners = found.corners();
  for (const auto& session : sessions_) {
    const BoardCandidate& there = session->track.board();
    if (!share_a_place(there.corners(), corners)) continue;
    if (session->is_lost()) {
      if (session->reading().state == ReadState::sure && is_piece_of_lattice(found, there, 0) &&
          in_use<"pieces_of_lost">())
        return false;
      continue;
    }
    if (!session->was_read()) return false;
    if (session->settled() && !better_founded(found, there)) return false;
    if (is_piece_of_lattice(found, there, 1) && !shows_lines_much_better(found, there))
      return false;
    if (!session->is_rejected() && same_lattice(there, found) && !shows_more(found, there) &&
        !better_founded(found, there))
      return false;
  }
  const auto boards = std::count_if(sessions_.begin(), sessions_.end(),
                                    [](const auto& session) { return !session->is_rejected(); });
  return static_cast<std::size_t>(boards) < most_boards_;
}

BoardSession& BoardSessions::add(std::unique_ptr<BoardSession> session) {
  if (std::count_if(sessions_.begin(), sessions_.end(), is_rejected) >= kMostRejected)
    sessions_.erase(std::find_if(sessions_.begin(), sessions_.end(), is_rejected));
  return *sessions_.emplace_back(std::move(session));
}

void BoardSessions::settle_places(bool last_picture) {
  std::vector<const BoardSession*> leaving;
  const auto stays = [&](const BoardSession* session) {
    return std::find(leaving.begin(), leaving.end(), session) == leaving.end();
  };
  for (std::size_t i = 0; i < sessions_.size(); ++i)
    for (std::size_t j = i + 1; j < sessions_.size(); ++j) {
      const BoardSession& older = *sessions_[i];
      const BoardSession& newer = *sessions_[j];
      if (older.is_lost() || newer.is_lost() || !stays(&older) || !stays(&newer) ||
          !in_one_place(older, newer))
        continue;
      if (supersedes(newer, older))
        leaving.push_back(&older);
      else if (older.settled() || last_picture || newer.is_rejected() || newer.looked_enough())
        leaving.push_back(&newer);
    }
  erase_if([&](const BoardSession& session) { return !stays(&session); });
}

bool BoardSessions::is_shown(const BoardSession& session) const {
  // One reading that says it is no Sudoku changes no state, but no board is told of meanwhile.
  if (!gridlens::is_shown(session.state()) || !session.reading().is_puzzle) return false;
  for (const auto& older : sessions_) {
    if (older.get() == &session) return true;
    if (!older->is_lost() && in_one_place(*older, session)) return false;
  }
  return true;
}

bool BoardSessions::any(bool (BoardSession::*is)() const) const {
  return std::any_of(sessions_.begin(), sessions_.end(), std::mem_fn(is));
}

bool BoardSessions::all_rejected() const {
  return std::all_of(sessions_.begin(), sessions_.end(), is_rejected);
}

}  // namespace gridlens
