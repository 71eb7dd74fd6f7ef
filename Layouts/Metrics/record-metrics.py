#!/usr/bin/env python3
"""Records a metrics file for `sectionengine render --metrics FILE` from TrueType or OpenType fonts.

Needs Python 3.9 and fontTools (`pip install fonttools`). The same fonts and options give the same
bytes. Advances are those of single glyphs: kerning, ligatures and tracking are not in the file.

A static font gives the weight that it states, so that several of a family make one file:

    record-metrics.py Inter-Regular.otf Inter-SemiBold.otf -o inter.json

A variable font gives the weights of --weights, a collection (.ttc) the font of --font-number:

    record-metrics.py PingFang.ttc --font-number 3 --characters U+0020-024F,U+3000-9FFF -o pingfang.json
"""

import argparse
import json
import math
import re
import sys
import textwrap
import unicodedata

# The value of `AdvanceTable.widest` of the program.
WIDEST = 65534
# Shorter stretches of one advance are listed like others.
SHORTEST_RANGE = 8


def scaled(units, factor):
    """Rounded half up."""
    return math.floor(units * factor + 0.5)


def ranges(text):
    """`U+0020-007E,U+2026` as ranges of scalars."""
    found = []
    for item in text.split(","):
        match = re.fullmatch(r"U\+([0-9A-Fa-f]{1,6})(?:-(?:U\+)?([0-9A-Fa-f]{1,6}))?", item.strip())
        if not match:
            raise argparse.ArgumentTypeError(f"expected U+0020-007E,U+2026, found {item!r}")
        first = int(match[1], 16)
        found.append(range(first, int(match[2] or match[1], 16) + 1))
    return found


def weight_list(text):
    weights = [int(item) for item in text.split(",")]
    if not all(1 <= weight <= 1000 for weight in weights):
        raise ValueError
    return weights


def weight_and_scale(text):
    weight, scale = text.split("=")
    if not 0 < float(scale) <= 10:
        raise ValueError
    return weight_list(weight)[0], float(scale)


def metrics_name(text):
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", text):
        raise argparse.ArgumentTypeError(f"expected letters, digits, - _ and ., found {text!r}")
    return text


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("font", nargs="+", help="font files of one family: .ttf, .otf, .ttc")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    parser.add_argument(
        "--name", type=metrics_name, help="stands in the header of dumps; default: the family")
    parser.add_argument(
        "--characters", type=ranges, metavar="RANGES",
        help="what to record, such as U+0020-007E,U+2026; default: all that the font has")
    parser.add_argument(
        "--weights", type=weight_list, default=[400, 500, 600, 700], metavar="LIST",
        help="of a variable font, where its axis has them; default: 400,500,600,700")
    parser.add_argument(
        "--font-number", type=int, metavar="N", help="which font of a collection, from 0")
    parser.add_argument(
        "--synthetic", type=weight_and_scale, action="append", default=[], metavar="WEIGHT=SCALE",
        help="from WEIGHT on, the last advances recorded below it times SCALE; repeatable")
    parser.add_argument(
        "--emoji", type=int, metavar="UNITS", help="advance of an emoji; default: 1 em")
    parser.add_argument(
        "--units-per-em", type=int, metavar="N", help="round all figures to this em")
    parser.add_argument(
        "--line-height", type=float, metavar="EM",
        help="in em; default: ascent + descent + line gap, as UIFont.lineHeight")
    parser.add_argument(
        "--round-line-height", action="store_true", help="line heights are whole points")
    return parser.parse_args()


def open_font(path, number):
    try:
        from fontTools.ttLib import TTFont, TTLibError
    except ImportError:
        sys.exit("record-metrics.py needs fontTools: pip install fonttools")
    try:
        is_collection = open(path, "rb").read(4) == b"ttcf"
        if is_collection and number is None:
            from fontTools.ttLib import TTCollection
            faces = [
                f"  {index}  {face['name'].getDebugName(4)}"
                for index, face in enumerate(TTCollection(path).fonts)]
            sys.exit("\n".join([f"{path} is a collection; choose by --font-number:"] + faces))
        return TTFont(path, fontNumber=number if is_collection else -1)
    except (OSError, TTLibError) as error:
        sys.exit(f"{path}: {error}")


def recorded_weights(font, wanted):
    """(weight, glyph set) of every weight that the font gives."""
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    if "wght" not in axes:
        return [(font["OS/2"].usWeightClass, font.getGlyphSet())]
    axis = axes["wght"]
    weights = [weight for weight in wanted if axis.minValue <= weight <= axis.maxValue]
    if not weights:
        sys.exit(f"the font has weights {axis.minValue:g} to {axis.maxValue:g}: name some by --weights")
    return [(weight, font.getGlyphSet(location={"wght": weight})) for weight in weights]


def advance_width(font, glyph):
    """The advance of a glyph. Without HVAR, fontTools knows that of a variable font when it has drawn the glyph."""
    if "gvar" in font and "HVAR" not in font:
        from fontTools.pens.basePen import NullPen
        glyph.draw(NullPen())
    return glyph.width


def advances(font, glyphs, characters, factor):
    """Advance by scalar of what the font has, without the marks and controls that have none."""
    table = {}
    for scalar, name in sorted(font.getBestCmap().items()):
        if characters is None or any(scalar in wanted for wanted in characters):
            advance = min(scaled(advance_width(font, glyphs[name]), factor), WIDEST)
            if advance or unicodedata.category(chr(scalar)) not in ("Mn", "Me", "Cc", "Cf"):
                table[scalar] = advance
    return table


def runs(table):
    """The table as the runs of the format: ranges of one advance, and lists of any."""
    stretches = []
    for scalar, advance in table.items():
        last = stretches[-1] if stretches else None
        if last and last[1] + 1 == scalar and last[2] == advance:
            last[1] = scalar
        else:
            stretches.append([scalar, scalar, advance])
    found, end = [], None
    for first, last, advance in stretches:
        count = last - first + 1
        if count >= SHORTEST_RANGE:
            found.append({"first": u(first), "last": u(last), "advance": advance})
        elif found and "advances" in found[-1] and end == first:
            found[-1]["advances"] += [advance] * count
        else:
            found.append({"first": u(first), "advances": [advance] * count})
        end = last + 1
    return found


def u(scalar):
    return f"U+{scalar:04X}"


def narrow(table, em):
    """Mean advance of a … z, for characters that the font lacks; half an em without any."""
    letters = [table[scalar] for scalar in range(0x61, 0x7B) if scalar in table]
    return scaled(sum(letters) / len(letters), 1) if letters else em // 2


def described(font):
    names = font["name"]
    found = {
        "family": names.getDebugName(4) or names.getDebugName(1),
        "version": (names.getDebugName(5) or "").split(";")[0].removeprefix("Version "),
        "copyright": names.getDebugName(0),
        "license": names.getDebugName(13) or names.getDebugName(14)}
    return {key: " ".join(text.split()) for key, text in found.items() if text and text.strip()}


def metrics(options):
    fonts = [open_font(path, options.font_number) for path in options.font]
    first = fonts[0]
    em = options.units_per_em or first["head"].unitsPerEm
    weights = {}
    for path, font in zip(options.font, fonts):
        if font["head"].unitsPerEm != first["head"].unitsPerEm and not options.units_per_em:
            sys.exit(f"{path} has another em than {options.font[0]}: name one by --units-per-em")
        factor = em / font["head"].unitsPerEm
        for weight, glyphs in recorded_weights(font, options.weights):
            if weight in weights:
                sys.exit(f"{path} gives weight {weight} a second time")
            table = advances(font, glyphs, options.characters, factor)
            weights[weight] = {
                "from": weight, "narrow": narrow(table, em),
                **({} if options.emoji is None else {"emoji": options.emoji}),
                "advances": runs(table)}
    for weight, scale in options.synthetic:
        if weight in weights or weight < min(weights):
            sys.exit(f"--synthetic {weight}: no lighter weight, or one that is recorded")
        weights[weight] = {"from": weight, "scale": scale}

    factor = em / first["head"].unitsPerEm
    line = first["hhea"]
    height = line.ascent - line.descent + line.lineGap
    name = options.name or re.sub(
        r"[^A-Za-z0-9._]+", "-", first["name"].getBestFamilyName() or "font").strip("-_.").lower()
    return {
        "$schema": "sectionengine:metrics-v1",
        "name": name,
        "font": described(first),
        "unitsPerEm": em,
        "ascent": max(0, scaled(line.ascent, factor)),
        "descent": max(0, scaled(-line.descent, factor)),
        "lineHeight": scaled(options.line_height * em, 1)
        if options.line_height else scaled(height, factor),
        "rounding": "point" if options.round_line_height else "none",
        "weights": [weights[weight] for weight in sorted(weights)]}


def written(value, indent=""):
    """JSON in lines of at most 100 columns, where its strings allow it."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 98 or not isinstance(value, (dict, list)):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        items = [f"{inner}{json.dumps(key)}: {written(value[key], inner)}" for key in value]
        return "{\n" + ",\n".join(items) + f"\n{indent}}}"
    if isinstance(value[0], int):
        body = textwrap.fill(
            flat[1:-1], width=100, initial_indent=inner, subsequent_indent=inner)
    else:
        body = ",\n".join(inner + written(item, inner) for item in value)
    return f"[\n{body}\n{indent}]"


def main():
    options = arguments()
    text = written(metrics(options)) + "\n"
    if options.output:
        with open(options.output, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    else:
        sys.stdout.buffer.write(text.encode("utf-8"))


if __name__ == "__main__":
    main()
