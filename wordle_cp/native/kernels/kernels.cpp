// Chooses the kernel path at run time. See kernels.hpp.
#include "kernels/kernels.hpp"

#include <atomic>

namespace wordle {

namespace portable {
extern const Kernels table;
}
#if defined(WORDLE_X86_PATHS)
namespace avx2 {
extern const Kernels table;
}
#if !defined(WORDLE_WIDE)
namespace avx512 {
extern const Kernels table;
void compress_vbmi2(const std::uint64_t* alive, int blocks, Column source, Response* target);
}
#endif
#endif

namespace {

std::vector<const Kernels*> available() {
    std::vector<const Kernels*> paths{&portable::table};
#if defined(WORDLE_X86_PATHS)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
        paths.push_back(&avx2::table);
#if !defined(WORDLE_WIDE)
        if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd")) {
            static const Kernels table = [] {
                Kernels best = avx512::table;
                if (__builtin_cpu_supports("avx512vbmi2")) best.compress = avx512::compress_vbmi2;
                return best;
            }();
            paths.push_back(&table);
        }
#endif
    }
#endif
    return paths;
}

std::atomic<const Kernels*>& selected() {
    static std::atomic<const Kernels*> path{available().back()};
    return path;
}

}  // namespace

const Kernels& kernels() { return *selected().load(std::memory_order_relaxed); }

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const Kernels* path : available()) names.emplace_back(path->name);
    return names;
}

bool select_kernels(const std::string& name) {
    for (const Kernels* path : available()) {
        if (name == path->name) {
            selected().store(path);
            return true;
        }
    }
    return false;
}

}  // namespace wordle
