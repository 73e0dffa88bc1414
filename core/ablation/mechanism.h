#pragma once

#include <algorithm>
#include <cstddef>
#ifdef GRIDLENS_ABLATION
#include <cstdlib>
#include <string>
#include <vector>
#endif

namespace gridlens {

// Switches for measuring what each mechanism of finding and reading is worth (docs/testing.md,
// "Ablation"). A mechanism asks `in_use<"its_name">()` where it takes effect. The answer is the
// constant true, and leaves no trace, but in builds of the preset `ablation`. There the environment
// variable GRIDLENS_WITHOUT names mechanisms, separated by commas, that are off from the start in
// any program.

template <std::size_t length>
struct MechanismName {
  char text[length];
  // NOLINTNEXTLINE(google-explicit-constructor): a literal is the name
  consteval MechanismName(const char (&name)[length]) { std::copy_n(name, length, text); }
};

#ifdef GRIDLENS_ABLATION

// One mechanism's switch. Not thread-safe: an ablation runs in one thread.
struct MechanismSwitch {
  const char* name;
  bool on = true;
  long asked = 0;  // counts up; a mechanism that was not asked about changed nothing

  explicit MechanismSwitch(const char* its_name) : name(its_name), on(!is_named_off(its_name)) {
    all().push_back(this);
  }

  // Every switch of the program, in any order.
  static std::vector<MechanismSwitch*>& all() {
    static std::vector<MechanismSwitch*> switches;
    return switches;
  }

 private:
  static bool is_named_off(const char* name) {
    const char* names = std::getenv("GRIDLENS_WITHOUT");
    return names && (',' + std::string(names) + ',').find(',' + std::string(name) + ',') !=
                        std::string::npos;
  }
};

template <MechanismName name>
inline MechanismSwitch mechanism_switch{name.text};

template <MechanismName name>
bool in_use() {
  ++mechanism_switch<name>.asked;
  return mechanism_switch<name>.on;
}

#else

template <MechanismName name>
constexpr bool in_use() {
  return true;
}

#endif

}  // namespace gridlens
