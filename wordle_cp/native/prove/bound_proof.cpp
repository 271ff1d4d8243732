#include "prove/bound_proof.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "base/sort.hpp"
#include "kernels/lanes.hpp"
#include "prove/lemma_choice.hpp"
#include "prove/part_choice.hpp"
#include "total/goal_search.hpp"

namespace wordle {

namespace {

constexpr std::size_t kProofTable = std::size_t{64} << 20;
// Sets with fewer facts serve more openers, and their bounds are worse. First as few as make a cell at most a fourth larger; in the end all facts.
constexpr int kSpare[] = {4, 12, 1 << 20};

constexpr double kMargin = 4;       // what is expected above what is wanted, in weights of a word
constexpr double kLeastGain = 0.5;  // less isn't asked for, but in the end
constexpr Cost kAbove = 12;         // that lemmas are to give an opener above what it lacks: then it takes fewer sets
constexpr int kChoices = 6;                // of lemmas, one after the other
constexpr int kLeavingPasses = 2;          // of leaving out; a third one gains nothing
constexpr std::size_t kMostLevels = 200;   // numbers of guesses; a certificate has room for 253
constexpr std::size_t kSampled = 16;       // openers whose least bound is what the others are asked for first

}  // namespace

// Which of the sets and lemmas, by number.
struct Marks {
    std::vector<char> sets, lemmas;

    // What a lemma takes that is marked is needed, too.
    void close(const std::vector<Lemma>& all) {
        for (std::size_t i = lemmas.size(); i-- > 0;) {
            if (!lemmas[i]) continue;
            for (const int used : all[i].uses) lemmas[std::size_t(used)] = 1;
        }
    }
};

// What openers need, one at a time.
class OpenerProof {
  public:
    OpenerProof(const Game& game, const WordWeights& weights, const LemmaProver::State& root, FactSets& sets, LemmaProver& lemmas)
        : game_(game), weights_(weights), root_(root), sets_(sets), lemmas_(lemmas),
          unit_(double(weights.sum(root.words)) / double(root.words.size())) {}

    // Adds sets that may be enough for the target, by what one may expect of them; they are to be measured. With few facts
    // (stage 0, 1, ...) they serve many openers. False if the target is reached, or no set is left that could help.
    bool ask_for_sets(const Target& target, int& stage) {
        begin(target);
        for (; sum_ < target.bound && stage < int(std::size(kSpare)); stage++) {
            if (ask_at_stage(target.bound, kSpare[stage])) return true;
        }
        return false;
    }

    // What is proven of the opener by the sets that are measured.
    Cost counted(const Target& target) {
        begin(target);
        return sum_;
    }

    // Whether guesses from the third on leave words of a cell.
    bool is_late(const Target& target) {
        begin(target);
        for (int c = 0; c < cells_.count(); c++) {
            if (cells_.size(c) > 3 && sets_.late(facts_[std::size_t(c)], cells_.size(c)) > 0) return true;
        }
        return false;
    }

    // Offers the cells of an opener that is short of its target.
    void offer(const Target& target, LemmaChoice& choice) {
        begin(target);
        if (sum_ < target.bound && sum_ < kInfinite && target.bound < kInfinite) choice.add(target.opener, target.bound - sum_ + kAbove, cells_, lower_);
    }

    // Proves the lemmas that are missing.
    void prove_lemmas(const Target& target) {
        begin(target);
        if (sum_ >= target.bound) return;
        History path;
        LemmaProver::State from = root_.unlimited();
        auto wanted = lemmas_.raises(from, cells_, target.opener, lower_, sum_, target.bound, path);
        if (wanted.empty()) {
            from = root_;
            wanted = lemmas_.raises(from, cells_, target.opener, lower_, sum_, target.bound, path);
        }
        if (wanted.empty()) throw std::logic_error("an opener costs less than was to be proven");
        for (const LemmaProver::Raise& r : wanted) {
            path = {{target.opener, game_.pattern_of(target.opener, cells_.pattern(r.cell))}};
            lemmas_.prove(lemmas_.cell(from, cells_, opener_, r.cell), r.to, path);
        }
    }

    // Names all parts that may raise cells of the opener above what they cost without any: sets by their numbers, then lemmas.
    void name_parts(const Target& target, PartChoice& choice) {
        begin(target);
        const int sets = int(sets_.sets().size());
        Cost sum = weights_.sum(root_.words);
        std::vector<std::vector<PartChoice::Raise>> raises(std::size_t(cells_.count()));
        for (int c = 0; c < cells_.count(); c++) {
            Cost now = lemmas_.plain(state(c));
            auto& mine = raises[std::size_t(c)];
            if (cells_.size(c) > 3 && game_.facts()) {
                const Facts& facts = facts_[std::size_t(c)];
                now = std::max(now, thrice(c) - sets_.most_of_one(facts));
                for (const auto& [most, set] : sets_.all(facts, thrice(c) - now)) mine.push_back({set, thrice(c) - most - now});
            }
            const LemmaProver::Bound known = lemmas_.known(state(c));
            if (known.lemma != LemmaProver::kNone && known.value > now) mine.push_back({sets + known.lemma, known.value - now});
            sum = std::min(kInfinite, sum + now);
        }
        if (sum < target.bound) choice.add(target.bound - sum, raises);
    }

    // Marks what the target needs beyond what is marked already, of all that is in `from`: the largest gains first.
    void mark(const Target& target, const Marks& from, Marks& marked) {
        begin(target);
        struct Gain {
            Cost value;
            int set, lemma;
        };
        Cost sum = weights_.sum(root_.words);
        std::vector<Gain> gains;
        const auto add = [&](Cost value) { sum = value >= kInfinite ? kInfinite : std::min(kInfinite, sum + value); };
        for (int c = 0; c < cells_.count(); c++) {
            const Cost plain = lemmas_.plain(state(c));
            LemmaProver::Bound known = lemmas_.known(state(c));
            if (known.lemma != LemmaProver::kNone && !from.lemmas[std::size_t(known.lemma)]) known = {plain};
            const int n = cells_.size(c);
            Cost now = plain;
            if (known.lemma != LemmaProver::kNone && marked.lemmas[std::size_t(known.lemma)]) now = known.value;
            Gain best{0, FactSets::kNone, LemmaProver::kNone};
            if (n > 3 && game_.facts()) {
                const Facts& facts = facts_[std::size_t(c)];
                now = std::max(now, thrice(c) - sets_.best(facts, &marked.sets).most);
                const auto counted = sets_.best(facts, &from.sets);
                best = {thrice(c) - counted.most - now, counted.set, LemmaProver::kNone};
            }
            add(now);
            if (known.value - now > best.value) best = {known.value - now, FactSets::kNone, known.lemma};
            if (best.value > 0) gains.push_back(best);
        }
        sort_by(gains, [](const Gain& gain) { return -gain.value; });
        for (const Gain& gain : gains) {
            if (sum >= target.bound) return;
            add(gain.value);
            if (gain.set != FactSets::kNone) marked.sets[std::size_t(gain.set)] = 1;
            if (gain.lemma != LemmaProver::kNone) marked.lemmas[std::size_t(gain.lemma)] = 1;
        }
        if (sum < target.bound) throw std::logic_error("a proof lost a part");
    }

  private:
    LemmaProver::State state(int c) const { return lemmas_.cell(root_, cells_, opener_, c); }

    // What a cell of four words or more costs at least, but for what a set says that any guess shows there.
    Cost thrice(int c) const { return 3 * weights_.sum(cells_.words(c)) + sets_.late(facts_[std::size_t(c)], cells_.size(c)); }

    void raise(int c, Cost bound) {
        Cost& now = lower_[std::size_t(c)];
        if (bound <= now) return;
        sum_ = bound >= kInfinite ? kInfinite : std::min(kInfinite, sum_ + bound - now);
        now = bound;
    }

    void begin(const Target& target) {
        opener_ = target.opener;
        cells_.divide(game_, opener_, root_.words);
        sum_ = weights_.sum(root_.words);
        lower_.assign(std::size_t(cells_.count()), 0);
        facts_.resize(std::size_t(cells_.count()));
        for (int c = 0; c < cells_.count(); c++) {
            raise(c, lemmas_.known(state(c)).value);
            const int n = cells_.size(c);
            if (n <= 3 || !game_.facts()) continue;
            facts_[std::size_t(c)] = Facts::told_by(game_.guess_word(opener_), game_.pattern_of(opener_, cells_.pattern(c)));
            raise(c, thrice(c) - sets_.best(facts_[std::size_t(c)]).most);
        }
    }

    // The same with as few facts as add one word in `spare`.
    bool ask_at_stage(Cost bound, int spare) {
        std::vector<std::pair<double, int>> order;
        for (int c = 0; c < cells_.count(); c++) {
            const int n = cells_.size(c);
            if (n <= 3 || facts_[std::size_t(c)].count < 2) continue;
            const double weight = double(weights_.sum(cells_.words(c)));
            order.emplace_back(double(thrice(c)) - likely_patterns(n) * (weight / n) - double(lower_[std::size_t(c)]), c);
        }
        sort_by(order, [](const auto& cell) { return sort_key(-cell.first); });
        double expected = double(sum_);
        bool asked = false;
        for (const auto& [gain, c] : order) {
            if (expected >= double(bound) + kMargin * unit_ || (spare != kSpare[std::size(kSpare) - 1] && gain < kLeastGain * unit_)) break;
            const Facts chosen = sets_.fewer(facts_[std::size_t(c)], cells_.size(c) / spare);
            if (sets_.knows(chosen)) {
                if (sets_.is_measured(chosen)) continue;
            } else {
                sets_.add(chosen);
            }
            asked = true;
            expected += std::max(gain, 0.0);
        }
        return asked;
    }

    const Game& game_;
    const WordWeights& weights_;
    const LemmaProver::State& root_;
    FactSets& sets_;
    LemmaProver& lemmas_;
    const double unit_;  // what a word weighs on average
    GuessId opener_ = 0;
    Cells cells_;
    Cost sum_ = 0;
    std::vector<Cost> lower_;
    std::vector<Facts> facts_;
};

BoundProof::BoundProof(const Game& game, Mode mode, WordWeights weights, int jobs)
    : game_(game), mode_(mode), weights_(std::move(weights)), jobs_(jobs) {}

std::unique_ptr<TotalSearch> BoundProof::oracle() const {
    if (weights_.counting()) return std::make_unique<AverageSearch>(game_, mode_, nullptr, std::make_shared<SharedTotals>(kProofTable), stop_);
    return std::make_unique<GoalSearch>(game_, mode_, Goal{.weights = weights_.all()}, stop_);
}

// What the proofs of one call work with.
struct BoundProof::Work {
    Work(const BoundProof& of, const Position& root, const History& history, int guesses)
        : lemmas(of.game_, of.mode_, of.weights_, of.oracle(), of.stop_), sets(of.game_, of.mode_, of.weights_, root, of.stop_),
          start{root.words, of.game_.key_of(root.words), root.restriction, guesses, kNoLimit, root.free},
          proof(of.game_, of.weights_, start, sets, lemmas) {
        lemmas.enter(root, history);
    }

    LemmaProver lemmas;
    FactSets sets;
    LemmaProver::State start;
    OpenerProof proof;
};

// Openers with many cells need the most, and what they need serves the others: they come first.
void BoundProof::order(const Position& root, std::vector<Target>& targets) const {
    const auto cells = [&](GuessId w) { return kernels().count_row(game_.row(w), root.words.data(), int(root.words.size())); };
    sort_by(targets, [&](const Target& target) { return -cells(target.opener); });
}

BoundProofParts BoundProof::prove(const Position& root, const History& history, std::vector<Target> targets, int guesses) {
    order(root, targets);
    Work work(*this, root, history, guesses);
    if (game_.facts()) find_sets(work.proof, work.sets, targets);  // a response of codes tells no facts about letters
    if (weights_.counting() && game_.facts()) choose_lemmas(work, targets);
    for (const Target& target : targets) {
        work.proof.prove_lemmas(target);
        heed(stop_);
        progress_.openers++;
        progress_.lemmas = work.lemmas.lemmas().size();
    }
    return needed(work.proof, work.sets, work.lemmas, targets);
}

// Again and again, as a choice raises no cell by much: that takes few lemmas.
void BoundProof::choose_lemmas(Work& work, const std::vector<Target>& targets) {
    const LemmaProver::State unlimited = work.start.unlimited();
    for (int choices = 0; choices < kChoices; choices++) {
        LemmaChoice choice(game_, work.lemmas, unlimited, stop_, progress_);
        for (const Target& target : targets) {
            work.proof.offer(target, choice);
            heed(stop_);
        }
        if (!choice.prove()) return;
    }
}

// What later guesses leave is worth nothing in short games: the openers with most cells tell, with themselves as the only guesses.
void BoundProof::find_levels(Work& work, const Position& root, std::span<const Target> targets) {
    std::vector<GuessId> some, all;
    for (const Target& target : targets.first(std::min(targets.size(), kSampled))) some.push_back(target.opener);
    work.sets.find_levels(some, 1, jobs_, stop_);
    const bool late = std::any_of(some.begin(), some.end(), [&](GuessId opener) { return work.proof.is_late({opener, 0}); });
    if (late) for_each_lane(root.allowed, [&](int w) { all.push_back(GuessId(w)); });
    work.sets.find_levels(all, late ? kMostLevels : 0, jobs_, stop_);
}

// The least of what can be proven of each opener. A few openers are asked for all that they can get; the others need no more than the
// least of these, and one that can't get so much has then been asked for all that it can get, too.
CountedBound BoundProof::prove_counted(const Position& root, const History& history, std::vector<GuessId> openers, int guesses,
                                       bool with_sets) {
    std::vector<Target> targets;
    for (const GuessId opener : openers) targets.push_back({opener, kInfinite});
    order(root, targets);
    Work work(*this, root, history, guesses);
    if (weights_.counting() && game_.facts()) find_levels(work, root, targets);
    Target least = targets.front();
    for (const std::size_t asked : {std::min(targets.size(), kSampled), targets.size()}) {
        const std::span<Target> now(targets.data(), asked);
        for (Target& target : now) target.bound = least.bound;
        if (with_sets && game_.facts()) find_sets(work.proof, work.sets, now);
        for (const Target& target : now) {
            const Cost counted = work.proof.counted(target);
            if (counted < least.bound) least = {target.opener, counted};
            heed(stop_);
        }
    }
    for (Target& target : targets) target.bound = least.bound;
    progress_.openers = int(targets.size());
    CountedBound counted{least.bound, least.opener, {}};
    if (!work.sets.sets().empty()) counted.parts = needed(work.proof, work.sets, work.lemmas, targets);
    for (FactSets::Set& set : work.sets.levels()) counted.parts.sets.push_back(std::move(set));
    return counted;
}

// Again and again: openers that are short of their targets ask for sets, and all that were asked for are measured together.
void BoundProof::find_sets(OpenerProof& proof, FactSets& sets, std::span<const Target> targets) {
    std::vector<int> stage(targets.size());
    for (bool asked = true; asked;) {
        asked = false;
        for (std::size_t i = 0; i < targets.size(); i++) {
            const bool more = proof.ask_for_sets(targets[i], stage[i]);
            asked = asked || more;
            heed(stop_);
        }
        sets.measure(jobs_, stop_);
        heed(stop_);
        progress_.sets = sets.sets().size();
    }
}

// The sets and lemmas that the openers, or lemmas that they need, need. A few that are enough for all openers are chosen first. Of these
// each opener names what it lacks; so those that come later use what earlier ones named. Once more in the other order, among what was
// named, a part of it turns out to be superfluous.
BoundProofParts BoundProof::needed(OpenerProof& proof, const FactSets& sets, const LemmaProver& lemmas,
                                   std::vector<Target> targets) const {
    const std::size_t set_count = sets.sets().size(), lemma_count = lemmas.lemmas().size();
    PartChoice choice(set_count + lemma_count, stop_);
    for (const Target& target : targets) {
        proof.name_parts(target, choice);
        heed(stop_);
    }
    const std::vector<char> chosen = choice.choose();
    const auto last_set = chosen.begin() + std::ptrdiff_t(set_count);
    Marks named{{chosen.begin(), last_set}, {last_set, chosen.end()}};
    for (int pass = 0; pass < kLeavingPasses; pass++) {
        std::reverse(targets.begin(), targets.end());
        Marks fewer{std::vector<char>(set_count, 0), std::vector<char>(lemma_count, 0)};
        for (const Target& target : targets) {
            proof.mark(target, named, fewer);
            heed(stop_);
        }
        fewer.close(lemmas.lemmas());
        named = std::move(fewer);
    }
    BoundProofParts parts;
    for (std::size_t i = 0; i < named.sets.size(); i++) {
        if (named.sets[i]) parts.sets.push_back(sets.sets()[i]);
    }
    for (std::size_t i = 0; i < named.lemmas.size(); i++) {
        if (named.lemmas[i]) parts.lemmas.push_back(lemmas.lemmas()[i]);
    }
    return parts;
}

}  // namespace wordle
