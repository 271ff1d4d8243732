#include "depth/exchange.hpp"

namespace wordle {

void Exchange::synchronise(std::uint32_t searcher, CorePool& pool, ExchangeCursor& cursor) {
    std::vector<SharedCore> taken;
    {
        const std::lock_guard lock(mutex_);
        for (; cursor.imported < shared_.size(); cursor.imported++) {
            const SharedCore& core = shared_[cursor.imported];
            if (core.source.searcher != searcher) taken.push_back(core);
        }
        for (; cursor.published < pool.size(); cursor.published++) {
            const Core& core = pool[cursor.published];
            if (core.kind == CoreKind::pair || core.kind == CoreKind::borrowed) continue;
            const auto words = pool.words(cursor.published);
            shared_.push_back({core.restriction, {words.begin(), words.end()}, core.guesses, {searcher, cursor.published}});
        }
    }
    for (const SharedCore& core : taken) pool.borrow(core.restriction, core.words, core.guesses, core.source);
}

}  // namespace wordle
