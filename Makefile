# Two commands do all the set-up: `make demo` and `make test`. The environment is made in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TRAIN := .venv-train
LOWEST := .venv-lowest
BENCH := .venv-bench
CLIP ?= tests/films/clip.mp4
# Where `make weights` keeps its pictures and checkpoints.
WORK ?= runs

# Ultralytics: no look-ups, no downloads, no installing of its own accord, no settings outside this folder.
QUIET_TRAINING := YOLO_OFFLINE=true YOLO_AUTOINSTALL=false MPLBACKEND=Agg YOLO_CONFIG_DIR="$(CURDIR)/$(TRAIN)/ultralytics"
# As many tests at once as there are cores; whoever is done takes tests from the others. Dealt out by files, one core
# had the longest ones left, whole films, while the other stood idle: 1,106 s instead of 646.
PARALLEL := --numprocesses auto --dist worksteal
# Without bytecode for every module of every library: Python writes that of those it imports, and most are never asked for.
PIP := -m pip install --quiet --no-compile --disable-pip-version-check

.PHONY: help demo test wheel deb android menu bench check audit coverage catalogues lock locked arm lowest smoke weights clean
.DELETE_ON_ERROR:

help:
	@echo "make demo   set everything up and watch the bundled clip being scored"
	@echo "make test   set everything up and run every test"
	@echo "make wheel  build dist/porrazo-*.whl, the program and its networks in one file, for pipx or uv"
	@echo "make deb    build dist/porrazo_*.deb for this system's Python, with all libraries in it"
	@echo "make android  build the Android app with buildozer, which fetches several GB (docs/android.md: unproven)"
	@echo "make menu   put the program into this user's menu, with its icon"
	@echo "make check  ruff, formatting, mypy --strict and the rules on who may import whom"
	@echo "make bench  measure speed, memory and size, beside named others, in an environment of its own"
	@echo "make audit  ask the public list of known weaknesses about every locked package (needs the network)"
	@echo "make coverage  run every test and say which lines none of them ran (also htmlcov/index.html)"
	@echo "make catalogues  add to the catalogues of companion/locales what the code says and they lack"
	@echo "make locked install exactly the versions of requirements.lock, with their hashes checked"
	@echo "make lock   write requirements.lock anew, from what pyproject.toml allows"
	@echo "make arm    ask whether every library has a wheel for a 64-bit Raspberry Pi (needs the network)"
	@echo "make lowest run quick tests with the lowest versions that are allowed, in an environment of its own"
	@echo "make smoke  train, export and compare a tiny network, in an environment of its own (6 GB)"
	@echo "make weights  make the networks anew, as models/recipe.yaml says (needs deck artwork; hours)"
	@echo "make clean  remove the environments and caches"

demo: $(BIN)/.installed
	@scripts/demo.sh $(BIN)/porrazo $(CLIP)

test: $(BIN)/.test-installed
	$(BIN)/python -m pytest $(PARALLEL)

# One file that installs anywhere: needs an environment with pip and none of the program's libraries.
wheel: | $(BIN)/python
	@rm -f dist/porrazo-*.whl
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@echo "Built: $$(ls dist/porrazo-*.whl)"
	@echo "To install: pipx install --pip-args=--no-compile ./$$(ls dist/porrazo-*.whl)   (or: uv tool install ./$$(ls dist/porrazo-*.whl))"

# One file for desktops with Debian's packages: nothing is fetched when it is installed.
deb: | $(BIN)/python
	@scripts/make_deb.sh $(BIN)/python $(DEB_PYTHON)

android:
	@scripts/make_android.sh

menu:
	@scripts/install_menu.sh

bench: $(BENCH)/bin/.installed
	@$(BENCH)/bin/python -m tests.benchmarks.bench_all

check: $(BIN)/.dev-installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# In an environment of its own, of the moment: what audits is no part of the project.
audit: $(BIN)/.dev-installed
	$(BIN)/uv tool run pip-audit --requirement requirements.lock --disable-pip --strict

coverage: $(BIN)/.dev-installed
	$(BIN)/python -m pytest $(PARALLEL) --cov --cov-report=term --cov-report=html

catalogues: $(BIN)/.dev-installed
	$(BIN)/python -m scripts.catalogue

# For every system and Python that is supported. Where packages come from is the installer's affair, and is not written.
lock: $(BIN)/.dev-installed
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade --generate-hashes \
		--no-annotate --no-emit-index-url --custom-compile-command "make lock" --quiet --output-file requirements.lock

# A 64-bit Raspberry Pi OS 13 must find a wheel of everything: nothing is built there.
arm: $(BIN)/.dev-installed
	@$(BIN)/uv pip compile pyproject.toml --python-platform aarch64-manylinux_2_28 --python-version 3.13 \
		--only-binary :all: --no-header --no-annotate --quiet --output-file /dev/null
	@echo "Every library has a wheel for 64-bit ARM and Python 3.13."

locked: requirements.lock | $(BIN)/python
	@$(PYTHON) -m companion.system_libraries
	@$(BIN)/python $(PIP) --require-hashes --requirement requirements.lock
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable .
	@touch $(BIN)/.installed $(BIN)/.test-installed $(BIN)/.dev-installed

# What meets the libraries: networks, pictures, the window, phones, packaging, every command.
lowest: $(LOWEST)/bin/.installed
	$(LOWEST)/bin/python -m pytest $(PARALLEL) tests/games tests/house tests/seeing/test_runtime.py tests/seeing/test_pictures.py \
		tests/seeing/test_photograph.py tests/app/test_web.py tests/app/test_settings.py

smoke: $(TRAIN)/bin/.installed
	@# Tests skip what is not installed; here it must be, or the test would prove nothing.
	$(QUIET_TRAINING) $(TRAIN)/bin/python -c 'import onnx, torchvision, ultralytics'
	$(QUIET_TRAINING) $(TRAIN)/bin/python -m pytest tests/training

weights: $(TRAIN)/bin/.installed
	$(QUIET_TRAINING) $(TRAIN)/bin/python -m models.make --work "$(WORK)"

$(BIN)/python:
	@scripts/new_venv.sh $(PYTHON) $(VENV)

$(BIN)/.installed: pyproject.toml | $(BIN)/python
	@$(PYTHON) -m companion.system_libraries
	@echo "Installing Porrazo Companion into $(VENV) (about half a gigabyte, a minute or two)"
	@$(BIN)/python $(PIP) --editable .
	@touch $@

$(BIN)/.test-installed: $(BIN)/.installed
	@$(BIN)/python $(PIP) --editable '.[test]'
	@touch $@

$(BIN)/.dev-installed: $(BIN)/.test-installed
	@$(BIN)/python $(PIP) --editable '.[dev]'
	@touch $@

$(LOWEST)/bin/.installed: pyproject.toml .ci/lowest.txt
	@scripts/new_venv.sh $(PYTHON) $(LOWEST)
	@$(PYTHON) -m companion.system_libraries
	@$(LOWEST)/bin/python $(PIP) --constraint .ci/lowest.txt --editable '.[test]'
	@touch $@

$(BENCH)/bin/.installed: pyproject.toml
	@scripts/new_venv.sh $(PYTHON) $(BENCH)
	@$(PYTHON) -m companion.system_libraries
	@$(BENCH)/bin/python $(PIP) --editable '.[bench]'
	@# Norfair's package asks for NumPy 1, which the program cannot use; it works with NumPy 2.
	@$(BENCH)/bin/python $(PIP) --no-deps 'norfair>=2.3,<3' 'filterpy>=1.4.5'
	@touch $@

$(TRAIN)/bin/.installed: pyproject.toml
	@scripts/new_venv.sh $(PYTHON) $(TRAIN)
	@$(PYTHON) -m companion.system_libraries
	@echo "Installing the training packages into $(TRAIN) (about 6 GB)"
	@$(TRAIN)/bin/python $(PIP) --editable '.[train,test]'
	@touch $@

clean:
	rm -rf $(VENV) $(TRAIN) $(LOWEST) $(BENCH) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov .import_linter_cache
