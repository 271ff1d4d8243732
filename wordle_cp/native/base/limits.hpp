// What differs between the two builds of this folder. Both compile the same source.
//
// narrow (the module _native): words of up to 5 letters a to z. A response, and a count of responses, is a byte, and the
//     number of a response is the response itself: 3^5 = 243.
// wide (_native_wide, with WORDLE_WIDE defined): words of up to 12 letters, of any alphabet. The responses of a guess that
//     occur on the hidden list are numbered, for each guess afresh, ascending; see Game. Facts about letters (game/facts.hpp)
//     are counted for the first kLetters letters; those of the others are left out, which only loses bounds.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace wordle {

#if defined(WORDLE_WIDE)
inline constexpr bool kWide = true;
inline constexpr int kMaxLength = 12;
inline constexpr int kLetters = 128, kMostLetters = 1 << 15;
inline constexpr int kResponses = 4096;              // room for the numbers of responses, the winning one included
inline constexpr int kCountPlanes = 13;              // bits of a count of responses, and one more
inline constexpr std::size_t kBitWords = 16;         // of a restriction
using Response = std::uint16_t;                      // a number of a response, or a count of them
using MemberMask = std::uint64_t;                    // a set of members of a family
using FamilyType = std::uint32_t;                    // bit k: the family's type_bits[k] is fixed
using LetterSet = std::uint32_t;                     // of a code: the narrow build has all of these, so this one has no sets
inline constexpr LetterSet kAllLetters = 0;
__extension__ typedef unsigned __int128 WordCode;    // letters of a word, kLetterBits each: see game/blanking.hpp
inline constexpr int kLetterBits = 8;
using Letter = wchar_t;
static_assert(sizeof(Letter) >= 4, "letters are numbered from kFirstLetter on");
using Text = std::wstring;                           // a word
inline constexpr Letter kFirstLetter = 0x10000;      // '?' stands before it
#else
inline constexpr bool kWide = false;
inline constexpr int kMaxLength = 5;
inline constexpr int kLetters = 26, kMostLetters = kLetters;
inline constexpr int kResponses = 256;
inline constexpr int kCountPlanes = 8;
inline constexpr std::size_t kBitWords = 4;
using Response = std::uint8_t;
using MemberMask = std::uint32_t;
using FamilyType = std::uint8_t;
using LetterSet = std::uint32_t;
inline constexpr LetterSet kAllLetters = (LetterSet{1} << kLetters) - 1;
using WordCode = std::uint32_t;
inline constexpr int kLetterBits = 5;
using Letter = char;
using Text = std::string;
inline constexpr Letter kFirstLetter = 'a';
#endif

// The number of a letter, from 0.
inline int letter_of(Letter c) { return int(c) - int(kFirstLetter); }

}  // namespace wordle
