#include "app/screen/screen_picker.h"

#include <chrono>
#include <utility>

#include "app/views/panel_picture.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {
namespace {

const cv::Size kMostOfAWindow{320, 200};  // px, of its picture in the list

}  // namespace

void ScreenPicker::open() {
  view_.open = true;
  if (look_.valid()) return;
  view_.looking = true;
  look_ = std::async(std::launch::async, [] {
    name_this_thread("gl-screen");
    return look_at_screen(kMostOfAWindow);
  });
}

void ScreenPicker::close() {
  const bool looking = look_.valid();
  view_ = {};
  view_.looking = looking;
}

ScreenPickerView ScreenPicker::view() {
  if (look_.valid() && look_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    ScreenChoices choices = look_.get();
    view_.looking = false;
    if (view_.open) {
      view_.windows.clear();
      for (ScreenChoice& choice : choices.windows)
        view_.windows.push_back({std::move(choice.spec), std::move(choice.title), choice.shown,
                                 panel_picture(std::move(choice.picture))});
      view_.desktop = panel_picture(std::move(choices.desktop));
      view_.trouble = std::move(choices.trouble);
    }
  }
  return view_;
}

}  // namespace gridlens
