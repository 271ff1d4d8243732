// Faults which tests/planted_faults.py commits: three for the sanitizers, as one that says nothing is not there, and what is rare.
#include <cstdlib>
#include <limits>
#include <thread>

#include "base/stamps.hpp"
#include "base/thread_pool.hpp"

#define WORDLE_PLANTED extern "C" __attribute__((visibility("default"), noinline))

// Writes behind the end of an array of `count` numbers on the heap.
WORDLE_PLANTED void plant_overflow_of_an_array(int count) {
    auto* numbers = new volatile int[static_cast<std::size_t>(count)];
    numbers[count] = 1;
    delete[] numbers;
}

// Adds `more` to the greatest int there is.
WORDLE_PLANTED int plant_signed_overflow(int more) { return std::numeric_limits<int>::max() + more; }

// Two threads count to `count` in the same variable, with nothing between them.
WORDLE_PLANTED int plant_data_race(int count) {
    volatile int counted = 0;
    const auto work = [&] {
        for (int i = 0; i < count; i++) counted = counted + 1;
    };
    std::thread one(work), other(work);
    one.join();
    other.join();
    return counted;
}

// Lets the next `count` helpers find no memory.
WORDLE_PLANTED void plant_failures_of_helpers(int count) { wordle::planted_failures = count; }

// Returns after how many of `count` times of emptying a set has what was put into it at first; 0 if never.
WORDLE_PLANTED int find_stamp_that_comes_back(int count) {
    wordle::Stamps stamps(1);
    stamps.add(0);
    for (int i = 1; i <= count; i++) {
        stamps.clear();
        if (stamps.has(0)) return i;
    }
    return 0;
}
