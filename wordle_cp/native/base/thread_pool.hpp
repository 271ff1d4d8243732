// The same work on several threads.
#pragma once
#include <atomic>
#include <exception>
#include <new>
#include <thread>
#include <vector>

#include "base/stopped.hpp"

namespace wordle {

#if defined(WORDLE_TEST_MODES)
// The number of helpers that are to find no memory: see tests/planted_faults.py.
inline std::atomic<int> planted_failures{0};
#endif

// Calls work(0), ..., work(members - 1) at once, the first on this thread, and returns when all have ended. A Stopped ends its
// thread alone; anything else that one throws sets `stop`, so that the others end, and is thrown here.
template <class Work>
void on_all(std::size_t members, std::atomic<bool>& stop, Work&& work) {
    std::vector<std::exception_ptr> failures(members);
    {
        std::vector<std::jthread> helpers;
        const auto guarded = [&](std::size_t i) {
            try {
#if defined(WORDLE_TEST_MODES)
                if (i && planted_failures > 0 && planted_failures--) throw std::bad_alloc();
#endif
                work(i);
            } catch (const Stopped&) {
            } catch (...) {
                failures[i] = std::current_exception();
                stop.store(true);
            }
        };
        try {
            for (std::size_t i = 1; i < members; i++) helpers.emplace_back(guarded, i);
        } catch (...) {  // no thread to be had
            stop.store(true);
            throw;
        }
        guarded(0);
    }
    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

}  // namespace wordle
