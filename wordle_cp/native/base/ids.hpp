// Words by number.
#pragma once
#include <cstdint>

namespace wordle {

using GuessId = std::uint16_t;   // index in the guess list
using HiddenId = std::uint16_t;  // index in the hidden list

}  // namespace wordle
