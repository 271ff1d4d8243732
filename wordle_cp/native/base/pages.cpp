#include "base/pages.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace wordle {

Pages::Pages(std::size_t bytes, Paging paging) {
    constexpr std::size_t huge = std::size_t{2} << 20;
    bytes = std::max<std::size_t>(bytes, 1);
    if (bytes < huge) paging = Paging::lazy;
    if (paging == Paging::huge) bytes = (bytes + huge - 1) / huge * huge;
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    if (paging == Paging::huge) madvise(p, bytes, MADV_HUGEPAGE);
#endif
    memory_ = std::unique_ptr<std::uint8_t, Unmap>(static_cast<std::uint8_t*>(p), Unmap{bytes});
}

void Pages::Unmap::operator()(std::uint8_t* p) const { munmap(p, bytes); }

}  // namespace wordle
