# Thin on purpose: every target sets up what it needs and hands over to one program.
# ARGS goes through to it: make run ARGS="--port 8080", make test ARGS="-k sight".

PYTHON_HERE := .venv/bin/python
WORKERS ?= auto
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test long check bench soak mutate docs wheel deb program image ship clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

run:  ## start the umpire and its web page
	@.ci/setup run
	@.venv/bin/umpire serve $(ARGS)

test:  ## run the tests with small counts; the long ones are left to make long
	@.ci/setup dev
	@$(PYTHON_HERE) -m pytest -n $(WORKERS) -m "not long" $(ARGS)

long:  ## run the tests that make test leaves out
	@.ci/setup dev
	@$(PYTHON_HERE) -m pytest -n $(WORKERS) -m long $(ARGS)

check:  ## lint, formatting, types, layers and sizes
	@.ci/setup dev
	@$(PYTHON_HERE) -m ruff check .
	@$(PYTHON_HERE) -m ruff format --check .
	@$(PYTHON_HERE) -m mypy
	@.venv/bin/lint-imports --no-logo
	@$(PYTHON_HERE) -m pytest -q tests/architecture/test_sizes.py tests/architecture/test_purity.py

bench:  ## measure speed, accuracy and scale
	@.ci/setup dev
	@$(PYTHON_HERE) -m benchmarks $(ARGS)

soak:  ## run the counted tests with their full counts; a second call goes on where it stopped
	@.ci/setup dev
	@$(PYTHON_HERE) -m tests.soak $(ARGS)

mutate:  ## alter each rule once and see whether a test notices; --clauses GAME: each clause
	@.ci/setup dev
	@$(PYTHON_HERE) -m tests.mutate $(ARGS)

docs:  ## write the generated pages and golden battles anew
	@.ci/setup dev
	@$(PYTHON_HERE) -m tests.regenerate $(ARGS)

wheel:  ## build the wheel with the guide in it, checksums and the list of materials, in dist
	@.ci/setup dev
	@PYTHONPATH=.ci $(PYTHON_HERE) -m shipping.wheel

deb:  ## build the Debian package, with its own environment, a service and a rule for cameras
	@.ci/setup dev
	@PYTHONPATH=.ci $(PYTHON_HERE) -m shipping.deb

program:  ## build the umpire as one file for Linux
	@.ci/setup dev
	@PYTHONPATH=.ci $(PYTHON_HERE) -m shipping.onefile

image:  ## build an OCI image, as a folder, without a container program
	@.ci/setup dev
	@PYTHONPATH=.ci $(PYTHON_HERE) -m shipping.oci

ship:  ## build all of these, and have each try itself where nothing else is
	@.ci/setup dev
	@UMPIRE_SOAK=1 $(PYTHON_HERE) -m pytest -n 0 -s -rs $(ARGS) tests/shipping/test_artefacts.py

clean:  ## remove what the other targets made, the environments included
	rm -rf .venv .venv-opencv4 .soak .mutate .reports build dist
	rm -rf .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
