// Memory by the page.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace wordle {

// Zeroed memory straight from the system. Huge pages suit what is filled at once, such as the hundreds of megabytes of
// a pattern matrix; lazy ones what may stay empty.
enum class Paging { huge, lazy };

class Pages {
  public:
    Pages() = default;
    Pages(std::size_t bytes, Paging paging);
    std::uint8_t* data() const { return memory_.get(); }

  private:
    struct Unmap {
        std::size_t bytes;
        void operator()(std::uint8_t* p) const;
    };
    std::unique_ptr<std::uint8_t, Unmap> memory_{nullptr, Unmap{0}};
};

}  // namespace wordle
