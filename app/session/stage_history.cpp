#include "app/session/stage_history.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr std::array<std::pair<const char*, double StageTimes::*>, 7> kStages{{
    {"find", &StageTimes::find},
    {"track", &StageTimes::track},
    {"warp", &StageTimes::warp},
    {"read", &StageTimes::read},
    {"solve", &StageTimes::solve},
    {"draw", &StageTimes::draw},
    {"read back", &StageTimes::readback},
}};

}  // namespace

void StageHistory::add(const StageTimes& stages) {
  times_.push_back(stages);
  if (times_.size() > capacity_) times_.pop_front();
}

std::vector<StageStatistics> StageHistory::statistics() const {
  std::vector<StageStatistics> all;
  for (const auto& [name, member] : kStages) {
    std::vector<double> values;
    for (const StageTimes& times : times_)
      if (times.*member > 0) values.push_back(times.*member);
    if (!values.empty()) all.push_back({name, percentile(values, 50), percentile(values, 99)});
  }
  return all;
}

double percentile(std::vector<double> values, double percent) {
  if (values.empty()) return 0;
  const double rank = std::ceil(percent / 100 * static_cast<double>(values.size()));
  return nth_smallest(values, std::clamp<size_t>(static_cast<size_t>(rank), 1, values.size()) - 1);
}

}  // namespace gridlens
