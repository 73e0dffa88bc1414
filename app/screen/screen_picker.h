#pragma once

#include <future>

#include "app/screen/screen_view.h"
#include "core/capture/screen_choices.h"

namespace gridlens {

// Choosing a window, the screen or a part of it as the input: looks at the screen in a thread of
// its own. Calls are for one thread and do not wait; destruction waits for a look that is under
// way.
class ScreenPicker {
 public:
  void open();  // also looks again, where it is open
  void close();
  [[nodiscard]] ScreenPickerView view();

 private:
  std::future<ScreenChoices> look_;
  ScreenPickerView view_;
};

}  // namespace gridlens
