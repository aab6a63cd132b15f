# One verb per task. `make run` and `make test` work on a bare checkout: they install what they need.
SHELL := /bin/bash
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
# Servers and workers start from compiled files, in half the time, also where the environment forbids to write them.
export PYTHONDONTWRITEBYTECODE =
JOBS ?= 3
RUNS ?= 5000
KILLS ?= 1000
MESSAGES ?= 10000
EXAMPLES ?= 500
WORLDS ?= 300
RECORDS ?= 60
CUTS ?= 2000
FAULTS ?= 500
TABLES ?= 50
MINUTES ?= 60
CONNECTIONS ?= 10000
RULES ?= 60
FRONTS ?= 20
SEED ?= $(shell date +%s)
# Thousands of small databases are made and forgotten: in memory where there is room for them, so that no test waits for a disk.
ROOM ?= $(shell if [ "$$(df -Pk /dev/shm 2>/dev/null | awk 'END { print $$4 + 0 }')" -gt 2000000 ] && [ -w /dev/shm ]; then echo /dev/shm; else echo $${TMPDIR:-/tmp}; fi)

.PHONY: archive mutants gallery install dev run test lint lint-format lint-smells lint-types lint-imports soak hosts bench docs lock clean system container service

install: .venv/.installed            ## the `ludex` command in .venv
dev: .venv/.dev                      ## and everything that the checks need

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Ludex needs Python 3.11, 3.12 or 3.13 with venv (Debian: apt-get install python3 python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.installed: .venv/bin/python pyproject.toml requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

.venv/.dev: .venv/.installed requirements-dev.lock examples/heden/pyproject.toml plugins/nonebot-plugin-ludex/requirements-test.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e examples/heden
	@# nonebug asks for an older multidict than the server's, and works with this one
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r plugins/nonebot-plugin-ludex/requirements-test.lock
	@touch $@

run: install                         ## start Ludex on http://127.0.0.1:8000
	$(BIN)/ludex serve

system:                              ## Chromium, CJK fonts and PostgreSQL for the tests (Debian, as root)
	@if ls /usr/bin/chromium-headless-shell /usr/bin/chromium 2>/dev/null | grep -q . && fc-list :lang=zh 2>/dev/null | grep -q . && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-cjk fontconfig postgresql >/dev/null; \
	else echo "note: the browser tests need chromium-headless-shell and fonts-noto-cjk, those of several nodes postgresql; without them they are skipped"; fi

lint: dev lint-format lint-smells lint-types lint-imports ## what the suite checks too (tests/test_lint.py)
lint-format:
	$(BIN)/ruff format --check .
lint-smells:
	$(BIN)/ruff check .
lint-types:
	$(BIN)/mypy
lint-imports:
	PYTHONPATH=src $(BIN)/lint-imports

test: dev system                     ## the whole suite, lint and types included; a line a minute says how far it is
	$(BIN)/python -m compileall -q -j 0 src examples
	TMPDIR=$(ROOM) $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

soak: dev                            ## hours in a hostile world: thousands of simulations, a thousand kills of a real server and a thousand of single workers, the API by its document, worlds that nobody may tell apart, a storm on the bot's socket, the power that goes, nodes that freeze and lose their cables, many tables for an hour, a crowd of connections
	$(BIN)/python -m tests.simulation $(SEED) --runs $(RUNS)
	LUDEX_KILLS=$(KILLS) $(BIN)/python -m pytest tests/fronts/test_kill.py
	LUDEX_WORKER_KILLS=$(KILLS) $(BIN)/python -m pytest tests/fronts/test_workers.py -k killed_under_load
	LUDEX_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/hostile/test_schema.py
	LUDEX_WORLDS=$(WORLDS) $(BIN)/python -m pytest tests/laws/test_worlds.py
	LUDEX_RECORDS=$(RECORDS) $(BIN)/python -m pytest tests/laws/test_records.py
	$(BIN)/python -m tests.fronts.bots.chaos $(SEED) --messages $(MESSAGES)
	$(BIN)/python -m tests.hostile.held
	LUDEX_SAYINGS=all $(BIN)/python -m pytest tests/sayings
	LUDEX_CUTS=$(CUTS) $(BIN)/python -m pytest tests/hostile/test_power.py
	$(BIN)/python -m tests.faults $(SEED) --faults $(FAULTS)
	$(BIN)/python -m tests.endurance crowd --connections $(CONNECTIONS)
	$(BIN)/python -m tests.endurance tables --tables $(TABLES) --minutes $(MINUTES)

mutants: dev                         ## make the source wrong in one place at a time, and see whether the tests notice
	$(BIN)/python -m tests.mutants $(SEED) --rules $(RULES) --fronts $(FRONTS)

hosts: dev system                    ## two hosts in network namespaces and a cable that is pulled (root, iproute2)
	$(BIN)/python -m tests.hosts

bench: dev                           ## ratios against named peers, measured in one run
	$(BIN)/python -m benchmarks $(BENCH)

container:                           ## build the Containerfile and play in it, restart and all (Debian, as root; a few minutes)
	tests/operation/container.sh

service:                             ## boot a Debian with the systemd units and play there, kill and all (Debian, as root; a few minutes)
	tests/operation/service.sh

archive:                             ## Ludex, its bot and Python in one archive that needs nothing else (PyInstaller), and try it (a few minutes)
	PYTHON=$(PYTHON) tests/operation/archive.sh

gallery: dev system                  ## every screen from real tables, both themes and languages, four sizes, into build/gallery
	PYTHONPATH=. $(BIN)/python -m tests.gallery

docs: install                        ## write the generated reference pages
	$(BIN)/ludex docs

lock:                                ## refresh the lock files (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --generate-hashes pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --generate-hashes --extra dev pyproject.toml -c requirements.lock -o requirements-dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --generate-hashes --extra bot pyproject.toml tests/operation/archive.in -c requirements-dev.lock -o requirements-archive.lock
	uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-deps --generate-hashes plugins/nonebot-plugin-ludex/requirements-test.in -o plugins/nonebot-plugin-ludex/requirements-test.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
