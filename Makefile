# For people and CI. `make` alone lists the targets.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

program = .build/release/specmatrix

# Where each shell looks for completions.
shells = bash zsh fish
completions.bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/specmatrix
completions.zsh = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_specmatrix
completions.fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/specmatrix.fish

# A statically linked process starts in half the time; only the Linux toolchains have static libraries.
ifeq ($(shell uname -s),Linux)
static = --static-swift-stdlib
else
# Darwin's strip takes no global symbols from a program unless told to keep them.
strip_options = -x
endif

# Passed on by `make benchmark`: MODELS=folder SETS="classic products" EFFORT="quick normal thorough" STRENGTH=3 RUNS=5
# TIMEOUT=60 PEERS=none BEST=file.csv BEST_COLUMN=name CSV=file.csv
suites = $(if $(MODELS),--models $(MODELS)) $(if $(SETS),--sets $(SETS)) $(if $(EFFORT),--effort $(EFFORT)) \
  $(if $(STRENGTH),--strength $(STRENGTH)) $(if $(RUNS),--runs $(RUNS)) $(if $(TIMEOUT),--timeout $(TIMEOUT)) \
  $(if $(PEERS),--peers $(PEERS)) $(if $(BEST),--best $(BEST)) $(if $(BEST_COLUMN),--best-column $(BEST_COLUMN)) \
  $(if $(CSV),--csv $(CSV))

.PHONY: help demo test check install uninstall benchmark fuzz format clean build libraries

help: ## list the targets (default)
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: build ## generate output/ from specs/ and list what the specs leave open
	@echo
	$(program) generate specs --output output
	@echo
	@echo '$(program) check specs --format concise'
	@$(program) check specs --format concise || test $$? -eq 1 # open questions are what the demo shows
	@echo
	@echo 'The cases are in output/*.xlsx. To see one spec with all details of its questions:'
	@echo '  $(program) check specs/payment-confirmation.yaml'

test: libraries ## run all tests
	$(SWIFT) test

check: ## exactly what CI runs: formatting and all tests
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Fuzz Package.swift
	$(MAKE) test

install: build ## install specmatrix and shell completions to PREFIX (/usr/local), under DESTDIR if set
	install -d "$(DESTDIR)$(PREFIX)/bin" $(foreach shell,$(shells),"$(dir $(completions.$(shell)))")
	install -m 755 $(program) "$(DESTDIR)$(PREFIX)/bin/specmatrix"
	strip $(strip_options) "$(DESTDIR)$(PREFIX)/bin/specmatrix"
	$(foreach shell,$(shells),$(program) --generate-completion-script $(shell) > "$(completions.$(shell))" &&) true

uninstall: ## remove the installed files
	rm -f "$(DESTDIR)$(PREFIX)/bin/specmatrix" $(foreach shell,$(shells),"$(completions.$(shell))")

benchmark: build ## measure checks, and compare suites with pict, jenny and allpairspy
	$(SWIFT) build -c release $(static) --product specmatrix-benchmarks
	.build/release/specmatrix-benchmarks check
	@echo
	.build/release/specmatrix-benchmarks suites $(suites)

fuzz: libraries ## try inputs on the program with libFuzzer: SECONDS=60 TARGET=all
	Fuzz/run "$(or $(TARGET),all)" "$(or $(SECONDS),60)"

format: ## format the sources in place
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Fuzz Package.swift

clean: ## remove build products and workbooks; JSON and CSV in output/ stay
	$(SWIFT) package clean
	rm -f output/*.xlsx

build: libraries
	$(SWIFT) build -c release $(static) --product specmatrix

libraries:
	@.ci/install-libraries
