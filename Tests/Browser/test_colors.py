#!/usr/bin/env python3
"""Pages in the colours of their appearance: pixels of headless Chromium beside the tokens. Run by `make test-browser`."""

import collections
import json
import pathlib
import subprocess
import tempfile
import unittest

from PIL import Image

from served import PROGRAM, ROOT
from webdriver import Browser

LAYOUTS = ("netease-home", "mall-home", "wanandroid-home", "audio-charts")
MOST = 40

# For each box with a background: points in it where nothing lies over it. A shape that is not drawn gets no point.
POINTS = """
const points = [];
for (const group of document.querySelectorAll('g[id]')) {
  const title = group.querySelector(':scope > title')?.textContent ?? '';
  const token = / background=([A-Za-z]+)/.exec(' ' + title.split('\\n')[1])?.[1];
  const shape = group.querySelector(':scope > rect, :scope > path');
  if (!token || !shape) continue;
  const {left, top, width, height} = shape.getBoundingClientRect();
  for (const [x, y] of [[0.5, 0.5], [0.1, 0.5], [0.5, 0.1], [0.02, 0.5], [0.5, 0.98]]) {
    const [atX, atY] = [Math.floor(left + width * x), Math.floor(top + height * y)];
    // Neighbouring pixels belong to the box, too, so that no edge is blended in.
    const isFree = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]].every(([dx, dy]) => {
      const first = document.elementFromPoint(atX + dx, atY + dy);
      return first?.localName === shape.localName && first.closest('g[id]') === group;
    });
    if (isFree) { points.push([title.split(' ')[0], token, atX, atY]); break; }
  }
}
return points;
"""


class ColorTests(unittest.TestCase):
    def test_backgrounds_have_the_colours_of_their_tokens(self):
        total = collections.Counter()
        for name in LAYOUTS:
            layout = json.loads((ROOT / f"Layouts/{name}.json").read_text(encoding="utf-8"))
            for appearance in ("light", "dark"):
                tokens = {**layout["appearance"]["light"], **layout["appearance"].get(appearance, {})}
                with tempfile.TemporaryDirectory() as folder, Browser(width=900, height=3200) as browser:
                    page = pathlib.Path(folder, "page.html")
                    subprocess.run([PROGRAM, "render", "--layout", name, "--no-project", "--format", "html", "--style",
                                    "app", "--appearance", appearance, "-o", page], check=True, capture_output=True)
                    browser.open(f"file://{page}")
                    points = [point for point in browser.run(POINTS) if point[3] < 3000]
                    picture = pathlib.Path(folder, "page.png")
                    browser.screenshot(picture)
                    with Image.open(picture) as image:
                        pixels = image.convert("RGB")
                    # A few of each token before many of one.
                    seen = collections.Counter()
                    order = []
                    for point in points:
                        order.append((seen[point[1]], point))
                        seen[point[1]] += 1
                    for _, (path, token, x, y) in sorted(order, key=lambda entry: entry[0])[:MOST]:
                        color = "#%02x%02x%02x" % pixels.getpixel((x, y))
                        self.assertEqual(color, tokens[token], f"{name}, {appearance}: {path} at {x},{y} is {token}")
                        total[name, appearance] += 1
        print(", ".join(f"{name} {appearance}: {count}" for (name, appearance), count in total.items()))
        self.assertGreaterEqual(total.total(), 60)
        for name in LAYOUTS:
            for appearance in ("light", "dark"):
                self.assertGreater(total[name, appearance], 0, f"{name}, {appearance}")


if __name__ == "__main__":
    unittest.main()
