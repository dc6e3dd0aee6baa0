# For people and CI. `make` alone lists the targets.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
TRIALS ?= 200

program = .build/release/specmatrix

# Where releases are made. They bear the time of the commit, so that the same commit gives the same bytes.
DIST ?= .build/dist
commit_date = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || echo 0))

# Where each shell looks for completions.
shells = bash zsh fish
completions.bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/specmatrix
completions.zsh = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_specmatrix
completions.fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/specmatrix.fish

manual = $(DESTDIR)$(PREFIX)/share/man/man1/specmatrix.1
documents = $(DESTDIR)$(PREFIX)/share/doc/specmatrix

# A statically linked process starts in half the time; only the Linux toolchains have static libraries. Without rpath: what it loads
# is the machine's.
ifeq ($(shell uname -s),Linux)
# The libraries export their symbols if they may, which keeps what nobody calls: 2 MB of 32.
static = --static-swift-stdlib --disable-local-rpath -Xlinker --no-export-dynamic -Xlinker --exclude-libs=ALL
# A released program looks beside itself for what is not linked statically, also on behalf of what it loads.
portable = -Xlinker --disable-new-dtags -Xlinker -rpath -Xlinker '$$ORIGIN/../lib/specmatrix'
else
# Darwin's strip takes no global symbols from a program unless told to keep them.
strip_options = -x
endif

# Passed on by `make benchmark`: MODELS=folder SETS="classic products" EFFORT="quick normal thorough" STRENGTH=3 RUNS=5 TIMEOUT=60
# PEERS=none CSV=file.csv
suites = $(if $(MODELS),--models $(MODELS)) $(if $(SETS),--sets $(SETS)) $(if $(EFFORT),--effort $(EFFORT)) \
  $(if $(STRENGTH),--strength $(STRENGTH)) $(if $(RUNS),--runs $(RUNS)) $(if $(TIMEOUT),--timeout $(TIMEOUT)) \
  $(if $(PEERS),--peers $(PEERS)) $(if $(CSV),--csv $(CSV))

.PHONY: help demo test test-external test-seeds check check-release durability human-edits mutants fuzz sanitize-address sanitize-thread install uninstall dist deb benchmark trial picture measure-review measure-editor format clean build libraries

help: ## list the targets (default)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

demo: build ## generate output/ from specs/ and list what the specs leave open
	@echo
	$(program) generate specs --output output
	$(program) review specs --output output/review.html
	@echo
	@echo '$(program) check specs --format concise'
	@$(program) check specs --format concise || test $$? -eq 1 # open questions are what the demo shows
	@echo
	@echo 'The cases are in output/*.xlsx, the page for a review in output/review.html. To see one spec with all details of its questions:'
	@echo '  $(program) check specs/payment-confirmation.yaml'

test: libraries ## run all tests, and those of the example
	$(SWIFT) test
	$(SWIFT) test --package-path Examples/payment-confirmation

# PART=quick: those without compilers of other languages, office programs, jobs in repositories and long trials.
external.all = \.External
external.quick = \.External(Editor|OtherProgram|Durability|TestingPage|ReviewPage)Tests
PART ?= all

test-external: libraries ## run the tests that start compilers and other programs, as far as these are there (PART=quick)
	SPECMATRIX_EXTERNAL=1 $(SWIFT) test --filter '$(external.$(PART))'

check: ## check the formatting and run all tests
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Fuzz Examples Package.swift
	$(MAKE) test

durability: build ## make runs collide, die and be refused by the system (TRIALS=200)
	python3 Tests/Durability/durability.py $(program) races $(TRIALS)
	python3 Tests/Durability/durability.py $(program) kills $$(($(TRIALS) * 3))
	python3 Tests/Durability/durability.py $(program) ends 1
	python3 Tests/Durability/durability.py $(program) faults 1

human-edits: build ## edit and answer as people do, change the spec, and look for what is lost or turned (TRIALS=200; needs openpyxl, PyYAML and LibreOffice)
	cd Tests/HumanEdits && python3 edits.py "$(CURDIR)/$(program)" --trials $(TRIALS)
	cd Tests/HumanEdits && python3 answers.py "$(CURDIR)/$(program)" --trials $(TRIALS)
	cd Tests/HumanEdits && python3 hostile.py "$(CURDIR)/$(program)"

mutants: build ## see that the harnesses of `human-edits` and `durability` notice programs that are wrong on purpose
	cd Tests/HumanEdits && python3 mutant.py "$(CURDIR)/$(program)"

# What differs in a process: exit statuses, signals, locks, standard input, files in use, other threads, static linking.
processes = NamedProgram|Session|GenerateCommand|AnswerCommand|ReviewServe|Usage|ReplacedFiles|Leftover|HostileRepository|ParallelCheck|SecondRun|Shard

check-release: build ## run the tests of what differs in a process against the release program (after `make test`)
	SPECMATRIX_PROGRAM="$(CURDIR)/$(program)" $(SWIFT) test --filter '^SpecMatrixCLITests\.($(processes))Tests'

test-seeds: libraries ## run all tests with SEEDS=200 random inputs each
	SPECMATRIX_SEEDS=$(or $(SEEDS),200) $(SWIFT) test

# What the sanitizers watch is built apart. They are told what is Swift's own in .ci/*-suppressions; leaks are looked for in the program, as
# the runner of the tests keeps what it made.
sanitize-address: libraries ## run all tests under AddressSanitizer
	$(SWIFT) build --sanitize=address --scratch-path .build/address --product specmatrix
	.build/address/debug/specmatrix check specs --fail-on never > /dev/null
	ASAN_OPTIONS=detect_leaks=0:suppressions=$(CURDIR)/.ci/address-suppressions $(SWIFT) test --sanitize=address --scratch-path .build/address

sanitize-thread: libraries ## run what works in parallel under ThreadSanitizer
	$(SWIFT) build --sanitize=thread --scratch-path .build/thread --product specmatrix
	TSAN_OPTIONS=exitcode=66:suppressions=$(CURDIR)/.ci/thread-suppressions .build/thread/debug/specmatrix check specs --jobs 8 --fail-on never > /dev/null
	TSAN_OPTIONS=exitcode=66:suppressions=$(CURDIR)/.ci/thread-suppressions $(SWIFT) test --sanitize=thread --scratch-path .build/thread --filter ParallelCheckTests

install: build ## install specmatrix, its manual and shell completions to PREFIX (/usr/local), under DESTDIR if set
	$(installation)

uninstall: ## remove the installed files
	rm -f "$(DESTDIR)$(PREFIX)/bin/specmatrix" $(foreach shell,$(shells),"$(completions.$(shell))") "$(manual)"
	rm -rf "$(documents)"

# The manual is written by Python; where there is none, everything else is installed.
define installation
install -d "$(DESTDIR)$(PREFIX)/bin" $(foreach shell,$(shells),"$(dir $(completions.$(shell)))") "$(dir $(manual))" "$(documents)"
install -m 755 $(program) "$(DESTDIR)$(PREFIX)/bin/specmatrix"
strip $(strip_options) "$(DESTDIR)$(PREFIX)/bin/specmatrix"
umask 022 && $(foreach shell,$(shells),$(program) --generate-completion-script $(shell) > "$(completions.$(shell))" &&) true
umask 022 && Packaging/licences > "$(documents)/THIRD-PARTY"
install -m 644 LICENSE "$(documents)/LICENSE"
if command -v python3 > /dev/null; then umask 022 && \
  $(program) --experimental-dump-help | Packaging/manual.py $$(Packaging/version) $(commit_date) > "$(manual)"; fi
endef

dist: override DESTDIR = $(DIST)/tree
dist: override PREFIX =
dist: libraries ## make the tarball of a release in DIST (.build/dist): program, manual, completions, licences
	rm -rf "$(DIST)/tree" "$(DIST)/static"
	Packaging/static-libraries "$(DIST)/static"
	PKG_CONFIG_PATH="$(abspath $(DIST)/static):$$PKG_CONFIG_PATH" $(SWIFT) build -c release $(static) $(portable) --product specmatrix
	$(installation)
	SOURCE_DATE_EPOCH=$(commit_date) Packaging/tarball "$(DIST)/tree" "$(DIST)"

deb: override DESTDIR = $(DIST)/debian
deb: override PREFIX = /usr
deb: build ## make a Debian package of this machine's release in DIST (.build/dist)
	rm -rf "$(DIST)/debian"
	$(installation)
	SOURCE_DATE_EPOCH=$(commit_date) Packaging/debian "$(DIST)/debian" "$(DIST)"

benchmark: build ## measure checks, and compare suites with pict, jenny and allpairspy
	python3 Benchmarks/benchmark.py $(program) check $(if $(RUNS),--runs $(RUNS))
	@echo
	python3 Benchmarks/benchmark.py $(program) suites $(suites)

trial: build ## measure what is raised of questions written before the specs, on features told in prose (needs PyYAML)
	python3 Tests/Trial/trial.py "$(CURDIR)/$(program)"

picture: build ## make the picture of the README anew (needs node and Chromium)
	node Documentation/pictures/make.mjs $(program)

measure-review: build ## measure the review page: 50 specs, 10,000 cases (needs node and Chromium)
	node Tests/ReviewPage/measure.mjs $(program)

measure-editor: build ## measure the language server: from a keystroke to the findings of a spec of 300 lines (needs node)
	node Tests/Editor/measure.mjs $(program)

fuzz: libraries ## try inputs on the program with libFuzzer: SECONDS=60 TARGET=all
	Fuzz/run "$(or $(TARGET),all)" "$(or $(SECONDS),60)"

format: ## format the sources in place
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Fuzz Examples Package.swift

clean: ## remove build products, workbooks and the review page; JSON and CSV in output/ stay
	$(SWIFT) package clean
	rm -f output/*.xlsx output/review.html

build: libraries
	$(SWIFT) build -c release $(static) --product specmatrix

libraries:
	@.ci/install-libraries
