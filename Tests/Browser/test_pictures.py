#!/usr/bin/env python3
"""Pixels of `--format png` beside headless Chromium's of the same drawing as SVG, with glyph shapes for texts in both.
Run by `make test-browser`."""

import pathlib
import subprocess
import tempfile
import unittest

from PIL import Image, ImageChops, ImageFilter

from served import PROGRAM
from webdriver import Browser

LAYOUTS = ("netease-home", "mall-home", "wanandroid-home", "audio-charts")
INTER = pathlib.Path("/usr/share/fonts/opentype/inter")
FONTS = [INTER / "Inter-Regular.otf", INTER / "Inter-SemiBold.otf", INTER / "Inter-Bold.otf",
         pathlib.Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")]
# The largest difference of a channel between equal pixels, and the share of pixels that are equal.
NEAR, SHARE = 8, 0.99

# Leaves what a picture in the style `app` has: the page without its measures, legend, heading and outline.
ONLY_PAGE = """
const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'style');
sheet.textContent = '.measures, .gaps, .legend, .heading, .edge, .screen { display: none }';
document.documentElement.append(sheet);
const frame = document.querySelector('.frame').getBoundingClientRect();
return [frame.left, frame.top, frame.width, frame.height].map(value => value * devicePixelRatio);
"""


def spread(image, limit):
    """Returns a mask of the pixels that differ by more than `limit` from one beside them."""
    difference = ImageChops.subtract(image.filter(ImageFilter.MaxFilter(3)), image.filter(ImageFilter.MinFilter(3)))
    return mask(difference, limit)


def mask(image, limit):
    """Returns a mask of the pixels with a channel above a limit."""
    red, green, blue = image.split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return largest.point(lambda value: 255 if value > limit else 0)


def count(image):
    return image.histogram()[255]


class PictureTests(unittest.TestCase):
    def compare(self, name, style, scale, *options):
        """Compares both pictures; returns the share of equal pixels."""
        with tempfile.TemporaryDirectory() as folder:
            svg, png, shown = (pathlib.Path(folder, file) for file in ("page.svg", "page.png", "shown.png"))
            for file in (svg, png):
                subprocess.run([PROGRAM, "render", "--layout", name, "--no-project", "--style", style, "--scale", scale,
                                "--font", ",".join(map(str, FONTS)), *options, "-o", file], check=True,
                               capture_output=True)
            own = Image.open(png).convert("RGB")
            margin = 700 if style == "app" else 0
            with Browser(width=own.width // int(scale) + margin + 100, height=own.height // int(scale) + 400,
                         scale=int(scale)) as browser:
                browser.open(f"file://{svg}")
                area = browser.run(ONLY_PAGE) if style == "app" else (0, 0, own.width, own.height)
                browser.screenshot(shown)
            left, top, width, height = (round(value) for value in area)
            with Image.open(shown) as picture:
                theirs = picture.convert("RGB").crop((left, top, left + width, top + height))
        self.assertEqual(own.size, theirs.size, name)
        unequal = mask(ImageChops.difference(own, theirs), NEAR)
        edges = ImageChops.lighter(spread(own, NEAR), spread(theirs, NEAR))
        outside = count(ImageChops.subtract(unequal, edges))
        share = 1 - count(unequal) / (own.width * own.height)
        words = f"{name}, {style}, scale {scale} {' '.join(options)}"
        print(f"{words}: {share:.2%} of {own.width} × {own.height} pixels equal, {outside} others off the edges")
        self.assertEqual(outside, 0, words)
        self.assertGreaterEqual(share, SHARE, words)

    def test_pages_have_the_pixels_of_chromium(self):
        for name in LAYOUTS:
            with self.subTest(name):
                self.compare(name, "app", "2")

    def test_dark_pages_have_the_pixels_of_chromium(self):
        self.compare("mall-home", "app", "1", "--appearance", "dark", "--direction", "rtl")

    def test_redlines_have_the_pixels_of_chromium(self):
        for name in LAYOUTS[:2]:
            with self.subTest(name):
                self.compare(name, "wireframe", "2")


if __name__ == "__main__":
    unittest.main()
