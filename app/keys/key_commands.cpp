// What the keys ask of the session.
#include <algorithm>
#include <cmath>

#include "app/keys/keys.h"

namespace gridlens {

namespace {

constexpr float kLeastOpacity = 0.1f, kOpacityStep = 0.1f;

float stepped(float opacity, int steps) {
  const float tenths = std::round(opacity / kOpacityStep) + static_cast<float>(steps);
  return std::clamp(tenths * kOpacityStep, kLeastOpacity, 1.0f);
}

// False: the action is none of the settings.
bool change(Settings& settings, Action action, Show before) {
  const auto show = [&](Show what) {
    if (settings.show != what) settings.hints = 1;
    settings.show = what;
  };
  switch (action) {
    case Action::show_solution:
      show(Show::solution);
      return true;
    case Action::show_hint:
      show(Show::hint);
      return true;
    case Action::show_check:
      show(Show::check);
      return true;
    case Action::show_givens:
      show(Show::givens);
      return true;
    case Action::show_nothing:
      show(Show::none);
      return true;
    case Action::overlay:  // a hint goes on where it was
      settings.show = settings.show == Show::none ? before : Show::none;
      return true;
    case Action::givens:
      show(settings.show == Show::givens ? Show::solution : Show::givens);
      return true;
    case Action::more_opaque:
      settings.opacity = stepped(settings.opacity, 1);
      return true;
    case Action::less_opaque:
      settings.opacity = stepped(settings.opacity, -1);
      return true;
    case Action::outline:
      settings.outline = !settings.outline;
      return true;
    case Action::hands:
      settings.spare_hands = !settings.spare_hands;
      return true;
    case Action::mirror:
      settings.mirror = !settings.mirror;
      return true;
    case Action::freeze:
      settings.paused = !settings.paused;
      return true;
    default:
      return false;
  }
}

}  // namespace

void commands_for(Action action, const SessionView& view, Show before,
                  std::vector<Command>& commands) {
  Settings settings = view.settings;
  if (change(settings, action, before)) {
    commands.emplace_back(ChangeSettings{settings});
    return;
  }
  switch (action) {
    case Action::next_picture:
    case Action::previous_picture:
      commands.emplace_back(StepPicture{action == Action::next_picture ? 1 : -1});
      return;
    case Action::read_again:
      commands.emplace_back(ForgetBoards{});
      return;
    case Action::open:
      commands.emplace_back(ShowOpenDialog{});
      return;
    case Action::screen:
      commands.emplace_back(ShowScreenPicker{});
      return;
    case Action::copy:
      commands.emplace_back(CopyPuzzles{});
      return;
    case Action::paste:
      commands.emplace_back(PasteClipboard{});
      return;
    case Action::play_board:
      if (view.play.open)
        commands.emplace_back(PlayWish(wish::Close{}));
      else
        commands.emplace_back(PlayBoard{});
      return;
    case Action::play_paper:
      if (view.play.game != nullptr)
        commands.emplace_back(PlayWish(wish::ToPaper{!view.play.to_paper}));
      return;
    case Action::report:
      commands.emplace_back(SaveReport{});
      return;
    case Action::snapshot:
    case Action::before_after:
      commands.emplace_back(SaveSnapshot{action == Action::before_after});
      return;
    case Action::record:
      if (view.recording.running)
        commands.emplace_back(StopRecording{});
      else
        commands.emplace_back(StartRecording{});
      return;
    case Action::pause_recording:
      if (view.recording.running) commands.emplace_back(PauseRecording{!view.recording.paused});
      return;
    case Action::quit:
      commands.emplace_back(Quit{});
      return;
    default:
      return;
  }
}

}  // namespace gridlens
