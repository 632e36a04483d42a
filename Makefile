# Everything runs from .venv, which scripts/setup makes and keeps up to date.

SETUP := scripts/setup pyproject.toml constraints.txt

.PHONY: help play test check bench format clean
.NOTPARALLEL:

help:
	@echo "make play      play in the terminal"
	@echo "make test      run every check and every test"
	@echo "make check     formatting, lint and types only"
	@echo "make bench     run the benchmarks"
	@echo "make format    format the code and mend what lint can mend"
	@echo "make clean     remove .venv, caches and built packages"

play: .venv/ready-play
	@.venv/bin/tavolino

test: check
	.venv/bin/pytest -n auto

check: .venv/ready-dev
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy

bench: .venv/ready-dev
	@set -e; for f in bench/*.py; do \
	    case $$f in bench/_*) continue ;; esac; \
	    echo "== $$f"; .venv/bin/python "$$f"; \
	done

format: .venv/ready-dev
	.venv/bin/ruff format
	.venv/bin/ruff check --fix

clean:
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache dist
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/ready-%: $(SETUP)
	@scripts/setup $*
