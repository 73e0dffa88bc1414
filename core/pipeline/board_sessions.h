#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/pipeline/board_session.h"

namespace gridlens {

// The boards of one picture or stream, oldest first, and the rules of what gives way to what. A
// place holds one board: where something else is found in the place of one in doubt, both are read,
// and the better founded one stays (supersedes). One thread.
class BoardSessions {
 public:
  using Sessions = std::vector<std::unique_ptr<BoardSession>>;

  explicit BoardSessions(int most_boards) : most_boards_(static_cast<std::size_t>(most_boards)) {}

  // May what was found be read as a board of its own? There must be room. Its place holds no
  // settled board, unless the find is better founded. Nor does it hold one that was not
  // read yet, or the same lattice in doubt. A piece of a board that was surely read a moment ago
  // and is lost is no board, either.
  [[nodiscard]] bool admits(const BoardCandidate& found) const;
  BoardSession& add(std::unique_ptr<BoardSession> session);

  // Leaves one session in each place where the readings so far settle which. `last_picture`: no
  // further one will tell.
  void settle_places(bool last_picture);

  // Not while an older session holds the place: which one it belongs to is still open.
  [[nodiscard]] bool is_shown(const BoardSession& session) const;

  // Of lost sessions, too: they are neither settled nor rejected.
  [[nodiscard]] bool any(bool (BoardSession::*is)() const) const;
  [[nodiscard]] bool any_settled() const { return any(&BoardSession::settled); }
  [[nodiscard]] bool all_rejected() const;  // or there is none

  [[nodiscard]] const Sessions& all() const { return sessions_; }
  [[nodiscard]] bool empty() const { return sessions_.empty(); }
  void clear() { sessions_.clear(); }
  template <typename Predicate>
  void erase_if(Predicate predicate) {
    std::erase_if(sessions_, [&](const auto& session) { return predicate(*session); });
  }

 private:
  std::size_t most_boards_;
  Sessions sessions_;
};

}  // namespace gridlens
