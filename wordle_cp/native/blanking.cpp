#include "blanking.hpp"

#include <algorithm>
#include <bit>

#include "cells.hpp"

namespace wordle {

Blanking::Blanking(const Game& game) : game_(game) {
    for (int w = 0; w < game.guesses(); w++) {
        std::uint32_t code = 0;
        for (const char c : game.guess_word(GuessId(w))) code = code << kLetterBits | std::uint32_t(c - 'a' + 1);
        code_.push_back(code);
    }
    for (int h = 0; h < game.hidden(); h++) {
        std::uint32_t set = 0;
        for (const char c : game.hidden_word(HiddenId(h))) set |= 1u << (c - 'a');
        letters_.push_back(set);
    }
    const int bits = std::bit_width(unsigned(game.guesses())) + 1;
    slots_.resize(std::size_t{1} << bits);
    shift_ = 32 - bits;
}

Blanking::Slot* Blanking::find(std::uint32_t blanked) {
    std::size_t i = blanked * 2654435769u >> shift_;
    while (slots_[i].stamp == stamp_ && slots_[i].blanked != blanked) i = (i + 1) & (slots_.size() - 1);
    return &slots_[i];
}

int Blanking::reduce(const Context& context, const std::uint64_t* alive, std::span<const HiddenId> words,
                     const int* lane_of, bool dominance, std::uint64_t* out, Key* key) {
    std::uint32_t present = 0;
    for (const HiddenId h : words) present |= letters_[h];
    std::uint32_t kept_letter[kMaxLength][32];  // by place in the code, and letter
    for (int place = 0; place < kMaxLength; place++) {
        for (std::uint32_t letter = 0; letter < 32; letter++) {
            const bool keep = letter >= 1 && present >> (letter - 1) & 1;
            kept_letter[place][letter] = keep ? letter << (kLetterBits * place) : 0;
        }
    }
    const auto blank = [&](std::uint32_t code) {
        return kept_letter[0][code & 31] | kept_letter[1][code >> 5 & 31] | kept_letter[2][code >> 10 & 31] |
               kept_letter[3][code >> 15 & 31] | kept_letter[4][code >> 20 & 31];
    };
    if (++stamp_ == 0) {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        stamp_ = 1;
    }
    const int blocks = context.blocks();
    std::fill(out, out + blocks, 0);
    seen_.clear();
    Key sum;
    constexpr int word_of_set = -1;
    for (const HiddenId h : words) {
        const std::uint32_t blanked = code_[game_.as_guess(h)];  // nothing to blank
        *find(blanked) = {stamp_, blanked, word_of_set};
        seen_.push_back(blanked);
        out[lane_of[h] / kLanes] |= std::uint64_t{1} << (lane_of[h] % kLanes);
    }
    for (int b = 0; b < blocks; b++) {
        std::uint64_t kept = 0;
        for (std::uint64_t rest = alive[b]; rest; rest &= rest - 1) {
            const int lane = b * kLanes + std::countr_zero(rest);
            const std::uint32_t blanked = blank(code_[context.guess(lane)]);
            if (!blanked) continue;  // all grey: tells nothing
            Slot* slot = find(blanked);
            if (slot->stamp == stamp_) continue;
            *slot = {stamp_, blanked, lane};
            seen_.push_back(blanked);
            kept |= rest & -rest;
            if (key) {
                const Key k = scatter(blanked, 0xB1A);
                sum.low += k.low;
                sum.high += k.high;
            }
        }
        out[b] |= kept;
    }
    if (key) *key = combined(*key, sum);
    int count = int(seen_.size());
    if (dominance) {
        for (const std::uint32_t code : seen_) {
            for (int place = 0; place < kMaxLength; place++) {
                const std::uint32_t less = code & ~(31u << (kLetterBits * place));
                if (less == code) continue;
                Slot* slot = find(less);
                if (slot->stamp != stamp_ || slot->lane == word_of_set) continue;
                std::uint64_t& block = out[slot->lane / kLanes];
                const std::uint64_t lane = std::uint64_t{1} << (slot->lane % kLanes);
                count -= (block & lane) != 0;
                block &= ~lane;
            }
        }
    }
    return count;
}

}  // namespace wordle
