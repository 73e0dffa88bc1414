#pragma once

#include "core/solver/deduction/deduction.h"

namespace gridlens {

// One finder a family of techniques; all as find_deductions() in deduction.h.
bool find_hidden_singles(const CandidateBoard& board, const DeductionSink& sink);
bool find_naked_singles(const CandidateBoard& board, const DeductionSink& sink);
bool find_locked_candidates(const CandidateBoard& board, const DeductionSink& sink);
bool find_naked_subsets(const CandidateBoard& board, int size, const DeductionSink& sink);
bool find_hidden_subsets(const CandidateBoard& board, int size, const DeductionSink& sink);
bool find_fish(const CandidateBoard& board, int size, const DeductionSink& sink);
bool find_xy_wings(const CandidateBoard& board, const DeductionSink& sink);
bool find_simple_colourings(const CandidateBoard& board, const DeductionSink& sink);

}  // namespace gridlens
