"""Trees of boxes, and their forms for each engine.

A node is `(style, children)`. Each style sets all properties whose initial values differ between engines, and sizes are
points, so that a tree means the same to every engine. Trees have no texts, because these engines do not measure texts.
"""

import json

DIRECTIONS = ["row", "column"]
ALIGNMENTS = ["stretch", "center", "flex-start"]
JUSTIFICATIONS = ["flex-start", "space-between"]


def box(children=(), direction="column", align="stretch", justify="flex-start", wrap=False, grow=0, shrink=0,
        width=None, height=None, padding=(0, 0, 0, 0), margin=(0, 0, 0, 0), gap=0):
    """Edges are top, right, bottom, left."""
    style = dict(direction=direction, align=align, justify=justify, wrap=wrap, grow=grow, shrink=shrink,
                 width=width, height=height, padding=padding, margin=margin, gap=gap)
    return style, list(children)


def count(tree):
    return 1 + sum(map(count, tree[1]))


def feed():
    """500 sections: a heading with two texts and a button, and a rail of cards."""
    def number(seed):
        return (seed * 2_654_435_761 % 2**32) >> 16 & 0x7FFF

    def text(width, line, most, **style):
        return box(width=min(width, most), height=-(-width // most) * line, **style)

    sections = []
    for section in range(500):
        heading = box([
            text(80 + number(3 * section) % 240, 22, 200, grow=1, shrink=1),
            text(40 + number(3 * section + 1) % 120, 16, 80, shrink=1, margin=(0, 0, 0, 8)),
            box(width=64, height=32, margin=(0, 0, 0, 8)),
        ], direction="row", align="center", justify="space-between", padding=(0, 16, 0, 16), margin=(0, 0, 8, 0))
        cards = []
        for card in range(6 + section % 5):
            seed = 16 * section + card
            cards.append(box([
                box(width=140, height=100),
                text(56 + number(seed) % 280, 18, 140, margin=(6, 0, 0, 0)),
                text(24 + number(seed + 7) % 144, 14, 140, margin=(2, 0, 0, 0)),
            ], width=140, padding=(0, 0, 8, 0)))
        rail = box(cards, direction="row", padding=(0, 16, 0, 16), gap=12)
        sections.append(box([heading, rail], padding=(12, 0, 12, 0), margin=(0, 0, 16, 0)))
    return box(sections, width=390)


def tags():
    """1000 lines of tags that wrap."""
    def line(row):
        widths = [40 + row * 7 % 31 + tag * 13 % 47 for tag in range(5 + row % 9)]
        return box([box(width=width, height=28) for width in widths],
                   direction="row", wrap=True, align="flex-start", gap=8, padding=(8, 16, 8, 16))

    return box([line(row) for row in range(1_000)], width=390)


def shares():
    """Four levels of ten growing children each, rows and columns in turn."""
    def level(depth):
        children = [level(depth + 1) for _ in range(10)] if depth < 4 else []
        return box(children, direction=DIRECTIONS[depth % 2], grow=1, shrink=1, width=10, height=10)

    return box([level(1) for _ in range(10)], width=10_000, height=10_000)


TREES = {"feed": feed, "tags": tags, "shares": shares}


def as_case(tree):
    """Returns a file for `layout-cases layout`."""
    def edges(values):
        return {name: value for name, value in zip(["top", "right", "bottom", "left"], values) if value}

    def node(tree):
        style, children = tree
        words = {
            "flexDirection": style["direction"], "alignItems": style["align"],
            "justifyContent": style["justify"], "flexWrap": "wrap" if style["wrap"] else "nowrap",
            "alignContent": "flex-start", "flexGrow": style["grow"], "flexShrink": style["shrink"],
            "minWidth": 0, "minHeight": 0, "padding": edges(style["padding"]), "margin": edges(style["margin"]),
            "gap": {"all": style["gap"]},
        }
        words.update({key: style[key] for key in ["width", "height"] if style[key] is not None})
        return {"style": words, "children": [node(child) for child in children]}

    run = {"direction": "ltr", "availableWidth": None, "availableHeight": None}
    return json.dumps({"format": "flex-layout-cases/1", "cases": [
        {"name": "tree", "config": {"profile": "css", "rounding": False}, "tree": node(tree), "runs": [run]}]})


def as_numbers(tree):
    """Returns a line of numbers for each node in document order, for `yoga.cpp`; -1 means no size."""
    lines = []

    def add(tree):
        style, children = tree
        sizes = [-1 if style[key] is None else style[key] for key in ["width", "height"]]
        lines.append(" ".join(map(str, [
            len(children), DIRECTIONS.index(style["direction"]), ALIGNMENTS.index(style["align"]),
            JUSTIFICATIONS.index(style["justify"]), int(style["wrap"]), style["grow"], style["shrink"], *sizes,
            *style["padding"], *style["margin"], style["gap"]])))
        for child in children:
            add(child)

    add(tree)
    return f"{len(lines)}\n" + "\n".join(lines) + "\n"


def as_html(tree):
    """Returns nested HTML elements for a browser."""
    def node(tree):
        style, children = tree
        words = [
            f"flex-direction:{style['direction']}", f"align-items:{style['align']}",
            f"justify-content:{style['justify']}", f"flex-wrap:{'wrap' if style['wrap'] else 'nowrap'}",
            f"flex-grow:{style['grow']}", f"flex-shrink:{style['shrink']}", f"gap:{style['gap']}px",
        ]
        for key in ["padding", "margin"]:
            words.append(f"{key}:{' '.join(f'{value}px' for value in style[key])}")
        words += [f"{key}:{style[key]}px" for key in ["width", "height"] if style[key] is not None]
        return f'<div style="{";".join(words)}">' + "".join(map(node, children)) + "</div>"

    return node(tree)
