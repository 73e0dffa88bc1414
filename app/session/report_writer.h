#pragma once

#include <filesystem>
#include <mutex>
#include <thread>

#include "app/session/problem_report.h"
#include "app/session/session_view.h"

namespace gridlens {

// Writes problem reports on a thread of its own ("gl-report"), one at a time, while pictures go on.
// Calls are for one thread. Destruction waits for the report under way.
class ReportWriter {
 public:
  // Does nothing while a report is under way.
  void start(ProblemReport report, std::filesystem::path parent);
  // There is no picture yet.
  void refuse(std::string why);

  [[nodiscard]] ReportView view() const;

 private:
  mutable std::mutex mutex_;  // guards the view
  ReportView view_;
  std::jthread thread_;  // last: ends before all else
};

}  // namespace gridlens
