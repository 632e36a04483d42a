# Everything runs from .venv, which scripts/setup makes and keeps up to date. scripts/web builds the
# browser client with the Node in it; scripts/debian finds the other programs that tests need.

# A .venv that was moved, or whose Python is gone, is made again.
SETUP := scripts/setup pyproject.toml constraints.txt $(shell scripts/setup works || echo again)
CLIENT := src/tavolino/server/web/index.html
# Directories too: a file that was taken away is a change.
CLIENT_SOURCES := scripts/web docs/rules $(wildcard docs/rules/*.md) $(shell find web/* web/.npmrc \
    \( -path web/node_modules -o -path web/src/paraglide \) -prune -o ! -path web/src -print)

# Tests start Python a thousand times: not without byte code.
unexport PYTHONDONTWRITEBYTECODE

# Run beside each other, with the output of one after that of the other.
CHECKS := check-python check-client check-docs
QUICK := check-python test-quick
EVERYTHING := check test-everything
BESIDE := $(MAKE) --no-print-directory --jobs --keep-going
ONE_BY_ONE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: again help play terminal web wheel package test quick check audit docs bench puzzles-check screenshots \
    format clean $(CHECKS) $(QUICK) $(EVERYTHING)
ifneq ($(filter-out $(CHECKS) $(QUICK) $(EVERYTHING),$(or $(MAKECMDGOALS),help)),)
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:

help:
	@echo "make play      play in the browser: builds the client, starts the server, opens it"
	@echo "make terminal  play in the terminal"
	@echo "make test      run every check and every test"
	@echo "make quick     the checks and tests of daily work, in less than a minute"
	@echo "make check     formatting, lint, types, licences, the client's own tests, the documentation"
	@echo "make audit     look for known vulnerabilities of dependencies (needs the internet)"
	@echo "make docs      build the documentation as a site, into site/"
	@echo "make web       build the browser client"
	@echo "make wheel     build dist/tavolino-*.whl, the browser client included"
	@echo "make package   build the wheel and the source archive, and try them in a fresh environment"
	@echo "make bench     run the benchmarks"
	@echo "make puzzles-check  prove the answer of every puzzle that comes with Tavolino"
	@echo "make screenshots  take pictures of every screen, into docs/images"
	@echo "make format    format the code and fix what lint can fix"
	@echo "make clean     remove .venv, caches and everything built"

play: .venv/ready-play $(CLIENT)
	@.venv/bin/tavolino serve --open

terminal: .venv/ready-play
	@.venv/bin/tavolino

web: .venv/ready-play $(CLIENT)

test: .venv/ready-dev $(CLIENT)
	@scripts/debian
	@$(BESIDE) $(EVERYTHING)

quick: .venv/ready-dev
	@$(BESIDE) $(QUICK)

check: .venv/ready-dev
	@$(BESIDE) $(ONE_BY_ONE) $(CHECKS)

check-python:
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy

# Compiled before all test processes want it at once: the search (the process that scripts/setup has
# started works on the other games meanwhile) and the byte code of the tests.
test-everything:
	@.venv/bin/pytest --collect-only -q >/dev/null & \
	    .venv/bin/python -m tavolino.bots.compiler 0 aftaebr nove_colonne; wait
	.venv/bin/pytest -n auto --dist loadfile

test-quick:
	.venv/bin/pytest -n 2 --dist worksteal -q --quick

check-client:
	scripts/web check

check-docs:
	.venv/bin/python scripts/licences.py
	.venv/bin/python scripts/build_docs.py

audit: .venv/ready-audit
	.venv/bin/pip-audit --requirement constraints.txt --disable-pip --no-deps
	PATH=$(CURDIR)/.venv/bin:$$PATH npm audit --prefix web

docs: .venv/ready-dev
	.venv/bin/python scripts/build_docs.py

wheel: .venv/ready-play $(CLIENT)
	.venv/bin/python -m hatchling build -t wheel

package: .venv/ready-play $(CLIENT)
	rm -rf dist
	.venv/bin/python -m hatchling build -t wheel -t sdist
	.venv/bin/python scripts/try_package.py dist

bench: .venv/ready-dev $(CLIENT)
	@set -e; for f in bench/*.py bench/environments/*.py; do \
	    echo "== $$f"; .venv/bin/python "$$f"; \
	done

puzzles-check: .venv/ready-play
	.venv/bin/tavolino puzzles check

screenshots: .venv/ready-dev $(CLIENT)
	@scripts/debian
	.venv/bin/python scripts/screenshots.py

format: .venv/ready-dev
	.venv/bin/ruff format
	.venv/bin/ruff check --fix

clean:
	rm -rf .venv .hypothesis .cache .mypy_cache .pytest_cache .ruff_cache dist site
	rm -rf web/node_modules web/src/paraglide $(dir $(CLIENT))
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/ready-%: $(SETUP)
	@scripts/setup $*

$(CLIENT): $(CLIENT_SOURCES)
	@scripts/web
