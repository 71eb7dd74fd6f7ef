SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# The installation that `run`, the tests and the benchmarks use.
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
# The date of the sources, which is the date in manual pages and archives.
SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),0)

# The interpreter for which .ci/install-packages installs modules; other interpreters on the PATH lack them. Tests read
# the variable from the environment.
PYTHON ?= /usr/bin/python3
export PYTHON
staged := $(PYTHON) -B .ci/stage.py
built := $(PYTHON) -B .ci/progress.py
# A variable with another name than MAKE, so that `make -n` prints the command instead of running it.
make := $(MAKE) --no-print-directory

.PHONY: run check test gates test-fresh test-browser test-webkit test-spark soak sanitize fuzz fuzz-coverage fuzz-planted bench budgets parity compare examples install uninstall dist address test-dist test-docker test-arm64 format lint clean

# Builds the program and renders the bundled home feed. `install`, `test` and `bench` use the same objects.
run:
	@$(in_build)
	@$(program) render --chrome
	@printf '\nNext:\n'
	@printf '  %-54s %s\n' \
	  '$(program) dump' 'every frame of this page, exact' \
	  '$(program) render FEED.json' 'a feed of your own' \
	  'make install PREFIX=$$HOME/.local' 'put sectionengine on your PATH'

# Runs the lint, a build with warnings as errors, every test, and a minute of fuzzing. The last lines repeat the failures
# and list the skipped tests. Tests of the installed program use an installation inside the build folder.
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

# Runs the lint and the fast unit tests, before each commit. Installs nothing.
check:
	@$(staged) begin
	@$(staged) run lint $(make) lint
	@$(staged) run build $(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@SECTIONENGINE_QUICK=1 $(staged) tests $(SWIFT) test --skip-build --skip '$(slow)'; $(staged) report

# Tests which command reports which break of a feed, also for the bundled feeds, which `make test` leaves out.
gates:
	@$(staged) begin
	@$(staged) run build $(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@SECTIONENGINE_GATES=all $(staged) tests $(SWIFT) test --skip-build --filter GateTests; $(staged) report

# Runs `make run` and `make test` of a clean clone of HEAD in a bare Debian 12, as root and as an ordinary user, or only
# as one of them with KIND=root or KIND=user. Needs root and debootstrap.
test-fresh:
	@SWIFT="$(SWIFT)" $(PYTHON) -B .release/test-fresh.py $(KIND)

# Tests the preview in headless Chromium, through chromedriver. Then lays out COUNT random trees from SEED on in this
# browser and in the program, and COUNT random pages in these two and in Yoga, and prints how many differ.
test-browser:
	@.ci/install-packages browser
	@$(in_build)
	@test -e .build/axe/axe_playwright_python || $(PYTHON) -m pip install -q --no-deps --target .build/axe axe-playwright-python==0.1.8
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_preview.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_pages.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_colors.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_pictures.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B -W ignore Tests/Browser/test_code.py
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/differential.py \
	  --seed $(or $(SEED),1) --count $(or $(COUNT),20000)
	@test -e .build/yoga || $(PYTHON) -m pip install -q --no-deps --target .build/yoga pyyoga==0.1.0
	SECTIONENGINE=$(CURDIR)/$(program) PYTHONPATH=.build/yoga $(PYTHON) -B Tests/Browser/pages.py \
	  --seed $(or $(SEED),1) --count $(or $(COUNT),10000)
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/sections.py --seed $(or $(SEED),1)
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/texts.py --seed $(or $(SEED),1)
	SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/runs.py --seed $(or $(SEED),1)

# Measures the same texts in WebKitGTK, and prints how many differ. Layouts/Fonts/README.md lists known deviations.
test-webkit:
	@.ci/install-packages webkit
	@$(in_build)
	-SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/texts.py --browser webkit --seed $(or $(SEED),1)
	-SECTIONENGINE=$(CURDIR)/$(program) $(PYTHON) -B Tests/Browser/texts.py --browser webkit --family Roboto \
	  --seed $(or $(SEED),1)

# Runs the Spark job of Tests/Spark on several executors, one of which is killed, and GNU parallel if it is installed.
# Installs nothing, and prints what is missing.
test-spark:
	@$(in_build)
	Tests/Spark/test-spark $(installed)

# Runs `batch`, `render --watch` and `serve` under load for an hour, or for SECONDS, and reports growth. The load is
# about 30 % of one processor.
soak:
	@.ci/install-packages test
	@$(in_build)
	$(PYTHON) -B Tests/Soak/soak.py $(installed) --seconds $(or $(SECONDS),3600)

# Fuzzes the code that reads untrusted bytes with libFuzzer, for SECONDS. All targets share the time, or TARGET gets it.
fuzz:
	@.ci/install-packages build
	@SWIFT=$(SWIFT) Tests/Fuzzing/fuzz run $(or $(SECONDS),60) $(TARGET)

# Prints how many lines of its sources each target has reached so far.
fuzz-coverage:
	@SWIFT=$(SWIFT) Tests/Fuzzing/fuzz coverage

# Tests that fuzzing finds bugs that are planted in a copy of the sources.
fuzz-planted:
	@SWIFT=$(SWIFT) Tests/Fuzzing/fuzz planted

# Runs every test with sanitizers: once for threads, once for addresses and undefined behaviour, or only one of them with
# KIND=thread or KIND=address.
sanitize:
	@.ci/install-packages test
	@for kind in $(or $(KIND),thread address); do \
	  SWIFT="$(SWIFT)" Tests/Sanitizers/test-sanitized $$kind || exit 1; done

# Measures ratios within one run, and prints each with its limit.
bench:
	@.ci/install-packages test
	@$(in_build)
	@$(built) 'the benchmarks' $(host) --product Benchmarks
	@$(PYTHON) -B Tests/Benchmarks/command-budgets.py $(installed) --growth; commands=$$?; $(benchmarks) && exit $$commands

# Records the instruction counts of whole commands as the budgets that `make test` checks. The message of a commit that
# raises a budget states the reason.
budgets:
	@.ci/install-packages test
	@$(in_build)
	@$(PYTHON) -B Tests/Benchmarks/command-budgets.py $(installed) --record

# Creates COUNT apps with known differences from a page, from SEED on or from the pages of DUMPS, and prints how many
# differences are reported correctly, by format.
parity:
	@$(built) 'the benchmarks' $(host) --product Benchmarks
	@$(benchmarks) parity $(or $(COUNT),2000) $(or $(SEED),1) $(DUMPS)

# Compares with other programs: prints the figures of Comparisons.md, or those of PARTS. Installs none of them, and
# prints what is missing. PYTHON must have pyyoga and stretchable.
compare:
	@$(in_build)
	@$(built) 'the benchmarks' $(host) --product Benchmarks
	@$(PYTHON) -B Tests/Comparisons/compare.py $(installed) $(benchmarks) $(PARTS)

# Builds the examples in C, C++ and, if a Rust compiler is installed, Rust, and renders their feed.
examples:
	@$(in_build)
	@mkdir -p $(examples)/c $(examples)/cpp $(examples)/rust
	cc -shared -fPIC -I $(contract) Plugins/Examples/c/ticker.c -o $(examples)/c/ticker.so
	c++ -std=c++17 -shared -fPIC -I $(contract) Plugins/Examples/cpp/ticker.cpp -o $(examples)/cpp/ticker.so
	@command -v rustc >/dev/null || { rm -f $(examples)/rust/ticker.so; echo "no rustc: without Rust" >&2; }
	! command -v rustc >/dev/null || rustc --edition 2021 -O --crate-type cdylib Plugins/Examples/rust/ticker.rs -o $(examples)/rust/ticker.so
	@for plugin in $(examples)/*/ticker.so; do \
	  $(program) render Plugins/Examples/c/ticker.json --plugins $${plugin%/*} || exit 1; done

# Checks the format of the sources, what they need of the system, and that the layout engine and the page can be compiled
# for WebAssembly.
lint:
	$(SWIFT) format lint --strict --recursive --parallel $(formatted)
	@SWIFT="$(SWIFT)" $(PYTHON) -B .ci/portability
	@SWIFT="$(SWIFT)" .ci/embedded

format:
	$(SWIFT) format --in-place --recursive --parallel $(formatted)

clean:
	rm -rf .build .build-*

# --- install ---------------------------------------------------------------------------------------
# The program links the Swift runtime statically: it starts faster, and C structs of plugins cannot affect it. Plugins
# share one copy of the runtime, which is installed beside them, so running needs no toolchain.

stage := .build/install
root := $(DESTDIR)$(PREFIX)
share := $(root)/share/sectionengine
library := $(root)/lib/sectionengine
runtime = $(dir $(shell readlink -f "$$(command -v $(SWIFT))"))../lib/swift/linux
swift_runtime := libswiftCore.so libswift_Concurrency.so libswift_StringProcessing.so \
                 libswift_RegexParser.so libswift_Builtin_float.so libswiftGlibc.so \
                 libswiftSwiftOnoneSupport.so libswiftSynchronization.so libdispatch.so \
                 libBlocksRuntime.so
# Without the modules that Swift imports implicitly, a plugin loads only the standard library.
plugin_flags := -Xswiftc -no-toolchain-stdlib-rpath \
                -Xswiftc -Xfrontend -Xswiftc -disable-implicit-concurrency-module-import \
                -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
                -Xlinker -rpath -Xlinker '$$ORIGIN/../runtime' -Xlinker --gc-sections
# These options make the files independent of the folder of the build: no debug information, which is stripped anyway,
# no hashes of the compiler's options, and a name for each library.
release := $(SWIFT) build -c release -debug-info-format none \
           -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# Program and plugins have two folders, because the flags of the plugins would rebuild the modules of the program.
host := $(release) --scratch-path $(stage)/host --static-swift-stdlib --disable-local-rpath
benchmarks := $(stage)/host/release/Benchmarks
in_build := $(make) install PREFIX=$(installed) DESTDIR=

install:
	@.ci/install-packages build
	@$(built) 'the program' $(host) --product sectionengine -Xlinker -rpath -Xlinker '$$ORIGIN/../lib/sectionengine/runtime'
	@$(built) 'the plugin worker' $(host) --product section-worker -Xlinker -rpath -Xlinker '$$ORIGIN/../../lib/sectionengine/runtime'
	@$(built) 'the layout cases' $(host) --product layout-cases -Xlinker -rpath -Xlinker '$$ORIGIN/../../lib/sectionengine/runtime'
	@for product in $(plugins); do \
	  $(built) $$product $(release) --scratch-path $(stage)/plugins --product $$product \
	    $(plugin_flags) -Xlinker -soname=$$product.so || exit 1; done
	@install -d $(root)/bin $(root)/include/sectionengine $(library)/plugins $(library)/runtime $(share) $(root)/libexec/sectionengine
	@install -s $(stage)/host/release/sectionengine $(root)/bin/sectionengine
	@for name in section-worker layout-cases; do \
	  install -s $(stage)/host/release/$$name $(root)/libexec/sectionengine/$$name || exit 1; done
	@for product in $(plugins); do \
	  install -s $(stage)/plugins/release/lib$$product.so $(library)/plugins/$$product.so || exit 1; done
	@# libcurl and libmicrohttpd are not copied: the system updates them, and they need about twenty libraries.
	@for name in $(swift_runtime); do \
	  install -m 644 "$(runtime)/$$name" $(library)/runtime/$$name || exit 1; done
	@install -m 644 "$$(ldd $(stage)/host/release/sectionengine | awk '/libsimdjson/ {print $$3}')" \
	  $(library)/runtime/libsimdjson.so.14
	@install -m 644 "$$(ldd $(stage)/host/release/section-worker | awk '/libffi/ {print $$3}')" \
	  $(library)/runtime/libffi.so.8
	@install -m 644 $(contract)/section_plugin.h $(contract)/section_content.h $(contract)/section_rows.h $(root)/include/sectionengine
	@install -d $(root)/share/pkgconfig
	@sed "s/@VERSION@/$$($(root)/bin/sectionengine --version)/" .release/sectionengine.pc.in > $(root)/share/pkgconfig/sectionengine.pc
	@install -m 644 LICENSE $(share)/LICENSE
	@rm -rf $(share)/Layouts $(share)/SectionKit $(share)/Guide $(share)/Examples $(share)/Plugins $(share)/ci
	@cp -R Layouts $(share)/Layouts
	@cp -R Sources/Engine/Documentation.docc $(share)/Guide
	@cp -R Plugins/Examples $(share)/Examples
	@cp -R .release/ci $(share)/ci
	@# The README of the feed layouts links to these files.
	@for readme in Plugins/*Section/README.md; do install -D -m 644 $$readme $(share)/$$readme || exit 1; done
	@rm -rf $(share)/Examples/*/.build
	@install -d $(share)/SectionKit
	@cp -R Sources/PluginPlatform/Package.swift Sources/PluginPlatform/CSectionABI Sources/PluginPlatform/SectionKit $(share)/SectionKit
	@# The manual pages come from the program's own description of its options.
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

# Removes the files that `install` wrote.
uninstall:
	rm -rf $(library) $(share) $(root)/libexec/sectionengine $(root)/include/sectionengine
	rm -f $(root)/bin/sectionengine $(root)/share/pkgconfig/sectionengine.pc \
	  $(root)/share/man/man1/sectionengine.1 $(root)/share/man/man1/sectionengine-*.1 \
	  $(root)/share/bash-completion/completions/sectionengine $(root)/share/zsh/site-functions/_sectionengine \
	  $(root)/share/fish/vendor_completions.d/sectionengine.fish

# --- release ---------------------------------------------------------------------------------------

# Writes to .build/dist an archive that can be unpacked in any folder, sectionengine-VERSION-linux-ARCH.tar.gz, and a
# Debian package, sectionengine_VERSION_ARCH.deb.
dist:
	rm -rf .build/dist/tree
	@$(MAKE) install PREFIX=/tree DESTDIR=$(CURDIR)/.build/dist
	@SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) $(built) 'the Debian package' .release/deb .build/dist/tree $(stage) .build/dist
	@SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) $(built) 'the archive' .release/archive .build/dist/tree $(stage) .build/dist

# Writes the address of the releases, ADDRESS, to each file that has it: README, documentation and the GitLab job. The
# action reads it from .release/address.
address:
	@test -n "$(ADDRESS)" || { echo 'make address ADDRESS=https://github.com/ACCOUNT/sectionengine/releases/download/v0.1.0' >&2; exit 64; }
	@old=$$(cat .release/address); for file in $$(grep -rlF "$$old" README.md .release Sources/Engine/Documentation.docc); do \
	  sed -i "s|$$old|$(ADDRESS)|g" "$$file" && echo "$$file"; done

# Tests that a build in another folder gives the same bytes, that archive and package run in a bare Debian 12, and that
# lintian accepts the package. Needs root, debootstrap and lintian.
test-dist:
	.release/test-same-bytes
	lintian --fail-on error,warning --info .build/dist/sectionengine_*.deb
	.release/test-bare-system .build/dist/sectionengine-*.tar.gz
	.release/test-bare-system .build/dist/sectionengine_*.deb

# Runs the two stages of the Dockerfile in chroots of a bare Debian 12. Installs nothing, and prints what is missing. With
# TOOLCHAIN=DIR, the Swift toolchain of this folder is copied instead of downloaded.
test-docker:
	@TOOLCHAIN="$(TOOLCHAIN)" .release/test-dockerfile

# Compiles the C sources for arm64, and runs a part of them under emulation. Installs nothing, and prints what is
# missing.
test-arm64:
	@.release/test-arm64
