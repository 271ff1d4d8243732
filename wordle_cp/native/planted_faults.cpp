// Three faults, one for each sanitizer, which tests/planted_faults.py commits: a sanitizer that says nothing is not there.
#include <cstdlib>
#include <limits>
#include <thread>

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
