#pragma once

#include <string>
#include <vector>

namespace gridlens {

// A picture that `gridlens read` is to read, or why there is none.
struct ReadInput {
  std::string image;  // path as given; "-": standard input
  std::string error;  // of a folder; empty: none
};

// What the arguments name, in their order. A folder stands for the pictures in it, told by their
// endings, in natural order, without subfolders. Standard input is one picture: a second "-" is an
// error.
std::vector<ReadInput> list_read_inputs(const std::vector<std::string>& arguments);

}  // namespace gridlens
