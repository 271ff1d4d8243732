// The part of the module that is about depth questions.
#pragma once
#include <nanobind/nanobind.h>

void bind_depth(nanobind::module_& m);
