#include "core/pipeline/solve_service.h"

#include <algorithm>

#include "core/pipeline/thread_name.h"

namespace gridlens {

std::shared_ptr<const SolveResult> SolveCache::find(const Grid& clues) {
  const auto at = std::find_if(newest_first_.begin(), newest_first_.end(),
                               [&](const auto& entry) { return entry.first == clues; });
  if (at == newest_first_.end()) return nullptr;
  newest_first_.splice(newest_first_.begin(), newest_first_, at);
  return newest_first_.front().second;
}

void SolveCache::insert(const Grid& clues, std::shared_ptr<const SolveResult> answer) {
  newest_first_.emplace_front(clues, std::move(answer));
  if (newest_first_.size() > kCapacity) newest_first_.pop_back();
}

SolveResult ShapeSolvers::solve(const Grid& clues, std::uint64_t max_nodes,
                                const std::stop_token& stop) {
  const Shape shape = clues.shape();
  auto at = solvers_.find({shape.box_rows, shape.box_cols});
  if (at == solvers_.end())
    at = solvers_.try_emplace({shape.box_rows, shape.box_cols}, classic_rules(shape)).first;
  SolveOptions options;
  options.max_nodes = max_nodes;
  options.stop = stop;
  return at->second.solve(clues, options);
}

std::shared_ptr<const SolveResult> InlineSolveService::ask(const Grid& clues) {
  if (auto known = cache_.find(clues)) return known;
  auto answer = std::make_shared<const SolveResult>(solvers_.solve(clues, max_nodes_, {}));
  cache_.insert(clues, answer);
  return answer;
}

ThreadSolveService::ThreadSolveService(std::uint64_t max_nodes)
    : max_nodes_(max_nodes), thread_([this](const std::stop_token& stop) { run(stop); }) {}

ThreadSolveService::~ThreadSolveService() = default;

std::shared_ptr<const SolveResult> ThreadSolveService::ask(const Grid& clues) {
  {
    const std::lock_guard lock(mutex_);
    if (auto known = cache_.find(clues)) return known;
    if (current_ == clues || std::find(waiting_.begin(), waiting_.end(), clues) != waiting_.end())
      return nullptr;
    waiting_.push_back(clues);
    if (waiting_.size() > kMaxWaiting) waiting_.pop_front();
  }
  wanted_.notify_one();
  return nullptr;
}

void ThreadSolveService::run(const std::stop_token& stop) {
  name_this_thread("gl-solver");
  ShapeSolvers solvers;
  while (true) {
    Grid clues;
    {
      std::unique_lock lock(mutex_);
      if (!wanted_.wait(lock, stop, [&] { return !waiting_.empty(); })) return;
      clues = std::move(waiting_.front());
      waiting_.pop_front();
      current_ = clues;
    }
    auto answer = std::make_shared<const SolveResult>(solvers.solve(clues, max_nodes_, stop));
    const std::lock_guard lock(mutex_);
    current_.reset();
    if (!stop.stop_requested()) cache_.insert(clues, std::move(answer));
  }
}

}  // namespace gridlens
