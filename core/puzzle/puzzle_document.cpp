#include "core/puzzle/puzzle_document.h"

#include "core/puzzle/variants.h"

namespace gridlens {

const char* to_string(RuleKind kind) {
  switch (kind) {
    case RuleKind::classic:
      return "classic";
    case RuleKind::x:
      return "x";
    case RuleKind::jigsaw:
      return "jigsaw";
  }
  return "";
}

Rules rules_of(const PuzzleDocument& document) {
  switch (document.rules) {
    case RuleKind::x:
      return x_rules(document.shape);
    case RuleKind::jigsaw:
      return region_rules(document.shape, document.regions);
    case RuleKind::classic:
      break;
  }
  return classic_rules(document.shape);
}

}  // namespace gridlens
