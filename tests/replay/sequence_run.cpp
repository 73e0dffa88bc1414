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
  return scorer.finish();
}

}  // namespace gridlens::generator
