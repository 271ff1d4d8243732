// Where the searchers of one run share their no-goods.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "depth/no_good_pool.hpp"

namespace wordle {

struct SharedNoGood {
    Bits restriction;
    std::vector<HiddenId> words;
    int guesses;
    NoGoodSource source;
};

struct ExchangeCursor {
    NoGoodId published = 0;     // own no-goods up to here have been offered
    std::size_t imported = 0;   // shared no-goods up to here have been taken
};

class Exchange {
  public:
    // Offers the pool's own new no-goods to the others and takes theirs over.
    void synchronise(std::uint32_t searcher, NoGoodPool& pool, ExchangeCursor& cursor);

  private:
    std::mutex mutex_;
    std::vector<SharedNoGood> shared_;
};

}  // namespace wordle
