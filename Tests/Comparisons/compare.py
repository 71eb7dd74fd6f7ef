#!/usr/bin/env python3
"""compare.py PREFIX BENCHMARKS [PART…]: measures the installation in PREFIX beside other programs.

Parts are layout, instructions, document, log, processes, keeping and reviewing; all by default. Installs nothing: it
says what is missing, and leaves out what needs it.
"""

import contextlib
import pathlib
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib import metadata

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(REPOSITORY / "Tests/Browser"))

import engines
import logs
import pages
import trees
from measure import rounded, table

PARTS = ["layout", "instructions", "document", "log", "processes", "keeping", "reviewing"]
HOW = "python3 -m venv ENV && ENV/bin/pip install {}, then make compare PYTHON=ENV/bin/python"
PACKAGES = pathlib.Path(sysconfig.get_paths()["purelib"])


class Tools:
    def __init__(self, prefix, benchmarks):
        self.repository = REPOSITORY
        self.program = pathlib.Path(prefix).resolve() / "bin/sectionengine"
        self.layout_cases = pathlib.Path(prefix).resolve() / "libexec/sectionengine/layout-cases"
        self.samples = pathlib.Path(prefix).resolve() / "share/sectionengine/Layouts/samples/netease-home"
        self.benchmarks = pathlib.Path(benchmarks).resolve()
        self.missing = []
        self.parallel = self.has("parallel", "parallel")
        self.chromium = self.has("chromium", "chromium") and self.has("chromedriver", "chromium-driver")
        self.jq = self.has("jq", "jq")
        self.valgrind = self.has("valgrind", "valgrind")
        self.yoga = (PACKAGES / "lib64/libyogacore.a").exists() and self.has("c++", "g++")
        if not self.yoga:
            self.missing.append("Yoga: " + HOW.format("pyyoga"))
        try:
            import stretchable  # noqa: F401
            self.taffy = True
        except ImportError:
            self.taffy = False
            self.missing.append("Taffy: " + HOW.format("stretchable"))

    def browser(self, needed):
        """Returns a Chromium for a `with` block, or `None` if it is missing or not needed."""
        if not (needed and self.chromium):
            return contextlib.nullcontext()
        from webdriver import Browser
        return Browser()

    def has(self, program, package):
        if shutil.which(program):
            return True
        self.missing.append(f"{program}: apt-get install {package}")
        return False


def version(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]


def versions(tools):
    lines = [f"sectionengine {version(tools.program, '--version')}", f"Python {platform.python_version()}"]
    if tools.yoga:
        lines.append(f"Yoga of pyyoga {metadata.version('pyyoga')}")
    if tools.taffy:
        lines.append(f"Taffy of stretchable {metadata.version('stretchable')}")
    if tools.chromium:
        lines.append(version("chromium", "--version"))
    if tools.jq:
        lines.append(version("jq", "--version"))
    if tools.parallel:
        lines.append(version("parallel", "--version"))
    print(", ".join(line.strip() for line in lines) + "\n")


def layout(tools, folder, browser):
    print("Layout from scratch, nanoseconds a node, fastest of 60 in three turns:\n")
    compared = [engines.SectionEngine(tools.layout_cases, tools.benchmarks)]
    if tools.yoga:
        compared.append(engines.Yoga(PACKAGES, folder))
    if tools.taffy:
        compared.append(engines.Taffy())
    if browser:
        compared.append(engines.Chromium(browser))
    rows = []
    for name, tree in trees.TREES.items():
        tree = tree()
        nodes = trees.count(tree)
        fastest, frames = {}, {}
        for _ in range(3):
            for engine in compared:
                time, frames[engine.name] = engine.lay_out(tree, 20)
                fastest[engine.name] = min(time, fastest.get(engine.name, time))
        apart = max(engines.most_apart(frames["sectionengine"], other) for other in frames.values())
        rows.append((name, nodes, *(rounded(time / nodes) for time in fastest.values()), rounded(apart)))
    table(["tree", "nodes", *(engine.name for engine in compared), "frames apart, points"], rows)


def instructions(tools, folder):
    print("Layout from scratch, instructions a node:\n")
    compared = [engines.SectionEngine(tools.layout_cases, tools.benchmarks), engines.Yoga(PACKAGES, folder)]
    rows = []
    for name, tree in trees.TREES.items():
        tree = tree()
        nodes = trees.count(tree)
        rows.append((name, nodes, *(rounded(engine.instructions(tree, folder) / nodes) for engine in compared)))
    table(["tree", "nodes", *(engine.name for engine in compared)], rows)


def main():
    if len(sys.argv) < 3 or not set(sys.argv[3:]) <= set(PARTS):
        sys.exit(__doc__)
    tools = Tools(*sys.argv[1:3])
    parts = sys.argv[3:] or PARTS
    for line in tools.missing:
        print(f"missing: {line}", file=sys.stderr)
    versions(tools)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with tools.browser(needed={"layout", "keeping"} & set(parts)) as browser:
            if "layout" in parts:
                layout(tools, folder, browser)
            if "keeping" in parts and browser:
                pages.keeping(tools, folder, browser)
        if "instructions" in parts and tools.yoga and tools.valgrind:
            instructions(tools, folder)
        if "document" in parts and tools.jq:
            logs.document(tools)
        if "log" in parts and tools.jq:
            logs.log(tools, folder)
        if "processes" in parts:
            logs.processes(tools, folder)
        if "reviewing" in parts:
            pages.reviewing(tools, folder)


if __name__ == "__main__":
    main()
