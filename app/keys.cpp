#include "app/keys.h"

namespace gridlens {

void commands_for_key(int key, const SessionView& view, std::vector<Command>& commands) {
  Settings settings = view.settings;
  switch (key) {
    case ' ':
      settings.show = settings.show == Show::none ? Show::solution : Show::none;
      break;
    case 'G':
      settings.show = settings.show == Show::givens ? Show::solution : Show::givens;
      break;
    case 'O':
      settings.outline = !settings.outline;
      break;
    case 'L':
      settings.spare_hands = !settings.spare_hands;
      break;
    case 'M':
      settings.mirror = !settings.mirror;
      break;
    case 'F':
      settings.paused = !settings.paused;
      break;
    case 'R':
      if (view.recording.running) {
        commands.emplace_back(StopRecording{});
      } else {
        commands.emplace_back(StartRecording{});
      }
      return;
    case 'P':
      if (view.recording.running) commands.emplace_back(PauseRecording{!view.recording.paused});
      return;
    case 'S':
    case kBeforeAfterKey:
      commands.emplace_back(SaveSnapshot{key == kBeforeAfterKey});
      return;
    case kCopyKey:
      commands.emplace_back(CopyPuzzles{});
      return;
    case 'N':
      commands.emplace_back(ForgetBoards{});
      return;
    case kNextKey:
    case kPreviousKey:
      commands.emplace_back(StepPicture{key == kNextKey ? 1 : -1});
      return;
    case 'Q':
    case kEscapeKey:
      commands.emplace_back(Quit{});
      return;
    default:
      return;
  }
  commands.emplace_back(ChangeSettings{settings});
}

}  // namespace gridlens
