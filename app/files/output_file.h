#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gridlens {

// A file that a command was asked to write.
struct OutputFile {
  std::string option;          // for people: "--record"
  std::filesystem::path path;  // "-": standard output
  bool makes_folder = false;   // the command makes the folder where there is none
};

// The files behind an input argument: the file itself, or the pictures of a folder. Empty where
// `spec` names no file (a camera index, a stream).
std::vector<std::filesystem::path> input_files(const std::string& spec);

// Whether `path` is standard output, or a file that the caller opened already, by another name
// ("-", /dev/stdout, /dev/fd/3).
bool names_open_descriptor(const std::filesystem::path& path);

// Throws std::runtime_error with one clear line where an output is one of `inputs`, under whatever
// name.
void check_not_inputs(std::span<const OutputFile> outputs,
                      std::span<const std::filesystem::path> inputs);

// The same for what --debug-dir writes: no picture there, which are written anew, is an input. An
// empty path is well.
void check_debug_folder(const std::filesystem::path& folder,
                        std::span<const std::filesystem::path> inputs);

// Called before a command opens any file for writing. Throws std::runtime_error with one clear
// line where an output
// - is one of `inputs`: always refused;
// - is the same file as another output;
// - is an existing regular file, unless `overwrite`; pipes and devices may always be written;
// - is a folder, has no folder, or may not be written.
void check_outputs(std::span<const OutputFile> outputs,
                   std::span<const std::filesystem::path> inputs, bool overwrite);

// Writes `bytes` as the file `path`, as a whole or not at all: beside it under another name, then
// renamed. A pipe or a device is written directly. Throws std::runtime_error with one clear line:
// not writable, or an existing file without `overwrite`.
void write_whole_file(const std::filesystem::path& path, std::span<const unsigned char> bytes,
                      bool overwrite);
void write_whole_file(const std::filesystem::path& path, std::string_view text, bool overwrite);

}  // namespace gridlens
