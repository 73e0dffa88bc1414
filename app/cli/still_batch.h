#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <opencv2/core/types.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/read_inputs.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

// One picture that was read, or why it could not be.
struct StillAnswer {
  size_t index = 0;    // of the input
  std::string error;   // one line, for people; empty: it was read
  std::string note;    // one line, for people: damage that left it readable; or empty
  cv::Size size;       // of the picture in the file
  cv::Size read_size;  // of what was read: smaller where that is a reduced copy
  // The picture before | after, its solutions painted in, as a PNG file; empty where none is
  // wanted.
  std::vector<unsigned char> annotated_png;
  std::vector<BoardResult> boards;
  double ms = 0;  // without opening
};

struct StillBatchOptions {
  int threads = 1;
  // Whether a picture, by the index of its input, is wanted annotated. Called on any of the
  // threads. Empty: none is.
  std::function<bool(size_t index)> annotates = {};
  // Where a picture's debug pictures go. Empty: nobody wants them.
  std::function<std::filesystem::path(const std::string& image)> debug_folder = {};
};

// Reads pictures on several threads and hands them out in the order given. What it answers does not
// depend on the threads. Few pictures are held at a time. Used by one thread.
class StillBatch {
 public:
  StillBatch(std::vector<ReadInput> inputs, StillBatchOptions options);
  ~StillBatch();  // waits for the pictures under way
  StillBatch(const StillBatch&) = delete;
  StillBatch& operator=(const StillBatch&) = delete;

  // The next picture; nothing at the end, or once `stop` was requested. Throws
  // what no picture is to blame for: a missing model.
  std::optional<StillAnswer> next(const std::stop_token& stop);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
