#include "tests/replay/sequence_run.h"

namespace gridlens::generator {

SequenceScore run_sequence(const Sequence& sequence, Program& program,
                           const SequenceWatcher& seen) {
  RestScorer scorer(sequence.rest_from(), sequence.readable_boards());
  program.start_stream();
  for (int i = 0; i < sequence.frames(); ++i) {
    const SequenceFrame frame = sequence.frame(i);
    const FramePrediction said = program.next_frame(frame.bgr, i, frame.truth.time_ms);
    scorer.add(frame.truth, frame.facts, said.boards);
    if (seen) seen(frame, said);
  }
  SequenceScore score = scorer.finish();
  // A board that a still of the same picture solves is stuck; else it cannot be read.
  const SequenceFrame last = sequence.frame(sequence.frames() - 1);
  for (BoardRest& rest : score.boards) {
    if (rest.is_settled()) continue;
    rest.still_solves = false;
    for (const BoardPrediction& shown : program.read_still(last.bgr))
      for (size_t b = 0; b < last.facts.size(); ++b)
        if (last.facts[b].board == rest.board &&
            is_shown_right(shown, last.truth.boards[b], RestRules().min_overlap))
          rest.still_solves = true;
  }
  return score;
}

}  // namespace gridlens::generator
