#include "tests/report/labelled_photos.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gridlens::report {

namespace {

Grid read_labels(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string header;
  std::getline(stream, header);
  std::getline(stream, header);
  std::vector<std::uint8_t> values;
  for (int value = 0; stream >> value;)
    values.push_back(static_cast<std::uint8_t>(value <= 9 ? value : 0));
  if (values.size() != 81) throw std::runtime_error("not 81 numbers: " + file.string());
  return {Shape{3, 3}, values};
}

}  // namespace

std::vector<LabelledPhoto> labelled_photos(const std::filesystem::path& folder,
                                           const std::filesystem::path& clue_labels) {
  std::vector<LabelledPhoto> photos;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".jpg") continue;
    const std::filesystem::path labels =
        std::filesystem::path(entry.path()).replace_extension(".dat");
    if (!std::filesystem::exists(labels)) continue;
    LabelledPhoto photo;
    photo.image = entry.path();
    photo.symbols = read_labels(labels);
    photo.clues = photo.symbols;
    photo.entries = Grid(photo.clues.shape());
    if (!clue_labels.empty()) {
      const Grid& all = photo.symbols;
      photo.clues = read_labels(clue_labels / labels.filename());
      for (int row = 0; row < all.n(); ++row)
        for (int col = 0; col < all.n(); ++col)
          if (photo.clues.at(row, col) == 0) photo.entries.set(row, col, all.at(row, col));
    }
    photos.push_back(std::move(photo));
  }
  std::sort(photos.begin(), photos.end(),
            [](const LabelledPhoto& a, const LabelledPhoto& b) { return a.image < b.image; });
  return photos;
}

std::set<std::string> held_out_stems(const std::filesystem::path& split_file,
                                     const std::string& folder) {
  std::ifstream stream(split_file);
  if (!stream) throw std::runtime_error("cannot open " + split_file.string());
  const nlohmann::json split = nlohmann::json::parse(stream);
  std::string key = folder;
  const std::string suffix = "-filled";
  if (key.ends_with(suffix)) key.resize(key.size() - suffix.size());
  std::set<std::string> stems;
  if (split.contains(key))
    for (const auto& stem : split.at(key)) stems.insert(stem.get<std::string>());
  return stems;
}

}  // namespace gridlens::report
