// Where the searchers of one run share their cores.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "depth/core_pool.hpp"

namespace wordle {

struct SharedCore {
    Bits restriction;
    std::vector<HiddenId> words;
    int guesses;
    CoreSource source;
};

struct ExchangeCursor {
    CoreId published = 0;       // own cores up to here have been offered
    std::size_t imported = 0;   // shared cores up to here have been taken
};

class Exchange {
  public:
    // Offers the pool's own new cores to the others and takes theirs over.
    void synchronise(std::uint32_t searcher, CorePool& pool, ExchangeCursor& cursor);

  private:
    std::mutex mutex_;
    std::vector<SharedCore> shared_;
};

}  // namespace wordle
