#include "app/cli/option_checks.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <system_error>

namespace gridlens {
namespace {

template <typename Number>
std::optional<Number> parse(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

std::string shortened(const std::string& text) {
  constexpr size_t kLongest = 30;
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

template <typename Number>
CLI::Validator between(Number low, Number high, const std::string& kind) {
  std::ostringstream limits;
  limits.precision(12);
  limits << kind << " from " << low << " to " << high;
  const auto check = [low, high, wanted = limits.str()](const std::string& text) -> std::string {
    const std::optional<Number> value = parse<Number>(text);
    // Not a number is never within.
    if (value && *value >= low && *value <= high) return {};
    return "needs " + wanted + ", not '" + shortened(text) + "'";
  };
  return CLI::Validator(check, "");
}

}  // namespace

CLI::Validator number_between(double low, double high) {
  return between(low, high, "a number");
}

CLI::Validator whole_number_between(std::uint64_t low, std::uint64_t high) {
  return between(low, high, "a whole number");
}

CLI::Validator not_empty(const std::string& what) {
  return CLI::Validator(
      [what](const std::string& text) { return text.empty() ? "needs " + what : std::string(); },
      "");
}

}  // namespace gridlens
