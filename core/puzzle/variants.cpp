#include "core/puzzle/variants.h"

#include <algorithm>
#include <array>

namespace gridlens {

namespace {

// The list of variants.
constexpr std::array kVariants{
    Variant{"classic", "", "rows, columns and boxes",
            [](Shape shape, std::string_view) { return classic_rules(shape); }},
    Variant{"x", "", "the two diagonals hold every value too",
            [](Shape shape, std::string_view) { return x_rules(shape); }},
    Variant{"jigsaw", "FILE", "regions of any form in place of boxes",
            [](Shape, std::string_view text) { return jigsaw_rules(text); }},
};

}  // namespace

std::span<const Variant> variants() {
  return kVariants;
}

const Variant* find_variant(std::string_view name) {
  const auto found = std::find_if(kVariants.begin(), kVariants.end(),
                                  [&](const Variant& variant) { return name == variant.name; });
  return found == kVariants.end() ? nullptr : &*found;
}

}  // namespace gridlens
