// Memory by the page.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace wordle {

// Zeroed memory straight from the system. Huge pages suit what is filled at once, such as the hundreds of megabytes of
// a pattern matrix; lazy ones what may stay empty.
enum class Paging { huge, lazy };

class Pages {
  public:
    Pages() = default;
    Pages(std::size_t bytes, Paging paging);
    // Its objects, all zero at first. They exist without being constructed, as those in malloc's memory do: C++20's implicit
    // object creation, for which they must be so trivial; a std::atomic isn't.
    template <class Object>
    Object* objects() const {
        static_assert(std::is_trivially_copy_constructible_v<Object> && std::is_trivially_destructible_v<Object>);
        return reinterpret_cast<Object*>(memory_.get());
    }

  private:
    struct Unmap {
        std::size_t bytes;
        void operator()(std::uint8_t* p) const;
    };
    std::unique_ptr<std::uint8_t, Unmap> memory_{nullptr, Unmap{0}};
};

}  // namespace wordle
