#!/usr/bin/env python3
"""Lays out random flexbox trees in headless Chromium and with `layout-cases layout`. Run by `make test-browser`.

usage: differential.py [--seed N] [--count N] [--classes N]

Draws trees with the seed, prints how many differ, and the smallest tree of each class of differences. A class is one of
DEPARTURES, with the paragraph that Chromium departs from, or else the set of properties that a differing tree needs. Ends
with status 1 if more trees differ than LIMITS allow.
"""

import argparse
import copy
import json
import os
import random
import subprocess
import sys
import tempfile

from served import LAYOUT_CASES
from webdriver import Browser

# The disabled features, and the maximum share of trees that may differ.
LIMITS = [({"safe", "negative", "scrollbar"}, 0.001), (set(), 0.01)]
# Chromium computes in 64ths of a pixel.
TOLERANCE = 0.1
BATCH = 500
EDGES = ("left", "top", "right", "bottom")
WORDS = {
    "justifyContent": ["flex-start", "center", "flex-end", "space-between", "space-around", "space-evenly", "start",
                       "end", "left", "right", "safe end", "safe center"],
    "alignItems": ["flex-start", "center", "flex-end", "stretch", "baseline", "start", "end", "safe end"],
    "alignContent": ["flex-start", "center", "flex-end", "stretch", "space-between", "space-around", "space-evenly"],
}


class Trees:
    """Draws trees in the css profile of flex-layout-cases/1."""

    def __init__(self, seed, off):
        self.random = random.Random(seed)
        self.off = off

    def chance(self, part, feature=None):
        return self.random.random() < part and feature not in self.off

    def word(self, name):
        words = [word for word in WORDS[name] if "safe" not in self.off or not word.startswith("safe")]
        return self.random.choice(words)

    def size(self, most, is_root):
        if not is_root and self.chance(0.3):
            return f"{self.random.choice([10, 25, 50, 100, 120])}%"
        return self.random.randint(0, 2 * most) / 2

    def edges(self, kind, is_root):
        result = {}
        for edge in self.random.sample(EDGES, self.random.randint(1, 4)):
            value = self.random.randint(0, 6 if kind == "border" else 20)
            if not is_root and kind != "border" and self.chance(0.2):
                value = f"{self.random.choice([5, 10, 20])}%"
            elif not is_root and kind == "margin" and self.chance(0.3):
                value = "auto"
            elif not is_root and kind in ("margin", "inset") and self.chance(0.15, "negative"):
                value = -value
            result[edge] = value
        return result

    def style(self, is_root, is_leaf):
        style = {}
        if not is_leaf:
            if self.chance(0.55):
                style["flexDirection"] = self.random.choice(["column", "column", "row-reverse", "column-reverse"])
            if self.chance(0.35):
                style["flexWrap"] = self.random.choice(["wrap", "wrap", "wrap-reverse"])
            for name in WORDS:
                if self.chance(0.4):
                    style[name] = self.word(name)
            if self.chance(0.25):
                style["gap"] = {self.random.choice(["row", "column", "all"]): self.random.choice([5, 12, "10%"])}
        if not is_root:
            if self.chance(0.2):
                style["alignSelf"] = self.word("alignItems")
            if self.chance(0.3):
                style["flexGrow"] = self.random.choice([0.5, 1, 2])
            if self.chance(0.25):
                style["flexShrink"] = self.random.choice([0, 0.5, 2])
            if self.chance(0.2):
                style["flexBasis"] = self.random.choice([0, 40, "50%", "auto"])
        for name, part, most in (
            ("width", 0.45, 160), ("height", 0.45, 120), ("minWidth", 0.1, 120), ("minHeight", 0.1, 120),
            ("maxWidth", 0.1, 120), ("maxHeight", 0.1, 120),
        ):
            if self.chance(part):
                style[name] = self.size(most * (2 if is_root else 1), is_root)
        if self.chance(0.06):
            style["aspectRatio"] = self.random.choice([0.5, 1, 2, 3])
        for kind in ("margin", "padding", "border"):
            if self.chance(0.18):
                style[kind] = self.edges(kind, is_root)
        if not is_root:
            if self.chance(0.1):
                style["position"] = "absolute"
            elif self.chance(0.06):
                style["position"] = "static"
            if self.chance(0.7 if style.get("position") == "absolute" else 0.06):
                style["inset"] = self.edges("inset", False)
            if self.chance(0.03):
                style["display"] = "none" if is_leaf or self.chance(0.5) else "contents"
        if self.chance(0.08):
            overflow = "scroll" if self.chance(0.3, "scrollbar") else "hidden"
            style["overflowX"] = style["overflowY"] = overflow
            if overflow == "scroll":
                style["scrollbarWidth"] = 15
        if self.chance(0.06):
            style["direction"] = self.random.choice(["ltr", "rtl"])
        if self.chance(0.06):
            style["boxSizing"] = "content-box"
        return style

    def node(self, depth, room):
        count = 0
        if depth < 5 and room[0] > 0:
            count = min(room[0], self.random.choice([1, 2, 3] if depth == 0 else [0, 0, 0, 1, 2, 3]))
        node = {"style": self.style(depth == 0, count == 0)}
        room[0] -= count
        if count > 0:
            node["children"] = [self.node(depth + 1, room) for _ in range(count)]
        else:
            self.add_text(node)
        return node

    def add_text(self, node):
        if self.chance(0.6):
            words = [self.random.randint(1, 6) for _ in range(self.random.randint(1, 5))]
            node["measure"] = {"kind": "ahem-text", "text": "\u200b".join("H" * length for length in words)}

    def case(self):
        tree = self.node(0, [self.random.randint(1, 20)])
        run = {
            "direction": "rtl" if self.chance(0.3) else "ltr", "availableHeight": None,
            "availableWidth": self.random.randint(50, 400) if self.chance(0.5) else None,
        }
        return tree, run


def css(style):
    """Returns the style as CSS declarations."""
    def length(value):
        return value if isinstance(value, str) else f"{value}px"

    declarations = []
    for name, value in style.items():
        words = "".join("-" + letter.lower() if letter.isupper() else letter for letter in name)
        if name == "scrollbarWidth":
            continue
        if name == "gap":
            for axis in ("row", "column"):
                found = value.get(axis, value.get("all"))
                if found is not None:
                    declarations.append(f"{axis}-gap:{length(found)}")
        elif isinstance(value, dict):
            for edge, found in value.items():
                property = edge if name == "inset" else f"border-{edge}-width" if name == "border" else f"{name}-{edge}"
                declarations.append(f"{property}:{length(found)}")
        elif name in ("flexGrow", "flexShrink", "aspectRatio"):
            declarations.append(f"{words}:{value}")
        else:
            declarations.append(f"{words}:{length(value)}")
    return ";".join(declarations)


def markup(node, run):
    # Like the engine's cases, nodes do not inherit the direction: it is the run's, or their own.
    style = {"direction": run["direction"], **node.get("style", {})}
    inner = "".join(markup(child, run) for child in node.get("children", []))
    kind = "class=s" if "scrollbarWidth" in style else ""
    if "measure" in node:
        inner = "".join(
            f"<i style='width:{10 * len(word)}px'></i>" for word in node["measure"]["text"].split("\u200b"))
        # A text is a block. With a ratio it is the item of a flexible box, as in the engine.
        if "aspectRatio" not in style and style.get("display") != "none":
            style = {**style, "display": "block"}
        else:
            inner = f"<b>{inner}</b>"
    return f'<div {kind} style="{css(style)}">{inner}</div>'


PAGE = """data:text/html,<!doctype html><meta charset=utf-8><style>
body{margin:0;font-size:0;line-height:0} i{display:inline-block;height:10px} section{position:absolute;top:0;left:0}
div{display:flex;position:relative;box-sizing:border-box;border:0 solid;scrollbar-width:none}
.s{scrollbar-width:auto} .s::-webkit-scrollbar{width:15px;height:15px}</style><body>"""
MEASURE = """const read = (element, x, y, frames) => {
    const kind = getComputedStyle(element).display, box = element.getBoundingClientRect();
    const hasBox = kind !== 'none' && kind !== 'contents';
    frames.push(hasBox ? [box.left - x, box.top - y, box.width, box.height] : null);
    for (const child of element.children) if (child.tagName === 'DIV')
      kind === 'contents' ? read(child, x, y, frames) : read(child, box.left, box.top, frames);
    return frames;
  };
  document.body.innerHTML = arguments[0];
  const all = [...document.querySelectorAll('section')].map((section) => {
    const box = section.getBoundingClientRect();
    return read(section.firstElementChild, box.left, box.top, []);
  });
  document.body.innerHTML = '';
  return all;"""


def in_browser(browser, cases):
    sections = []
    for tree, run in cases:
        width = run["availableWidth"]
        place = (
            "display:flex;align-items:start;justify-content:start;width:max-content;height:max-content"
            if width is None else f"display:flow-root;width:{width}px")
        sections.append(f'<section style="direction:{run["direction"]};{place}">{markup(tree, run)}</section>')
    return browser.run(MEASURE, "".join(sections))


def in_engine(cases):
    def as_in_browser(node):
        if "measure" in node:
            return {**node, "baseline": {"kind": "content", "value": 10}}
        if "children" in node:
            node = {**node, "children": [as_in_browser(child) for child in node["children"]]}
        return node

    def flat(layout, frames):
        frames.append([layout[name] for name in ("left", "top", "width", "height")])
        for child in layout["children"]:
            flat(child, frames)
        return frames

    document = {"format": "flex-layout-cases/1", "cases": [
        {"name": str(index), "config": {"profile": "css", "rounding": False}, "tree": as_in_browser(tree),
         "runs": [run]} for index, (tree, run) in enumerate(cases)]}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(document, file)
        file.flush()
        lines = subprocess.run([LAYOUT_CASES, "layout", file.name], capture_output=True, text=True).stdout.splitlines()
    result = [None] * len(cases)
    for line in lines:
        found = json.loads(line)
        result[int(found["case"])] = flat(found["layout"], [])
    return result


def differing(browser, cases):
    """Returns the cases that differ, with both engines' frames. Ignores nodes without a box, and the root's position."""
    result = []
    for start in range(0, len(cases), BATCH):
        part = cases[start:start + BATCH]
        for case, ours, theirs in zip(part, in_engine(part), in_browser(browser, part)):
            apart = ours is None or any(
                abs(mine - other) > TOLERANCE
                for index, (own, their) in enumerate(zip(ours, theirs)) if their
                for mine, other in list(zip(own, their))[2 if index == 0 else 0:])
            result.append((ours, theirs) if apart else None)
    return result


def nodes(node):
    yield node
    for child in node.get("children", []):
        yield from nodes(child)


def simpler(case):
    """Returns cases that lack one part of a case."""
    tree, run = case
    if run["direction"] == "rtl":
        yield tree, {**run, "direction": "ltr"}
    if run["availableWidth"] is not None:
        yield tree, {**run, "availableWidth": None}
    for index, node in enumerate(nodes(tree)):
        def changed(change):
            copied = copy.deepcopy(tree)
            change(list(nodes(copied))[index])
            return copied, run

        for place in range(len(node.get("children", []))):
            yield changed(lambda box, place=place: box["children"].pop(place))
            if index > 0 and len(node["children"]) == 1:
                yield changed(lambda box: box.update(box.pop("children")[0]))
        if "measure" in node:
            yield changed(lambda box: box.pop("measure"))
            if node["measure"]["text"] != "HH":
                yield changed(lambda box: box["measure"].update(text="HH"))
        for name, value in node.get("style", {}).items():
            # With one axis that scrolls, the other one of Chromium does as well.
            names = [key for key in node["style"] if key.startswith(("overflow", "scrollbar"))]
            names = names if name in names else [name]
            yield changed(lambda box, names=names: [box["style"].pop(key) for key in names])
            if isinstance(value, dict):
                for edge in value if len(value) > 1 else ():
                    yield changed(lambda box, name=name, edge=edge: box["style"][name].pop(edge))
            elif isinstance(value, (int, float)) and name[:4] != "flex" and value not in (0, 10) \
                    and name not in ("aspectRatio", "scrollbarWidth"):
                yield changed(lambda box, name=name: box["style"].update({name: 10}))


def shrunk(browser, cases):
    """Returns the smallest case that still differs, for each of the cases; reduces all in parallel."""
    done = []
    while cases:
        candidates = [(index, smaller) for index, case in enumerate(cases) for smaller in simpler(case)]
        found = {}
        for (index, smaller), frames in zip(
                candidates, differing(browser, [smaller for _, smaller in candidates])):
            if frames and index not in found:
                found[index] = smaller
        done += [case for index, case in enumerate(cases) if index not in found]
        cases = list(found.values())
    return done


def features(case):
    """Returns the properties of a case, which name its class."""
    found = {"rtl"} if case[1]["direction"] == "rtl" else set()
    for node in nodes(case[0]):
        found |= {"text"} if "measure" in node else set()
        for name, value in node.get("style", {}).items():
            values = value.values() if isinstance(value, dict) else [value]
            percent = any(isinstance(value, str) and value.endswith("%") for value in values)
            word = f":{value}" if isinstance(value, str) and not percent else ""
            found.add(name + ("%" if percent else word))
    return " ".join(sorted(found))


def is_safe_out_of_flow(node, parent, found):
    return node.get("style", {}).get("position") == "absolute" and any(
        word.startswith("safe") for word in (
            node["style"].get("alignSelf", ""), parent.get("style", {}).get("alignItems", "")))


def keeps_percentages(node, parent, found):
    style = parent.get("style", {})
    is_wrapping_column = "flexWrap" in style and style.get("flexDirection", "").startswith("column")
    return any(name.endswith("%") for name in found) and ("aspectRatio" in found or is_wrapping_column)


# Where Chromium departs from the specification: the class, the paragraph, and whether a node of a small tree shows it.
DEPARTURES = [
    ("`safe` of a box out of flow",
     "CSS Flexbox 1, 4.1 and CSS Box Alignment 3, 4.4: it is the only item of its parent, and does not overflow the start",
     is_safe_out_of_flow),
    ("a scrollbar that is wider than its box",
     "CSS 2.1, 11.1.1: the space of a scrollbar is taken from the content area, which then has none",
     lambda node, parent, found: "scrollbarWidth" in node.get("style", {})),
    ("a percentage that keeps the basis of an earlier pass",
     "CSS Flexbox 1, 9.4 step 11 and 9.8: the item is laid out again with its used size, which is definite",
     keeps_percentages),
]


def class_of(case):
    found = features(case).split()
    pairs = [(case[0], {})] + [(child, node) for node in nodes(case[0]) for child in node.get("children", [])]
    for name, paragraph, applies in DEPARTURES:
        if any(applies(node, parent, found) for node, parent in pairs):
            return f"{name} ({paragraph})"
    return " ".join(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--classes", type=int, default=40, help="how many differing trees are made small")
    options = parser.parse_args()
    failed = False
    with Browser(scrollbars=True) as browser:
        browser.open(PAGE)
        for off, limit in LIMITS:
            cases = [Trees(f"{options.seed}/{index}", off).case() for index in range(options.count)]
            apart = [case for case, frames in zip(cases, differing(browser, cases)) if frames]
            part = len(apart) / len(cases)
            failed |= part > limit
            print(f"seed {options.seed}, without {', '.join(sorted(off)) or 'nothing'}: {len(apart)} of {len(cases)} "
                  f"trees differ, {100 * part:.2f} %, at most {100 * limit:g} %")
            apart.sort(key=lambda case: len(json.dumps(case)))
            classes = {}
            for case in shrunk(browser, apart[:options.classes]):
                classes.setdefault(class_of(case), []).append(case)
            for name, members in sorted(classes.items(), key=lambda entry: -len(entry[1])):
                case = min(members, key=lambda case: len(json.dumps(case)))
                ours, theirs = differing(browser, [case])[0]
                print(f"{len(members)} x {name}\n  {json.dumps(case[0])} {json.dumps(case[1])}\n"
                      f"  ours {ours}\n  Chromium {theirs}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
