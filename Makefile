SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# What is built is installed here, and run from here: by `run`, the tests and the benchmarks.
installed := $(CURDIR)/.build/installed
program := .build/installed/bin/sectionengine
plugins := BannerSection MenusSection CardRailSection SongColumnsSection VideosSection \
           CalendarSection PodcastsSection ArticlesSection MallSection ChartsSection \
           GenericSection
examples := .build/examples
contract := Sources/PluginPlatform/CSectionABI/include
# Tests of programs and processes, and tests that take more than some seconds.
slow := ^(CLI|CrashReports|Fetching|PluginCheck|PluginHost|SectionKit|PluginTemplates)Tests\.|Property|Cancellation
formatted := Package.swift Sources Plugins Tests
# When the sources are from: what manual pages and archives bear as their date.
SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),0)

# The interpreter that .ci/install-packages installs modules for, which another one on the PATH does not see. Tests
# take it from the environment.
PYTHON ?= /usr/bin/python3
export PYTHON
staged := $(PYTHON) -B .ci/stage.py
built := $(PYTHON) -B .ci/progress.py
# By another name, so that `make -n` prints it instead of running it.
make := $(MAKE) --no-print-directory

.PHONY: run check test gates test-fresh test-browser test-webkit test-spark soak sanitize fuzz fuzz-coverage fuzz-planted bench budgets parity compare examples install uninstall dist test-dist test-arm64 format lint clean

# Builds everything and draws the bundled home feed. `install`, `test` and `bench` use the same objects.
run:
	@$(in_build)
	@$(program) render --chrome
	@printf '\nNext:\n'
	@printf '  %-54s %s\n' \
	  '$(program) dump' 'every frame of this page, exact' \
	  '$(program) render FEED.json' 'a feed of your own' \
	  'make install PREFIX=$$HOME/.local' 'put sectionengine on your PATH'

# Lint, build with warnings as errors, every test, and a minute of fuzzing; the end repeats what failed and lists what
# was skipped. Tests of the installed program use an installation inside the build folder.
test:
	@.ci/install-packages test
	@$(staged) begin
	@$(staged) run lint $(make) lint
	@$(staged) run build $(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@$(staged) run install $(in_build)
	@$(staged) run benchmarks $(host) --quiet --product Benchmarks
	@SECTIONENGINE_TEST_PREFIX=$(installed) $(staged) tests $(SWIFT) test --skip-build; \
	  SWIFT="$(SWIFT)" $(staged) run fuzz Tests/Fuzzing/fuzz quick 60; \
	  $(staged) report

# What to run before each commit: lint, and the tests that start no program and try no thousands of cases. Installs
# nothing.
check:
	@$(staged) begin
	@$(staged) run lint $(make) lint
	@$(staged) run build $(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@SECTIONENGINE_QUICK=1 $(staged) tests $(SWIFT) test --skip-build --skip '$(slow)'; $(staged) report

# Which command tells which break of a feed: the shapes of the tests, as in every run, and the bundled feeds.
gates:
	@$(staged) begin
	@$(staged) run build $(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@SECTIONENGINE_GATES=all $(staged) tests $(SWIFT) test --skip-build --filter GateTests; $(staged) report

# `make run` and `make test` of a clean clone of HEAD in a bare Debian 12, as root and as an ordinary user; KIND=root or
# KIND=user: that one. Needs root and debootstrap.
test-fresh:
	@SWIFT="$(SWIFT)" $(PYTHON) -B .release/test-fresh.py $(KIND)

# The preview in a real browser: headless Chromium, driven through chromedriver. Then random trees in that browser and
# in the program: how many frames differ, with SEED and COUNT of trees.
test-browser:
	@.ci/install-packages browser
	@$(in_build)
	@test -e .build/axe || $(PYTHON) -m pip install -q --no-deps --target .build/axe axe-core-python==0.1.0
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_preview.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_pages.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_colors.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/differential.py \
	  --seed $(or $(SEED),1) --count $(or $(COUNT),20000)
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/texts.py --seed $(or $(SEED),1)
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/runs.py --seed $(or $(SEED),1)

# The same texts in WebKitGTK, whose known deviations Layouts/Fonts/README.md names: prints how many differ.
test-webkit:
	@.ci/install-packages webkit
	@$(in_build)
	-SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/texts.py --browser webkit --seed $(or $(SEED),1)
	-SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/texts.py --browser webkit --family Roboto \
	  --seed $(or $(SEED),1)

# The Spark job of Tests/Spark over several executors, one of which is killed, and GNU parallel where it
# is there. Installs nothing, and says what is missing.
test-spark:
	@$(in_build)
	Tests/Spark/test-spark $(installed)

# `batch`, `render --watch` and `serve` under load for an hour, or for SECONDS: does anything grow? The load is some
# 30 % of one processor.
soak:
	@.ci/install-packages test
	@$(in_build)
	$(PYTHON) -B Tests/Soak/soak.py $(installed) --seconds $(or $(SECONDS),3600)

# libFuzzer on everything that reads bytes of others: all targets share the seconds, or TARGET has them.
fuzz:
	@.ci/install-packages build
	@SWIFT=$(SWIFT) Tests/Fuzzing/fuzz run $(or $(SECONDS),60) $(TARGET)

# How many lines of its sources each target has reached so far.
fuzz-coverage:
	@SWIFT=$(SWIFT) Tests/Fuzzing/fuzz coverage

# Bugs that are planted in a copy of the sources are found.
fuzz-planted:
	@SWIFT=$(SWIFT) Tests/Fuzzing/fuzz planted

# Every test with everything built by sanitizers: one run for threads, one for addresses and undefined behaviour;
# KIND=address or KIND=thread: that one.
sanitize:
	@.ci/install-packages test
	@for kind in $(or $(KIND),thread address); do \
	  SWIFT="$(SWIFT)" Tests/Sanitizers/test-sanitized $$kind || exit 1; done

# Ratios measured within one run, each beside its limit.
bench:
	@.ci/install-packages test
	@$(in_build)
	@$(built) 'the benchmarks' $(host) --product Benchmarks
	@$(PYTHON) -B Tests/Benchmarks/command-budgets.py $(installed); commands=$$?; $(benchmarks) && exit $$commands

# Makes today's instruction counts of whole commands the budgets that `make test` holds. Raising one needs its reason in
# the commit's message.
budgets:
	@.ci/install-packages test
	@$(in_build)
	@$(PYTHON) -B Tests/Benchmarks/command-budgets.py $(installed) --record

# Apps with known differences from a page, COUNT of them from SEED on, or from the pages of DUMPS: how many are
# reported as themselves, by format.
parity:
	@$(built) 'the benchmarks' $(host) --product Benchmarks
	@$(benchmarks) parity $(or $(COUNT),2000) $(or $(SEED),1) $(DUMPS)

# Beside other programs: the figures of Comparisons.md, or those of PARTS. Installs none of them, and says what is
# missing; PYTHON is one that has pyyoga and stretchable.
compare:
	@$(in_build)
	@$(built) 'the benchmarks' $(host) --product Benchmarks
	@$(PYTHON) -B Tests/Comparisons/compare.py $(installed) $(benchmarks) $(PARTS)

# The examples in C, C++ and, where there is a Rust compiler, Rust: builds them and draws their feed.
examples:
	@$(in_build)
	@mkdir -p $(examples)/c $(examples)/cpp $(examples)/rust
	cc -shared -fPIC -I $(contract) Plugins/Examples/c/ticker.c -o $(examples)/c/ticker.so
	c++ -std=c++17 -shared -fPIC -I $(contract) Plugins/Examples/cpp/ticker.cpp -o $(examples)/cpp/ticker.so
	@command -v rustc >/dev/null || { rm -f $(examples)/rust/ticker.so; echo "no rustc: without Rust" >&2; }
	! command -v rustc >/dev/null || rustc --edition 2021 -O --crate-type cdylib Plugins/Examples/rust/ticker.rs -o $(examples)/rust/ticker.so
	@for plugin in $(examples)/*/ticker.so; do \
	  $(program) render Plugins/Examples/c/ticker.json --plugins $${plugin%/*} || exit 1; done

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(formatted)

format:
	$(SWIFT) format --in-place --recursive --parallel $(formatted)

clean:
	rm -rf .build .build-*

# --- install ---------------------------------------------------------------------------------------
# The host links the Swift runtime statically (it starts faster, and is immune to a plugin's C struct
# layouts); plugins share one copy of the runtime, which is installed beside them, so that no
# toolchain is needed to run.

stage := .build/install
root := $(DESTDIR)$(PREFIX)
share := $(root)/share/sectionengine
library := $(root)/lib/sectionengine
runtime = $(dir $(shell readlink -f "$$(command -v $(SWIFT))"))../lib/swift/linux
swift_runtime := libswiftCore.so libswift_Concurrency.so libswift_StringProcessing.so \
                 libswift_RegexParser.so libswift_Builtin_float.so libswiftGlibc.so \
                 libswiftSwiftOnoneSupport.so libswiftSynchronization.so libdispatch.so \
                 libBlocksRuntime.so
# Without the modules that Swift imports implicitly, a plugin loads the standard library alone.
plugin_flags := -Xswiftc -no-toolchain-stdlib-rpath \
                -Xswiftc -Xfrontend -Xswiftc -disable-implicit-concurrency-module-import \
                -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
                -Xlinker -rpath -Xlinker '$$ORIGIN/../runtime' -Xlinker --gc-sections
# Files are the same wherever they are built: without debug information, which is stripped anyway,
# without hashes of the compiler's options, and with a name for each library.
release := $(SWIFT) build -c release -debug-info-format none \
           -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# Two folders: the flags of the plugins would build the modules of the host anew.
host := $(release) --scratch-path $(stage)/host --static-swift-stdlib
benchmarks := $(stage)/host/release/Benchmarks
in_build := $(make) install PREFIX=$(installed) DESTDIR=

install:
	@.ci/install-packages build
	@$(built) 'the program' $(host) --product sectionengine -Xlinker -rpath -Xlinker '$$ORIGIN/../lib/sectionengine/runtime'
	@$(built) 'the plugin worker' $(host) --product section-worker -Xlinker -rpath -Xlinker '$$ORIGIN/../../lib/sectionengine/runtime'
	@for product in $(plugins); do \
	  $(built) $$product $(release) --scratch-path $(stage)/plugins --product $$product \
	    $(plugin_flags) -Xlinker -soname=$$product.so || exit 1; done
	@install -d $(root)/bin $(root)/include/sectionengine $(library)/plugins $(library)/runtime $(share) $(root)/libexec/sectionengine
	@install -s $(stage)/host/release/sectionengine $(root)/bin/sectionengine
	@install -s $(stage)/host/release/section-worker $(root)/libexec/sectionengine/section-worker
	@for product in $(plugins); do \
	  install -s $(stage)/plugins/release/lib$$product.so $(library)/plugins/$$product.so || exit 1; done
	@# libcurl and libmicrohttpd themselves stay the system's: security updates come with it, and they need twenty libraries.
	@for name in $(swift_runtime); do \
	  install -m 644 "$(runtime)/$$name" $(library)/runtime/$$name || exit 1; done
	@install -m 644 "$$(ldd $(stage)/host/release/sectionengine | awk '/libsimdjson/ {print $$3}')" \
	  $(library)/runtime/libsimdjson.so.14
	@install -m 644 "$$(ldd $(stage)/host/release/section-worker | awk '/libffi/ {print $$3}')" \
	  $(library)/runtime/libffi.so.8
	@install -m 644 $(contract)/section_plugin.h $(contract)/section_content.h $(root)/include/sectionengine
	@install -d $(root)/share/pkgconfig
	@sed "s/@VERSION@/$$($(root)/bin/sectionengine --version)/" .release/sectionengine.pc.in > $(root)/share/pkgconfig/sectionengine.pc
	@install -m 644 LICENSE $(share)/LICENSE
	@rm -rf $(share)/Layouts $(share)/SectionKit $(share)/Guide $(share)/Examples $(share)/Plugins $(share)/ci
	@cp -R Layouts $(share)/Layouts
	@cp -R Sources/Engine/Documentation.docc $(share)/Guide
	@cp -R Plugins/Examples $(share)/Examples
	@cp -R .release/ci $(share)/ci
	@# The README of the layouts names them.
	@for readme in Plugins/*Section/README.md; do install -D -m 644 $$readme $(share)/$$readme || exit 1; done
	@rm -rf $(share)/Examples/*/.build
	@install -d $(share)/SectionKit
	@cp -R Sources/PluginPlatform/Package.swift Sources/PluginPlatform/CSectionABI Sources/PluginPlatform/SectionKit $(share)/SectionKit
	@# What the program says about itself.
	@$(root)/bin/sectionengine --experimental-dump-help | $(PYTHON) .release/manual.py $(root)/share/man/man1 \
	  "$$($(root)/bin/sectionengine --version)" $(SOURCE_DATE_EPOCH)
	@install -d $(root)/share/bash-completion/completions $(root)/share/zsh/site-functions $(root)/share/fish/vendor_completions.d
	@$(root)/bin/sectionengine completions bash > $(root)/share/bash-completion/completions/sectionengine
	@$(root)/bin/sectionengine completions zsh > $(root)/share/zsh/site-functions/_sectionengine
	@$(root)/bin/sectionengine completions fish > $(root)/share/fish/vendor_completions.d/sectionengine.fish
	@[ "$(PREFIX)" = "$(installed)" ] || printf '%s\n' \
	  'Installed in $(root): bin/sectionengine, its plugins, manual pages and completions.' >&2
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) [ "$(PREFIX)" = "$(installed)" ] || printf '%s\n' \
	  'It is not on your PATH yet: export PATH="$(PREFIX)/bin:$$PATH"' >&2 ;; esac

# Removes what `install` wrote.
uninstall:
	rm -rf $(library) $(share) $(root)/libexec/sectionengine $(root)/include/sectionengine
	rm -f $(root)/bin/sectionengine $(root)/share/pkgconfig/sectionengine.pc \
	  $(root)/share/man/man1/sectionengine.1 $(root)/share/man/man1/sectionengine-*.1 \
	  $(root)/share/bash-completion/completions/sectionengine $(root)/share/zsh/site-functions/_sectionengine \
	  $(root)/share/fish/vendor_completions.d/sectionengine.fish

# --- release ---------------------------------------------------------------------------------------

# In .build/dist: an archive that is unpacked anywhere, sectionengine-VERSION-linux-ARCH.tar.gz, and a Debian package,
# sectionengine_VERSION_ARCH.deb.
dist:
	rm -rf .build/dist/tree
	@$(MAKE) install PREFIX=/tree DESTDIR=$(CURDIR)/.build/dist
	@SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) $(built) 'the Debian package' .release/deb .build/dist/tree $(stage) .build/dist
	@SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) $(built) 'the archive' .release/archive .build/dist/tree $(stage) .build/dist

# Built in another folder, the archive and the package have the same bytes. Both run in a bare Debian 12, and lintian
# accepts the package. Needs root, debootstrap and lintian.
test-dist:
	.release/test-same-bytes
	lintian --fail-on error,warning --info .build/dist/sectionengine_*.deb
	.release/test-bare-system .build/dist/sectionengine-*.tar.gz
	.release/test-bare-system .build/dist/sectionengine_*.deb
	.release/test-dockerfile .build/dist

# The C sources for arm64, compiled and in part run under emulation. Installs nothing, and says what is missing.
test-arm64:
	@.release/test-arm64
