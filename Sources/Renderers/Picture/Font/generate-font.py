#!/usr/bin/env python3
"""Writes the font that pictures use without --font: text-400.otf and text-600.otf, subsets of Inter Regular and Inter
Semi Bold from Debian's fonts-inter, with Latin letters, digits, punctuation and common symbols.

Usage: generate-font.py [--fonts DIR]

The same input gives the same bytes. The licence of the font, OFL.txt, has no reserved font name. Inter is the font
whose widths the text measurer has built in, so texts are hardly stretched.
"""

import argparse
import pathlib

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).resolve().parent
FACES = {"text-400.otf": "Inter-Regular.otf", "text-600.otf": "Inter-SemiBold.otf"}

# Latin up to Extended-A, and the letters that Romanian, Vietnamese and Welsh add.
LETTERS = [(0x20, 0x7E), (0xA0, 0x17F), (0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x218, 0x21B), (0x1E80, 0x1E85)]
LETTERS += [(0x1E9E, 0x1E9E), (0x1EA0, 0x1EF9)]
SIGNS = (
    [(0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033)]
    + [(0x2039, 0x203A), (0x2044, 0x2044), (0x20A0, 0x20BF), (0x2116, 0x2116), (0x2120, 0x2122), (0x2190, 0x2199)]
    + [(0x2212, 0x2212), (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2260), (0x2264, 0x2265), (0x25A0, 0x25CF)]
    + [(0x2605, 0x2606), (0x2661, 0x2661), (0x2665, 0x2665), (0x2713, 0x2713), (0x2717, 0x2717), (0x26A0, 0x26A0)]
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", default="/usr/share/fonts/opentype/inter", type=pathlib.Path)
    fonts = parser.parse_args().fonts
    options = subset.Options()
    # Without kerning, because the built-in widths have none.
    options.layout_features = []
    options.drop_tables += ["GDEF", "GSUB", "GPOS", "DSIG", "STAT"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14, 16, 17]
    options.notdef_outline = True
    options.recalc_timestamp = False
    for name, source in FACES.items():
        font = TTFont(fonts / source, recalcTimestamp=False)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=[code for first, last in LETTERS + SIGNS for code in range(first, last + 1)])
        subsetter.subset(font)
        font.save(HERE / name)


if __name__ == "__main__":
    main()
