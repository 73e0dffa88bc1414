#include "app/cli/help_format.h"

#include <sstream>

namespace gridlens {

namespace {

constexpr size_t kColumns = 100;
constexpr size_t kNameColumns = 26;

// Lines of at most `width` columns, broken at spaces.
std::string wrapped(const std::string& text, size_t width) {
  std::istringstream words(text);
  std::string lines;
  size_t used = 0;
  for (std::string word; words >> word;) {
    if (used > 0 && used + 1 + word.size() > width) {
      lines += '\n';
      used = 0;
    }
    if (used > 0) lines += ' ';
    lines += word;
    used += word.size() + (used > 0 ? 1 : 0);
  }
  return lines;
}

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat() { column_width(kNameColumns); }

 private:
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override {
    const bool takes_value = option->get_type_size() != 0 && !option->get_type_name().empty();
    return takes_value ? " " + option->get_type_name() : "";
  }
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description(), kColumns - kNameColumns);
  }
  [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_name(),
                             wrapped(command->get_description(), kColumns - kNameColumns),
                             kNameColumns);
    return out.str();
  }
  [[nodiscard]] std::string make_usage(const CLI::App* app, std::string name) const override {
    const bool holds_commands = !app->get_subcommands([](const CLI::App*) { return true; }).empty();
    if (!holds_commands) return Formatter::make_usage(app, std::move(name));
    return "Usage: " + name + " [live] [OPTIONS] [SRC]\n       " + name +
           " COMMAND [OPTIONS] ...  (" + name + " COMMAND --help tells more)\n";
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> make_help_format() {
  return std::make_shared<HelpFormat>();
}

std::string help_examples(std::initializer_list<HelpExample> examples) {
  size_t widest = 0;
  for (const HelpExample& example : examples)
    if (!example.what.empty()) widest = std::max(widest, example.command.size());
  std::string text = "Examples:\n";
  for (const HelpExample& example : examples) {
    text += "  " + example.command;
    if (!example.what.empty())
      text += std::string(widest + 3 - example.command.size(), ' ') + example.what;
    text += '\n';
  }
  return text;
}

}  // namespace gridlens
