#pragma once

#include <optional>
#include <vector>

#include "core/reading/provenance/drawing_evidence.h"
#include "core/reading/provenance/screen_groups.h"

namespace gridlens {

// How seldom programs draw a board so, as log-odds against a story that says so.
inline constexpr double kSometimes = 0.7;
inline constexpr double kSeldom = 2;
inline constexpr double kHardly = 6;
inline constexpr double kNever = 12;

// Whose the symbols of an ink, or on a tile, are.
enum class Role { givens = 1, entries, both };

// One story of who wrote what.
struct ScreenStory {
  CellFlags givens, entries, undetermined;
  CellMap<double> by_hand;       // of the undetermined: probabilities of an entry
  double score = 0;              // log-probability, but for what all stories have in common
  std::optional<Grid> solution;  // the only one of the givens
};

// Log-probabilities, without the part that all stories of a board share.
double roles_score(const ScreenLook& look, const ScreenGroups& groups,
                   const std::vector<Role>& roles);
// Log-likelihood of a story: givens and entries look as programs usually draw them, are as many as
// usual, and the givens lie symmetrically. The player may have entered any share of wrong symbols
// in each group (`groups` has the roles): a program may draw mistakes alone in one.
double story_score(const ScreenLook& look, const ScreenGroups& groups, const ScreenStory& story);

// Weighs the undetermined symbols by the other kind of groups, by how they are drawn, symmetry and,
// if known, the story's solution.
void weigh_undetermined(const ScreenLook& look, const ScreenGroups& groups, FormDistances& forms,
                        ScreenStory& story);

}  // namespace gridlens
