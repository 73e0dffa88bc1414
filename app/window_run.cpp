#include <stdexcept>
#include "app/live_run.h"
namespace gridlens { int run_window(const std::string&, const std::string&, const LiveCommandOptions&, const Interrupt&) { throw std::runtime_error("no window yet; use --headless"); } }
