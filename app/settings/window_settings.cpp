#include "app/settings/window_settings.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <sstream>
#include <vector>

namespace gridlens {

namespace {

constexpr std::int64_t kFormat = 1;  // a newer one means that the keys mean something else
constexpr double kLeastOpacity = 0.1;
constexpr std::size_t kLongestName = 200, kLongestTitle = 1000, kLongestFolder = 4096;

constexpr std::array<std::pair<const char*, RecordedPicture>, 3> kRecorded = {
    {{"annotated", RecordedPicture::annotated},
     {"captured", RecordedPicture::captured},
     {"side-by-side", RecordedPicture::side_by_side}}};
constexpr std::array<std::pair<const char*, Theme>, 3> kThemes = {
    {{"dark", Theme::dark}, {"light", Theme::light}, {"high-contrast", Theme::high_contrast}}};

// The words of an enumeration, to be found both ways.
template <typename Words, typename Value>
bool read_word(const toml::node& node, const Words& words, Value& value) {
  const auto text = node.value_exact<std::string_view>();
  for (const auto& [word, meaning] : words)
    if (text && *text == word) {
      value = meaning;
      return true;
    }
  return false;
}

template <typename Words, typename Value>
std::string word_for(const Words& words, Value value) {
  for (const auto& [word, meaning] : words)
    if (meaning == value) return word;
  return words[0].first;
}

// Whole or with a fraction; not outside the range.
bool read_number(const toml::node& node, double least, double most, double& value) {
  const auto number = node.is_number() ? node.value<double>() : std::nullopt;
  if (!number || !(*number >= least && *number <= most)) return false;
  value = *number;
  return true;
}

// "#0d59d9".
bool read_colour(const toml::node& node, Rgba& colour) {
  const auto text = node.value_exact<std::string_view>();
  if (!text || text->size() != 7 || text->front() != '#') return false;
  unsigned rgb = 0;
  const char* end = text->data() + text->size();
  const auto [at, error] = std::from_chars(text->data() + 1, end, rgb, 16);
  if (error != std::errc{} || at != end) return false;
  const auto part = [rgb](unsigned shift) {
    return static_cast<float>((rgb >> shift) & 255U) / 255.0F;
  };
  colour = {part(16), part(8), part(0), 1};
  return true;
}

std::string colour_text(const Rgba& colour) {
  const auto part = [](float value) {
    return static_cast<int>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", part(colour.r), part(colour.g), part(colour.b));
}

double rounded(double value) {
  return std::round(value * 100) / 100;
}

// One setting: its place in the file, and how it goes there and back.
struct Row {
  std::string table, key;
  std::function<bool(const toml::node&, WindowSettings&)> read;  // false: makes no sense
  std::function<void(const WindowSettings&, const std::function<void(toml::node&&)>&)> write;
  std::function<void(const WindowSettings&, const WindowSettings&, WindowSettings&)> take_change;
};

template <typename Member>
auto change_of(Member member) {
  return [member](const WindowSettings& before, const WindowSettings& now, WindowSettings& kept) {
    if (!(member(before) == member(now))) member(kept) = member(now);
  };
}

template <typename Member>
Row switch_row(std::string table, std::string key, Member member) {
  return {std::move(table), std::move(key),
          [member](const toml::node& node, WindowSettings& to) {
            const auto value = node.value_exact<bool>();
            if (value) member(to) = *value;
            return value.has_value();
          },
          [member](const WindowSettings& from, const auto& put) {
            put(toml::value<bool>(member(from)));
          },
          change_of(member)};
}

template <typename Words, typename Member>
Row word_row(std::string table, std::string key, const Words& words, Member member) {
  return {std::move(table), std::move(key),
          [&words, member](const toml::node& node, WindowSettings& to) {
            return read_word(node, words, member(to));
          },
          [&words, member](const WindowSettings& from, const auto& put) {
            put(toml::value<std::string>(word_for(words, member(from))));
          },
          change_of(member)};
}

template <typename Member>
Row text_row(std::string table, std::string key, std::size_t longest, Member member) {
  return {std::move(table), std::move(key),
          [longest, member](const toml::node& node, WindowSettings& to) {
            const auto text = node.value_exact<std::string_view>();
            if (!text || text->size() > longest) return false;
            member(to) = *text;
            return true;
          },
          [member](const WindowSettings& from, const auto& put) {
            put(toml::value<std::string>(member(from)));
          },
          change_of(member)};
}

std::vector<Row> make_rows() {
  std::vector<Row> rows;
  rows.push_back(word_row(
      "overlay", "show", kShowWords, [](auto& all) -> auto& { return all.show; }));
  const auto ink = [](auto& all) -> auto& {
    return all.ink;
  };
  rows.push_back(
      {"overlay", "ink",
       [ink](const toml::node& node, WindowSettings& to) { return read_colour(node, ink(to)); },
       [ink](const WindowSettings& from, const auto& put) {
         put(toml::value<std::string>(colour_text(ink(from))));
       },
       change_of(ink)});
  const auto opacity = [](auto& all) -> auto& {
    return all.opacity;
  };
  rows.push_back({"overlay", "opacity",
                  [opacity](const toml::node& node, WindowSettings& to) {
                    double value = 0;
                    if (!read_number(node, kLeastOpacity, 1, value)) return false;
                    opacity(to) = static_cast<float>(value);
                    return true;
                  },
                  [opacity](const WindowSettings& from, const auto& put) {
                    put(toml::value<double>(rounded(static_cast<double>(opacity(from)))));
                  },
                  change_of(opacity)});
  rows.push_back(switch_row(
      "overlay", "outline", [](auto& all) -> auto& { return all.outline; }));
  rows.push_back(switch_row(
      "overlay", "leave_hands", [](auto& all) -> auto& { return all.leave_hands; }));
  rows.push_back(switch_row(
      "picture", "mirror", [](auto& all) -> auto& { return all.mirror; }));
  rows.push_back(text_row(
      "picture", "camera", kLongestName, [](auto& all) -> auto& { return all.camera; }));
  rows.push_back(text_row(
      "picture", "screen", kLongestTitle, [](auto& all) -> auto& { return all.screen; }));
  rows.push_back(switch_row(
      "overlay", "on_screen", [](auto& all) -> auto& { return all.overlay_on_screen; }));
  rows.push_back(word_row(
      "recording", "picture", kRecorded, [](auto& all) -> auto& { return all.outputs.recorded; }));
  rows.push_back(text_row(
      "recording", "videos_folder", kLongestFolder,
      [](auto& all) -> auto& { return all.outputs.videos_folder; }));
  rows.push_back(text_row(
      "recording", "pictures_folder", kLongestFolder,
      [](auto& all) -> auto& { return all.outputs.pictures_folder; }));
  rows.push_back(word_row(
      "window", "theme", kThemes, [](auto& all) -> auto& { return all.look.theme; }));
  const auto scale = [](auto& all) -> auto& {
    return all.look.scale;
  };
  rows.push_back({"window", "scale",
                  [scale](const toml::node& node, WindowSettings& to) {
                    double value = 0;
                    if (!read_number(node, 0, kLargestScale, value)) return false;
                    if (value != 0 && value < kSmallestScale) return false;
                    scale(to) = value;
                    return true;
                  },
                  [scale](const WindowSettings& from, const auto& put) {
                    put(toml::value<double>(rounded(scale(from))));
                  },
                  change_of(scale)});
  rows.push_back(switch_row(
      "window", "panel", [](auto& all) -> auto& { return all.look.panel_open; }));
  rows.push_back(switch_row(
      "window", "playing", [](auto& all) -> auto& { return all.playing; }));
  for (std::size_t i = 0; i < kPanelGroups; ++i)
    rows.push_back(switch_row(
        "groups", kGroupWords.at(i), [i](auto& all) -> auto& { return all.look.open.at(i); }));
  return rows;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = make_rows();
  return kRows;
}

// What toml++ says of a text that is no TOML, as part of a line.
std::string told(const toml::parse_error& error) {
  return fmt::format("line {}: {}", error.source().begin.line, error.description());
}

}  // namespace

ReadSettings read_settings(std::string_view text) {
  ReadSettings result;
  toml::table all;
  try {
    all = toml::parse(text);
  } catch (const toml::parse_error& error) {
    result.trouble = told(error);
    return result;
  }
  if (const toml::node* format = all.get("format")) {
    const auto number = format->value_exact<std::int64_t>();
    if (!number || *number != kFormat) {
      result.trouble = "format: of another version";
      return result;
    }
  }
  int more = 0;
  const auto note = [&](const std::string& where) {
    if (result.trouble.empty())
      result.trouble = where + ": makes no sense";
    else
      ++more;
  };
  for (const Row& row : rows()) {
    const toml::node* table = all.get(row.table);
    if (table == nullptr) continue;
    if (!table->is_table()) {
      note(row.table);
      continue;
    }
    const toml::node* node = table->as_table()->get(row.key);
    if (node != nullptr && !row.read(*node, result.settings)) note(row.table + "." + row.key);
  }
  if (more > 0) result.trouble += fmt::format(" (and {} more)", more);
  return result;
}

std::string settings_text(const WindowSettings& settings, std::string_view old_text) {
  toml::table all;
  try {
    all = toml::parse(old_text);
  } catch (const toml::parse_error&) {
    all.clear();
  }
  all.insert_or_assign("format", kFormat);
  for (const Row& row : rows()) {
    if (!all.get(row.table) || !all.get(row.table)->is_table())
      all.insert_or_assign(row.table, toml::table{});
    toml::table& table = *all.get_as<toml::table>(row.table);
    row.write(settings, [&](toml::node&& node) {
      std::move(node).visit([&](auto&& value) {
        table.insert_or_assign(row.key, std::forward<decltype(value)>(value));
      });
    });
  }
  std::ostringstream text;
  text << "# GridLens' window writes this file; it may be edited while no window is open.\n"
       << toml::toml_formatter{all} << "\n";
  return text.str();
}

void take_changes(const WindowSettings& before, const WindowSettings& now, WindowSettings& kept) {
  for (const Row& row : rows()) row.take_change(before, now, kept);
}

void put_into(const WindowSettings& remembered, Settings& settings) {
  settings.show = remembered.show;
  settings.solution_colour = remembered.ink;
  settings.opacity = remembered.opacity;
  settings.outline = remembered.outline;
  settings.spare_hands = remembered.leave_hands;
  settings.mirror = remembered.mirror;
}

void take_from(const Settings& settings, WindowSettings& remembered) {
  remembered.show = settings.show;
  remembered.ink = settings.solution_colour;
  remembered.opacity = settings.opacity;
  remembered.outline = settings.outline;
  remembered.leave_hands = settings.spare_hands;
  remembered.mirror = settings.mirror;
}

}  // namespace gridlens
