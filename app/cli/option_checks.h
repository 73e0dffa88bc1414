#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace gridlens {

// Checks of option values that say in a short line what is wanted: "needs a number from 0.01 to
// 1000, not 'nan'". Only plain decimal numbers pass.
CLI::Validator number_between(double low, double high);
CLI::Validator whole_number_between(std::uint64_t low, std::uint64_t high);

// An empty value is refused. `what`: "the name of a file".
CLI::Validator not_empty(const std::string& what);

}  // namespace gridlens
