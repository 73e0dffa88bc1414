// Which window a person means by a title or an id.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>

#include "core/capture/capture_error.h"
#include "core/capture/x11_display.h"

namespace gridlens {
namespace {

constexpr std::size_t kMostNamed = 5;     // windows, in one line
constexpr std::size_t kMostOfTitle = 60;  // bytes

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string shortened(const std::string& title) {
  if (title.size() <= kMostOfTitle) return title;
  std::size_t end = kMostOfTitle;
  while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xc0) == 0x80) --end;
  return title.substr(0, end) + "...";
}

std::string quoted(const std::string& title) {
  std::string text = "\"";
  text += shortened(title);
  return text += '"';
}

// "0x3c00007 "Sudoku", 0x4a00003 "Solo""
std::string named(const std::vector<X11Window>& windows) {
  std::string text;
  for (std::size_t i = 0; i < std::min(windows.size(), kMostNamed); ++i)
    text += (i > 0 ? ", " : "") + window_id_text(windows[i].id) + " " + quoted(windows[i].title);
  if (windows.size() > kMostNamed)
    text += " and " + std::to_string(windows.size() - kMostNamed) + " more";
  return text;
}

std::string windows_here(const std::vector<X11Window>& windows) {
  std::vector<X11Window> titled;
  std::copy_if(windows.begin(), windows.end(), std::back_inserter(titled),
               [](const X11Window& window) { return !window.title.empty(); });
  return titled.empty() ? "no window with a title is there" : "windows here: " + named(titled);
}

std::optional<X11Window> with_id(const std::vector<X11Window>& windows,
                                 std::optional<std::uint32_t> id) {
  for (const X11Window& window : windows)
    if (window.id == id) return window;
  return std::nullopt;
}

std::vector<X11Window> with_in_title(const std::vector<X11Window>& windows,
                                     const std::string& part) {
  std::vector<X11Window> matches;
  std::copy_if(windows.begin(), windows.end(), std::back_inserter(matches),
               [wanted = lower(part)](const X11Window& window) {
                 return lower(window.title).find(wanted) != std::string::npos;
               });
  return matches;
}

}  // namespace

std::string window_id_text(std::uint32_t id) {
  std::array<char, 8> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), id, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

std::optional<std::uint32_t> window_id(const std::string& text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const char* begin = text.data() + (hex ? 2 : 0);
  const char* end = text.data() + text.size();
  std::uint32_t id = 0;
  const auto parsed = std::from_chars(begin, end, id, hex ? 16 : 10);
  if (parsed.ec != std::errc{} || parsed.ptr != end || begin == end) return std::nullopt;
  return id;
}

X11Window choose_window(const std::vector<X11Window>& windows, const std::string& title_or_id) {
  if (title_or_id.empty()) throw CaptureError("the window has no name");
  if (const auto known = with_id(windows, window_id(title_or_id))) return *known;
  const std::vector<X11Window> matches = with_in_title(windows, title_or_id);
  std::vector<X11Window> exact;
  std::copy_if(matches.begin(), matches.end(), std::back_inserter(exact),
               [&](const X11Window& window) { return lower(window.title) == lower(title_or_id); });
  if (exact.size() == 1) return exact.front();
  if (matches.size() == 1) return matches.front();
  if (matches.empty())
    throw CaptureError("there is no window " + quoted(title_or_id) + "; " + windows_here(windows));
  throw CaptureError("several windows match " + quoted(title_or_id) + ": " + named(matches) +
                     "; name one by its id");
}

X11Window window_again(const std::vector<X11Window>& windows, const std::string& title_or_id,
                       std::uint32_t lost_id, const std::string& lost_title) {
  const bool by_id = window_id(title_or_id) == lost_id;
  const auto known =
      by_id ? with_id(windows, lost_id) : with_id(with_in_title(windows, title_or_id), lost_id);
  if (known) return *known;
  return choose_window(windows, by_id && !lost_title.empty() ? lost_title : title_or_id);
}

X11Window find_window(const X11Display& display, const std::string& title_or_id) {
  // An id also names windows that are not listed.
  if (const auto id = window_id(title_or_id))
    if (auto known = display.window(*id)) {
      if (display.is_own(*id))
        throw CaptureError("the window " + title_or_id + " is GridLens' own, which is never read");
      return *known;
    }
  return choose_window(display.windows(), title_or_id);
}

}  // namespace gridlens
