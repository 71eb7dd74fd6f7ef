#!/usr/bin/env python3
"""Sections that `explain --as css` writes, in headless Chromium, beside the frames of the engine. Run by
`make test-browser`."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from served import LAYOUT_CASES, PROGRAM, ROOT, frames
from webdriver import Browser

# Chromium computes in 64ths of a pixel, and JSON has two decimals.
TOLERANCE = 1 / 64 + 0.005
FEEDS = sorted(path.stem for path in (ROOT / "Layouts").glob("*.json") if (ROOT / "Layouts/samples" / path.stem).exists())
AXE = ROOT / ".build/axe/axe_playwright_python/axe.min.js"
# Judges the texts and the tap targets of a section. Only the program knows that a node receives taps.
JUDGE = """const [targets, done] = arguments;
  for (const node of document.querySelectorAll('[data-node]')) {
    if (node.getAttribute('role') === 'img') node.removeAttribute('role');
    if (targets.includes(node.dataset.node)) { node.setAttribute('role', 'button'); node.tabIndex = 0; }
  }
  axe.run(document, { runOnly: { type: 'rule', values: ['color-contrast', 'target-size'] } }).then(result => done(
    ['passes', 'violations'].flatMap(kind => result[kind].flatMap(rule => rule.nodes.map(node =>
      [rule.id, kind === 'violations', document.querySelector(node.target[0]).dataset.node,
        node.any[0]?.data?.contrastRatio])))));"""
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

    def failures(self, arguments, appearance):
        """Returns what fails by `check --standard`, by rule of axe-core: paths, and the contrasts that several texts have, of
        which the report names the first one."""
        report = subprocess.run([PROGRAM, "check", "--standard", "wcag22", "--format", "earl", *arguments],
                                capture_output=True, cwd=self.folder).stdout
        found = {"color-contrast": set(), "target-size": set()}
        for part in json.loads(report)["@graph"]:
            test = part.get("earl:test", {}).get("@id", "")
            rule = {"contrast-minimum": "color-contrast", "target-size-minimum": "target-size"}.get(test.split("#")[-1])
            for pointer in part["earl:result"].get("earl:pointer", []) if rule else []:
                # The judgement covers both appearances.
                if rule == "target-size" or re.search(rf" in ({appearance}|light and dark)\b", pointer["dct:description"]):
                    found[rule].add(pointer["ptr:expression"])
                    alike = re.search(r"contrast of ([\d.]+):1.* more like it", pointer["dct:description"])
                    if alike:
                        found[rule].add(float(alike[1]))
        return found

    @unittest.skipUnless(AXE.exists(), "axe-core is not installed; `make test-browser` installs it")
    def test_axe_agrees_with_the_standard(self):
        """The two differ in texts of 18 to 24 points, which count as large, and in targets inside of targets with the same
        action."""
        judged, agreeing, failing = {}, {}, 0
        with Browser(width=1200, height=1400) as browser:
            for feed in FEEDS:
                layout = json.loads((ROOT / f"Layouts/{feed}.json").read_text(encoding="utf-8"))
                for colors in layout.get("appearance", {}).values():
                    colors["text"] = "#8a8a8a"
                own = self.folder / f"{feed}.json"
                own.write_text(json.dumps(layout), encoding="utf-8")
                arguments = ("--layout", str(own), str(ROOT / "Layouts/samples" / feed), "--appearance", "light")
                wanted = frames(json.loads(self.run_program("render", "--format", "json", *arguments)))
                low = self.failures(arguments, "light")
                targets = [path for path, (_, node) in wanted.items() if node.get("action")]
                for path in wanted:
                    if "/" in path or not any(other.startswith(path + "/") for other in wanted):
                        continue
                    page = self.run_program("explain", "--as", "css", path, *arguments)
                    (self.folder / "section.html").write_text(page, encoding="utf-8")
                    browser.open(f"file://{self.folder / 'section.html'}")
                    browser.run(AXE.read_text(encoding="utf-8") + "; window.axe = axe;")
                    found = browser.call("POST", f"{browser.session}/execute/async", {"script": JUDGE, "args": [targets]})
                    for rule, fails, node, ratio in found:
                        judged[rule] = judged.get(rule, 0) + 1
                        # Both cut a ratio to two decimals, in colours that a browser rounds.
                        is_low = node in low[rule] or any(
                            isinstance(known, float) and ratio and abs(known - ratio) < 0.025 for known in low[rule])
                        agreeing[rule] = agreeing.get(rule, 0) + (fails == is_low)
                        failing += fails
        print(", ".join(f"{rule}: {agreeing[rule]} of {count} agree" for rule, count in judged.items()))
        self.assertGreater(failing, 20)
        for rule, count in judged.items():
            self.assertGreater(count, 100, rule)
            self.assertGreaterEqual(agreeing[rule], 0.9 * count, rule)

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
