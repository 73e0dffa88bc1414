#pragma once

namespace gridlens {

// Names the calling thread for debuggers and `top -H` (at most 15 characters); does nothing where
// there is no such call.
void name_this_thread(const char* name);

}  // namespace gridlens
