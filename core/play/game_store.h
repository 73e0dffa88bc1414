#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/play/game_record.h"

namespace gridlens {

// A game that a newer GridLens saved: not read, and left as it is.
struct NewerGame : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The games of a person, one file each. Every call may wait for the disk. Several programs may use
// the folder at once: each file is whole at any time, and none loses what another has saved. One
// thread at a time.
class GameStore {
 public:
  // $XDG_DATA_HOME/gridlens/games, ~/.local/share without it; empty where no home is known.
  static std::filesystem::path usual_folder();

  // Empty: nothing can be kept, and save() says so.
  explicit GameStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Writes the game, as a whole or not at all, and returns its name. `id`: its name so far; empty:
  // it has none yet. Where another program has changed the file since, that one stays and this
  // game gets a name of its own. Throws std::runtime_error with one clear line.
  std::string save(const std::string& id, const GameRecord& record);

  // Throws std::runtime_error with one clear line. A file that is no game is kept aside as
  // NAME.bad, and the line says so.
  GameRecord load(const std::string& id);

  struct Entry {
    std::string id;
    GameRecord record;  // without its steps
  };
  struct Listing {
    std::vector<Entry> games;           // played last first
    std::vector<std::string> troubles;  // of files that could not be read, one clear line each
  };
  Listing list();

  // The game is gone for good. Throws std::runtime_error with one clear line.
  void remove(const std::string& id);

 private:
  struct Identity {  // of a file's content, as the system tells it
    std::uint64_t device = 0, number = 0;
    std::int64_t size = 0, changed_ns = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  static Identity identity_of(const std::filesystem::path& path);  // all 0: there is none
  [[nodiscard]] std::filesystem::path path_of(const std::string& id) const;
  [[nodiscard]] std::string fresh_id(const GameRecord& record) const;
  void keep_aside(const std::filesystem::path& path, const std::string& why) const;

  std::filesystem::path folder_;
  std::map<std::string, Identity> known_;  // as this program wrote or read them last
};

}  // namespace gridlens
