#include "core/capture/quiet_cerr.h"

#include <iostream>
#include <streambuf>

namespace gridlens {
namespace {

thread_local int quiet = 0;  // how many QuietCerr this thread has

class ThreadFilter final : public std::streambuf {
 public:
  explicit ThreadFilter(std::streambuf* target) : target_(target) {}

 protected:
  int_type overflow(int_type c) override {
    if (quiet > 0 || traits_type::eq_int_type(c, traits_type::eof()))
      return traits_type::not_eof(c);
    return target_->sputc(traits_type::to_char_type(c));
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    return quiet > 0 ? count : target_->sputn(text, count);
  }
  int sync() override { return quiet > 0 ? 0 : target_->pubsync(); }

 private:
  std::streambuf* target_;
};

}  // namespace

QuietCerr::QuietCerr() {
  // Never taken out again: a thread may be left behind in a decoder when the program ends.
  [[maybe_unused]] static const auto* const filter = [] {
    auto* made = new ThreadFilter(std::cerr.rdbuf());
    std::cerr.rdbuf(made);
    return made;
  }();
  ++quiet;
}

QuietCerr::~QuietCerr() {
  --quiet;
}

}  // namespace gridlens
