#include "prove/fact_sets.hpp"

#include <algorithm>
#include <bit>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

static_assert(kResponses <= 1 << kCountPlanes, "the counts of raise_most: as many patterns, and one more");

constexpr Cost kUnknown = kInfinite;  // in place of what a set shows
constexpr std::size_t kLeastHolders = 4;  // words of a fact: of fewer no bound counts what later guesses find
constexpr std::size_t kBatch = std::size_t{kSetWords} * 64;  // sets that are measured at once: a bit each

}  // namespace

Facts Facts::told_by(const Text& guess, int pattern) {
    Facts facts;
    int told[kMostFacts];
    facts.count = FactsTold(guess)(pattern, told);
    std::sort(told, told + facts.count);
    std::copy_n(told, facts.count, facts.id.begin());
    return facts;
}

Facts Facts::without(int place) const {
    Facts fewer = *this;
    std::copy(id.begin() + place + 1, id.begin() + count, fewer.id.begin() + place);
    fewer.id[std::size_t(--fewer.count)] = 0;
    return fewer;
}

FactCode Facts::code() const {
    FactCode code{};
    for (int i = 0; i < count; i++) append(code, id[std::size_t(i)]);
    return code;
}

FactSets::FactSets(const Game& game, Mode mode, const WordWeights& weights, const Position& root, const std::atomic<bool>& stop)
    : game_(game), mode_(mode), binding_(binding_bits(game, mode)), weights_(weights), allowed_(root.allowed), words_(root.words) {
    if (!game.facts()) return;
    holders_ = words_by_fact(game, root.words);
    std::vector<Facts> singles;
    std::vector<int> occurring;  // facts that hold for some word: of the others no guess shows anything
    for (int fact = 0; fact < kFacts; fact++) {
        Members members(std::size_t(game.hidden() + 63) / 64);
        for (const HiddenId h : holders_[std::size_t(fact)]) members[h / 64u] |= std::uint64_t{1} << (h % 64);
        members_.push_back(std::move(members));
        if (holders_[std::size_t(fact)].empty()) continue;
        occurring.push_back(fact);
        singles.emplace_back();
        singles.back().id[0] = std::uint16_t(fact);
        singles.back().count = 1;
    }
    const std::vector<Cost> counted = most(singles, stop);
    single_.assign(std::size_t(kFacts), 1);
    for (std::size_t i = 0; i < occurring.size(); i++) single_[std::size_t(occurring[i])] = counted[i];
}

// Calls `f` with the bound of each known set of two facts or more whose facts are all among these.
template <class F>
void FactSets::for_each(const Facts& facts, F f) const {
    for (unsigned chosen = 1; chosen < 1u << facts.count; chosen++) {
        FactCode code{};
        for (int i = 0; i < facts.count; i++) {
            if (chosen >> i & 1) append(code, facts.id[std::size_t(i)]);
        }
        if (const auto found = number_.find(code); found != number_.end()) f(Bound{sets_[std::size_t(found->second)].most, found->second});
    }
}

Cost FactSets::most_of_one(const Facts& facts) const {
    Cost most = kInfinite;
    for (int i = 0; i < facts.count; i++) most = std::min(most, single_[facts.id[std::size_t(i)]]);
    return most;
}

std::vector<FactSets::Bound> FactSets::all(const Facts& facts, Cost most) const {
    std::vector<Bound> found;
    for_each(facts, [&](const Bound& bound) {
        if (bound.most < most) found.push_back(bound);
    });
    return found;
}

FactSets::Bound FactSets::best(const Facts& facts, const std::vector<char>* marked) const {
    Bound best{most_of_one(facts)};
    for_each(facts, [&](const Bound& bound) {
        if (bound.most < best.most && (!marked || (*marked)[std::size_t(bound.set)])) best = bound;
    });
    return best;
}

FactSets::Members FactSets::members(const Facts& facts) const {
    Members all = members_[facts.id[0]];
    for (int i = 1; i < facts.count; i++) {
        const Members& more = members_[facts.id[std::size_t(i)]];
        for (std::size_t b = 0; b < all.size(); b++) all[b] &= more[b];
    }
    return all;
}

int FactSets::size(const Members& members) {
    int size = 0;
    for (const std::uint64_t word : members) size += std::popcount(word);
    return size;
}

Facts FactSets::fewer(const Facts& facts, int words) const {
    Facts left = facts;
    const int most = size(members(facts)) + words;
    while (left.count > 2) {
        int least = most + 1, place = kNone;
        for (int i = 0; i < left.count; i++) {
            // In hard mode what is coloured takes guesses away, which is worth more than a few words.
            if (mode_.facts && left.id[std::size_t(i)] >= kLetters) continue;
            const int n = size(members(left.without(i)));
            if (n < least) {
                least = n;
                place = i;
            }
        }
        if (place == kNone) break;
        left = left.without(place);
    }
    return left;
}

void FactSets::add(const Facts& facts) {
    number_.emplace(facts.code(), int(sets_.size()));
    sets_.push_back({facts, kUnknown});
}

// Up to kBatch sets as columns of bits.
struct FactSets::Batch {
    std::vector<HiddenId> words;                    // that one of the sets has
    std::vector<std::uint64_t> holding;             // by place among these
    std::vector<std::uint64_t> needing;             // by fact: the sets that have it, if it takes guesses away
    std::uint64_t concerned[kSetWords] = {};        // the sets that there are
    std::uint64_t most[kCountPlanes * kSetWords] = {};
};

FactSets::Batch FactSets::batch(std::span<const Facts> facts) const {
    Batch batch;
    std::vector<Members> all;
    Members any(members_.front().size());
    for (const Facts& each : facts) {
        all.push_back(members(each));
        for (std::size_t b = 0; b < any.size(); b++) any[b] |= all.back()[b];
    }
    std::vector<std::size_t> place(std::size_t(game_.hidden()));
    for_each_lane(any, [&](int h) {
        place[std::size_t(h)] = batch.words.size();
        batch.words.push_back(HiddenId(h));
    });
    batch.holding.resize(batch.words.size() * kSetWords);
    if (mode_.facts) batch.needing.resize(std::size_t(kFacts) * kSetWords);
    for (std::size_t j = 0; j < facts.size(); j++) {
        const std::uint64_t bit = std::uint64_t{1} << (j % 64);
        batch.concerned[j / 64] |= bit;
        for_each_lane(all[j], [&](int h) { batch.holding[place[std::size_t(h)] * kSetWords + j / 64] |= bit; });
        for (int i = 0; mode_.facts && i < facts[j].count; i++) {
            const std::size_t fact = facts[j].id[std::size_t(i)];
            if (fact >= std::size_t(kLetters)) batch.needing[fact * kSetWords + j / 64] |= bit;
        }
    }
    return batch;
}

// Whether the mode allows the guess once the fact, about a coloured tile, is known.
bool FactSets::keeps(GuessId guess, int fact) const {
    const int place = (fact - kLetters) % kPlaces, letter = place % kLetters;
    const bool green = fact < kLetters + kPlaces;
    const int bit = green ? game_.green_bit(place / kLetters, letter) : game_.count_bit(letter, 1);
    return bit < 0 || !binding_.test(bit) || game_.bits(guess).test(bit);  // no hidden word has a bit without a number
}

// The largest number of patterns, one more for a word of the set, of any guess that is allowed.
std::vector<Cost> FactSets::most_patterns(std::span<const Facts> facts, const std::atomic<bool>& stop) const {
    std::vector<Cost> out;
    static constexpr std::uint64_t none[kSetWords] = {};
    for (std::size_t first = 0; first < facts.size(); first += kBatch) {
        const auto some = facts.subspan(first, std::min(kBatch, facts.size() - first));
        Batch batch = this->batch(some);
        const int n = int(batch.words.size());
        std::vector<const std::uint64_t*> more(std::size_t(game_.guesses()), none);  // the sets that have the guess
        for (int i = 0; i < n; i++) more[game_.as_guess(batch.words[std::size_t(i)])] = &batch.holding[std::size_t(i) * kSetWords];
        for_each_lane(allowed_, [&](int w) {
            heed(stop);
            std::uint64_t allowed[kSetWords];
            std::copy_n(batch.concerned, kSetWords, allowed);
            for (int fact = kLetters; mode_.facts && fact < kFacts; fact++) {
                if (keeps(GuessId(w), fact)) continue;
                for (int c = 0; c < kSetWords; c++) allowed[c] &= ~batch.needing[std::size_t(fact * kSetWords + c)];
            }
            if (std::all_of(std::begin(allowed), std::end(allowed), [](std::uint64_t sets) { return !sets; })) return;
            kernels().raise_most(game_.row(GuessId(w)), batch.words.data(), n, batch.holding.data(), more[std::size_t(w)], allowed,
                                 batch.most);
        });
        for (std::size_t j = 0; j < some.size(); j++) {
            int most = 0;
            for (int b = 0; b < kCountPlanes; b++) most |= int(batch.most[std::size_t(b * kSetWords) + j / 64] >> (j % 64) & 1) << b;
            out.push_back(std::max(most, 1));
        }
    }
    return out;
}

bool FactSets::allows(const Facts& facts, GuessId guess) const {
    for (int i = 0; i < facts.count; i++) {
        const int fact = facts.id[std::size_t(i)];
        if (fact >= kLetters && !keeps(guess, fact)) return false;
    }
    return true;
}

// A set while its heaviest guess is sought: with c patterns a guess that isn't one of its words shows what the c heaviest of them weigh,
// at most, so guesses with `limit` patterns or fewer are of no use.
struct FactSets::Weighed {
    std::vector<HiddenId> words;  // heaviest first
    std::vector<Cost> heaviest;   // [c]: what c + 1 of them weigh, at most
    Cost most = 1;
    int limit = 0;

    void raise(Cost shown) {
        most = std::max(most, shown);
        while (limit < int(heaviest.size()) && heaviest[std::size_t(limit)] <= most) limit++;
    }
};

// The same with weights: what the heaviest words of a guess's cells weigh together, and the guess itself if it is a word of the set.
// Different weights don't add up in bits, but patterns do: they are counted for all sets together, and few guesses are left to be weighed.
std::vector<Cost> FactSets::most_weights(std::span<const Facts> facts, const std::atomic<bool>& stop) const {
    static constexpr std::uint64_t none[kSetWords] = {};
    std::vector<std::pair<int, GuessId>> order;  // those with many patterns first
    for_each_lane(allowed_, [&](int w) {
        order.emplace_back(-kernels().count_row(game_.row(GuessId(w)), words_.data(), int(words_.size())), GuessId(w));
    });
    sort_by(order, [](const auto& guess) { return guess.first; });
    std::vector<Cost> out;
    Heaviest heaviest;
    for (std::size_t first = 0; first < facts.size(); first += kBatch) {
        const auto some = facts.subspan(first, std::min(kBatch, facts.size() - first));
        const Batch batch = this->batch(some);
        std::vector<Weighed> sets(some.size());
        std::uint64_t limits[kCountPlanes * kSetWords] = {};
        const auto weigh = [&](std::size_t j, GuessId guess, Cost own) {
            if (mode_.facts && !allows(some[j], guess)) return;
            Weighed& set = sets[j];
            set.raise(heaviest.of(game_.row(guess), set.words, weights_).weight + own);
            const int limit = std::min(set.limit, (1 << kCountPlanes) - 1);
            for (int b = 0; b < kCountPlanes; b++) {
                std::uint64_t& plane = limits[std::size_t(b * kSetWords) + j / 64];
                const std::uint64_t bit = std::uint64_t{1} << (j % 64);
                plane = limit >> b & 1 ? plane | bit : plane & ~bit;
            }
        };
        for (std::size_t j = 0; j < some.size(); j++) {
            std::vector<HiddenId> words;
            for_each_lane(members(some[j]), [&](int h) { words.push_back(HiddenId(h)); });
            sets[j].words = weights_.heaviest_first(words);
            for (const HiddenId h : sets[j].words) sets[j].heaviest.push_back(sets[j].heaviest.empty() ? weights_[h] : sets[j].heaviest.back() + weights_[h]);
            for (const HiddenId h : words) weigh(j, game_.as_guess(h), weights_[h]);
        }
        for (const auto& [_, guess] : order) {
            heed(stop);
            std::uint64_t raised[kCountPlanes * kSetWords];
            std::copy(std::begin(limits), std::end(limits), raised);
            kernels().raise_most(game_.row(guess), batch.words.data(), int(batch.words.size()), batch.holding.data(), none, batch.concerned,
                                 raised);
            for (std::size_t c = 0; c < kSetWords; c++) {
                std::uint64_t exceeded = 0;
                for (std::size_t b = 0; b < kCountPlanes; b++) exceeded |= raised[b * kSetWords + c] ^ limits[b * kSetWords + c];
                for (; exceeded; exceeded &= exceeded - 1) {
                    const std::size_t j = c * 64 + std::size_t(std::countr_zero(exceeded));
                    weigh(j, guess, 0);  // a word of the set shows more: it was weighed already
                }
            }
        }
        for (const Weighed& set : sets) out.push_back(set.most);
    }
    return out;
}

// Sets that share facts which few words hold are measured together: the fewer words they have in all, and the fewer guesses they allow,
// the less is counted.
std::vector<std::size_t> FactSets::rarest_first() const {
    std::vector<int> holders;  // by fact
    for (const Members& each : members_) holders.push_back(size(each));
    std::vector<std::pair<std::vector<std::pair<int, int>>, std::size_t>> order;
    for (std::size_t i = measured_; i < sets_.size(); i++) {
        const Facts& facts = sets_[i].facts;
        std::vector<std::pair<int, int>> rarest;
        for (int k = 0; k < facts.count; k++) {
            const int fact = facts.id[std::size_t(k)];
            rarest.emplace_back(holders[std::size_t(fact)], fact);
        }
        sort_by(rarest, [](const auto& fact) { return std::int64_t{fact.first} << 32 | fact.second; });
        order.emplace_back(std::move(rarest), i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> numbers;
    for (const auto& [_, number] : order) numbers.push_back(number);
    return numbers;
}

void FactSets::measure(int threads, std::atomic<bool>& stop) {
    const std::vector<std::size_t> order = rarest_first();
    std::atomic<std::size_t> next{0};
    on_all(std::size_t(threads), stop, [&](std::size_t) {
        for (std::size_t first = next.fetch_add(kBatch); first < order.size() && !stop.load(); first = next.fetch_add(kBatch)) {
            const std::span<const std::size_t> now(order.data() + first, std::min(kBatch, order.size() - first));
            std::vector<Facts> some;
            for (const std::size_t i : now) some.push_back(sets_[i].facts);
            const std::vector<Cost> found = most(some, stop);
            for (std::size_t i = 0; i < now.size(); i++) sets_[now[i]].most = found[i];
        }
    });
    measured_ = sets_.size();
}

// By fact: how many of its words the guess and as many others as `before` is about find at most; 0 if the fact forbids the guess.
std::vector<Cost> FactSets::finds(const std::vector<Cost>& before, GuessId guess) const {
    const FactsTold facts_told(game_.guess_word(guess));
    const Response* const row = game_.row(guess);
    std::vector<Cost> cap(std::size_t{kResponses}, kUnknown), size(std::size_t{kResponses}, 0);
    std::vector<Cost> found(std::size_t{kFacts}, 0);
    std::vector<char> seen(std::size_t{kResponses}, 0);
    for (const HiddenId h : words_) {
        const std::size_t response = row[h];
        if (seen[response]) continue;
        seen[response] = 1;
        int told[kMostFacts];
        const int count = facts_told(game_.pattern_of(guess, row[h]), told);
        for (int i = 0; i < count; i++) {
            if (has_levels(std::size_t(told[i]))) cap[response] = std::min(cap[response], before[std::size_t(told[i])]);
        }
    }
    std::vector<Response> shown;
    for (std::size_t fact = 0; fact < std::size_t(kFacts); fact++) {
        if (!has_levels(fact) || (fact >= std::size_t(kLetters) && mode_.facts && !keeps(guess, int(fact)))) continue;
        shown.clear();
        for (const HiddenId h : holders_[fact]) {
            if (size[row[h]]++ == 0) shown.push_back(row[h]);
        }
        for (const Response response : shown) {
            found[fact] += std::min({size[response], cap[response], before[fact]});
            size[response] = 0;
        }
    }
    return found;
}

// Facts of all words say nothing of a cell.
bool FactSets::has_levels(std::size_t fact) const { return holders_[fact].size() >= kLeastHolders && holders_[fact].size() < words_.size(); }

std::vector<Cost> FactSets::level(const std::vector<Cost>& before, std::span<const GuessId> guesses, int threads,
                                  std::atomic<bool>& stop) const {
    std::vector<std::vector<Cost>> most(std::size_t(threads), std::vector<Cost>(std::size_t{kFacts}, 1));
    std::atomic<std::size_t> next{0};
    on_all(std::size_t(threads), stop, [&](std::size_t member) {
        for (std::size_t i = next++; i < guesses.size() && !stop.load(); i = next++) {
            const std::vector<Cost> found = finds(before, guesses[i]);
            for (std::size_t fact = 0; fact < found.size(); fact++) most[member][fact] = std::max(most[member][fact], found[fact]);
        }
    });
    for (const std::vector<Cost>& mine : most) {
        for (std::size_t fact = 0; fact < mine.size(); fact++) most.front()[fact] = std::max(most.front()[fact], mine[fact]);
    }
    return most.front();
}

void FactSets::find_levels(std::span<const GuessId> guesses, std::size_t levels, int threads, std::atomic<bool>& stop) {
    std::vector<Cost> before = single_;
    found_.clear();
    for (bool all = false; !all && found_.size() < levels;) {
        found_.push_back(level(before, guesses, threads, stop));
        heed(stop);
        before = found_.back();
        all = true;
        for (std::size_t fact = 0; fact < before.size(); fact++) all = all && (!has_levels(fact) || before[fact] >= Cost(holders_[fact].size()));
    }
}

Cost FactSets::late(const Facts& facts, int n) const {
    Cost late = 0;
    for (const std::vector<Cost>& found : found_) {
        Cost least = n;
        for (int i = 0; i < facts.count; i++) {
            const std::size_t fact = facts.id[std::size_t(i)];
            if (has_levels(fact)) least = std::min(least, found[fact]);
        }
        if (least == n) break;
        late += n - least;
    }
    return late;
}

std::vector<FactSets::Set> FactSets::levels() const {
    std::vector<Set> sets;
    for (std::size_t fact = 0; fact < holders_.size() && !found_.empty(); fact++) {
        if (!has_levels(fact)) continue;
        Set set{{}, single_[fact]};
        set.facts.id[0] = std::uint16_t(fact);
        set.facts.count = 1;
        for (const std::vector<Cost>& found : found_) {
            set.found.push_back(found[fact]);
            if (found[fact] >= Cost(holders_[fact].size())) break;
        }
        sets.push_back(std::move(set));
    }
    return sets;
}

}  // namespace wordle
