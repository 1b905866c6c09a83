# Long Roll. Needs make and Python 3.11 or newer; every target does its own set-up in .venv.

PYTHON ?= python3
GAME ?= stockade_redan
PORT ?= 1863
# WEB=no leaves the client out of `make test`, for machines that npm cannot be reached from.
WEB ?= yes
# COVERAGE=yes measures the coverage of the rules too, which takes minutes more; CI asks for it.
COVERAGE ?= no

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
CLIENT := src/longroll/server/static/index.html
SOURCES := $(shell find web -path web/node_modules -prune -o -type f -not -name '*.test.ts' -print)
COMPILE := $(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help setup play text test web pictures bench golden soak load attack lock clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r target what; do printf '%-14s %s\n' "$$target" "$$what"; done

setup: $(VENV)/dev.stamp ## Make .venv with everything for development

play: $(VENV)/play.stamp $(CLIENT) ## Play in the browser (PORT=1863)
	@$(BIN)/longroll serve --port $(PORT)

text: $(VENV)/play.stamp ## Play in the terminal (GAME=stockade_redan)
	@$(BIN)/longroll play --text $(GAME)

test: $(VENV)/dev.stamp ## Lint, format, types, layers, the client, all tests (PARTS="lint rules")
	@$(BIN)/python -m tests.parts $(PARTS) $(if $(filter yes,$(WEB)),,--without-client) $(if $(filter yes,$(COVERAGE)),--coverage)

web: $(CLIENT) ## Check, test and build the browser client
	cd web && $(NPM) run --silent check && $(NPM) --silent test

pictures: $(VENV)/dev.stamp $(CLIENT) ## Take the pictures of the documents anew
	@$(BIN)/python -m tests.browser.pictures

bench: $(VENV)/bench.stamp ## Count decisions a second, beside other engines
	@$(BIN)/longroll bench

golden: $(VENV)/dev.stamp ## Write the golden files anew after a change of the rules (GOLDEN="corinth")
	@$(BIN)/python -m longroll.testing.golden --renew $(GOLDEN)

soak: $(VENV)/dev.stamp ## Play 200 random battles of every scenario and replay them (SOAK="--system corinth --battles 5"), then kill servers 50 times, look at every question, send 200 requests to every address
	@$(BIN)/python -m tests.soak $(SOAK)
	@$(BIN)/python -m tests.server.kills 50
	@LONGROLL_SIGHTS=all LONGROLL_REQUESTS=200 $(BIN)/pytest tests/browser/test_in_sight.py tests/server/test_fuzz.py

load: $(VENV)/dev.stamp ## Play a hundred battles at once on one server and measure it
	@$(BIN)/python -m tests.server.load

attack: $(VENV)/dev.stamp ## Attack a server on this machine, and feed it 200,000 damaged inputs (ATTACK="odds", FUZZ="--count 1000000")
	@$(BIN)/python -m tests.attack $(ATTACK)
	@$(BIN)/python -m tests.attack.fuzz $(FUZZ)

# The pins already in the lock files are kept; `make lock COMPILE_FLAGS=--upgrade` renews them.
# dev.txt comes first and the others follow it, so that all of them agree in one .venv.
lock: $(VENV)/uv.stamp ## Compile requirements/*.txt from pyproject.toml
	$(COMPILE) $(COMPILE_FLAGS) --group uv --output-file requirements/uv.txt
	$(COMPILE) $(COMPILE_FLAGS) --group node --output-file requirements/node.txt
	$(COMPILE) $(COMPILE_FLAGS) --extra dev --group build --output-file requirements/dev.txt pyproject.toml
	$(COMPILE) $(COMPILE_FLAGS) --group build --constraint requirements/dev.txt --output-file requirements/play.txt pyproject.toml
	$(COMPILE) $(COMPILE_FLAGS) --extra bench --group build --constraint requirements/dev.txt --output-file requirements/bench.txt pyproject.toml
	@! grep -nE '://|--index|--extra-index|--find-links|^/' requirements/*.txt || \
		{ echo "A lock file names an index or a path; it must hold only names, versions and hashes."; exit 1; }

clean: ## Remove .venv and everything else make has made
	rm -rf $(VENV) web/node_modules src/longroll/server/static dist build .coverage .coverage.* .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find src tests examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(VENV)/venv.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Long Roll needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) --version 2>&1 | grep Python || echo missing). Name another: make PYTHON=python3.12"; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/uv.stamp: $(VENV)/venv.stamp requirements/uv.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

# One rule for three lock files: play (what the game needs), dev (its tools too), bench (peers too).
# The tests play the example of a rule system from outside, so dev installs that too.
$(VENV)/%.stamp: requirements/%.txt pyproject.toml examples/skirmish/pyproject.toml $(VENV)/uv.stamp
	@echo "Installing requirements/$*.txt ..."
	@$(INSTALL) --require-hashes -r requirements/$*.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable . $(if $(filter dev,$*),--editable examples/skirmish)
	@touch $@

# The client needs Node: the machine's, where it is new enough, else one from PyPI in .venv.
NODE_IS_HERE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && npm --version 2>/dev/null | grep -qE '^(1[1-9]|[2-9][0-9])\.' && echo yes)
ifeq ($(NODE_IS_HERE),yes)
NPM := npm
NODE_STAMP := web/package-lock.json
else
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
NODE_STAMP := $(VENV)/node.stamp
endif

$(VENV)/node.stamp: requirements/node.txt $(VENV)/uv.stamp
	@echo "Installing Node from PyPI ..."
	@$(INSTALL) --require-hashes -r requirements/node.txt
	@touch $@

web/node_modules/.package-lock.json: web/package.json web/package-lock.json $(NODE_STAMP)
	@echo "Installing what builds the client ..."
	@cd web && $(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(CLIENT): $(SOURCES) web/node_modules/.package-lock.json
	@echo "Building the client ..."
	@cd web && $(NPM) run --silent build -- --logLevel warn
	@touch $@
