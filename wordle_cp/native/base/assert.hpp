// What must hold, in the builds under sanitizers; others don't look.
#pragma once
#if defined(WORDLE_TEST_MODES)
#include <cstdio>
#include <cstdlib>
#define WORDLE_ASSERT(holds) \
    ((holds) ? void() : (std::fprintf(stderr, "%s:%d: %s doesn't hold\n", __FILE__, __LINE__, #holds), std::abort()))
#else
#define WORDLE_ASSERT(holds) void()
#endif
