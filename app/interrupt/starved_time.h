#pragma once

namespace gridlens {

// Milliseconds that the threads of this process, those that live, were ready to run and had no core
// to run on, all together. 0 where the system does not tell.
double starved_ms();

}  // namespace gridlens
