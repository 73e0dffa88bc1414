#include "app/cli/rules_choice.h"

#include <stdexcept>

#include "core/formats/line_reader.h"

namespace gridlens {

namespace {

std::string read_file(const std::string& path) {
  LineReader reader(path);
  std::string text;
  LineReader::Line line;
  // A region file has a line a row; what is longer is none and is refused by its variant.
  while (text.size() < LineReader::kMaxLength && reader.next(line)) text += line.text + "\n";
  if (!reader.error().empty()) throw std::invalid_argument(reader.error());
  return text;
}

}  // namespace

RulesChoice::RulesChoice(const std::string& spec) {
  const size_t colon = spec.find(':');
  variant_ = find_variant(spec.substr(0, colon));
  if (variant_ == nullptr) {
    std::string names;
    for (const Variant& variant : variants()) {
      if (!names.empty()) names += ", ";
      names += variant.name;
      if (variant.argument[0] != '\0') names += std::string(":") + variant.argument;
    }
    throw std::invalid_argument("--rules " + spec + ": not one of " + names);
  }
  const bool takes_file = variant_->argument[0] != '\0';
  if (takes_file != (colon != std::string::npos))
    throw std::invalid_argument("--rules " + spec + ": " + variant_->name +
                                (takes_file ? " needs a file (jigsaw:FILE)" : " takes no file"));
  if (!takes_file) return;
  const std::string path = spec.substr(colon + 1);
  text_ = read_file(path);
  try {
    (void)make({});  // tells now what is wrong with it
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(path + ": " + error.what());
  }
}

std::optional<int> RulesChoice::fixed_n() const {
  if (variant_->argument[0] == '\0') return std::nullopt;
  return make({}).n();
}

}  // namespace gridlens
