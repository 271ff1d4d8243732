# From nothing but Python 3.11 or newer, a C++20 compiler and make: `make prove` and `make test` do the rest in .venv.

VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard wordle_cp/native/* wordle_cp/native/*/*)

# The first Python that is new enough, can make a virtual environment, and has lzma and its headers; PYTHON=... overrides it.
SUITS := import ensurepip, lzma, os, sys, sysconfig; \
	header = os.path.join(sysconfig.get_paths()["include"], "Python.h"); \
	sys.exit(sys.version_info < (3, 11) or not os.path.exists(header))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	if $$p -c '$(SUITS)' 2>/dev/null; then echo $$p; break; fi; done)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# A prefix or a path from outside must not leak into the environment that this file builds. Nor may a wish for no byte
# code: each of the many processes of the tests would compile what it imports, which takes longer than what it does.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

SECONDS ?= 3600
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
# Two targets at a time, each with its output in one piece; below a make that has jobs already, as many as that has.
SIDE_BY_SIDE = $(if $(findstring jobserver,$(MAKEFLAGS)),,--jobs 2) --output-sync

.PHONY: help test pytest test-more test-changed test-verified test-package test-docs sanitize fuzz mutants nightly prove lint check verified bench \
	wide pages docs screenshots stub wheel wheel-arm64 clean

help: ## show this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

# Lint runs beside the tests. Tests wait for others (a browser, a killed process, a deadline) a good part of their time, so
# there is one process more than two. What they print is seen at once: make keeps back what a line without + prints.
test: $(VENV)/installed ## lint, types, layers, and the tests but for the sorts below
	$(MAKE) $(SIDE_BY_SIDE) lint pytest

pytest: $(VENV)/installed
	+$(BIN)/pytest --numprocesses 3

test-more: $(VENV)/installed ## all sorts of tests, with nine times as many random games and more of the real lists
	WORDLE_CP_TESTS=more $(BIN)/pytest -m "" --numprocesses 2

BASE ?= main
test-changed: $(VENV)/installed ## the tests nearest to what differs from BASE=main: under a minute for most changes
	files="$$($(BIN)/python -m tools.touched $(BASE))" && { test -z "$$files" || $(BIN)/pytest --numprocesses 3 $$files; }

test-verified: $(VENV)/installed ## build the checker that Coq proves, and compare it with the other two
	$(BIN)/pytest -m verified --numprocesses 2 tests/verified

test-package: $(VENV)/installed ## build the wheel and the source archive, and run the program from another folder
	$(BIN)/pytest -m package -p no:xdist tests/test_wheel.py

test-docs: $(VENV)/installed ## build the site, run the notebooks, and look at the pictures that documents and commands make
	$(BIN)/pytest -m docs --numprocesses 2

# What that needs and no more: what the tests need is left as it is where it is there already.
prove: $(VENV)/tools ## prove that hard mode needs 7 guesses at most when every guess may be the hidden word
	$(MAKE) $(SIDE_BY_SIDE) $(VENV)/$(if $(wildcard $(VENV)/native),native,narrow) \
		$(VENV)/$(if $(wildcard $(VENV)/packages),packages,required)
	$(BIN)/wordle-cp prove --depth 7 --mode hard --hidden big --variant nyt-2022-02-15

wide: $(VENV)/native ## compile what `make prove` left out: for words of more than 5 letters, or not of a to z alone

lint: $(VENV)/installed ## ruff, mypy, import-linter, native includes, the stub of the module; and lines of code by package
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.native_includes
	$(BIN)/python -m nanobind.stubgen -q -m wordle_cp._native -o build/_native.pyi
	diff -u wordle_cp/_native.pyi build/_native.pyi
	$(BIN)/python -m tools.size

# The sanitizer's library must be there before Python is. Python keeps memory to its end, so leaks aren't looked for.
# What the installation compiled of nanobind serves here, too.
sanitize: $(VENV)/installed ## the native code under sanitizers: addresses, threads; planted faults first, two modes more
	$(MAKE) $(SIDE_BY_SIDE) build/sanitized-address build/sanitized-thread

build/sanitized-modules: $(VENV)/installed
	$(BIN)/python -c 'from scikit_build_core.builder.wheel_tag import WheelTag; \
		print("build/%s" % WheelTag.compute_best([], py_api="cp312"))' > build/tree
	PATH="$(abspath $(BIN)):$$PATH" cmake --build "$$(cat build/tree)" \
		--target _native_address --target _native_thread --parallel 2 > build/sanitized.log 2>&1 \
		|| { cat build/sanitized.log; exit 1; }
	@touch $@

build/sanitized-address: LIBRARIES := asan ubsan
build/sanitized-thread: LIBRARIES := tsan
build/sanitized-%: build/sanitized-modules tests/unit/engine/test_native.py tests/planted_faults.py tests/native_modes.py
	WORDLE_CP_NATIVE="$$(echo "$$(cat build/tree)/_native_$*".*)" \
	ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
	LD_PRELOAD="$$(for name in $(LIBRARIES) stdc++; do $(CXX) -print-file-name=lib$$name.so; done | paste -sd:)" \
	$(BIN)/python -m pytest -q --capture=no -p no:cacheprovider \
		tests/planted_faults.py tests/native_modes.py tests/unit/engine/test_native.py
	@touch $@

check: $(VENV)/installed ## check every certificate in proofs/, the large ones too
	for proof in proofs/*.cert.*; do $(BIN)/wordle-cp check --jobs $(JOBS) $$proof || exit 1; done

verified: ## the checker that Coq proves: build/verified/wordle-check; needs coq, ocaml-nox and ocaml-findlib
	$(MAKE) -C proofs/verified BUILD="$(abspath build/verified)"

fuzz: $(VENV)/installed ## fuzz every parser for SECONDS=3600 in all, guided by what code they reach; needs the extra fuzz
	$(BIN)/python -m tools.fuzz --seconds $(SECONDS)

mutants: $(VENV)/installed ## change fields of shipped certificates, and tell which share of the mutants the checker kills
	$(BIN)/python -m tools.mutants --count 400 --most-bytes 1000000

nightly: $(VENV)/installed ## everything, on where the last run of this commit ended; MINUTES=60: what is quick and about the checkers
	$(BIN)/python -m tools.nightly $(if $(MINUTES),--minutes $(MINUTES))

bench: $(VENV)/installed ## run the benchmarks
	$(BIN)/python -m tools.bench

pages: $(VENV)/installed ## write the parts of docs/ that are made out of the code
	PYTHONPATH=docs $(BIN)/python -m generated

docs: $(VENV)/installed ## build the documentation, build/docs/index.html
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -b html docs build/docs
	@echo "build/docs/index.html"

screenshots: $(VENV)/installed ## take the pictures of the page anew, with Debian's chromium-headless-shell
	$(BIN)/python -m tools.screenshots

stub: $(VENV)/installed ## generate the stubs anew: of the native module, and of wordle_cp
	$(BIN)/python -m tools.stub > build/__init__.pyi
	mv build/__init__.pyi wordle_cp/__init__.pyi
	$(BIN)/python -m nanobind.stubgen -q -m wordle_cp._native -o wordle_cp/_native.pyi

wheel: $(VENV)/installed ## build a wheel for this processor in dist/, which needs no compiler where glibc is 2.34 or newer
	rm -rf build/wheels
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheels .
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --plat auto --wheel-dir dist build/wheels/*.whl

# Another Debian's files for aarch64, made by `mmdebstrap`: see CONTRIBUTING.md. Its Python must be as new as that of .venv.
ROOT ?= $(abspath build/aarch64)
MINOR = $(shell $(BIN)/python -c 'import sys; print("python3.%d" % sys.version_info.minor)')
AARCH64 = qemu-aarch64 -L $(ROOT) $(ROOT)/usr/bin/$(MINOR)

wheel-arm64: $(VENV)/installed ## build one for aarch64 in dist/, and test it under qemu-user: CONTRIBUTING.md says what that needs
	rm -rf build/wheels build/aarch64-packages
	CC=aarch64-linux-gnu-gcc CXX=aarch64-linux-gnu-g++ CXXFLAGS="-idirafter $(ROOT)/usr/include" \
		SETUPTOOLS_EXT_SUFFIX="$$($(AARCH64) -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')" \
		_PYTHON_HOST_PLATFORM=linux-aarch64 \
		CMAKE_ARGS="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
			-DPython_INCLUDE_DIR=$(ROOT)/usr/include/$(MINOR)" \
		$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheels .
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --plat auto --wheel-dir dist build/wheels/*.whl
	$(BIN)/pip install --quiet --target build/aarch64-packages --only-binary :all: \
		$(foreach glibc,34 28 27 17,--platform manylinux_2_$(glibc)_aarch64) --platform manylinux2014_aarch64 \
		dist/*_aarch64.whl pytest hypothesis
	PYTHONPATH="$(abspath build/aarch64-packages):$(CURDIR)" $(AARCH64) -P -m pytest -q -p no:cacheprovider tests/unit/engine

clean: ## remove everything that this file makes
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find wordle_cp models tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# Editable, because tools at the root would otherwise import the source tree, which has no native module. Without
# build isolation, because an isolated build compiles everything anew each time; so what pip would put into the
# isolated environment (the build requirements, and CMake or Ninja where the system has none) goes into .venv.
# Python compiles the modules that it imports; pip would compile all of them, which takes most of a minute. What pip
# copies of other packages, it copies on one processor; the native code is compiled meanwhile.
$(VENV)/installed: $(VENV)/tools pyproject.toml $(NATIVE)
	$(MAKE) $(SIDE_BY_SIDE) $(VENV)/native $(VENV)/packages
	@touch $@

$(VENV)/native: $(VENV)/tools pyproject.toml $(NATIVE)
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/narrow: $(VENV)/tools pyproject.toml $(NATIVE)
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable . \
		--config-settings=build.targets=_native --config-settings=install.components=narrow
	@touch $@

$(VENV)/required: $(VENV)/tools pyproject.toml
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' \
		> $(VENV)/required.txt
	$(BIN)/pip install --quiet --no-compile --requirement $(VENV)/required.txt
	@touch $@

$(VENV)/packages: $(VENV)/tools pyproject.toml
	$(BIN)/python -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
		print(*project["dependencies"], *project["optional-dependencies"]["dev"], sep="\n")' \
		> $(VENV)/packages.txt
	$(BIN)/pip install --quiet --no-compile --requirement $(VENV)/packages.txt
	@touch $@

$(VENV)/tools: $(VENV)/created pyproject.toml
	$(BIN)/python -c 'import tomllib; \
		print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		> $(VENV)/requirements.txt
	$(BIN)/pip install --quiet --requirement $(VENV)/requirements.txt
	$(BIN)/python -c 'from scikit_build_core.build import get_requires_for_build_editable as requires; \
		print(*requires({}), sep="\n")' > $(VENV)/requirements.txt
	$(BIN)/pip install --quiet --requirement $(VENV)/requirements.txt
	@touch $@

$(VENV)/created:
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 or newer with venv, lzma and its headers; set PYTHON=..." >&2; exit 2; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@
