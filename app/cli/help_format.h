#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <memory>
#include <string>

namespace gridlens {

// How --help is laid out: at most 100 columns, long descriptions on several lines, and of each
// option no more than its name, what follows it and what it does.
std::shared_ptr<CLI::FormatterBase> make_help_format();

struct HelpExample {
  std::string command;
  std::string what;  // in few words; empty: it speaks for itself
};

// The text for the foot of a command's help.
std::string help_examples(std::initializer_list<HelpExample> examples);

}  // namespace gridlens
