#include "core/pipeline/track_state.h"

#include <algorithm>
#include <array>

namespace gridlens {

namespace {

using S = TrackState;
using E = TrackEvent;

constexpr const char* kSure = "surely read";
constexpr const char* kNone = "its readings say that it is no Sudoku";
constexpr const char* kOther = "another page lies in its place";
constexpr const char* kKnown = "known from a moment ago";
constexpr const char* kGone = "not seen in the newest frame";

constexpr std::array kTransitions{
    Transition{S::candidate, E::read_surely, S::confirmed, kSure},
    Transition{S::candidate, E::read_in_doubt, S::tentative, "looks like a Sudoku, in doubt"},
    Transition{S::candidate, E::remembered, S::recalled, kKnown},
    Transition{S::candidate, E::looks_like_none, S::rejected, kNone},
    Transition{S::candidate, E::disappeared, S::lost, kGone},

    Transition{S::tentative, E::read_surely, S::confirmed, kSure},
    Transition{S::tentative, E::remembered, S::recalled, kKnown},
    Transition{S::tentative, E::looks_like_none, S::rejected, kNone},
    Transition{S::tentative, E::page_exchanged, S::candidate, kOther},
    Transition{S::tentative, E::disappeared, S::lost, kGone},

    Transition{S::confirmed, E::doubts_outlast, S::tentative, "the newest readings leave a doubt"},
    Transition{S::confirmed, E::looks_like_none, S::rejected, kNone},
    Transition{S::confirmed, E::page_exchanged, S::candidate, kOther},
    Transition{S::confirmed, E::disappeared, S::lost, kGone},

    Transition{S::recalled, E::read_surely, S::confirmed, kSure},
    Transition{S::recalled, E::doubts_outlast, S::tentative, "it differs from what is remembered"},
    Transition{S::recalled, E::looks_like_none, S::rejected, kNone},
    Transition{S::recalled, E::page_exchanged, S::candidate, kOther},
    Transition{S::recalled, E::disappeared, S::lost, kGone},

    Transition{S::rejected, E::read_surely, S::confirmed, kSure},
    Transition{S::rejected, E::read_in_doubt, S::tentative, "more of it is seen than before"},
    Transition{S::rejected, E::remembered, S::recalled, kKnown},
    Transition{S::rejected, E::page_exchanged, S::candidate, kOther},

    Transition{S::lost, E::found_again, S::candidate, "found again where it was lost"},
};

}  // namespace

std::span<const Transition> transitions() {
  return kTransitions;
}

const Transition* transition(TrackState from, TrackEvent event) {
  const auto* row =
      std::find_if(kTransitions.begin(), kTransitions.end(), [&](const Transition& transition) {
        return transition.from == from && transition.event == event;
      });
  return row == kTransitions.end() ? nullptr : row;
}

const char* to_string(TrackState state) {
  switch (state) {
    case TrackState::candidate:
      return "candidate";
    case TrackState::tentative:
      return "tentative";
    case TrackState::confirmed:
      return "confirmed";
    case TrackState::recalled:
      return "recalled";
    case TrackState::rejected:
      return "rejected";
    case TrackState::lost:
      return "lost";
  }
  return "lost";
}

}  // namespace gridlens
