#include "core/formats/report_text.h"

#include <charconv>

#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

// Takes `what` off the front.
bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

// All up to the next comma or the end, which stays.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(','));
  text.remove_prefix(word.size());
  return word;
}

std::string range_of(const Alphabet& alphabet) {
  return alphabet.symbol(1) + "-" + alphabet.symbol(alphabet.n);
}

std::optional<Alphabet> alphabet_of(std::string_view range, int n) {
  for (const Alphabet& alphabet : possible_alphabets(n))
    if (range_of(alphabet) == range) return alphabet;
  return std::nullopt;
}

// What stands behind "photo.jpg: ".
std::optional<ReportHeading> parse_facts(std::string_view text) {
  const std::string size(take_word(text));
  if (!take(text, ", boxes ")) return std::nullopt;
  const auto shape = parse_shape(take_word(text));
  if (!shape) return std::nullopt;
  const std::string n = std::to_string(shape->n());
  if (size != n + "x" + n) return std::nullopt;
  Alphabet alphabet{AlphabetKind::numerals, shape->n()};
  if (take(text, ", symbols ")) {
    const auto told = alphabet_of(take_word(text), shape->n());
    if (!told) return std::nullopt;
    alphabet = *told;
  }
  if (!take(text, ", ")) return std::nullopt;
  return ReportHeading{*shape, alphabet};
}

}  // namespace

std::string format_heading(const std::string& image, const ReportHeading& heading,
                           const std::string& outcome) {
  const std::string n = std::to_string(heading.shape.n());
  std::string line = image;
  line.append(": ").append(n).append("x").append(n);
  line.append(", boxes ").append(heading.shape.to_string());
  if (heading.alphabet.kind != AlphabetKind::numerals)
    line.append(", symbols ").append(range_of(heading.alphabet));
  return line.append(", ").append(outcome);
}

std::optional<ReportHeading> parse_heading(std::string_view line) {
  // The name of the image may hold anything.
  constexpr std::string_view kBehindName = ": ";
  for (size_t at = line.find(kBehindName); at != std::string_view::npos;
       at = line.find(kBehindName, at + 1))
    if (const auto heading = parse_facts(line.substr(at + kBehindName.size()))) return heading;
  return std::nullopt;
}

}  // namespace gridlens
