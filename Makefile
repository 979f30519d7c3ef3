# Barpoint. `make serve` runs the site, `make test` tests it; CONTRIBUTING.md has the rest.
# Nothing must be set up before: each target makes what it needs. Paths may hold spaces, so all of them are relative.

SHELL := /bin/sh
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
.PHONY: serve test test-long lint format messages bench measure lock clean

PORT ?= 8000
HOST ?= 127.0.0.1
python := .venv/bin/python
pip_install := $(python) -m pip install -qq --disable-pip-version-check --require-hashes

serve: .venv/runtime
	@PORT='$(PORT)' HOST='$(HOST)' exec $(python) manage.py serve

test: .venv/dev
	@$(python) -m tests.run

test-long: .venv/dev
	@$(python) -m bgsite.serving.frontend
	@$(python) -m pytest tests --ignore=tests/browser --hypothesis-profile=long

lint: .venv/dev
	@$(python) -m tests.lint

format: .venv/dev
	$(python) -m ruff format
	$(python) -m ruff check --fix

# Every text of the sources into the catalogues of bgsite/locale, new ones empty. Needs GNU gettext.
messages: .venv/dev
	@$(python) -m tests.messages

bench: .venv/dev .venv/bench
	@$(python) -m tests.bench

# How strong and how quick each computer level is: the table that the pages show. Ten minutes on an idle machine.
measure: .venv/runtime
	@$(python) -m games.engines.measure

# New lock files from pyproject.toml: run it after changing a dependency there.
lock: .venv/dev
	@$(python) -m tests.lock

# The environments. A stamp holds the lock it was installed from; only a changed lock installs again.
.venv/bin/python:
	@sh .ci/make-venv

.venv/runtime: .venv/bin/python requirements.txt
	@cmp -s requirements.txt .venv/runtime || { echo "the packages are being installed" && $(pip_install) -r requirements.txt && cp requirements.txt .venv/runtime; }
	@touch .venv/runtime

.venv/dev: .venv/runtime requirements-dev.txt
	@cmp -s requirements-dev.txt .venv/dev || { echo "the packages of developers are being installed" && $(pip_install) -r requirements-dev.txt && cp requirements-dev.txt .venv/dev; }
	@touch .venv/dev

.venv/bench: .venv/dev requirements-bench.txt
	@cmp -s requirements-bench.txt .venv/bench || { echo "the engines to compare with are being installed" && $(pip_install) -r requirements-bench.txt && cp requirements-bench.txt .venv/bench; }
	@touch .venv/bench

# What can be made again. Data in var/ stay.
clean:
	rm -rf .venv bgsite/frontend/node_modules bgsite/static/dist bgsite/locale/*/LC_MESSAGES/*.mo bgsite/locale/*/.compiled bgsite/locale/en_XA .mypy_cache .ruff_cache .pytest_cache .hypothesis var/static
