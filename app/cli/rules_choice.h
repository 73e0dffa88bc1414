#pragma once

#include <optional>
#include <string>

#include "core/puzzle/rules.h"
#include "core/puzzle/variants.h"

namespace gridlens {

// What `--rules` names: a variant and, where it takes one, the text of its file.
class RulesChoice {
 public:
  // "classic", "x", "jigsaw:FILE". Throws std::invalid_argument with one clear line when there is
  // no such variant, or its file cannot be read or is malformed.
  explicit RulesChoice(const std::string& spec);

  // Where the variant itself fixes the board: its side. The shape then means nothing.
  [[nodiscard]] std::optional<int> fixed_n() const;
  [[nodiscard]] Rules make(Shape shape) const { return variant_->make(shape, text_); }

 private:
  const Variant* variant_;
  std::string text_;
};

}  // namespace gridlens
