#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "core/pipeline/mailbox.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {

// Jobs on a thread of their own. Of several askings the newest that was not begun counts. Calls are
// for one thread; destruction waits for the job under way, which is told to stop.
template <typename Job, typename Answer>
class MailboxThread {
 public:
  using Work = std::function<Answer(Job job, const std::stop_token& stop)>;

  // `name`: as of name_this_thread, a literal.
  MailboxThread(const char* name, Work work)
      : thread_([this, name, work = std::move(work)](const std::stop_token& stop) {
          name_this_thread(name);
          while (auto job = asked_.take(stop)) {
            Outcome outcome;
            try {
              outcome.answer = work(std::move(*job), stop);
            } catch (...) {
              outcome.failure = std::current_exception();
            }
            outcomes_.put(std::move(outcome));
          }
        }) {}

  void ask(Job job) { asked_.put(std::move(job)); }

  // The answer that was not fetched yet is not wanted.
  void drop_answer() { outcomes_.try_take(); }

  // The answer that was not fetched yet. Throws what its job threw.
  std::optional<Answer> take() {
    auto outcome = outcomes_.try_take();
    if (!outcome) return std::nullopt;
    if (outcome->failure) std::rethrow_exception(outcome->failure);
    return std::move(outcome->answer);
  }

 private:
  struct Outcome {
    std::optional<Answer> answer;
    std::exception_ptr failure;
  };

  Mailbox<Job> asked_;
  Mailbox<Outcome> outcomes_;
  std::jthread thread_;  // last: starts when all else stands
};

}  // namespace gridlens
