# Two commands do all set-up: `make demo` and `make test`. Both make .venv and install r3env into it.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)
BIN := .venv/bin
WORKERS ?= 2
OUT ?= demo-out

.PHONY: demo test check format clean

demo: .venv/.installed  ## play, analyse and report a small run; needs no key and no network
	$(BIN)/r3env demo --out $(OUT)

test: .venv/.installed-test  ## the whole test suite
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: .venv/.installed-dev  ## linters, types, the layers, docstring examples
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --doctest-modules r3env contests policies schedulers oracle

format: .venv/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "r3env needs Python 3.11 or newer; none found on PATH (set PYTHON=/path/to/python)"; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/.installed: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --quiet --editable .
	touch $@

.venv/.installed-test: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --quiet --editable '.[test]'
	touch $@ .venv/.installed

.venv/.installed-dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --quiet --editable '.[dev]'
	touch $@ .venv/.installed .venv/.installed-test

clean:
	rm -rf .venv demo-out .mypy_cache .ruff_cache .pytest_cache .hypothesis
