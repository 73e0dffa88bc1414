#pragma once

// The alphabet is the puzzle's. This header stays for those who include it here.
#include "core/puzzle/alphabet.h"
