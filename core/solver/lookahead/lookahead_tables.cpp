#include "core/solver/lookahead/lookahead_tables.h"

#include <algorithm>

namespace gridlens {

namespace {

template <typename Mask>
constexpr Mask bit(std::size_t i) {
  return static_cast<Mask>(Mask{1} << i);
}

// Fills seats and other_seats.
template <typename Mask>
void find_seats(const CoverModel& model, LookaheadTables<Mask>& tables) {
  using Seat = typename LookaheadTables<Mask>::Seat;
  const Seat none{tables.items, static_cast<Mask>(~Mask{0})};
  const auto seat_of = [&](const CoverModel::Place& place) {
    return Seat{tables.cells + place.unit * tables.n,
                static_cast<Mask>(~bit<Mask>(place.position))};
  };
  for (std::size_t cell = 0; cell < tables.cells; ++cell) {
    const auto places = model.places_of(static_cast<int>(cell));
    tables.units_of.push_back(static_cast<std::uint8_t>(places.size()));
    for (const auto& place : places) tables.seats.push_back(seat_of(place));
    tables.seats.resize((cell + 1) * tables.most_units, none);
  }
  for (std::size_t seat = 0; seat < model.cell_at.size(); ++seat) {
    for (const auto& place : model.places_of(model.cell_at[seat]))
      if (place.unit != seat / tables.n) tables.other_seats.push_back(seat_of(place));
    tables.other_seats.resize((seat + 1) * (tables.most_units - 1), none);
  }
}

// Fills outside and segments.
template <typename Mask>
void find_segments(const CoverModel& model, LookaheadTables<Mask>& tables) {
  using Segment = typename LookaheadTables<Mask>::Segment;
  const std::size_t n = tables.n;
  const auto units = static_cast<std::size_t>(model.units);
  std::vector<std::vector<std::pair<Mask, Segment>>> at(units * n);
  std::vector<Mask> own(units);
  std::vector<Mask> others(units);
  for (std::size_t unit = 0; unit < units; ++unit) {
    std::fill(own.begin(), own.end(), Mask{0});
    std::fill(others.begin(), others.end(), Mask{0});
    for (std::size_t p = 0; p < n; ++p)
      for (const auto& place : model.places_of(model.cell_at[unit * n + p])) {
        own[place.unit] |= bit<Mask>(p);
        others[place.unit] |= bit<Mask>(place.position);
      }
    for (std::size_t other = 0; other < units; ++other) {
      if (std::popcount(own[other]) < 2 || own[other] == tables.all) continue;
      const Segment segment{static_cast<Mask>(~others[other]),
                            static_cast<std::uint16_t>(tables.cells + other * n),
                            static_cast<std::uint16_t>(other * n)};
      for (std::size_t p = 0; p < n; ++p)
        if ((own[other] >> p & 1) != 0)
          at[unit * n + p].push_back({static_cast<Mask>(~own[other]), segment});
    }
  }
  std::size_t most = 0;
  for (const auto& segments : at) most = std::max(most, segments.size());
  tables.most_segments = static_cast<std::uint32_t>(most);
  // The last n are the cells'.
  tables.outside.assign((at.size() + n) * most, static_cast<Mask>(~Mask{0}));
  tables.segments.resize((at.size() + n) * most);
  for (std::size_t seat = 0; seat < at.size(); ++seat)
    for (std::size_t k = 0; k < at[seat].size(); ++k) {
      tables.outside[seat * most + k] = at[seat][k].first;
      tables.segments[seat * most + k] = at[seat][k].second;
    }
}

}  // namespace

template <typename Mask>
LookaheadTables<Mask>::LookaheadTables(const CoverModel& model)
    : n(static_cast<std::uint32_t>(model.n)),
      cells(static_cast<std::uint32_t>(model.cells)),
      items(cells + static_cast<std::uint32_t>(model.units) * n),
      all(static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (sizeof(Mask) * 8 - n))),
      most_units(1),
      cell_at(model.cell_at),
      most_segments(0) {
  for (int cell = 0; cell < model.cells; ++cell)
    most_units = std::max(most_units, static_cast<std::uint32_t>(model.places_of(cell).size()));
  const auto first_of_cells = static_cast<std::uint16_t>(model.cell_at.size());
  unit_value.assign(cells, {first_of_cells, 0});
  for (std::uint32_t item = cells; item < items; ++item)
    unit_value.push_back({static_cast<std::uint16_t>((item - cells) / n * n),
                          static_cast<std::uint16_t>((item - cells) % n)});
  unit_value.insert(unit_value.end(), n, {first_of_cells, 0});
  find_seats(model, *this);
  cell_at.resize(cell_at.size() + n);  // the cells' unit, which nothing is read from in the end
  find_segments(model, *this);
}

template struct LookaheadTables<std::uint32_t>;
template struct LookaheadTables<std::uint64_t>;

}  // namespace gridlens
