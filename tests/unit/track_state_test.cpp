#include "core/pipeline/track_state.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridlens {
namespace {

using S = TrackState;
using E = TrackEvent;

const std::vector<S> kStates{S::candidate, S::tentative, S::confirmed,
                             S::recalled,  S::rejected,  S::lost};
const std::vector<E> kEvents{E::read_surely,    E::read_in_doubt,   E::unproven,
                             E::doubts_outlast, E::looks_like_none, E::page_exchanged,
                             E::remembered,     E::disappeared,     E::found_again};

// Every state and every event; '-' changes nothing. Columns as kEvents.
const std::map<S, std::string> kExpected{
    {S::candidate, "C T - - X - M L -"}, {S::tentative, "C - - - X N M L -"},
    {S::confirmed, "- - - T X N - L -"}, {S::recalled, "C - - T X N - L -"},
    {S::rejected, "C T - - - N M - -"},  {S::lost, "- - - - - - - - N"},
};
const std::map<char, S> kLetters{{'N', S::candidate}, {'T', S::tentative}, {'C', S::confirmed},
                                 {'M', S::recalled},  {'X', S::rejected},  {'L', S::lost}};

TEST(TrackStateTable, LeadsWhereItShould) {
  for (const S state : kStates)
    for (size_t event = 0; event < kEvents.size(); ++event) {
      const char letter = kExpected.at(state)[2 * event];
      const Transition* row = transition(state, kEvents[event]);
      SCOPED_TRACE(std::string(to_string(state)) + ", event " + std::to_string(event + 1));
      ASSERT_EQ(row != nullptr, letter != '-');
      if (!row) continue;
      EXPECT_EQ(row->to, kLetters.at(letter));
      EXPECT_NE(std::string(row->why), "");
    }
}

TEST(TrackStateTable, HasNoRowTwiceAndNoneThatChangesNothing) {
  std::set<std::pair<S, E>> seen;
  for (const Transition& row : transitions()) {
    EXPECT_TRUE(seen.insert({row.from, row.event}).second);
    EXPECT_NE(row.from, row.to);
  }
}

// Nothing sticks: a sure reading confirms a board in every state in which it is followed.
TEST(TrackStateTable, ASureReadingConfirmsWhateverWasThoughtBefore) {
  for (const S state : {S::candidate, S::tentative, S::recalled, S::rejected}) {
    const Transition* row = transition(state, E::read_surely);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->to, S::confirmed);
  }
}

TEST(TrackStateTable, ShowsWhatIsTakenForASudokuAlone) {
  EXPECT_TRUE(is_shown(S::tentative) && is_shown(S::confirmed) && is_shown(S::recalled));
  EXPECT_FALSE(is_shown(S::candidate) || is_shown(S::rejected) || is_shown(S::lost));
}

}  // namespace
}  // namespace gridlens
