#include "game/dominance.hpp"

#include <algorithm>
#include <bit>

#include "game/cells.hpp"

namespace wordle {

Dominance::Dominance(const Game& game) : game_(game), blanking_(game) {
    const int bits = std::bit_width(unsigned(game.guesses())) + 1;
    slots_.resize(std::size_t{1} << bits);
    shift_ = 32 - bits;
    filter_.resize((std::size_t{1} << kFilterBits) / 64);
}

Dominance::Slot* Dominance::find(std::uint32_t hash, WordCode blanked) {
    std::size_t i = hash >> shift_;
    const WordCode wanted = stamp_ | blanked;
    // Slots of earlier stamps are empty: theirs are smaller.
    while (slots_[i].stamped >= stamp_ && slots_[i].stamped != wanted) i = (i + 1) & (slots_.size() - 1);
    return &slots_[i];
}

void Dominance::insert(std::uint32_t hash, WordCode blanked, int lane, Slot* slot) {
    *slot = {stamp_ | blanked, lane};
    const std::uint32_t bit = hash >> (32 - kFilterBits);
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    kept_.push_back(blanked);
}

void Dominance::next_stamp() {
    stamp_ += kOneStamp;
    if (stamp_ == 0) {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        stamp_ = kOneStamp;
    }
    std::fill(filter_.begin(), filter_.end(), 0);
    kept_.clear();
}

// Takes the lanes of dominated guesses away and returns their number.
int Dominance::drop_dominated(std::uint64_t* lanes) {
    int dropped = 0;
    for (const WordCode code : kept_) {
        if (Blanking::unnumbered(code)) continue;
        for (int place = 0; place < kMaxLength; place++) {
            const WordCode less = code & ~(kLetterMask << (kLetterBits * place));
            const std::uint32_t hash = scattered(less);
            if (less == code || !seen(hash)) continue;
            const Slot* slot = find(hash, less);
            if (slot->stamped != (stamp_ | less) || slot->lane == kWordOfSet) continue;
            std::uint64_t& block = lanes[slot->lane / kLanes];
            const std::uint64_t lane = std::uint64_t{1} << (slot->lane % kLanes);
            dropped += (block & lane) != 0;
            block &= ~lane;
        }
    }
    return dropped;
}

int Dominance::reduce(const GuessView& from, const std::uint64_t* alive, std::span<const HiddenId> words, bool dominance, std::uint64_t* out,
                      Key* key) {
    blanking_.take(words);
    next_stamp();
    const int blocks = from.blocks();
    std::fill(out, out + blocks, 0);
    Key sum;
    for (const HiddenId h : words) {
        const WordCode blanked = blanking_.of(game_.as_guess(h));
        const std::uint32_t hash = scattered(blanked);  // nothing to blank
        insert(hash, blanked, kWordOfSet, find(hash, blanked));
        out[from.lane_of[h] / kLanes] |= std::uint64_t{1} << (from.lane_of[h] % kLanes);
    }
    for (int b = 0; b < blocks; b++) {
        std::uint64_t kept = 0;
        for (std::uint64_t rest = alive[b]; rest; rest &= rest - 1) {
            const int lane = b * kLanes + std::countr_zero(rest);
            const WordCode blanked = blanking_.of(from.guess(lane));
            const std::uint32_t hash = scattered(blanked);
            if (!blanked) continue;  // all grey: tells nothing
            Slot* slot = find(hash, blanked);
            if (slot->stamped == (stamp_ | blanked)) continue;
            insert(hash, blanked, lane, slot);
            kept |= rest & -rest;
            if (key) {
                const Key k = scatter(std::uint64_t(blanked), high(blanked) ^ 0xB1A);
                sum.low += k.low;
                sum.high += k.high;
            }
        }
        out[b] |= kept;
    }
    if (key) *key = combined(*key, sum);
    const int count = int(kept_.size());
    return dominance && game_.facts() ? count - drop_dominated(out) : count;
}

}  // namespace wordle
