#include "app/interrupt/starved_time.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace gridlens {

double starved_ms() {
  double sum_ns = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc/self/task", error), end;
       !error && entry != end; entry.increment(error)) {
    double ran_ns = 0, waited_ns = 0;
    if (std::ifstream(entry->path() / "schedstat") >> ran_ns >> waited_ns) sum_ns += waited_ns;
  }
  return sum_ns / 1e6;
}

}  // namespace gridlens
