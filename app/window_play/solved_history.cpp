#include "app/window_play/solved_history.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "app/window_play/window_play.h"
#include "core/formats/formats.h"

namespace gridlens {

namespace {

constexpr std::size_t kMostKept = 1000;  // a day of leafing through pictures

}  // namespace

void SolvedHistory::see(const SessionView& view) {
  if (!view.result) return;
  const auto& boards = view.result->boards;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (boards[i].state != BoardState::solved) continue;
    auto document = document_of(boards[i], view.source.name);
    if (!document) continue;
    const BoardCard card = i < view.cards.size() ? view.cards[i] : BoardCard();
    const auto known = std::find_if(solved_.begin(), solved_.end(), [&](const Solved& one) {
      return one.document.shape == document->shape && one.document.givens == document->givens;
    });
    if (known != solved_.end()) {
      if (document->entries.count_filled() >= known->document.entries.count_filled())
        known->document.entries = document->entries;
      if (known->card.picture.bgr.empty()) known->card.picture = card.picture;
      if (known->card.grade.empty()) known->card.grade = card.grade;
      continue;
    }
    if (solved_.size() >= kMostKept) solved_.erase(solved_.begin());
    const std::time_t now = std::time(nullptr);
    document->created_s = now;
    const int number = solved_.empty() ? 1 : solved_.back().card.number + 1;
    solved_.push_back({*document,
                       {number, card.picture, boards[i].n, card.grade, document->source,
                        fmt::format("{:%H:%M}", fmt::localtime(now))}});
  }
}

void SolvedHistory::fill(SessionView& view) const {
  for (auto one = solved_.rbegin(); one != solved_.rend(); ++one) view.solved.push_back(one->card);
}

const PuzzleDocument* SolvedHistory::document(int number) const {
  for (const Solved& one : solved_)
    if (one.card.number == number) return &one.document;
  return nullptr;
}

std::string SolvedHistory::text() const {
  std::vector<PuzzleDocument> documents;
  for (const Solved& one : solved_) documents.push_back(one.document);
  return write_puzzles(documents, FormatKind::json).bytes;
}

}  // namespace gridlens
