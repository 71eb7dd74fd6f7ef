"""Lays out one tree from scratch with each engine. Returns the nanoseconds of the fastest round, and the frames.

An engine is a function of a tree and a number of rounds. Frames are in document order, relative to the parent's frame.
"""

import functools
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import trees

HERE = pathlib.Path(__file__).parent


class SectionEngine:
    name = "sectionengine"

    def __init__(self, program, benchmarks):
        self.program, self.benchmarks = program, benchmarks

    def lay_out(self, tree, rounds):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(trees.as_case(tree))
            file.flush()
            printed = subprocess.run(
                [self.program, "layout", file.name], check=True, capture_output=True, text=True).stdout
            fastest = subprocess.run(
                [self.benchmarks, "case", file.name, str(rounds)], check=True, capture_output=True, text=True).stdout
        frames = []

        def add(node):
            frames.append((node["left"], node["top"], node["width"], node["height"]))
            for child in node["children"]:
                add(child)

        add(json.loads(printed)["layout"])
        return int(fastest), frames

    def instructions(self, tree, folder):
        """Returns the instructions of one layout, from runs with one and with three layouts. Valgrind reads only a part
        of the debug information."""
        stripped, case = folder / "benchmarks", folder / "case.json"
        subprocess.run(["strip", "-g", "-o", stripped, self.benchmarks], check=True)
        case.write_text(trees.as_case(tree))
        once, thrice = (collected([stripped, "case", case, str(rounds)]) for rounds in [1, 3])
        return (thrice - once) / 2


class Yoga:
    name = "Yoga"

    def __init__(self, packages, folder):
        """Built against the library that the Python package `pyyoga` brings."""
        self.program = folder / "yoga"
        subprocess.run(
            ["c++", "-std=c++20", "-O2", "-DNDEBUG", "-I", packages / "include", HERE / "yoga.cpp",
             packages / "lib64" / "libyogacore.a", "-o", self.program], check=True)

    def lay_out(self, tree, rounds):
        lines = subprocess.run(
            [self.program, str(rounds)], input=trees.as_numbers(tree), check=True, capture_output=True,
            text=True).stdout.splitlines()
        return int(lines[0]), [tuple(map(float, line.split())) for line in lines[1:]]

    def instructions(self, tree, folder):
        """Returns the instructions of one layout, without those of building the tree."""
        return collected([self.program, "1"], only="YGNodeCalculateLayout", input=trees.as_numbers(tree))


class Taffy:
    """The Python package `stretchable`; what is timed is its one call into Rust, which calls nothing of Python."""
    name = "Taffy"

    def lay_out(self, tree, rounds):
        from stretchable import taffylib
        from stretchable.style import (
            AlignContent, AlignItems, FlexDirection, FlexWrap, JustifyContent, Style)
        from stretchable.style.geometry.length import AUTO
        from stretchable.style.geometry.size import SizeAvailableSpace

        words = {"row": FlexDirection.ROW, "column": FlexDirection.COLUMN}
        alignments = {
            "stretch": AlignItems.STRETCH, "center": AlignItems.CENTER, "flex-start": AlignItems.FLEX_START}
        justifications = {
            "flex-start": JustifyContent.FLEX_START, "space-between": JustifyContent.SPACE_BETWEEN}

        @functools.cache
        def style(line):
            node = json.loads(line)
            return Style(
                flex_direction=words[node["direction"]], align_items=alignments[node["align"]],
                align_content=AlignContent.FLEX_START, justify_content=justifications[node["justify"]],
                flex_wrap=FlexWrap.WRAP if node["wrap"] else FlexWrap.NO_WRAP,
                flex_grow=node["grow"], flex_shrink=node["shrink"], min_size=0,
                size=tuple(AUTO if node[key] is None else node[key] for key in ["width", "height"]),
                padding=node["padding"], margin=node["margin"], gap=node["gap"]).to_dict()

        def build(tree):
            node = taffylib.node_create(taffy, style(json.dumps(tree[0])))
            nodes.append(node)
            for child in tree[1]:
                taffylib.node_add_child(taffy, node, build(child))
            return node

        taffy = taffylib.init()
        taffylib.disable_rounding(taffy)
        nodes = []
        root = build(tree)
        available = SizeAvailableSpace.default().to_dict()
        fastest = None
        for _ in range(rounds):
            for node in nodes:
                taffylib.node_mark_dirty(taffy, node)
            start = time.monotonic_ns()
            taffylib.node_compute_layout(taffy, root, available)
            taken = time.monotonic_ns() - start
            fastest = taken if fastest is None else min(fastest, taken)
        frames = []
        layout = taffylib.PyLayout()
        for node in nodes:
            taffylib.node_get_layout(taffy, node, layout)
            frames.append((layout.x, layout.y, layout.width, layout.height))
        taffylib.free(taffy)
        return fastest, frames


class Chromium:
    """Styles are computed before the clock starts; what is timed is the layout that asking for a height forces."""
    name = "Chromium"

    def __init__(self, browser):
        self.browser = browser

    def lay_out(self, tree, rounds):
        page = ("<!doctype html><style>*{margin:0} div{display:flex;box-sizing:border-box;min-width:0;min-height:0;"
                "align-content:flex-start}</style><body></body>")
        with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
            file.write(page)
            file.flush()
            self.browser.open(f"file://{file.name}")
            fastest, frames = self.browser.run(
                """
                const [html, rounds] = arguments;
                let fastest = Infinity;
                for (let round = 0; round < rounds; round++) {
                  document.body.innerHTML = html;
                  const root = document.body.firstChild;
                  const elements = root.getElementsByTagName("div");
                  getComputedStyle(elements[elements.length - 1]).color;
                  const start = performance.now();
                  root.offsetHeight;
                  fastest = Math.min(fastest, performance.now() - start);
                }
                const frames = [];
                function add(element, parent) {
                  const frame = element.getBoundingClientRect();
                  frames.push([frame.x - parent.x, frame.y - parent.y, frame.width, frame.height]);
                  for (const child of element.children) add(child, frame);
                }
                const root = document.body.firstChild;
                add(root, root.getBoundingClientRect());
                return [fastest, frames];
                """, trees.as_html(tree), rounds)
        return round(fastest * 1e6), [tuple(frame) for frame in frames]


def collected(command, *, only=None, **options):
    """Returns the instructions of a process, or of one of its functions with its callees, counted by valgrind."""
    toggle = [f"--toggle-collect={only}"] if only else []
    report = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *toggle, *command], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options).stderr
    return next(int(line.split()[-1]) for line in report.splitlines() if "Collected" in line)


def most_apart(left, right):
    """Returns the greatest difference of two lists of frames, in points."""
    if len(left) != len(right):
        sys.exit("two engines have trees of different size")
    return max(abs(a - b) for one, other in zip(left, right) for a, b in zip(one, other))
