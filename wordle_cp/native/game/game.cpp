#include "game/game.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "kernels/lanes.hpp"

namespace wordle {

namespace {

constexpr std::size_t kMaxWords = 65535;                 // ids are 16 bits wide
constexpr std::size_t kHeed = std::size_t{1} << (kWide ? 19 : 21);  // pairs that take some milliseconds to score

// One more than the largest number of a letter in the words.
int letter_count_of(const std::vector<Text>& words) {
    int count = 0;
    for (const Text& word : words) {
        for (const Letter c : word) count = std::max(count, letter_of(c) + 1);
    }
    return count;
}
constexpr int kNoLetter = 255;  // where the number of a letter is a byte

}  // namespace

// The patterns of one guess after the other against all hidden words: by kernels where they know words of this length, and
// the letters fit a byte.
class RowScorer {
  public:
    RowScorer(const std::vector<Text>& guesses, const std::vector<Text>& hidden, int length, bool pegs)
        : count_(std::max(letter_count_of(guesses), letter_count_of(hidden))), length_(length) {
        if (length > kMostScored || count_ > kNoLetter) {
            for (const Text& word : hidden) {
                for (const Letter c : word) hidden_.push_back(std::uint16_t(letter_of(c)));
            }
            return;
        }
        lanes_ = (hidden.size() + kLanes - 1) / kLanes * kLanes;
        letters_.assign(lanes_ * std::size_t(length), kNoLetter);
        if (pegs) counts_.resize(lanes_ * std::size_t(kLetters));
        for (std::size_t w = 0; w < hidden.size(); w++) {
            for (std::size_t i = 0; i < std::size_t(length); i++) {
                const int letter = letter_of(hidden[w][i]);
                letters_[i * lanes_ + w] = std::uint8_t(letter);
                if (pegs) counts_[std::size_t(letter) * lanes_ + w]++;
            }
        }
    }

    // `row` has room for more than the words then. From any thread.
    void score(const Text& guess, std::vector<Pattern>& row) const {
        if (letters_.empty()) return score_pairs(guess, row);
        std::uint8_t word[kMaxLength];
        const std::uint8_t* position[kMaxLength];
        for (std::size_t i = 0; i < guess.size(); i++) {
            word[i] = std::uint8_t(letter_of(guess[i]));
            position[i] = letters_.data() + i * lanes_;
        }
        row.assign(lanes_, 0);
        if (!counts_.empty()) return score_codes(word, position, row.data());
        std::vector<Response> patterns(lanes_);
        kernels().score_hidden(position, int(lanes_ / kLanes), word, length_, patterns.data());
        std::copy(patterns.begin(), patterns.end(), row.begin());
    }

  private:
    // Codes: responses don't change if guess and hidden code change places.
    void score_codes(const std::uint8_t* word, const std::uint8_t* const* position, Pattern* out) const {
        int own[kLetters] = {};
        for (int i = 0; i < length_; i++) {
            own[word[i]]++;
            for (std::size_t w = 0; w < lanes_; w++) out[w] = Pattern(out[w] + (position[i][w] == word[i] ? length_ : 0));
        }
        // Now b * length; b + w are the letters in common, place or no place.
        for (std::size_t letter = 0; letter < std::size_t(kLetters); letter++) {
            if (!own[letter]) continue;
            const std::uint8_t most = std::uint8_t(own[letter]);
            const std::uint8_t* count = counts_.data() + letter * lanes_;
            for (std::size_t w = 0; w < lanes_; w++) out[w] = Pattern(out[w] + std::min(count[w], most));
        }
    }

    void score_pairs(const Text& guess, std::vector<Pattern>& row) const {
        std::uint16_t word[kMaxLength];
        for (std::size_t i = 0; i < guess.size(); i++) word[i] = std::uint16_t(letter_of(guess[i]));
        std::vector<std::uint8_t> unused(static_cast<std::size_t>(count_));
        row.resize(hidden_.size() / guess.size());
        for (std::size_t h = 0; h < row.size(); h++) row[h] = pattern_of_pair(word, hidden_.data() + h * guess.size(), unused.data());
    }

    // The pattern of a guess against a hidden word, both as letters: greens first, then yellows from left to right in the
    // guess, each hidden letter used once. `unused` is zero before and after.
    Pattern pattern_of_pair(const std::uint16_t* guess, const std::uint16_t* hidden, std::uint8_t* unused) const {
        for (int i = 0; i < length_; i++) unused[hidden[i]] = std::uint8_t(unused[hidden[i]] + (guess[i] != hidden[i]));
        unsigned pattern = 0, weight = 1;
        for (int i = 0; i < length_; i++, weight *= 3) {
            if (guess[i] == hidden[i]) {
                pattern += 2 * weight;
            } else if (unused[guess[i]]) {
                unused[guess[i]]--;
                pattern += weight;
            }
        }
        for (int i = 0; i < length_; i++) unused[hidden[i]] = 0;
        return Pattern(pattern);
    }

    const int count_;  // of letters
    const int length_;
    std::size_t lanes_ = 0;               // hidden words, in whole blocks
    std::vector<std::uint8_t> letters_;  // [place][word], and a letter that no word has behind the words
    std::vector<std::uint8_t> counts_;   // codes: how often each letter occurs, [letter][word]
    std::vector<std::uint16_t> hidden_;  // without `letters_`: the letters of the hidden words, one behind the other
};

std::string as_text(const Text& word) {
    if constexpr (!kWide) return {word.begin(), word.end()};
    std::string text;
    for (const Letter c : word) text += (text.empty() ? "" : " ") + std::to_string(letter_of(c));
    return text;
}

int checked_length(const std::vector<Text>& guesses, const std::vector<Text>& hidden) {
    if (guesses.empty()) throw std::invalid_argument("the guess list is empty");
    const std::size_t length = guesses[0].size();
    if (length < 1 || length > std::size_t(kMaxLength)) {
        throw std::invalid_argument("words must have 1 to " + std::to_string(kMaxLength) + " letters, found '" + as_text(guesses[0]) + "'");
    }
    for (const auto* list : {&guesses, &hidden}) {
        if (list->size() > kMaxWords) throw std::invalid_argument("a list may hold at most 65535 words");
        for (const Text& word : *list) {
            const bool plain = std::all_of(word.begin(), word.end(),
                                           [](Letter c) { return letter_of(c) >= 0 && letter_of(c) < kMostLetters; });
            if (word.size() != length || !plain) {
                throw std::invalid_argument("expected words of " + std::to_string(length) +
                                            (kWide ? " letters, found '" : " letters a-z, found '") + as_text(word) + "'");
            }
        }
    }
    return int(length);
}

void score_matrix(const std::vector<Text>& guesses, const std::vector<Text>& hidden, Pattern* out) {
    if (guesses.empty() || hidden.empty()) return;
    const int length = checked_length(guesses, hidden);
    const RowScorer scorer(guesses, hidden, length, false);
    std::vector<Pattern> row;
    for (const Text& guess : guesses) {
        scorer.score(guess, row);
        out = std::copy_n(row.begin(), hidden.size(), out);
    }
}

void demand_facts(const Game& game, const char* what) {
    if (!game.facts()) throw std::invalid_argument(std::string(what) + " are for games of words with coloured tiles");
}

namespace {

int winning_response(const Scoring& scoring, int length) {
    if (scoring.by == Scoring::By::table) return scoring.last;
    if (scoring.by == Scoring::By::pegs) return length * (length + 1);
    int patterns = 1;
    for (int i = 0; i < length; i++) patterns *= 3;
    return patterns - 1;
}

}  // namespace

Game::Game(const std::vector<Text>& guesses, const std::vector<Text>& hidden, const Scoring& scoring,
           const std::function<void()>& heed)
    : by_(scoring.by), symmetric_(scoring.symmetric), length_(checked_length(guesses, hidden)), guess_words_(guesses), hidden_words_(hidden) {
    if (kWide && (symmetric_ || by_ == Scoring::By::pegs)) throw std::invalid_argument("codes are for the narrow build");
    last_pattern_ = winning_response(scoring, length_);

    std::unordered_map<Text, std::size_t> index;
    for (std::size_t w = 0; w < guesses.size(); w++) {
        if (!index.emplace(guesses[w], w).second) throw std::invalid_argument("guess '" + as_text(guesses[w]) + "' twice");
    }
    std::vector<bool> seen(guesses.size());
    for (const Text& word : hidden) {
        const auto found = index.find(word);
        if (found == index.end()) throw std::invalid_argument("hidden word '" + as_text(word) + "' is not among the guesses");
        if (seen[found->second]) throw std::invalid_argument("hidden word '" + as_text(word) + "' twice");
        seen[found->second] = true;
        keys_.push_back(scatter(as_guess_.size(), 0x5EED));
        as_guess_.push_back(GuessId(found->second));
    }

    guess_blocks_ = int((guesses.size() + kLanes - 1) / kLanes);
    hidden_blocks_ = int((hidden.size() + kLanes - 1) / kLanes);
    by_hidden_ = Pages(hidden.size() * column_stride() * sizeof(Response), Paging::huge);
    by_guess_ = Pages(guesses.size() * row_stride() * sizeof(Response), Paging::huge);
    if (by_ == Scoring::By::table) demand_table(scoring.table);
    score_pairs(scoring.table, heed);
    answers_ = std::make_shared<const RowScorer>(guesses, guesses, length_, false);
    if constexpr (kWide) {
        letter_count_ = letter_count_of(guesses);
        slot_letters_ = std::max(kLetters, letter_count_);
    }
    number_bits();

    const std::size_t blocks = std::size_t(guess_blocks_);
    having_.assign(std::size_t(kBits) * blocks, 0);
    all_guesses_.assign(blocks, 0);
    for (std::size_t w = 0; w < guesses.size(); w++) {
        bits_.push_back(bits_of(guesses[w]));
        letters_.push_back(0);
        for (const Letter c : guesses[w]) letters_.back() |= kAllLetters & LetterSet{1} << (kWide ? 0 : letter_of(c));
        const std::uint64_t lane = std::uint64_t{1} << (w % kLanes);
        all_guesses_[w / kLanes] |= lane;
        bits_.back().for_each([&](int bit) { having_[std::size_t(bit) * blocks + w / kLanes] |= lane; });
    }
}

// Throws std::invalid_argument unless the hidden word itself, and no other guess, gets the winning response, the largest.
void Game::demand_table(const Pattern* table) const {
    if (last_pattern_ < 1 || (!kWide && last_pattern_ > 255)) throw std::invalid_argument("a winning response out of range");
    for (std::size_t w = 0; w < guess_words_.size(); w++) {
        for (std::size_t h = 0; h < hidden_words_.size(); h++, table++) {
            const int response = int(*table);
            if (response < 0 || response > last_pattern_ || (response == last_pattern_) != (as_guess_[h] == w)) {
                throw std::invalid_argument("the response to '" + as_text(guess_words_[w]) + "' with '" + as_text(hidden_words_[h]) +
                                            "' hidden is " + std::to_string(response));
            }
        }
    }
}

// Fills both matrices; in the wide build the responses of each guess are numbered.
void Game::score_pairs(const Pattern* table, const std::function<void()>& heed) {
    std::size_t pairs = 0;
    const auto scored = [&](std::size_t more) {
        pairs += more;
        if (pairs < kHeed) return;
        pairs = 0;
        heed();
    };
    const std::size_t count = hidden_words_.size(), patterns = std::size_t(last_pattern_) + 1;
    const RowScorer scorer(guess_words_, hidden_words_, length_, by_ == Scoring::By::pegs);
    std::vector<Pattern> row(count);
    std::vector<std::uint64_t> seen((patterns + 63) / 64);  // a bit a pattern
    std::vector<Response> number(patterns);
    if constexpr (kWide) patterns_.resize(guess_words_.size());
    win_ = kWide ? 0 : last_pattern_;
    for (std::size_t w = 0; w < guess_words_.size(); w++) {
        scored(count);
        if (table) {
            std::copy_n(table + w * count, count, row.begin());
        } else {
            scorer.score(guess_words_[w], row);
        }
        Response* out = by_guess() + w * row_stride();
        if constexpr (!kWide) {
            std::copy_n(row.begin(), count, out);
            continue;
        }
        std::fill(seen.begin(), seen.end(), 0);
        for (std::size_t h = 0; h < count; h++) seen[row[h] / 64] |= std::uint64_t{1} << (row[h] % 64);
        std::vector<std::uint32_t>& mine = patterns_[w];
        mine.reserve(std::size_t(std::accumulate(seen.begin(), seen.end(), 0, [](int n, std::uint64_t x) { return n + std::popcount(x); })));
        for_each_lane(seen, [&](int pattern) {
            number[std::size_t(pattern)] = Response(mine.size());
            if (pattern != last_pattern_) mine.push_back(std::uint32_t(pattern));
        });
        if (mine.size() > std::size_t(kResponses) - 2) {
            throw TooMany("guess number " + std::to_string(w + 1) + " has " + std::to_string(mine.size()) +
                          " different responses on the hidden words, which is too many: " + std::to_string(kResponses - 2) + " at most");
        }
        win_ = std::max(win_, int(mine.size()));
        for (std::size_t h = 0; h < count; h++) out[h] = number[row[h]];
    }
    for (std::size_t h = 0; h < count; h++) by_guess()[as_guess_[h] * row_stride() + h] = Response(win_);
    // A line of the cache at a time: a guess alone would touch a line for each hidden word.
    constexpr std::size_t together = 64 / sizeof(Response);
    for (std::size_t first = 0; first < guess_words_.size(); first += together) {
        const std::size_t some = std::min(together, guess_words_.size() - first);
        scored(some * count);
        for (std::size_t h = 0; h < count; h++) {
            Response* out = by_hidden() + h * column_stride() + first;
            for (std::size_t i = 0; i < some; i++) out[i] = by_guess()[(first + i) * row_stride() + h];
        }
    }
}

int Game::number_of(GuessId guess, int pattern) const {
    if constexpr (!kWide) return pattern;
    if (pattern == last_pattern_) return win_;
    const std::vector<std::uint32_t>& mine = patterns_[guess];
    const auto at = std::lower_bound(mine.begin(), mine.end(), std::uint32_t(pattern));
    return at != mine.end() && *at == std::uint32_t(pattern) ? int(at - mine.begin()) : -1;
}

void Game::answers(GuessId guess, Response* out) const {
    demand_facts(*this, "responses to all guesses");
    std::vector<Pattern> patterns;
    answers_->score(guess_words_[guess], patterns);
    for (std::size_t w = 0; w < guess_words_.size(); w++) {
        const int number = number_of(guess, int(patterns[w]));
        out[w] = number < 0 ? Response(~0u) : Response(number);
    }
}

void Game::number_bits() {
    if constexpr (!kWide) return;
    bit_number_.assign(std::size_t((kMaxLength + kMaxCount) * slot_letters_), -1);
    bit_count_ = 0;
    const auto number = [&](int slot) {
        int& mine = bit_number_[std::size_t(slot)];
        if (mine != -1) return;
        mine = bit_count_ < kBits ? bit_count_ : -2;  // counted, but without a number
        bit_count_++;
    };
    for (const Text& word : hidden_words_) {
        for (std::size_t i = 0; i < word.size(); i++) {
            const int letter = letter_of(word[i]);
            number(int(i) * slot_letters_ + letter);
            number(first_count_slot() + (occurrence(word, i) - 1) * slot_letters_ + letter);
        }
    }
}

void Game::demand_bits() const {
    if (bit_count_ > kBits) {
        throw TooMany("too many letters and places for hard and ultrahard mode: the hidden words have " + std::to_string(bit_count_) +
                      " of them, " + std::to_string(kBits) + " at most; normal mode takes them, or a variant of fewer hidden words does");
    }
}

std::vector<int> Game::slots() const {
    std::vector<int> out(std::size_t(std::min(bit_count_, kBits)));
    std::iota(out.begin(), out.end(), 0);
    for (int slot = 0; slot < int(bit_number_.size()); slot++) {
        if (bit_number_[std::size_t(slot)] >= 0) out[std::size_t(bit_number_[std::size_t(slot)])] = slot;
    }
    return out;
}

void Game::restrict_to(const Bits& bits, std::vector<std::uint64_t>& lanes) const {
    bits.for_each([&](int bit) {
        for (std::size_t b = 0; b < lanes.size(); b++) lanes[b] &= having(bit)[b];
    });
}

Bits Game::bits_of(const Text& word) const {
    Bits bits;
    const auto set = [&](int bit) {
        if (bit >= 0) bits.set(bit);
    };
    for (std::size_t i = 0; i < word.size(); i++) {
        const int letter = letter_of(word[i]);
        set(green_bit(int(i), letter));
        const int times = occurrence(word, i);
        if (times <= kMaxCount) set(count_bit(letter, times));
    }
    return bits;
}

}  // namespace wordle
