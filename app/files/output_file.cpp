#include "app/files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>

#include "core/capture/picture.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw std::runtime_error(what + " " + why);
}

// What tells a file from another whatever its names are.
struct Identity {
  dev_t device = 0;
  ino_t inode = 0;
  mode_t mode = 0;
  bool operator<(const Identity& other) const {
    return std::tie(device, inode) < std::tie(other.device, other.inode);
  }
  [[nodiscard]] bool regular() const { return S_ISREG(mode); }
};

// Nothing where there is no such file. Links are followed.
std::optional<Identity> identity_of(const fs::path& path) {
  struct stat found {};
  const bool there =
      path == "-" ? fstat(STDOUT_FILENO, &found) == 0 : ::stat(path.c_str(), &found) == 0;
  if (!there) return std::nullopt;
  return Identity{found.st_dev, found.st_ino, found.st_mode};
}

fs::path folder_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

// Where a file that does not exist yet would be.
fs::path place_of(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(folder_of(path), error);
  return (error ? folder_of(path) : folder) / path.filename();
}

std::string named(const OutputFile& output) {
  return output.option + " " + (output.path == "-" ? "(standard output)" : output.path.string());
}

// Two outputs that are the same file, there already or not.
void check_different(std::span<const OutputFile> outputs) {
  std::map<Identity, const OutputFile*> there;
  std::map<fs::path, const OutputFile*> to_be_made;
  for (const OutputFile& output : outputs) {
    const OutputFile* first = &output;
    if (const auto is = identity_of(output.path); !is)
      first = to_be_made.try_emplace(place_of(output.path), &output).first->second;
    else if (is->regular())
      first = there.try_emplace(*is, &output).first->second;
    if (first != &output) refuse(named(*first), "and " + named(output) + " are the same file");
  }
}

void check_place(const OutputFile& output, bool overwrite) {
  const std::string name = named(output);
  if (output.path.empty()) refuse(output.option, "needs the name of a file");
  if (names_open_descriptor(output.path)) return;
  const auto is = identity_of(output.path);
  if (is && S_ISDIR(is->mode)) refuse(name, "is a folder");
  std::error_code error;
  const bool link_to_nothing = !is && fs::is_symlink(output.path, error);
  if (((is && is->regular()) || link_to_nothing) && !overwrite)
    refuse(name, "exists already (--overwrite replaces it)");
  const fs::path folder = folder_of(output.path);
  if (!is && !fs::is_directory(folder, error)) {
    if (output.makes_folder) return;
    refuse(name + ":", "there is no folder " + folder.string());
  }
  if (::access(is ? output.path.c_str() : folder.c_str(), W_OK) != 0)
    refuse(name, std::string("cannot be written: ") + std::strerror(errno));
}

// A file under a name of its own in the folder of another. Removed unless it was renamed.
class FileBeside {
 public:
  explicit FileBeside(const fs::path& wanted) {
    for (int number = 0; file_ < 0; ++number) {
      path_ = folder_of(wanted) /
              (".gridlens-" + std::to_string(::getpid()) + "-" + std::to_string(number) + ".part");
      file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file_ < 0 && errno != EEXIST) break;
    }
  }
  ~FileBeside() {
    if (file_ >= 0) ::close(file_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  // False with errno set.
  bool write(std::span<const unsigned char> bytes) {
    if (file_ < 0) {
      path_.clear();
      return false;
    }
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) return false;
      if (count > 0) bytes = bytes.subspan(static_cast<size_t>(count));
    }
    return ::close(std::exchange(file_, -1)) == 0;
  }
  bool become(const fs::path& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) return false;
    path_.clear();
    return true;
  }

 private:
  fs::path path_;
  int file_ = -1;
};

bool write_to_device(const fs::path& path, std::span<const unsigned char> bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) {
      const int reason = errno;
      ::close(file);
      errno = reason;
      return false;
    }
    if (count > 0) bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return ::close(file) == 0;
}

}  // namespace

std::vector<fs::path> input_files(const std::string& spec) {
  std::error_code error;
  if (!fs::is_directory(spec, error)) {
    if (fs::exists(spec, error)) return {spec};
    return {};
  }
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(spec, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored) && picture_file_format(entry->path()))
      files.push_back(entry->path());
  }
  return files;
}

bool names_open_descriptor(const fs::path& path) {
  const std::string name = path.lexically_normal().string();
  return name == "-" || name == "/dev/stdout" || name == "/dev/stderr" ||
         name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
}

void check_not_inputs(std::span<const OutputFile> outputs, std::span<const fs::path> inputs) {
  std::map<Identity, const fs::path*> inputs_are;
  for (const fs::path& input : inputs)
    if (const auto is = identity_of(input)) inputs_are.emplace(*is, &input);
  for (const OutputFile& output : outputs) {
    const auto is = identity_of(output.path);
    if (!is || S_ISCHR(is->mode)) continue;  // a terminal may be both
    if (const auto found = inputs_are.find(*is); found != inputs_are.end())
      refuse(named(output),
             "is the input " + found->second->string() + ", which is never replaced");
  }
}

void check_debug_folder(const fs::path& folder, std::span<const fs::path> inputs) {
  if (folder.empty()) return;
  std::vector<OutputFile> outputs;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".png") outputs.push_back({"--debug-dir:", entry->path()});
  check_not_inputs(outputs, inputs);
}

void check_outputs(std::span<const OutputFile> outputs, std::span<const fs::path> inputs,
                   bool overwrite) {
  check_not_inputs(outputs, inputs);
  check_different(outputs);
  for (const OutputFile& output : outputs) check_place(output, overwrite);
}

void write_whole_file(const fs::path& path, std::span<const unsigned char> bytes, bool overwrite) {
  const auto is = identity_of(path);
  bool done = false;
  if (is && !is->regular()) {
    done = write_to_device(path, bytes);
  } else {
    FileBeside beside(path);
    done = beside.write(bytes);
    if (done && !overwrite && identity_of(path))
      refuse(path.string(), "exists already (--overwrite replaces it)");
    done = done && beside.become(path);
  }
  if (!done)
    throw std::runtime_error("cannot write " + path.string() + ": " + std::strerror(errno));
}

void write_whole_file(const fs::path& path, std::string_view text, bool overwrite) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  write_whole_file(path, std::span(bytes, text.size()), overwrite);
}

}  // namespace gridlens
