#include "app/panels/picture_notes.h"

#include <imgui/imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/panels/gui_context.h"
#include "app/panels/mark_place.h"
#include "app/panels/recording_text.h"
#include "app/panels/theme.h"

namespace gridlens {
namespace {

// ImGui units of the picture that notes of full size want.
constexpr float kWidthForNotes = 460, kHeightForNotes = 330;
constexpr float kSmallestNotes = 0.5f;  // of the wished scale

struct Pill {
  std::string text;
  ImU32 background = theme::kNoteBackground;
  ImU32 text_colour = theme::kNoteText;
  ImU32 dot = 0;  // 0: none
  ImFont* font = nullptr;
};

ImVec2 padding(float unit) {
  return {12 * unit, 7 * unit};
}

float dot_room(const Pill& pill, float unit) {
  return pill.dot != 0 ? 16 * unit : 0;
}

// `shrunk`: size of the text, of the font's own.
ImVec2 measure(const Pill& pill, float unit, float shrunk, float widest) {
  const ImVec2 around = padding(unit);
  const float wrap = std::max(widest - 2 * around.x - dot_room(pill, unit), 40 * unit);
  const ImVec2 text =
      pill.font->CalcTextSizeA(pill.font->FontSize * shrunk, wrap, wrap, pill.text.c_str());
  return {text.x + 2 * around.x + dot_room(pill, unit), text.y + 2 * around.y};
}

void draw(const Pill& pill, ImVec2 corner, ImVec2 size, float unit, float shrunk) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const ImVec2 around = padding(unit);
  list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, pill.background, 8 * unit);
  if (pill.dot != 0) {
    list->AddCircleFilled({corner.x + around.x + 5 * unit, corner.y + size.y / 2}, 5.5f * unit,
                          pill.dot, 24);
  }
  const float left = around.x + dot_room(pill, unit);
  list->AddText(pill.font, pill.font->FontSize * shrunk, {corner.x + left, corner.y + around.y},
                pill.text_colour, pill.text.c_str(), nullptr, size.x - left - around.x + unit);
}

// The boards' outlines, ImGui units.
std::vector<BoardOutline> boards_in(const SessionView& view, cv::Rect2f picture) {
  std::vector<BoardOutline> outlines;
  if (!view.result || view.result->frame.bgr.empty()) return outlines;
  const cv::Size frame = view.result->frame.bgr.size();
  const float scale = picture.width / static_cast<float>(frame.width);
  for (const BoardResult& board : view.result->boards) {
    const Quad quad = board.image_from_board.outline(board.n);
    BoardOutline& outline = outlines.emplace_back();
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const cv::Point2d& corner = quad.corners.at(i);
      const auto across = static_cast<float>(
          view.settings.mirror ? static_cast<double>(frame.width) - corner.x : corner.x);
      outline.at(i) = {picture.x + scale * across,
                       picture.y + scale * static_cast<float>(corner.y)};
    }
  }
  return outlines;
}

bool is_free(const cv::Rect2f& place, const std::vector<BoardOutline>& boards) {
  return std::none_of(boards.begin(), boards.end(),
                      [&](const BoardOutline& board) { return overlaps(place, board); });
}

// What goes on and must be seen: recording, frozen.
std::vector<Pill> marks_of(const SessionView& view, const GuiFonts& fonts) {
  std::vector<Pill> marks;
  const ImU32 background = theme::kNoteBackground;
  const RecordingView& recording = view.recording;
  if (recording.running)
    marks.push_back(
        {(recording.paused ? "REC paused  " : "REC  ") + clock_text(recording.elapsed_ms),
         background, theme::kNoteText, recording.paused ? theme::kWarning : theme::kBad,
         fonts.bold});
  if (view.settings.paused)
    marks.push_back({"Frozen, F goes on", background, theme::kNoteText, theme::kBusy, fonts.bold});
  return marks;
}

// Beside the boards; where no place is free, only their dots. Returns the height used at the
// picture's upper edge.
float draw_marks(const std::vector<Pill>& marks, cv::Rect2f picture, float unit, float shrunk,
                 const std::vector<BoardOutline>& boards) {
  if (marks.empty()) return 0;
  const float gap = 12 * unit, between = 8 * unit;
  const float widest = std::max(picture.width - 2 * gap, 60 * unit);
  cv::Size2f size(-between, 0);
  for (const Pill& mark : marks) {
    const ImVec2 one = measure(mark, unit, shrunk, widest);
    size = {size.width + one.x + between, std::max(size.height, one.y)};
  }
  const auto place = mark_place(size, picture, ImGui::GetIO().DisplaySize.y, gap, boards);
  if (!place) {
    const float radius = 5 * unit, step = 3 * radius;
    const cv::Size2f dots(static_cast<float>(marks.size()) * step, step);
    cv::Point2f at = least_covering_corner(dots, picture, 0, boards);
    for (const Pill& mark : marks) {
      ImGui::GetBackgroundDrawList()->AddCircleFilled({at.x + step / 2, at.y + step / 2}, radius,
                                                      mark.dot, 24);
      at.x += step;
    }
    return 0;
  }
  const float small_unit = unit * place->shrink, small_text = shrunk * place->shrink;
  float left = place->corner.x;
  for (const Pill& mark : marks) {
    const ImVec2 one = measure(mark, small_unit, small_text, widest);
    draw(mark, {left, place->corner.y}, one, small_unit, small_text);
    left += one.x + between * place->shrink;
  }
  const bool upper =
      place->corner.y >= picture.y && place->corner.y < picture.y + picture.height / 2;
  return upper ? size.height * place->shrink + between : 0;
}

}  // namespace

void draw_picture_notes(const SessionView& view, cv::Rect2f picture, double scale,
                        float note_opacity, bool with_tip) {
  // On a small picture the notes are small.
  const float fitting = std::min(picture.width / kWidthForNotes, picture.height / kHeightForNotes);
  const float unit = static_cast<float>(scale) *
                     std::clamp(fitting / static_cast<float>(scale), kSmallestNotes, 1.0f);
  const float shrunk = unit / static_cast<float>(scale);
  const float gap = 12 * unit;
  const float widest = std::max(picture.width - 2 * gap, 60 * unit);
  const float centre = picture.x + picture.width / 2;
  const GuiFonts& fonts = gui_fonts();
  const std::vector<BoardOutline> boards = boards_in(view, picture);

  const float top =
      picture.y + gap + draw_marks(marks_of(view, fonts), picture, unit, shrunk, boards);
  if (!view.trouble.empty()) {
    const Pill banner{view.trouble, theme::colour(0x8f1d22, 235), theme::colour(0xffffff), 0,
                      fonts.bold};
    const ImVec2 size = measure(banner, unit, shrunk, widest);
    draw(banner, {centre - size.x / 2, top}, size, unit, shrunk);
  } else if (!view.result) {
    const Pill waiting{"Waiting for the first picture", theme::colour(0x20242c, 235),
                       theme::kNoteText, 0, fonts.text};
    const ImVec2 size = measure(waiting, unit, shrunk, widest);
    draw(waiting, {centre - size.x / 2, picture.y + picture.height / 2 - size.y / 2}, size, unit,
         shrunk);
  }
  // What was just done stands in the place of what the source says, and that in the place of a tip.
  const bool has_notice = !view.outputs.notice.empty() && view.outputs.notice_opacity > 0;
  if (has_notice) note_opacity = view.outputs.notice_opacity;
  const bool has_note = has_notice || (!view.note.empty() && note_opacity > 0);
  const bool has_tip = !has_note && with_tip && !view.tip.empty();
  if (has_note || has_tip) {
    if (has_tip) note_opacity = 1;
    const auto alpha = static_cast<int>(190 * note_opacity);
    const Pill note{has_notice ? view.outputs.notice
                    : has_note ? view.note
                               : view.tip,
                    theme::colour(0x101216, alpha),
                    theme::colour(0xe8eaed, static_cast<int>(255 * note_opacity)), 0, fonts.text};
    const ImVec2 size = measure(note, unit, shrunk, widest);
    // Below the picture where the letterbox leaves room, else in its lower edge, or its upper one;
    // not over a board.
    const float bottom = picture.y + picture.height;
    const float left = centre - size.x / 2;
    const bool fits = bottom + 2 * gap + size.y <= ImGui::GetIO().DisplaySize.y;
    for (const float y : {fits ? bottom + gap : bottom - gap - size.y, top})
      if (is_free({left, y, size.x, size.y}, boards)) {
        draw(note, {left, y}, size, unit, shrunk);
        break;
      }
  }
}

}  // namespace gridlens
