#include "game.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <unordered_map>

namespace wordle {

namespace {

constexpr std::size_t kMaxWords = 65535;  // ids are 16 bits wide

// Letters of a word list, one array a position, padded to whole blocks with a letter no word has.
struct Letters {
    std::vector<std::uint8_t> storage;
    const std::uint8_t* position[kMaxLength];
    int blocks;

    Letters(const std::vector<std::string>& words, int length)
        : blocks(int((words.size() + kLanes - 1) / kLanes)) {
        const std::size_t stride = std::size_t(blocks) * kLanes;
        storage.assign(stride * std::size_t(length), 255);
        for (int i = 0; i < length; i++) {
            std::uint8_t* out = storage.data() + stride * std::size_t(i);
            for (std::size_t w = 0; w < words.size(); w++) out[w] = std::uint8_t(words[w][std::size_t(i)] - 'a');
            position[i] = out;
        }
    }
};

void letters_of(const std::string& word, std::uint8_t* out) {
    for (std::size_t i = 0; i < word.size(); i++) out[i] = std::uint8_t(word[i] - 'a');
}

// The responses of `word`, a code, to all the codes of `letters`; the counts of letters are theirs, [letter][code].
// Responses don't change if guess and hidden code change places.
void score_codes(const Letters& letters, const std::vector<std::uint8_t>& counts, const std::uint8_t* word, int length,
                 std::uint8_t* out) {
    const std::size_t stride = std::size_t(letters.blocks) * kLanes;
    std::fill(out, out + stride, 0);
    int own[kLetters] = {};
    for (int i = 0; i < length; i++) {
        own[word[i]]++;
        const std::uint8_t* there = letters.position[i];
        for (std::size_t w = 0; w < stride; w++) out[w] = std::uint8_t(out[w] + (there[w] == word[i] ? length : 0));
    }
    // Now b * length; b + w are the letters in common, place or no place.
    for (std::size_t letter = 0; letter < std::size_t(kLetters); letter++) {
        if (!own[letter]) continue;
        const std::uint8_t most = std::uint8_t(own[letter]);
        const std::uint8_t* count = counts.data() + letter * stride;
        for (std::size_t w = 0; w < stride; w++) out[w] = std::uint8_t(out[w] + std::min(count[w], most));
    }
}

// How often each letter occurs in each code, [letter][code], padded with zeros.
std::vector<std::uint8_t> letter_counts(const std::vector<std::string>& words, const Letters& letters) {
    const std::size_t stride = std::size_t(letters.blocks) * kLanes;
    std::vector<std::uint8_t> counts(std::size_t(kLetters) * stride);
    for (std::size_t w = 0; w < words.size(); w++) {
        for (const char c : words[w]) counts[std::size_t(c - 'a') * stride + w]++;
    }
    return counts;
}

Bits bits_of(const std::string& word) {
    Bits bits;
    int count[kLetters] = {};
    for (std::size_t i = 0; i < word.size(); i++) {
        const int letter = word[i] - 'a';
        bits.set(green_bit(int(i), letter));
        if (++count[letter] <= kMaxCount) bits.set(count_bit(letter, count[letter]));
    }
    return bits;
}

}  // namespace

Pages::Pages(std::size_t bytes, Paging paging) {
    constexpr std::size_t huge = std::size_t{2} << 20;
    bytes = std::max<std::size_t>(bytes, 1);
    if (bytes < huge) paging = Paging::lazy;
    if (paging == Paging::huge) bytes = (bytes + huge - 1) / huge * huge;
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    if (paging == Paging::huge) madvise(p, bytes, MADV_HUGEPAGE);
#endif
    memory_ = std::unique_ptr<std::uint8_t, Unmap>(static_cast<std::uint8_t*>(p), Unmap{bytes});
}

void Pages::Unmap::operator()(std::uint8_t* p) const { munmap(p, bytes); }

int checked_length(const std::vector<std::string>& guesses, const std::vector<std::string>& hidden) {
    if (guesses.empty()) throw std::invalid_argument("the guess list is empty");
    const std::size_t length = guesses[0].size();
    if (length < 1 || length > std::size_t(kMaxLength)) {
        throw std::invalid_argument("words must have 1 to 5 letters, found '" + guesses[0] + "'");
    }
    for (const auto* list : {&guesses, &hidden}) {
        if (list->size() > kMaxWords) throw std::invalid_argument("a list may hold at most 65535 words");
        for (const std::string& word : *list) {
            const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
            if (word.size() != length || !plain) {
                throw std::invalid_argument("expected words of " + std::to_string(length) + " letters a-z, found '" +
                                            word + "'");
            }
        }
    }
    return int(length);
}

void score_matrix(const std::vector<std::string>& guesses, const std::vector<std::string>& hidden,
                  std::uint8_t* out) {
    if (guesses.empty() || hidden.empty()) return;
    const int length = checked_length(guesses, hidden);
    const Letters letters(hidden, length);
    std::vector<std::uint8_t> row(std::size_t(letters.blocks) * kLanes);
    for (std::size_t g = 0; g < guesses.size(); g++) {
        std::uint8_t word[kMaxLength];
        letters_of(guesses[g], word);
        kernels().score_hidden(letters.position, letters.blocks, word, length, row.data());
        std::memcpy(out + g * hidden.size(), row.data(), hidden.size());
    }
}

void demand_words(const Game& game, const char* what) {
    if (game.codes()) throw std::invalid_argument(std::string(what) + " are for games of words");
}

Game::Game(const std::vector<std::string>& guesses, const std::vector<std::string>& hidden, Scoring scoring)
    : scoring_(scoring), length_(checked_length(guesses, hidden)), guess_words_(guesses), hidden_words_(hidden) {
    win_ = 1;
    for (int i = 0; i < length_; i++) win_ *= 3;
    win_ = codes() ? length_ * (length_ + 1) : win_ - 1;

    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t w = 0; w < guesses.size(); w++) {
        if (!index.emplace(guesses[w], w).second) throw std::invalid_argument("guess '" + guesses[w] + "' twice");
    }
    std::vector<bool> seen(guesses.size());
    for (const std::string& word : hidden) {
        const auto found = index.find(word);
        if (found == index.end()) throw std::invalid_argument("hidden word '" + word + "' is not among the guesses");
        if (seen[found->second]) throw std::invalid_argument("hidden word '" + word + "' twice");
        seen[found->second] = true;
        as_guess_.push_back(GuessId(found->second));
    }

    const Letters guess_letters(guesses, length_), hidden_letters(hidden, length_);
    guess_blocks_ = guess_letters.blocks;
    hidden_blocks_ = hidden_letters.blocks;
    by_hidden_ = Pages(hidden.size() * column_stride(), Paging::huge);
    by_guess_ = Pages(guesses.size() * row_stride(), Paging::huge);
    std::uint8_t word[kMaxLength];
    std::vector<std::uint8_t> counts;
    if (codes()) counts = letter_counts(guesses, guess_letters);
    for (std::size_t h = 0; h < hidden.size(); h++) {
        letters_of(hidden[h], word);
        if (codes()) {
            score_codes(guess_letters, counts, word, length_, by_hidden_.data() + h * column_stride());
            continue;
        }
        kernels().score_guesses(guess_letters.position, guess_blocks_, word, length_,
                                by_hidden_.data() + h * column_stride());
    }
    if (codes()) counts = letter_counts(hidden, hidden_letters);
    for (std::size_t w = 0; w < guesses.size(); w++) {
        letters_of(guesses[w], word);
        if (codes()) {
            score_codes(hidden_letters, counts, word, length_, by_guess_.data() + w * row_stride());
            continue;
        }
        kernels().score_hidden(hidden_letters.position, hidden_blocks_, word, length_,
                               by_guess_.data() + w * row_stride());
    }

    const std::size_t blocks = std::size_t(guess_blocks_);
    having_.assign(std::size_t(kBits) * blocks, 0);
    all_guesses_.assign(blocks, 0);
    for (std::size_t w = 0; w < guesses.size(); w++) {
        bits_.push_back(bits_of(guesses[w]));
        letters_.push_back(0);
        for (const char c : guesses[w]) letters_.back() |= std::uint32_t{1} << (c - 'a');
        const std::uint64_t lane = std::uint64_t{1} << (w % kLanes);
        all_guesses_[w / kLanes] |= lane;
        bits_.back().for_each([&](int bit) { having_[std::size_t(bit) * blocks + w / kLanes] |= lane; });
    }
}

}  // namespace wordle
