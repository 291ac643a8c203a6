# The commands of the project. `make` alone explains them.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8077
DATA ?= ./data
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help install run demo migrate test test-encrypted test-faults lint types audit openapi bench train lock
.DELETE_ON_ERROR:

help: ## Show this
	@echo "memoryd gives LLM agents a memory. Needed: $(PYTHON) 3.11 or newer, and nothing else."
	@echo
	@echo "First steps:    make run     then, in another terminal:    make demo"
	@echo "Before a commit:    make lint types test openapi"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Variables: PORT=8077 HOST=127.0.0.1 DATA=./data PYTHON=python3, and ARGS for the options of the command,"
	@echo "as in make test ARGS='tests/unit -k window'. Settings: docs/settings.md. House rules: CONTRIBUTING.md."

install: .venv/.dev ## Build .venv with everything to run and to develop; does nothing when it is up to date

run: .venv/.runtime ## Run the service on embedded Postgres and Valkey; Ctrl-C ends all of it
	@exec $(BIN)/memoryd serve --host $(HOST) --port $(PORT) --data-dir $(DATA) $(ARGS)

demo: .venv/.runtime ## Tell the running service something in one session and get it back in another
	@exec $(BIN)/memoryd demo --base-url http://$(HOST):$(PORT) $(ARGS)

migrate: .venv/.runtime ## Bring the database to the newest schema: DATABASE__OWNER_URL, else the embedded one in DATA
	@exec $(BIN)/memoryd migrate --data-dir $(DATA) $(ARGS)

test: .venv/.dev ## Run all tests on real embedded stores, started and ended by the tests
	@exec $(BIN)/pytest $(ARGS)

test-encrypted: .venv/.dev ## Run the tests of the API with every word encrypted
	@MEMORYD_TEST_ENCRYPTED=1 exec $(BIN)/pytest tests/api tests/integration -m 'not long and not plain' $(ARGS)

test-faults: .venv/.dev ## Kill, stall and cut every process for minutes, and look whether anything was lost
	@exec $(BIN)/pytest tests/faults -m 'long or not long' $(ARGS)

lint: .venv/.dev ## Check style, formatting, and who imports whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: .venv/.dev ## Check types, strictly
	$(BIN)/mypy

audit: ## Look for known vulnerabilities of what runs; asks the package index for them
	@test -x .venv/audit/bin/pip-audit || { $(PYTHON) -m venv .venv/audit && \
		.venv/audit/bin/python -m pip --disable-pip-version-check --quiet install pip-audit; }
	.venv/audit/bin/pip-audit --requirement requirements.lock --no-deps --progress-spinner off

openapi: .venv/.runtime ## Write openapi/openapi.json and docs/settings.md anew from the code
	@mkdir -p openapi docs
	$(BIN)/memoryd openapi > .venv/openapi.json && cp .venv/openapi.json openapi/openapi.json
	$(BIN)/memoryd settings > .venv/settings.md && cp .venv/settings.md docs/settings.md

bench: .venv/.dev ## Run the benchmarks, each beside its floors
	@found=0; for file in benchmarks/[a-z]*.py; do \
		if [ -e "$$file" ]; then found=1; echo "== $$file"; $(BIN)/python "$$file" $(ARGS) || exit 1; fi; \
	done; [ $$found = 1 ] || echo "There are no benchmarks yet: they will stand in benchmarks/."

train: .venv/.dev ## Train anew what tells sentences worth keeping from passing ones (needs scikit-learn; see training/)
	$(PIP) install --editable '.[train]'
	$(BIN)/python training/train.py $(ARGS)

lock: ## Renew both lock files from the ranges in pyproject.toml, in a venv of its own
	rm -rf .venv/lock && $(PYTHON) -m venv .venv/lock
	.venv/lock/bin/python -m pip --disable-pip-version-check --quiet install --editable .
	@$(call freeze,requirements.lock,What memoryd runs on.)
	.venv/lock/bin/python -m pip --disable-pip-version-check --quiet install --editable '.[dev]'
	@$(call freeze,requirements-dev.lock,What memoryd runs on and what checks it$(comma) a superset of requirements.lock.)
	rm -rf .venv/lock

comma := ,
# Names and versions only: an index or a file address must not get in, so a line of another form ends it.
define freeze
{ echo "# $(2) Exact versions for Python 3.11; renew with \`make lock\`."; \
  .venv/lock/bin/python -m pip --disable-pip-version-check freeze --exclude-editable | LC_ALL=C sort -f; } > .venv/frozen; \
if grep -vE '^#|^[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+$$' .venv/frozen; then \
  echo "These lines are not name==version." >&2; exit 1; fi; \
cp .venv/frozen $(1)
endef

# Stamps: each file says that the venv is as new as the files it depends on.
.venv/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "memoryd needs Python 3.11 or newer, and $(PYTHON) is not: try make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@echo "Building .venv; this happens once."
	@$(PYTHON) -m venv .venv
	@touch $@

# `make run` is content with what `make install` built, which holds more.
.venv/.runtime: .venv/.python requirements.lock pyproject.toml
	@if [ ! .venv/.dev -nt requirements.lock ] || [ ! .venv/.dev -nt pyproject.toml ]; then \
		echo "Installing what the service runs on."; \
		$(PIP) install --requirement requirements.lock && $(PIP) install --no-deps --editable .; fi
	@touch $@

.venv/.dev: .venv/.python requirements-dev.lock pyproject.toml
	@echo "Installing what the service runs on and what checks it."
	@$(PIP) install --requirement requirements-dev.lock
	@$(PIP) install --no-deps --editable .
	@touch $@
