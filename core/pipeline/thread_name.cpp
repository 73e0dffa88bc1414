#include "core/pipeline/thread_name.h"

#ifdef __linux__
#include <pthread.h>
#endif

namespace gridlens {

void name_this_thread([[maybe_unused]] const char* name) {
#ifdef __linux__
  pthread_setname_np(pthread_self(), name);
#endif
}

}  // namespace gridlens
