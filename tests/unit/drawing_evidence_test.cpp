#include "core/reading/provenance/drawing_evidence.h"

#include <gtest/gtest.h>

#include "tests/unit/played_screen.h"

namespace gridlens {
namespace {

// A glyph of a typeface, with what a picture adds to a copy.
std::vector<float> form_in(int face, int symbol, int cell) {
  std::vector<float> form(4);
  form[0] = static_cast<float>(symbol);
  form[1] = 0.2F * static_cast<float>(face);
  form[2] = 0.01F * static_cast<float>(cell % 3);
  return form;
}

struct Faces {
  Screen screen;
  CellMap<std::vector<float>> forms;
  CellFlags givens = CellFlags(81), undetermined = CellFlags(81);

  // Every third given, and all entries, have lost the ink that tells them.
  explicit Faces(int face_of_entries) {
    int count = 0;
    for (int i = 0; i < 81; ++i) {
      const bool entry = screen.entries[i];
      forms.push_back(form_in(entry ? face_of_entries : 0, screen.all.at(i), i));
      if (screen.all.at(i) == 0) continue;
      const bool hidden = entry || ++count % 3 == 0;
      (hidden ? undetermined : givens)[i] = true;
    }
  }
};

// Odds of all undetermined symbols that have a copy among the givens: the least of the entries, the
// most of the givens.
std::pair<double, double> odds_of(const Faces& faces) {
  const FormOf form_of = [&](int cell) -> const std::vector<float>& { return faces.forms[cell]; };
  FormDistances distances(faces.screen.all, faces.screen.features, form_of);
  const CellFlags no_entries(81);
  const DrawingEvidence drawing(distances, faces.givens, no_entries, faces.undetermined);
  std::pair<double, double> odds{1e9, -1e9};
  for (int i = 0; i < 81; ++i) {
    if (!faces.undetermined[i] || distances.to_nearest(i, faces.givens) < 0) continue;
    double& its = faces.screen.entries[i] ? odds.first : odds.second;
    its = faces.screen.entries[i] ? std::min(its, drawing.log_odds(i))
                                  : std::max(its, drawing.log_odds(i));
  }
  return odds;
}

TEST(DrawingEvidence, AnotherTypefaceTellsEntriesWithoutAnyKnown) {
  const auto [entries, givens] = odds_of(Faces(1));
  EXPECT_GT(entries, 3);
  EXPECT_LT(givens, -3);
}

TEST(DrawingEvidence, OneTypefaceTellsNothing) {
  const auto [entries, givens] = odds_of(Faces(0));
  EXPECT_NEAR(entries, 0, 0.3);
  EXPECT_NEAR(givens, 0, 0.3);
}

// A mark hides the kind of every 5: no 5 is known to compare with. Its copies fall into two
// typefaces; which of them is the player's is told by the other symbols' strokes, if at all.
TEST(DrawingEvidence, ASymbolOfNoKnownKindIsToldByItsStrokes) {
  for (const double entries_thicker : {-0.15, 0.15, 0.0}) {
    Faces faces(1);
    CellFlags givens(81), entries(81), undetermined(81);
    for (int i = 0; i < 81; ++i) {
      const int symbol = faces.screen.all.at(i);
      if (symbol == 0) continue;
      const bool entry = faces.screen.entries[i];
      faces.screen.features[i].set(InkFeatures::stroke,
                                   0.03 * symbol + (entry ? entries_thicker : 0) + 0.004 * (i % 5));
      (symbol == 5 ? undetermined : entry ? entries : givens)[i] = true;
    }
    const FormOf form_of = [&](int cell) -> const std::vector<float>& { return faces.forms[cell]; };
    FormDistances distances(faces.screen.all, faces.screen.features, form_of);
    const DrawingEvidence drawing(distances, givens, entries, undetermined);
    int asked[2] = {0, 0};
    for (int i = 0; i < 81; ++i) {
      if (!undetermined[i]) continue;
      ++asked[faces.screen.entries[i] ? 1 : 0];
      if (entries_thicker == 0)
        EXPECT_NEAR(drawing.log_odds(i), 0, 0.5) << i;
      else if (faces.screen.entries[i])
        EXPECT_GT(drawing.log_odds(i), 3) << i;
      else
        EXPECT_LT(drawing.log_odds(i), -3) << i;
    }
    EXPECT_GT(asked[0], 0);
    EXPECT_GT(asked[1], 0);
  }
}

TEST(DrawingEvidence, UnknownFormsTellNothing) {
  const Screen screen;
  const FormOf form_of;
  FormDistances distances(screen.all, screen.features, form_of);
  const CellFlags no_entries(81);
  CellFlags givens(81), undetermined(81);
  for (int i = 0; i < 81; ++i) {
    givens[i] = screen.given(static_cast<size_t>(i));
    undetermined[i] = screen.entries[i];
  }
  const DrawingEvidence drawing(distances, givens, no_entries, undetermined);
  for (int i = 0; i < 81; ++i) {
    if (!undetermined[i]) continue;
    EXPECT_EQ(drawing.log_odds(i), 0) << i;
  }
}

}  // namespace
}  // namespace gridlens
