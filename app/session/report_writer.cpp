#include "app/session/report_writer.h"

#include <utility>

#include "core/image/one_line.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {

void ReportWriter::start(ProblemReport report, std::filesystem::path parent) {
  {
    const std::scoped_lock lock(mutex_);
    if (view_.running) return;
    view_ = {};
    view_.running = true;
  }
  thread_ = std::jthread([this, report = std::move(report), parent = std::move(parent)] {
    name_this_thread("gl-report");
    ReportView done;
    try {
      done.folder = write_problem_report(report, parent).string();
    } catch (const std::exception& error) {
      done.error = one_line(error);
    }
    const std::scoped_lock lock(mutex_);
    view_ = std::move(done);
  });
}

void ReportWriter::refuse(std::string why) {
  const std::scoped_lock lock(mutex_);
  if (view_.running) return;
  view_ = {};
  view_.error = std::move(why);
}

ReportView ReportWriter::view() const {
  const std::scoped_lock lock(mutex_);
  return view_;
}

}  // namespace gridlens
