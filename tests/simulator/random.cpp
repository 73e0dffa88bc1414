#include "tests/simulator/random.h"

#include <cmath>
#include <numbers>

namespace gridlens::generator {

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

double Random::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double Random::uniform(double low, double high) {
  return low + (high - low) * uniform();
}

int Random::integer(int low, int high) {
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<int>(next() % span);
}

bool Random::chance(double probability) {
  return uniform() < probability;
}

double Random::normal() {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += uniform();
  return sum;
}

Random Random::fork(std::string_view tag) const {
  std::uint64_t hash = 0xcbf29ce484222325ULL ^ state_;  // FNV-1a
  for (const char c : tag) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fork(hash);
}

Random Random::fork(std::uint64_t number) const {
  Random mixed(state_ ^ (number * 0xd6e8feb86659fd93ULL + 0x2545f4914f6cdd1dULL));
  return Random(mixed.next());
}

SmoothNoise::SmoothNoise(Random& random, double low_hz, double high_hz, int terms) {
  const double amplitude = std::sqrt(2.0 / terms);
  for (int i = 0; i < terms; ++i)
    terms_.push_back(
        {random.uniform(low_hz, high_hz), random.uniform(0, 2 * std::numbers::pi), amplitude});
}

double SmoothNoise::at(double time_s) const {
  double sum = 0;
  for (const Term& term : terms_)
    sum += term.amplitude * std::sin(2 * std::numbers::pi * term.hz * time_s + term.phase);
  return sum;
}

}  // namespace gridlens::generator
