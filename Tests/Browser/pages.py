#!/usr/bin/env python3
"""Lays out random pages with `render` and a plugin, in headless Chromium and in Yoga. Run by `make test-browser`.

usage: pages.py [--seed N] [--count N] [--whole N]     SECTIONENGINE is the program

A page has sections with rows of trees, which the plugin trees.c builds. Where Chromium and Yoga agree on a frame, the
program should agree as well: with `--unrounded` on the frame (--count pages), and on whole pixels within half a pixel
on each edge, measured from the origin of its section (--whole pages). Prints the smallest part of the first pages that
differ. Ends with status 1 if more pages differ than RUNS allow.
"""

import argparse
import concurrent.futures
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import pyyoga as yoga

from differential import Trees, nodes
from served import PROGRAM, ROOT
from webdriver import Browser

# The words of properties, in the order of their numbers in the contract, and how Yoga calls them.
CROSS = [("auto", None), ("flex-start", "FlexStart"), ("center", "Center"), ("flex-end", "FlexEnd"),
         ("stretch", "Stretch"), ("baseline", "Baseline"), ("space-between", "SpaceBetween"),
         ("space-around", "SpaceAround")]
MAIN = [("flex-start", "FlexStart"), ("center", "Center"), ("flex-end", "FlexEnd"), ("space-between", "SpaceBetween"),
        ("space-around", "SpaceAround"), ("space-evenly", "SpaceEvenly")]
WORDS = {
    "flex_direction": (yoga.FlexDirection, [("column", "Column"), ("row", "Row"), ("column-reverse", "ColumnReverse"),
                                            ("row-reverse", "RowReverse")]),
    "flex_wrap": (yoga.Wrap, [("nowrap", "NoWrap"), ("wrap", "Wrap"), ("wrap-reverse", "WrapReverse")]),
    "justify_content": (yoga.Justify, MAIN),
    "align_items": (yoga.Align, CROSS[:6]),
    "align_self": (yoga.Align, CROSS[:6]),
    "align_content": (yoga.Align, CROSS),
    "position": (yoga.PositionType, [("relative", "Relative"), ("absolute", "Absolute")]),
}
NUMBERS = ("flex_grow", "flex_shrink", "aspect_ratio")
EDGES = {"top": "block-start", "end": "inline-end", "bottom": "block-end", "start": "inline-start"}
POINTS, PERCENT = 1, 2
SCALES = (1, 1.5, 2, 2.625, 2.75, 3, 3.5)
# Chromium computes in 64ths of a pixel, and the program writes hundredths of a point.
TOLERANCE = 0.1
# The default metrics: a letter H of 20 points is 14.8 points wide, and its line 24 points high.
LETTER, LINE, SIZE = 14.8, 24, 20
BATCH = 250
# Where the contract decides otherwise, Chromium and Yoga can agree by chance: a text in a row is first fitted into its
# container, a ratio takes precedence over a specified cross size (both as in Yoga), and factors whose sum is less than 1
# distribute a part of the space (as in CSS). A basis in points applies also in a column of undefined height, as in CSS,
# but content that grows is never cut by it, as in Yoga.
DECIDED = frozenset({"text", "ratio", "basis", "fraction"})
# The program determines the width of a column that wraps before its items share out the height that it gets, so a few
# such columns have another width or position in the other two.
# Whether on whole pixels, the features that are not drawn, the part of the pages, and the share of them that may differ.
RUNS = [(False, DECIDED, 1, 0.005), (True, DECIDED, 1, 0.005), (False, DECIDED - {"basis"}, 0.2, 0.0075),
        (False, frozenset(), 0.1, 0.05)]
LAYOUT = {"name": "trees", "version": 1, "identity": "occurrence", "environment": {"wrappedWidth": "available"},
          "sources": {"feed": {"items": "$", "element": {"code": "blockCode"}}}}


class Pages(Trees):
    """Draws pages whose rows are trees with the properties of the contract."""

    def factor(self):
        return self.random.choice([1, 2, 3] if "fraction" in self.off else [0.5, 1, 2])

    def length(self, most, percents=(10, 25, 50, 100, 120), is_root=False):
        # The row of a root is as wide as the section, and as high as the root.
        if not is_root and self.chance(0.3):
            return [self.random.choice(percents), PERCENT]
        return [round(self.random.uniform(0, most), self.random.choice([0, 1, 2])), POINTS]

    def edges(self, kind):
        result = {}
        for edge in self.random.sample(sorted(EDGES), self.random.randint(1, 4)):
            # Browsers round the widths of borders down.
            result[edge] = [self.random.randint(0, 6), POINTS] if kind == "border" else self.length(20, (5, 10, 20))
        return result

    def style(self, is_root, is_leaf):
        style = {}
        for name, (_, words) in WORDS.items():
            if is_leaf and name not in ("align_self", "position") or is_root and name in ("align_self", "position"):
                continue
            if self.chance({"position": 0.12, "flex_direction": 0.6, "align_self": 0.2}.get(name, 0.4)):
                # The baseline of a text is the program's own, not the end of its box.
                without = "text" not in self.off or name == "align_content"
                style[name] = self.random.choice(
                    [number for number, (word, _) in enumerate(words) if not (without and word == "baseline")])
        if not is_leaf and self.chance(0.3):
            style[self.random.choice(["row_gap", "column_gap"])] = self.random.choice([5, 7.3, 12])
        if not is_root:
            if self.chance(0.3):
                style["flex_grow"] = self.factor()
            if self.chance(0.35):
                style["flex_shrink"] = self.factor()
            if self.chance(0.2, "basis"):
                style["flex_basis"] = self.length(60)
        for name, part, most in (
            ("width", 0.45, 160), ("height", 0.45, 120), ("min_width", 0.1, 120), ("min_height", 0.1, 120),
            ("max_width", 0.1, 120), ("max_height", 0.1, 120),
        ):
            if self.chance(part):
                style[name] = self.length(most * (2 if is_root else 1), is_root=is_root)
        if not is_root and self.chance(0.06, "ratio"):
            style["aspect_ratio"] = self.random.choice([0.5, 1, 2, 3])
        for kind in ("margin", "padding", "border", "inset"):
            is_placed = kind == "inset" and style.get("position") == 1
            if not (is_root and kind in ("margin", "inset")) and self.chance(0.7 if is_placed else 0.15):
                style[kind] = self.edges(kind)
        return style

    def add_text(self, node):
        if self.chance(0.5, "text"):
            node.update(text="H" * self.random.randint(1, 14), size=SIZE)

    def page(self):
        sections = [
            {"blockCode": "TREE", "rowSpacing": self.random.choice([0, 0, 8, 3.3]),
             "rows": [self.node(0, [self.random.randint(1, 14)]) for _ in range(self.random.randint(1, 3))]}
            for _ in range(self.random.randint(1, 4))]
        return {"sections": sections, "width": self.random.randint(120, 430),
                "direction": self.random.choice(["ltr", "ltr", "rtl"]), "scale": self.random.choice(SCALES)}


def css(style):
    """Returns the style as CSS declarations."""
    result = []

    def add(name, length):
        result.append(f"{name}:{length[0]}{'%' if length[1] == PERCENT else 'px'}")

    for name, value in style.items():
        property = name.replace("_", "-")
        if name in WORDS:
            word = WORDS[name][1][value][0]
            initial = {"align_items": "stretch", "align_content": "flex-start"}
            result.append(f"{property}:{initial.get(name, word) if word == 'auto' else word}")
        elif name in NUMBERS:
            result.append(f"{property}:{value}")
        elif isinstance(value, dict):
            for edge, length in value.items():
                add(f"border-{EDGES[edge]}-width" if name == "border" else f"{name}-{EDGES[edge]}", length)
        else:
            add(property, value if isinstance(value, list) else [value, POINTS])
    return ";".join(result)


def markup(node):
    inner = "".join(markup(child) for child in node.get("children", []))
    if "text" in node:
        # A text breaks after any letter, as between boxes.
        inner = f"<b>{'<i></i>' * len(node['text'])}</b>"
    return f'<div style="{css(node["style"])}">{inner}</div>'


PAGE = """data:text/html,<!doctype html><meta charset=utf-8><style>
body{margin:0;font-size:0;line-height:0} section{position:absolute;top:0;left:0}
section>div+div{margin-top:var(--gap)} i{display:inline-block;width:""" + str(LETTER) + "px;height:" + str(LINE) + """px} b{display:block;min-width:0}
div{display:flex;position:relative;box-sizing:border-box;border:0 solid;flex-direction:column;flex-shrink:0;
align-content:flex-start;min-width:0;min-height:0}</style><body>"""
MEASURE = """const read = (element, x, y, frames) => {
    const box = element.getBoundingClientRect();
    frames.push([box.left - x, box.top - y, box.width, box.height]);
    for (const child of element.children) if (child.tagName === 'DIV') read(child, box.left, box.top, frames);
    return frames;
  };
  document.body.innerHTML = arguments[0];
  const all = [...document.querySelectorAll('section')].map((section) => {
    const box = section.getBoundingClientRect();
    return [...section.children].map((row) => read(row, box.left, box.top, []));
  });
  document.body.innerHTML = '';
  return all;"""


def in_browser(browser, pages):
    """Returns the frames of each row of each section of each page: flat, each in its parent, a root in its section."""
    sections = [
        f'<section style="--gap:{section["rowSpacing"]}px;width:{page["width"]}px;direction:{page["direction"]}">'
        f'{"".join(markup(row) for row in section["rows"])}</section>'
        for page in pages for section in page["sections"]]
    found = iter(browser.run(MEASURE, "".join(sections)))
    return [[next(found) for _ in page["sections"]] for page in pages]


def measured(node):
    """Returns Yoga's function that measures a text."""
    whole = LETTER * len(node["text"])

    def measure(width, width_mode, height, height_mode):
        most = whole if width_mode == 0 else width
        letters = max(1, int((most + 1e-3) / LETTER))
        lines = -(-len(node["text"]) // letters)
        return width if width_mode == 1 else min(most, whole), height if height_mode == 1 else LINE * lines
    return measure


def in_yoga(page):
    config = yoga.Config()
    config.point_scale_factor = 0

    def value(length):
        return f"{length[0]}%" if length[1] == PERCENT else length[0]

    def made(tree):
        node = yoga.Node(config)
        for name, given in tree["style"].items():
            if name in WORDS:
                kind, words = WORDS[name]
                word = words[given][1] or {"align_items": "Stretch", "align_content": "FlexStart"}.get(name, "Auto")
                setattr(node, "position_type" if name == "position" else name, getattr(kind, word))
            elif name in NUMBERS:
                setattr(node, name, given)
            elif isinstance(given, dict):
                for edge, length in given.items():
                    getattr(node, f"set_{'position' if name == 'inset' else name}")(
                        getattr(yoga.Edge, edge.capitalize()), value(length))
            elif name.endswith("gap"):
                node.set_gap(yoga.Gutter.Row if name == "row_gap" else yoga.Gutter.Column, given)
            else:
                setattr(node, name, value(given))
        for child in tree.get("children", []):
            node.add_child(made(child))
        if "text" in tree:
            node.set_measure_func(measured(tree))
        return node

    def read(node, frames, y=0):
        frames.append([node.layout_left, node.layout_top + y, node.layout_width, node.layout_height])
        for child in node.children:
            read(child, frames)
        return frames

    def release(root):
        # A function that is still set when Python ends crashes it.
        waiting = [root]
        while waiting:
            node = waiting.pop()
            waiting += node.children
            if node.has_measure_func():
                node.set_measure_func(None)
        root.free_recursive()

    direction = yoga.Direction.RTL if page["direction"] == "rtl" else yoga.Direction.LTR
    result = []
    for section in page["sections"]:
        rows, y = [], 0
        for tree in section["rows"]:
            root = made(tree)
            root.calculate_layout(page["width"], None, direction)
            rows.append(read(root, [], y))
            # A narrower root is at the start of its row. Yoga places it at the left.
            if page["direction"] == "rtl":
                rows[-1][0][0] = page["width"] - root.layout_width
            y += root.layout_height + section["rowSpacing"]
            release(root)
        result.append(rows)
    return result


def in_program(folder, page, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".json", dir=folder) as feed:
        json.dump(page["sections"], feed)
        feed.flush()
        printed = subprocess.run(
            [PROGRAM, "render", feed.name, "--no-project", "--layout", f"{folder}/layout", "--plugins", folder,
             "--format", "json", "--width", str(page["width"]), "--direction", page["direction"], *options],
            capture_output=True, text=True)
    if printed.returncode != 0:
        sys.exit(f"render fails: {printed.stderr[-800:]}")

    def read(node, frames, x=0, y=0):
        frame = node["frame"]
        frames.append([frame["x"] + x, frame["y"] + y, frame["width"], frame["height"]])
        for child in node.get("children", []):
            read(child, frames)
        return frames

    sections = json.loads(printed.stdout)["sections"]
    end = 0
    for section in sections:
        if abs(section["frame"]["y"] - end) > 0.015:
            sys.exit(f"a section ends at {end}, and the next one begins at {section['frame']['y']}: {json.dumps(page)}")
        end = section["frame"]["y"] + section["frame"]["height"]

    def of_row(row):
        # A row alone in its section has no node of its own.
        if row["id"] == "tree":
            return read(row, [])
        return read(row["children"][0], [], row["frame"]["x"], row["frame"]["y"])
    return [[of_row(row) for row in section["root"]["children"]] for section in sections]


def edges(tree, frames):
    """Returns the edges of the frames from the origin of the section."""
    result, index = [], iter(frames)

    def walk(node, x, y):
        left, top, width, height = next(index)
        result.append([x + left, y + top, x + left + width, y + top + height])
        for child in node.get("children", []):
            walk(child, x + left, y + top)
    walk(tree, 0, 0)
    return result


def close(one, other, most):
    return all(abs(a - b) <= most for a, b in zip(one, other))


class Comparison:
    """Compares pages. `is_whole` is whether the program rounds to whole pixels."""

    def __init__(self, browser, folder, is_whole):
        self.browser, self.folder, self.is_whole = browser, folder, is_whole
        self.compared = 0
        self.agreed = 0

    def drawn(self, page):
        return in_program(self.folder, page, *(("--scale", str(page["scale"])) if self.is_whole else ("--unrounded",)))

    def differing(self, pages):
        """Returns (page, section, row, node, frames of program, Chromium and Yoga) for each page's first difference."""
        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            drawn = threads.map(self.drawn, pages)
            browsed, yogas = in_browser(self.browser, pages), [in_yoga(page) for page in pages]
            found = []
            for page, *three in zip(pages, drawn, browsed, yogas):
                found.append(self.first(page, *three))
        return found

    def first(self, page, ours, theirs, yogas):
        most = 0.5 / page["scale"] + TOLERANCE if self.is_whole else TOLERANCE
        result = None
        for number, section in enumerate(page["sections"]):
            for row, tree in enumerate(section["rows"]):
                own, chromium, yogas_own = (all_[number][row] for all_ in (ours, theirs, yogas))
                if len(own) != len(chromium):
                    sys.exit(f"{len(own)} nodes are drawn, of {len(chromium)}: {json.dumps(page)}")
                if self.is_whole:
                    own, chromium, yogas_own = (edges(tree, frames) for frames in (own, chromium, yogas_own))
                for node, (mine, one, other) in enumerate(zip(own, chromium, yogas_own)):
                    self.compared += 1
                    if not close(one, other, TOLERANCE):
                        continue
                    self.agreed += 1
                    if not close(mine, one, most) and result is None:
                        result = number, row, node, mine, one, other
        return result

    def shrunk(self, page):
        """Returns the smallest page that still differs."""
        while True:
            for smaller in simpler(page):
                if self.differing([smaller])[0]:
                    page = smaller
                    break
            else:
                return page


def simpler(page):
    """Returns pages that lack one part of a page."""
    def changed(change):
        copied = copy.deepcopy(page)
        change(copied)
        return copied

    if len(page["sections"]) > 1:
        for number in range(len(page["sections"])):
            yield changed(lambda page: page.update(sections=[page["sections"][number]]))
        return
    rows = page["sections"][0]["rows"]
    if len(rows) > 1:
        for row in range(len(rows)):
            yield changed(lambda page: page["sections"][0]["rows"].pop(row))
    if page["direction"] == "rtl":
        yield changed(lambda page: page.update(direction="ltr"))
    for row, tree in enumerate(rows):
        for index, node in enumerate(nodes(tree)):
            def at(page):
                return list(nodes(page["sections"][0]["rows"][row]))[index]

            for place in range(len(node.get("children", []))):
                yield changed(lambda page: at(page)["children"].pop(place))
            for name in node["style"]:
                yield changed(lambda page: at(page)["style"].pop(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--whole", type=int, default=2_000)
    parser.add_argument("--shown", type=int, default=5, help="how many differing pages are made small")
    options = parser.parse_args()
    failed = False
    with Browser() as browser, tempfile.TemporaryDirectory() as folder:
        browser.open(PAGE)
        include = ROOT / "Sources/PluginPlatform/CSectionABI/include"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", f"-I{include}", ROOT / "Tests/Browser/trees.c", "-o",
                        f"{folder}/trees.so"], check=True)
        pathlib.Path(folder, "layout").write_text(json.dumps(LAYOUT), encoding="utf-8")
        for is_whole, off, part, limit in RUNS:
            count = max(1, int(part * (options.whole if is_whole else options.count)))
            comparison, apart = Comparison(browser, folder, is_whole), []
            pages = [Pages(f"{options.seed}/{index}/{is_whole}", off).page() for index in range(count)]
            for start in range(0, count, BATCH):
                batch = pages[start:start + BATCH]
                apart += [page for page, found in zip(batch, comparison.differing(batch)) if found]
            print(f"seed {options.seed}, {'on whole pixels' if is_whole else 'unrounded'}, without "
                  f"{', '.join(sorted(off)) or 'nothing'}: {len(apart)} of {count} pages differ, "
                  f"{100 * len(apart) / count:.2f} %, at most {100 * limit:g} %; Chromium and Yoga agree on "
                  f"{comparison.agreed} of {comparison.compared} frames", flush=True)
            # A comparison of few frames proves little.
            failed |= len(apart) > limit * count or comparison.agreed < comparison.compared / 2
            for page in apart[:options.shown]:
                page = comparison.shrunk(page)
                section, row, node, ours, theirs, yogas = comparison.differing([page])[0]
                print(f"  {json.dumps(page)}\n  node {node}: program {ours}, Chromium {theirs}, Yoga {yogas}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
