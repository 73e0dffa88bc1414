#pragma once

#include <imgui/imgui.h>

#include <span>
#include <string>

namespace gridlens {

// The few building blocks that all panels share.

// Text that ends in ... where it would be wider than `width`.
std::string shortened(const std::string& text, float width);

// A panel's heading; false while folded. `summary` stands small at the right end.
bool panel_heading(const char* title, const std::string& summary = {});

// A caption at the left and a value at the right of one line.
void value_row(const char* caption, const std::string& value);

// A switch with its caption; true when it was just turned. `hint`: the key that does the same.
bool toggle(const char* caption, bool& on, const char* hint = nullptr);

// A row of buttons of which one is chosen, or several rows where they are too wide; true when
// another was just chosen. `tips`: of each, if any.
bool choice(const char* id, std::span<const char* const> captions, int& chosen,
            std::span<const std::string> tips = {});

// A button whose caption goes over several lines rather than to be cut. `id`: where captions
// change.
bool push_button(const std::string& caption, float width, const char* id = nullptr);

// A button over the whole width.
bool wide_button(const char* caption, ImU32 background, ImU32 background_hovered, ImU32 text);

// Whether two buttons fit side by side, each on half of the width; then that half, else the whole.
struct Pair {
  bool side_by_side = true;
  float width = 0;
};
Pair pair_of(const char* first, const char* second);

// What the control drawn last does, shown by the mouse; with the key that does the same.
void tip(const std::string& words, const std::string& key = {});

// A frame around the control drawn last while the keyboard is on it; ImGui's own have theirs.
void focus_frame();

// A filled circle as high as a line of text, inline.
void dot(ImU32 colour);

// One line, cut with ... at the panel's edge and then shown whole by the mouse.
void text_line(const std::string& text, ImU32 colour);
void quiet_text(const std::string& text);                   // small, wrapped
void coloured_text(const std::string& text, ImU32 colour);  // wrapped

}  // namespace gridlens
