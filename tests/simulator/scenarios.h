#pragma once

#include <string>
#include <vector>

#include "tests/simulator/clip.h"

namespace gridlens::generator {

struct Scenario {
  const char* name;
  const char* about;  // what it shows, with its ranges
  ClipPlan (*plan)(const ClipOptions&);
};

// Every scenario, in the order of `gridlens_generate list`. A new one is a function and a row here.
const std::vector<Scenario>& scenarios();

// Throws std::invalid_argument naming the scenarios when there is none of this name.
ClipPlan plan_scenario(const std::string& name, const ClipOptions& options);

}  // namespace gridlens::generator
