#include "core/play/game_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/formats/formats.h"
#include "core/play/game_json.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = ".json";
constexpr std::chrono::hours kPartIsStale{1};  // a killed program's half-written file

[[noreturn]] void refuse(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

// The folder is one program's while this lives. Where the system knows no locks it does without.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : file_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ >= 0)
      while (::flock(file_, LOCK_EX) != 0 && errno == EINTR) continue;
  }
  ~FolderLock() {
    if (file_ >= 0) ::close(file_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

// The text on the disk under a name of this process alone; gone again unless it becomes another.
class PartFile {
 public:
  PartFile(const fs::path& folder, const std::string& text)
      : path_(folder / (".save-" + std::to_string(::getpid()) + ".part")) {
    const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) refuse("cannot save the game in " + folder.string());
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t count = ::write(file, text.data() + done, text.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) break;
      done += static_cast<std::size_t>(count);
    }
    // Else a power cut could leave the new name with nothing behind it.
    const bool whole = done == text.size() && ::fsync(file) == 0;
    const int error = errno;
    ::close(file);
    errno = error;
    if (whole) return;
    ::unlink(path_.c_str());
    errno = error;
    refuse("cannot save the game in " + folder.string());
  }
  ~PartFile() { ::unlink(path_.c_str()); }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void become(const fs::path& path) const {
    if (::rename(path_.c_str(), path.c_str()) != 0) refuse("cannot save the game " + path.string());
  }

 private:
  fs::path path_;
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

fs::path GameStore::usual_folder() {
  fs::path data = variable("XDG_DATA_HOME");
  // By its specification a relative one does not count.
  if (!data.is_absolute()) {
    const fs::path home = variable("HOME");
    if (!home.is_absolute()) return {};
    data = home / ".local" / "share";
  }
  return data / "gridlens" / "games";
}

GameStore::Identity GameStore::identity_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, status.st_size,
          std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

fs::path GameStore::path_of(const std::string& id) const {
  return folder_ / (id + kEnding);
}

// "20261123-055400-9x9", with a number behind it where that is taken.
std::string GameStore::fresh_id(const GameRecord& record) const {
  const auto at = static_cast<std::time_t>(record.played_s);
  std::tm parts{};
  ::gmtime_r(&at, &parts);
  std::array<char, 32> date{};
  std::strftime(date.data(), date.size(), "%Y%m%d-%H%M%S", &parts);
  const std::string n = std::to_string(record.document.shape.n());
  const std::string usual = std::string(date.data()) + "-" + n + "x" + n;
  std::string id = usual;
  for (int number = 2; identity_of(path_of(id)) != Identity{}; ++number)
    id = usual + "-" + std::to_string(number);
  return id;
}

std::string GameStore::save(const std::string& id, const GameRecord& record) {
  if (folder_.empty())
    throw std::runtime_error("no game is kept: neither XDG_DATA_HOME nor HOME names a folder");
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    throw std::runtime_error("no game is kept: " + folder_.string() +
                             " cannot be made: " + error.message());
  const PartFile written(folder_, game_json(record));
  const FolderLock lock(folder_);
  std::string name = id.empty() ? fresh_id(record) : id;
  const Identity now = identity_of(path_of(name));
  if (now != Identity{} && now != known_[name]) name = fresh_id(record);
  written.become(path_of(name));
  known_[name] = identity_of(path_of(name));
  return name;
}

void GameStore::keep_aside(const fs::path& path, const std::string& why) const {
  const fs::path bad = path.string() + ".bad";
  std::error_code error;
  fs::rename(path, bad, error);
  throw std::runtime_error(
      path.string() + ": " + why +
      (error ? "; it cannot be renamed" : "; kept as " + bad.filename().string()));
}

GameRecord GameStore::load(const std::string& id) {
  const fs::path path = path_of(id);
  const Identity identity = identity_of(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path.string() + " cannot be opened");
  if (identity.size > static_cast<std::int64_t>(kMaxPuzzleFileBytes))
    keep_aside(path, "it is far too long for a game");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) throw std::runtime_error(path.string() + " cannot be read");
  try {
    GameRecord record = read_game_json(text);
    known_[id] = identity;
    return record;
  } catch (const NewerGame& error) {
    throw NewerGame(path.string() + ": " + error.what());
  } catch (const std::exception& error) {
    keep_aside(path, error.what());
    throw;
  }
}

GameStore::Listing GameStore::list() {
  Listing listing;
  if (folder_.empty()) return listing;
  std::vector<std::tuple<std::int64_t, std::int64_t, Entry>> found;
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error))
    paths.push_back(it->path());
  for (const fs::path& path : paths) {
    if (path.extension() == ".part" && path.filename().string().starts_with(".save-")) {
      if (fs::file_time_type::clock::now() - fs::last_write_time(path, error) > kPartIsStale)
        fs::remove(path, error);
      continue;
    }
    if (path.extension() != kEnding) continue;
    const std::string id = path.stem().string();
    const auto known = known_.find(id);
    const Identity before = known == known_.end() ? Identity{} : known->second;
    try {
      GameRecord record = load(id);
      record.steps.clear();
      found.emplace_back(record.played_s, identity_of(path).changed_ns, Entry{id, record});
    } catch (const std::exception& trouble) {
      listing.troubles.emplace_back(trouble.what());
    }
    known_[id] = before;  // to look at a game is not to take it up
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) > std::tie(std::get<0>(b), std::get<1>(b));
  });
  for (auto& [played, changed, entry] : found) listing.games.push_back(std::move(entry));
  return listing;
}

void GameStore::remove(const std::string& id) {
  if (::unlink(path_of(id).c_str()) != 0 && errno != ENOENT)
    refuse("the game " + path_of(id).string() + " cannot be removed");
  known_.erase(id);
}

}  // namespace gridlens
