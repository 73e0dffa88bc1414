#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "core/puzzle/puzzle_document.h"

namespace gridlens {

// A field that does not hold what it should. `field` tells where in the file that is.
struct FieldError : std::runtime_error {
  FieldError(std::string of, const std::string& reason)
      : std::runtime_error(reason), field(std::move(of)) {}
  std::string field;
};

// The document of one "puzzles" element. Throws FieldError.
PuzzleDocument document_of(const nlohmann::json& puzzle);

}  // namespace gridlens
