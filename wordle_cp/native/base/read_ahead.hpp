// Results for the places n-1, ..., 0, computed ahead of the one thread that takes them in this order.
//
// For work of which the larger part of each step depends on nothing that the steps before decide: other threads do that
// part early, and what comes out is the same however many there are.
#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace wordle {

template <class Result>
class ReadAhead {
  public:
    using Compute = std::function<Result(std::uint32_t)>;

    // `helpers` threads, fewer if the system has no more, each call a `compute` of its own made by `maker`, for places
    // below `size` for which `wanted` is true when they come to it. All may be called from any thread.
    ReadAhead(std::uint32_t size, int helpers, std::function<bool(std::uint32_t)> wanted, std::function<Compute()> maker)
        : next_(size), most_(kPerHelper * std::size_t(helpers)), wanted_(std::move(wanted)), maker_(std::move(maker)) {
        slots_.reserve(most_);
        threads_.reserve(std::size_t(helpers));
        try {
            for (int i = 0; i < helpers; i++) threads_.emplace_back([this] { help(); });
        } catch (const std::system_error&) {
        } catch (const std::bad_alloc&) {
        }
    }
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    ~ReadAhead() {
        {
            const std::lock_guard lock(mutex_);
            next_ = 0;
        }
        room_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    // The result for `place`, waiting for it if a helper has begun; nothing if none has, and none will. Places must
    // descend. Throws what `compute` or `maker` threw.
    std::optional<Result> take(std::uint32_t place) {
        std::unique_lock lock(mutex_);
        next_ = std::min(next_, place);
        const auto it = slots_.find(place);
        if (it == slots_.end()) return std::nullopt;
        Slot& begun = it->second;  // stays where it is, whatever is added meanwhile
        ready_.wait(lock, [&] { return begun.result || begun.error; });
        Slot slot = std::move(begun);
        slots_.erase(place);
        lock.unlock();
        room_.notify_one();
        if (slot.error) std::rethrow_exception(slot.error);
        return std::move(slot.result);
    }

  private:
    static constexpr std::size_t kPerHelper = 4;  // results that wait to be taken: they may be large

    struct Slot {
        std::optional<Result> result;
        std::exception_ptr error;
    };

    void help() {
        Compute compute;
        std::unique_lock lock(mutex_);
        for (;;) {
            room_.wait(lock, [&] { return next_ == 0 || slots_.size() < most_; });
            while (next_ && !wanted_(next_ - 1)) next_--;
            if (!next_) return;
            const std::uint32_t place = next_ - 1;
            try {
                slots_.try_emplace(place);
            } catch (const std::bad_alloc&) {  // whoever takes does it all
                return;
            }
            next_ = place;
            lock.unlock();
            Slot slot;
            try {
                if (!compute) compute = maker_();
                slot.result = compute(place);
            } catch (...) {
                slot.error = std::current_exception();
            }
            lock.lock();
            slots_[place] = std::move(slot);
            ready_.notify_all();
        }
    }

    std::uint32_t next_;  // the places from here on are begun, taken or not wanted
    std::size_t most_;
    std::function<bool(std::uint32_t)> wanted_;
    std::function<Compute()> maker_;
    std::unordered_map<std::uint32_t, Slot> slots_;  // begun and not taken
    std::mutex mutex_;
    std::condition_variable room_, ready_;
    std::vector<std::thread> threads_;
};

}  // namespace wordle
