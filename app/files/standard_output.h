#pragma once

namespace gridlens {

// To be called first in main. A standard stream that is closed gets a stand-in that fails: no file
// that the program opens takes its place. Writes over a file size limit fail instead of ending the
// process.
void prepare_standard_streams();

// Hands what was printed to the system. Throws std::runtime_error with one clear line where any of
// it was lost: a full disk, a closed output.
void flush_standard_output();

}  // namespace gridlens
