#include "core/solver/simd/simd_search.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace gridlens {

namespace {

constexpr size_t kLanes = 32;
// Up to here a guess is so cheap that thinking about it longer does not pay.
constexpr int kSmallN = 12;

size_t blocks_for(size_t lanes) {
  return (lanes + kLanes - 1) / kLanes;
}

SimdKernel kernel_for(SimdSearch::Kernel kernel) {
  using Kernel = SimdSearch::Kernel;
  switch (kernel) {
    case Kernel::best:
      for (const Kernel k : {Kernel::avx512, Kernel::avx2})
        if (SimdSearch::available(k)) return kernel_for(k);
      return simd_baseline::search;
    case Kernel::baseline:
      return simd_baseline::search;
#if defined(GRIDLENS_WIDE_X86)
    case Kernel::avx2:
      return simd_avx2::search;
    case Kernel::avx512:
      return simd_avx512::search;
#else
    default:
      break;
#endif
  }
  throw std::invalid_argument("wide search: no such kernel in this build");
}

}  // namespace

bool SimdSearch::can_take(const CoverModel& model) {
  return model.n <= 16 && model.units <= 64;
}

bool SimdSearch::available(Kernel kernel) {
#if defined(GRIDLENS_WIDE_X86)
  if (kernel == Kernel::avx2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
  if (kernel == Kernel::avx512)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("bmi");
#endif
  return kernel == Kernel::best || kernel == Kernel::baseline;
}

std::uint16_t* SimdSearch::take(size_t lanes) {
  std::uint16_t* start = memory_[used_].lanes;
  used_ += lanes / kLanes;
  return start;
}

namespace {

// What two units share, as positions in both.
struct Shared {
  size_t unit = 0;
  std::uint16_t own = 0;
  std::uint16_t others = 0;
};

// For each unit those that share two cells or more with it, but not all.
std::vector<std::vector<Shared>> partners_of_units(const CoverModel& model) {
  const auto n = static_cast<size_t>(model.n);
  std::vector<std::vector<Shared>> partners(static_cast<size_t>(model.units));
  for (size_t unit = 0; unit < partners.size(); ++unit) {
    std::vector<Shared> shared(partners.size());
    for (size_t p = 0; p < n; ++p)
      for (const auto& place : model.places_of(model.cell_at[unit * n + p])) {
        shared[place.unit].own |= static_cast<std::uint16_t>(1 << p);
        shared[place.unit].others |= static_cast<std::uint16_t>(1 << place.position);
      }
    for (size_t other = 0; other < partners.size(); ++other) {
      shared[other].unit = other;
      const int cells = std::popcount(shared[other].own);
      if (other != unit && cells >= 2 && cells < model.n) partners[unit].push_back(shared[other]);
    }
  }
  return partners;
}

}  // namespace

SimdSearch::SimdSearch(const CoverModel& model, Options options)
    : kernel_(kernel_for(options.kernel)) {
  const bool small = model.n <= kSmallN;
  tables_.locked = options.locked.value_or(small ? SimdLocked::at_root : SimdLocked::always);
  tables_.guess = options.guess.value_or(small ? SimdGuess::busiest_cell : SimdGuess::busiest_item);
  const auto n = static_cast<size_t>(model.n);
  const auto cells = static_cast<size_t>(model.cells);
  const size_t cell_blocks = blocks_for(cells);
  const size_t plane_blocks = blocks_for(static_cast<size_t>(model.units));
  const size_t planes_at = cell_blocks * kLanes;
  const size_t done_at = planes_at + n * plane_blocks * kLanes;
  const size_t values_at = done_at + (cell_blocks + n * plane_blocks) * 2;
  const size_t state_lanes = blocks_for(values_at + (cells + 1) / 2) * kLanes;
  const size_t plane_lanes = plane_blocks * kLanes;

  const auto unit_partners = partners_of_units(model);
  size_t partners = 0;
  for (const auto& of_unit : unit_partners) partners = std::max(partners, of_unit.size());

  memory_.resize((3 * partners * plane_lanes + cells * planes_at + 2 * cells * plane_lanes +
                  (cells + 2) * state_lanes) /
                 kLanes);
  std::uint16_t* touched_cells = take(cells * planes_at);
  std::uint16_t* own_places = take(cells * plane_lanes);
  std::uint16_t* touched_places = take(cells * plane_lanes);
  std::uint16_t* outside_own = take(partners * plane_lanes);
  std::uint16_t* outside_partner = take(partners * plane_lanes);
  std::uint16_t* partner = take(partners * plane_lanes);
  std::uint16_t* blank = take(state_lanes);
  own_units_.assign(cells * plane_blocks, 0);
  cell_at_ = model.cell_at;
  peer_cells_.assign(cells * cell_blocks, 0);

  for (size_t cell = 0; cell < cells; ++cell) {
    const auto touch = [&](size_t other) {
      if (other != cell)
        peer_cells_[cell * cell_blocks + other / kLanes] |= std::uint32_t{1} << other % kLanes;
      touched_cells[cell * planes_at + other] = 0xffff;
      for (const auto& place : model.places_of(static_cast<int>(other)))
        touched_places[cell * plane_lanes + place.unit] |=
            static_cast<std::uint16_t>(1 << place.position);
    };
    touch(cell);
    for (const auto& place : model.places_of(static_cast<int>(cell))) {
      own_places[cell * plane_lanes + place.unit] = static_cast<std::uint16_t>(1 << place.position);
      own_units_[cell * plane_blocks + place.unit / kLanes] |= std::uint32_t{1}
                                                               << place.unit % kLanes;
      for (size_t p = 0; p < n; ++p) touch(model.cell_at[place.unit * n + p]);
    }
  }

  std::fill(outside_own, outside_own + partners * plane_lanes, std::uint16_t{0xffff});
  for (size_t unit = 0; unit < unit_partners.size(); ++unit)
    for (size_t k = 0; k < unit_partners[unit].size(); ++k) {
      const Shared& shared = unit_partners[unit][k];
      outside_own[k * plane_lanes + unit] = static_cast<std::uint16_t>(~shared.own);
      outside_partner[k * plane_lanes + unit] = static_cast<std::uint16_t>(~shared.others);
      partner[k * plane_lanes + unit] = static_cast<std::uint16_t>(shared.unit);
    }

  const auto all = static_cast<std::uint16_t>(0xffff >> (16 - n));
  auto* done = reinterpret_cast<std::uint32_t*>(blank + done_at);
  for (size_t lane = 0; lane < planes_at; ++lane)
    if (lane < cells)
      blank[lane] = all;
    else
      done[lane / kLanes] |= std::uint32_t{1} << lane % kLanes;
  for (size_t v = 0; v < n; ++v)
    for (size_t lane = 0; lane < plane_lanes; ++lane)
      if (lane < static_cast<size_t>(model.units))
        blank[planes_at + v * plane_lanes + lane] = all;
      else
        done[cell_blocks + v * plane_blocks + lane / kLanes] |= std::uint32_t{1} << lane % kLanes;

  tables_.n = model.n;
  tables_.cells = model.cells;
  tables_.units = model.units;
  tables_.cell_blocks = static_cast<int>(cell_blocks);
  tables_.plane_blocks = static_cast<int>(plane_blocks);
  tables_.planes_at = static_cast<int>(planes_at);
  tables_.done_at = static_cast<int>(done_at);
  tables_.values_at = static_cast<int>(values_at);
  tables_.state_lanes = static_cast<int>(state_lanes);
  tables_.touched_cells = touched_cells;
  tables_.own_places = own_places;
  tables_.touched_places = touched_places;
  tables_.partners = static_cast<int>(partners);
  tables_.outside_own = outside_own;
  tables_.outside_partner = outside_partner;
  tables_.partner = partner;
  tables_.peer_cells = peer_cells_.data();
  tables_.own_units = own_units_.data();
  tables_.cell_at = cell_at_.data();
  tables_.blank_state = blank;
  tables_.states = take((cells + 1) * state_lanes);
}

SearchOutcome SimdSearch::search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                                 const SolutionSink& sink) {
  struct Context {
    const SearchLimits& limits;
    const SolutionSink& sink;
    size_t cells;
  } context{limits, sink, static_cast<size_t>(tables_.cells)};
  SimdJob job;
  job.givens = givens.data();
  job.max_nodes = limits.max_nodes;
  job.max_idle_nodes = limits.max_idle_nodes;
  job.context = &context;
  job.emit = [](void* c, const std::uint8_t* values) {
    const auto& own = *static_cast<Context*>(c);
    return own.sink({values, own.cells});
  };
  job.interrupted = [](void* c) { return static_cast<Context*>(c)->limits.interrupted(); };
  kernel_(tables_, job);
  return {job.solutions, job.nodes, job.complete, job.out_of_budget};
}

}  // namespace gridlens
