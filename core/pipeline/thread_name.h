#pragma once

#ifdef __linux__
#include <pthread.h>
#endif

namespace gridlens {

// Names the calling thread for debuggers and `top -H` (at most 15 characters); does nothing where
// there is no such call.
inline void name_this_thread([[maybe_unused]] const char* name) {
#ifdef __linux__
  pthread_setname_np(pthread_self(), name);
#endif
}

}  // namespace gridlens
