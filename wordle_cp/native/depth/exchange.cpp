#include "depth/exchange.hpp"

namespace wordle {

void Exchange::synchronise(std::uint32_t searcher, NoGoodPool& pool, ExchangeCursor& cursor) {
    std::vector<SharedNoGood> taken;
    {
        const std::lock_guard lock(mutex_);
        for (; cursor.imported < shared_.size(); cursor.imported++) {
            const SharedNoGood& no_good = shared_[cursor.imported];
            if (no_good.source.searcher != searcher) taken.push_back(no_good);
        }
        for (; cursor.published < pool.size(); cursor.published++) {
            const NoGood& no_good = pool[cursor.published];
            if (no_good.kind == NoGoodKind::pair || no_good.kind == NoGoodKind::borrowed) continue;
            const auto words = pool.words(cursor.published);
            shared_.push_back({no_good.restriction, {words.begin(), words.end()}, no_good.guesses, {searcher, cursor.published}});
        }
    }
    for (const SharedNoGood& no_good : taken) pool.borrow(no_good.restriction, no_good.words, no_good.guesses, no_good.source);
}

}  // namespace wordle
