#!/usr/bin/env python3
"""Sections that `explain --as css` writes, in headless Chromium, beside the frames of the engine. Run by
`make test-browser`."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from served import LAYOUT_CASES, PROGRAM, ROOT, frames
from webdriver import Browser

# Chromium computes in 64ths of a pixel, and JSON has two decimals.
TOLERANCE = 1 / 64 + 0.005
FEEDS = sorted(path.stem for path in (ROOT / "Layouts").glob("*.json") if (ROOT / "Layouts/samples" / path.stem).exists())
# Pages of another project, which are not part of the repository.
PAGES = ROOT.parent / "shared/data/layout/section-pages.json"
READ = """return [...document.querySelectorAll('[data-node]')].map(node => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [node.dataset.node, [x + scrollX, y + scrollY, width, height]];
  });"""


class CodeTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sectionengine-code-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, check=True, cwd=self.folder).stdout.decode()

    def compare(self, browser, arguments):
        """Compares all sections of a page; returns the number of compared nodes and of containers with flexbox."""
        layout = json.loads(self.run_program("render", "--all", "--format", "json", *arguments))
        wanted = frames(layout)
        compared, flexible, plain = 0, 0, 0
        for path in [path for path in wanted if "/" not in path]:
            if not any(other.startswith(path + "/") for other in wanted):
                continue
            page = self.run_program("explain", "--as", "css", path, *arguments)
            (self.folder / "section.html").write_text(page, encoding="utf-8")
            browser.open(f"file://{self.folder / 'section.html'}")
            left, top = wanted[path][0][:2]
            found = dict(browser.run(READ))
            flexible += page.count("display: flex")
            plain += page.count("position: absolute")
            for name, ((x, y, width, height), node) in wanted.items():
                if not name.startswith(path + "/") or name not in found:
                    continue
                compared += 1
                for value, expected in zip(found[name], (x - left, y - top, width, height)):
                    self.assertAlmostEqual(value, expected, delta=TOLERANCE, msg=f"{name} of {arguments}: {found[name]}")
            missing = [name for name in wanted if name.startswith(path + "/") and name not in found]
            self.assertEqual(missing, [], path)
        return compared, flexible, plain

    def test_the_bundled_feeds_have_the_frames_of_the_engine(self):
        self.assertGreater(len(FEEDS), 4)
        with Browser(width=1200, height=1000) as browser:
            for feed in FEEDS:
                for options in (("--device", "iphone-14"), ("--device", "ipad-11", "--direction", "rtl"),
                                ("--text-size", "ax3")):
                    compared, flexible, plain = self.compare(browser, ("--layout", feed, *options))
                    self.assertGreater(compared, 20, feed)
                    self.assertGreater(flexible, plain, f"{feed}: most boxes are placed by flexbox")

    @unittest.skipUnless(PAGES.exists(), "needs ../shared/data/layout, which is not part of the repository")
    def test_section_pages_have_the_frames_of_the_engine(self):
        printed = subprocess.run([LAYOUT_CASES, "css", PAGES, self.folder], capture_output=True, check=True).stdout
        compared, worst, differing = 0, 0, []
        with Browser(width=2000, height=1000) as browser:
            for section in map(json.loads, printed.splitlines()):
                browser.open(f"file://{self.folder / section['file']}")
                found = dict(browser.run(READ))
                for name, wanted in section["frames"].items():
                    compared += 1
                    off = max(abs(a - b) for a, b in zip(found.get(name, [9e9] * 4), wanted))
                    worst = max(worst, off)
                    if off > TOLERANCE:
                        differing.append(f"{section['file']} {name}: {found.get(name)}, not {wanted}")
        print(f"{compared} nodes, at most {worst:.4f} px off")
        self.assertGreater(compared, 5_000)
        self.assertEqual(differing[:20], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
