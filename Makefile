# The two commands of the README are `make play` and `make test`; each sets up what it needs on the first run.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2

.PHONY: help setup play check lint types unit test bench goldens coverage clean

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hulldown needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--editable '.[dev,bench]'
	touch $@

setup: $(READY) ## make .venv with .venv/bin/hulldown

play: $(READY) ## play the introductory scenario against the random bot
	$(BIN)/hulldown play tank/intro --alpha human --bravo random

lint: $(READY)
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS) tests/unit tests/architecture

check: lint types unit ## the fast part: lint, types, unit tests

test: lint types ## every test
	$(BIN)/python -m pytest -n $(WORKERS) tests

bench: $(READY) ## figures as ratios
	$(BIN)/python bench/run.py

goldens: $(READY) ## write the golden playthroughs anew; review the diff
	$(BIN)/python tests/goldens/make.py

coverage: $(READY) ## write the snapshots of rule citations anew
	$(BIN)/python -m hulldown.rules.coverage --write tank

clean: ## remove what setup and tests leave behind
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info
