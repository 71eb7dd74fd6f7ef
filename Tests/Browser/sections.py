"""Compares the rows of random sections with CSS in headless Chromium. Run by `make test-browser`.

    sections.py [--seed N] [--count N]     SECTIONENGINE is the program

A flow is a wrapping flex container, a grid a CSS grid with spans, a carousel a flex row, in both directions, with each
alignment. Items have heights of their own or those of their content. Prints how many sections differ by more than
1/32 px, since browsers round each gap, and the first ones; ends with 1 if there are any.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from chromium import measured

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "Sources/PluginPlatform/CSectionABI/include"
WIDTH = 390
LAYOUT = {"name": "sections", "version": 1, "identity": "occurrence",
          "sources": {"feed": {"items": "$", "element": {"code": "code"}}}}
CAROUSEL, GRID, FLOW = 1, 3, 4
JUSTIFY = ["flex-start", "center", "flex-end", "space-between", "space-around", "space-evenly"]
ALIGN = ["auto", "start", "center", "end", "stretch"]

PAGE = """<!doctype html><meta charset=utf-8><style>
* { margin: 0; box-sizing: border-box } section { width: @WIDTH@px; position: relative }
</style><body><script>
const results = [];
for (const section of @SECTIONS@) {
  const box = document.createElement('section');
  box.dir = '@DIRECTION@';
  Object.assign(box.style, section.style);
  for (const row of section.rows) {
    const item = document.createElement('div');
    Object.assign(item.style, row);
    box.append(item);
  }
  document.body.append(box);
  const origin = box.getBoundingClientRect();
  results.push([...box.children].map(item => {
    const frame = item.getBoundingClientRect();
    return [frame.x - origin.x, frame.y - origin.y, frame.width, frame.height];
  }));
  box.remove();
}
const out = document.createElement('pre');
out.id = 'out';
out.textContent = JSON.stringify(results);
document.body.append(out);
</script>"""


def points(draw, most):
    return draw.randint(0, most * 4) / 4


def section(draw):
    layout = draw.choice([CAROUSEL, GRID, FLOW])
    columns = draw.randint(1, 5)
    inner = WIDTH - 2 * (inset := points(draw, 30))
    rows = []
    for _ in range(draw.randint(0, 12)):
        row = {"height": 1 + points(draw, 80), "natural": draw.random() < 0.5, "stretch": draw.random() < 0.1}
        if layout == GRID:
            row["column_span"], row["row_span"] = draw.randint(1, columns), draw.choice([1, 1, 1, 2, 3])
        else:
            row["width"] = 1 + points(draw, int(inner) - 1)
        rows.append(row)
    return {"code": "SECTION", "layout": layout, "columns": columns if layout == GRID else 0, "inset": inset, "rows": rows,
            "row_alignment": draw.randrange(6) if layout == FLOW else 0, "item_alignment": draw.randrange(5),
            "row_spacing": points(draw, 20), "item_spacing": points(draw, 20)}


def css(section):
    """Returns the section as a container of CSS with items."""
    layout, align = section["layout"], ALIGN[section["item_alignment"]]
    style = {"padding": f"{section['inset']}px", "columnGap": f"{section['item_spacing']}px",
             "rowGap": f"{section['row_spacing']}px", "alignItems": "start" if align == "auto" else align}
    if layout == GRID:
        style |= {"display": "grid", "gridTemplateColumns": f"repeat({section['columns']}, minmax(0, 1fr))",
                  "gridAutoFlow": "row", "alignContent": "start"}
    else:
        style |= {"display": "flex", "flexWrap": "wrap" if layout == FLOW else "nowrap", "alignContent": "flex-start",
                  "justifyContent": JUSTIFY[section["row_alignment"]]}
    rows = []
    for row in section["rows"]:
        # Items become as high as their line even if they have a height of their own, so it is a minimum here. Without an
        # alignment, items of a carousel fill it, unless they have a height.
        fills = layout == CAROUSEL and align == "auto" and row["natural"]
        own = {"minHeight": f"{row['height']}px", "flex": "none"}
        if row["stretch"] or fills:
            own["alignSelf"] = "stretch"
        if "width" in row:
            own["width"] = f"{row['width']}px"
        if layout == GRID:
            own |= {"gridColumn": f"span {row['column_span']}", "gridRow": f"span {row['row_span']}"}
        rows.append(own)
    return {"style": style, "rows": rows}


def frames(program, folder, sections, direction):
    pathlib.Path(folder, "feed.json").write_text(json.dumps(sections), encoding="utf-8")
    run = subprocess.run(
        [program, "render", "feed.json", "--layout", "layout.json", "--plugins", "plugins", "--format", "json", "--all",
         "--unrounded", "--width", str(WIDTH), "--direction", direction], cwd=folder, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"the program failed: {run.stderr[-2000:]}")
    found = []
    for drawn, section in zip(json.loads(run.stdout)["sections"], sections):
        children = drawn.get("root", {}).get("children", [])
        if len(section["rows"]) == 1 and not any(child["id"].startswith("row") for child in children):
            children = [drawn["root"]] if "root" in drawn else []
        rows = [child["frame"] for child in children if child["id"].startswith("row") or child["id"] == "root"]
        found.append([[row[key] for key in ("x", "y", "width", "height")] for row in rows])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1_000)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    sections = [section(draw) for _ in range(options.count)]
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "plugins").mkdir()
        pathlib.Path(folder, "layout.json").write_text(json.dumps(LAYOUT), encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", f"-I{INCLUDE}", str(HERE / "sections.c"), "-o",
                        f"{folder}/plugins/sections.so"], check=True)
        for direction in ("ltr", "rtl"):
            ours = frames(os.environ["SECTIONENGINE"], folder, sections, direction)
            page = PAGE.replace("@WIDTH@", str(WIDTH)).replace("@DIRECTION@", direction)
            theirs = measured(page.replace("@SECTIONS@", json.dumps([css(section) for section in sections])), folder)
            for section_, own, other in zip(sections, ours, theirs):
                worst = max((abs(a - b) for x, y in zip(own, other) for a, b in zip(x, y)), default=0)
                if len(own) != len(other) or worst > 1 / 32 + 0.005:
                    differing += 1
                    if differing <= 3:
                        print(f"{direction}, {worst:.2f} px: {json.dumps(section_)}\n  here  {own}\n  CSS   {other}")
    print(f"{differing} of {2 * options.count} sections differ from CSS")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
