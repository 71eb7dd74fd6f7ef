#!/usr/bin/env python3
"""Writes the tables of the text measurer and of the terminal:

  CharacterProperties+Generated.swift  from Debian's unicode-data (/usr/share/unicode)
  BidiClass+Generated.swift            from the same
  InterAdvances+Generated.swift        from Layouts/Metrics/default-2.json

Usage: generate-tables.py [--unicode DIR]

The same input gives the same bytes.
"""

import argparse
import itertools
import json
import pathlib
import textwrap

HERE = pathlib.Path(__file__).resolve().parent

# Numbers are written as digits in printable ASCII from " " to "~".
FIRST, RADIX = 0x20, 95
# Planes 0 and 1, then the tags and variation selectors of plane 14.
TABULATED = [range(0x80, 0x20000), range(0xE0000, 0xE1000)]

LINE_BREAK = (
    "AL B2 BA BB BK CB CL CM CP CR EB EM EX GL H2 H3 HL HY ID IN IS JL JT JV LF NL NS NU OP PO PR"
    " QU RI SP SY WJ ZW ZWJ"
    # Distinctions that LB30 and LB30b make inside OP, CP and ID.
    " OPWide CPWide IDPictographic"
).split()
GRAPHEME = (
    "Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT"
    " Extended_Pictographic"
).split()
WIDTH = "zero narrow half wide".split()
CELL = "narrow wide zero ambiguous spacingMark control lineBreak modifier".split()

# Characters that Unicode 16 made wide: a cell too many is harmless, one too few breaks a line.
LATER_WIDE = [
    range(0x2630, 0x2638), range(0x268A, 0x2690), range(0x2FFC, 0x3000), range(0x31E4, 0x31F0),
    range(0x4DC0, 0x4E00), range(0x16FF2, 0x16FF7), range(0x187F8, 0x18800),
    range(0x18CD6, 0x18E00), range(0x1D300, 0x1D377)]

# Latin, Greek, Cyrillic; Vietnamese; punctuation, currency, letterlike
# symbols, arrows, mathematical operators.
ADVANCE_RANGES = [range(0x20, 0x530), range(0x1E00, 0x1F00), range(0x2000, 0x2300)]


def rows(path):
    for line in path.open(encoding="utf-8"):
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 1:
            first, _, last = fields[0].partition("..")
            yield range(int(first, 16), int(last or first, 16) + 1), fields[1]


def values(path, missing):
    table = [missing] * 0x110000
    for scalars, value in rows(path):
        table[scalars.start : scalars.stop] = [value] * len(scalars)
    return table


def members(path, name):
    return {scalar for scalars, value in rows(path) if value == name for scalar in scalars}


def properties(unicode_data):
    """(line break, grapheme, width, is space, cells) of every scalar."""
    line_break = values(unicode_data / "LineBreak.txt", "XX")
    width = values(unicode_data / "EastAsianWidth.txt", "N")
    grapheme = values(unicode_data / "auxiliary/GraphemeBreakProperty.txt", "Other")
    category = values(unicode_data / "extracted/DerivedGeneralCategory.txt", "Cn")
    pictographic = members(unicode_data / "emoji/emoji-data.txt", "Extended_Pictographic")
    ignorable = members(
        unicode_data / "DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")

    def of(scalar):
        general, east_asian, cluster = category[scalar], width[scalar], grapheme[scalar]
        # LB1.
        line = line_break[scalar]
        if line in ("AI", "SG", "XX"):
            line = "AL"
        elif line == "CJ":
            line = "NS"
        elif line == "SA":
            line = "CM" if general in ("Mn", "Mc") else "AL"
        if line in ("OP", "CP") and east_asian in "FWH":
            line += "Wide"
        if scalar in pictographic:
            cluster = "Extended_Pictographic"
            if general == "Cn":
                line = "IDPictographic"
        if general in ("Mn", "Me", "Cc", "Zl", "Zp") or scalar in ignorable:
            advance = "zero"
        elif east_asian in "WFA" or scalar in pictographic or cluster == "Regional_Indicator":
            advance = "wide"
        else:
            advance = "half" if east_asian == "H" else "narrow"
        space = line in ("BK", "CR", "LF", "NL") or scalar == 0x09
        space = space or (general == "Zs" and line in ("SP", "BA"))
        return (line, cluster, advance, space, cell[scalar])

    cell = cells(unicode_data, width, category, pictographic, ignorable)
    return [of(scalar) for scalar in range(0x110000)]


def cells(unicode_data, width, category, pictographic, ignorable):
    """The class of each character in a terminal."""
    def property_members(name):
        return members(unicode_data / "PropList.txt", name)

    syllables = values(unicode_data / "HangulSyllableType.txt", "NA")
    # Format characters that are visible: SOFT HYPHEN and the Arabic signs before numbers.
    visible = {0xAD} | property_members("Prepended_Concatenation_Mark")
    modifiers = members(unicode_data / "emoji/emoji-data.txt", "Emoji_Modifier")
    modifiers |= property_members("Regional_Indicator")
    bidi = property_members("Bidi_Control")

    def of(scalar):
        general = category[scalar]
        if scalar in (0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85) or general in ("Zl", "Zp"):
            return "lineBreak"
        if general == "Cc":
            return "control"
        if scalar in bidi:
            return "zero"
        if scalar in modifiers:
            return "modifier"
        # The filler of a missing leading consonant is as wide as the consonant.
        if scalar == 0x115F:
            return "wide"
        if scalar in visible:
            return "narrow"
        # Conjoining vowels and finals are drawn in the two cells of their syllable.
        if scalar in ignorable or syllables[scalar] in ("V", "T"):
            return "zero"
        # U+1171E as of Unicode 16.
        if general == "Mc" or scalar == 0x1171E:
            return "spacingMark"
        if general in ("Mn", "Me", "Cf"):
            return "zero"
        # The unassigned pictographs are reserved for emoji of later versions.
        if general == "Cn" and scalar in pictographic or any(scalar in r for r in LATER_WIDE):
            return "wide"
        return {"W": "wide", "F": "wide", "A": "ambiguous"}.get(width[scalar], "narrow")

    return [of(scalar) for scalar in range(0x110000)]


def pack(record):
    line, cluster, advance, space, cell = record
    return (
        LINE_BREAK.index(line) | GRAPHEME.index(cluster) << 6 | WIDTH.index(advance) << 10
        | int(space) << 12 | CELL.index(cell) << 13)


def literal(name, comment, text):
    lines = [text[i : i + 93] for i in range(0, len(text), 93)]
    if any(mark in line for line in lines for mark in (r"\##", '"""##')):
        raise SystemExit(f"{name} contains an escape of its literal")
    body = "\\##\n".join("    " + line for line in lines)
    return f'  /// {comment}\n  static let {name}: StaticString = ##"""\n{body}\n    """##\n'


def digit(value):
    return chr(FIRST + value)


def two_digits(value):
    return digit(value // RADIX) + digit(value % RADIX)


def numbers(items, width=96):
    lines, line = [], "   "
    for item in items:
        word = f" {item},"
        if len(line) + len(word) > width:
            lines.append(line)
            line = "   "
        line += word
    return "\n".join(lines + [line])


def swift_name(word):
    """`Regional_Indicator` -> `regionalIndicator`, `OPWide` -> `opWide`, `AL` -> `al`."""
    for suffix in ("Wide", "Pictographic"):
        if word.endswith(suffix) and word != "Extended_Pictographic":
            return word.removesuffix(suffix).lower() + suffix
    if word in ("IN", "IS"):
        return f"`{word.lower()}`"
    if word.isupper() or "_" in word:
        head, *tail = word.lower().split("_")
        return head + "".join(part.capitalize() for part in tail)
    return word[0].lower() + word[1:]


def constants(type_name, comment, words, access=""):
    cases = textwrap.fill(
        ", ".join(map(swift_name, words)), 100, initial_indent="  case ", subsequent_indent="    ")
    return f"/// {comment}\n{access}enum {type_name}: UInt8, Sendable {{\n{cases}\n}}\n"


def write_properties(unicode_data):
    table = properties(unicode_data)
    records, runs = {}, []
    for scalars in TABULATED:
        for scalar in scalars:
            record = records.setdefault(table[scalar], len(records))
            if runs and runs[-1][0] == record and runs[-1][1] < RADIX * RADIX - 1:
                runs[-1][1] += 1
            else:
                runs.append([record, 1])
    if len(records) > RADIX:
        raise SystemExit(f"{len(records)} records do not fit the encoding")
    ideograph, private, other = table[0x20000], table[0xF0000], table[0x40000]

    # The assumptions of `CharacterProperties.init(_:)` about the scalars that no run covers.
    for scalar in range(0x110000):
        if scalar < 0x80 or any(scalar in scalars for scalars in TABULATED):
            continue
        expected = (
            ideograph if scalar in range(0x20000, 0x40000)
            else private if scalar >= 0xF0000 else other)
        # The last two scalars of a plane are not characters and never occur in text.
        if table[scalar] != expected and scalar & 0xFFFE != 0xFFFE:
            raise SystemExit(f"U+{scalar:04X} needs a run")

    if any(table[scalar] != ideograph for scalar in range(0x4E00, 0xA000)):
        raise SystemExit("U+4E00 … U+9FFF are not all alike")

    header = (unicode_data / "LineBreak.txt").open(encoding="utf-8").readline()
    version = header.removeprefix("# LineBreak-").removesuffix(".txt\n")
    text = "\n".join([
        "// Generated by generate-tables.py from Debian's unicode-data; do not edit.",
        f"// Unicode {version}: LineBreak, EastAsianWidth, GraphemeBreakProperty, emoji-data, PropList,",
        "// HangulSyllableType, DerivedGeneralCategory, DerivedCoreProperties.",
        "// Unicode License, SPDX Unicode-DFS-2016.",
        "// swift-format-ignore-file",
        "",
        constants(
            "LineBreakClass",
            "Line_Break after LB1 (UAX #14), with the distinctions of LB30 and LB30b.",
            LINE_BREAK),
        constants(
            "GraphemeClass", "Grapheme_Cluster_Break (UAX #29), with Extended_Pictographic.",
            GRAPHEME),
        constants("AdvanceClass", "The width class of a character without a recorded advance.", WIDTH),
        constants(
            "CellClass", "The contribution of a scalar to the cells of its cluster in a terminal.",
            CELL, "package "),
        "extension CharacterProperties {",
        f"  static var unicodeVersion: String {{ \"{version}\" }}",
        f"  static var ideograph: Self {{ Self(bits: {pack(ideograph)}) }}",
        f"  static var privateUse: Self {{ Self(bits: {pack(private)}) }}",
        f"  static var unassigned: Self {{ Self(bits: {pack(other)}) }}",
        "",
        "  /// The properties of U+0000 … U+007F.",
        "  static let ascii: [UInt16] = [",
        numbers(pack(record) for record in table[:0x80]),
        "  ]",
        "",
        "  /// The records: each distinct set of properties, once.",
        "  static let records: [UInt16] = [",
        numbers(pack(record) for record in records),
        "  ]",
        "",
        literal(
            "runs",
            "Runs of scalars with equal properties: the record and the length, one digit each, or 0 and two.",
            "".join(
                digit(record) + (digit(count) if count < RADIX else digit(0) + two_digits(count))
                for record, count in runs)),
    ]).rstrip("\n") + "\n}\n"
    (HERE / "CharacterProperties+Generated.swift").write_text(text, encoding="utf-8")


BIDI = "L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI".split()


def write_bidi(unicode_data):
    path = unicode_data / "extracted/DerivedBidiClass.txt"
    table = ["L"] * 0x110000
    names = {"Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL",
             "European_Terminator": "ET", "Boundary_Neutral": "BN"}
    for line in path.open(encoding="utf-8"):
        if line.startswith("# @missing: "):
            scalars, value = line.removeprefix("# @missing: ").split(";")
            first, last = (int(word, 16) for word in scalars.strip().split(".."))
            table[first : last + 1] = [names[value.strip()]] * (last + 1 - first)
    for scalars, value in rows(path):
        table[scalars.start : scalars.stop] = [value] * len(scalars)
    runs = []
    for value, group in itertools.groupby(table):
        count = len(list(group))
        while count:
            part = min(count, RADIX * RADIX - 1)
            runs.append(digit(BIDI.index(value)) + two_digits(part))
            count -= part
    pairs = []
    for line in (unicode_data / "BidiBrackets.txt").open(encoding="utf-8"):
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 2 and fields[2] == "o":
            pairs += [f"0x{fields[0]}", f"0x{fields[1]}"]
    text = "\n".join([
        "// Generated by generate-tables.py from Debian's unicode-data; do not edit.",
        "// Unicode 15.0.0: DerivedBidiClass, BidiBrackets.",
        "// Unicode License, SPDX Unicode-DFS-2016.",
        "// swift-format-ignore-file",
        "",
        constants("BidiClass", "Bidi_Class (UAX #9).", BIDI),
        "extension BidiClass {",
        literal(
            "table", "Runs of scalars of the same class: the class, then the length in two digits.",
            "".join(runs)),
        "}",
        "",
        "extension BidiBrackets {",
        "  /// Pairs of an opening and its closing bracket.",
        "  static let pairs: [UInt32] = [",
        numbers(pairs),
        "  ]",
        "}",
        "",
    ]).replace('"""##\n\n}', '"""##\n}')
    (HERE / "BidiClass+Generated.swift").write_text(text, encoding="utf-8")


def write_advances(path):
    metrics = json.loads(path.read_text(encoding="utf-8"))
    regular, *bolder = metrics["weights"]
    table = {}
    for run in regular["advances"]:
        first = int(run["first"][2:], 16)
        count = int(run["last"][2:], 16) - first + 1 if "last" in run else len(run["advances"])
        values = run.get("advances") or [run["advance"]] * count
        table.update(zip(range(first, first + count), values))
    # The assumptions of `FontMetrics.bundled` about the other metrics.
    assumed = (metrics["unitsPerEm"], metrics["lineHeight"], metrics["rounding"], regular["emoji"])
    factors = [(weight["from"], weight["scale"]) for weight in bolder]
    covered = all(any(scalar in scalars for scalars in ADVANCE_RANGES) for scalar in table)
    if assumed != (1000, 1200, "point", 1248) or factors != [(600, 1.025), (700, 1.038)] or not covered:
        raise SystemExit(f"{path}: FontMetrics.bundled has other figures")
    scalars = [table.get(scalar, 0) for scalars in ADVANCE_RANGES for scalar in scalars]
    advances = [
        two_digits(0) + two_digits(len(run)) if advance == 0 else two_digits(advance) * len(run)
        for advance, run in ((key, list(group)) for key, group in itertools.groupby(scalars))]
    parts = [
        "// Generated by generate-tables.py from Layouts/Metrics/default-2.json; do not edit.",
        f"// Recorded from {metrics['font']['family']} {metrics['font']['version']}, Copyright the Inter"
        " project authors,",
        "// SIL Open Font License 1.1 (SPDX OFL-1.1).",
        "// swift-format-ignore-file",
        "",
        "/// Advances in thousandths of an em, without kerning.",
        "enum InterAdvances {",
        f"  static var ascender: Int {{ {metrics['ascent']} }}",
        f"  static var descender: Int {{ {metrics['descent']} }}",
        "  /// The mean advance of the letters a … z.",
        f"  static var meanLetter: Int {{ {regular['narrow']} }}",
        "  static let ranges: [Range<UInt32>] = ["
        + ", ".join(f"0x{r.start:X}..<0x{r.stop:X}" for r in ADVANCE_RANGES) + "]",
    ]
    parts += [
        "",
        literal(
            "advances",
            "The advances of the scalars in `ranges`, two digits each; 0 and a count for scalars without one.",
            "".join(advances)).rstrip("\n"),
    ]
    text = "\n".join(parts + ["}", ""])
    (HERE / "InterAdvances+Generated.swift").write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unicode", type=pathlib.Path, default="/usr/share/unicode")
    options = parser.parse_args()
    write_properties(options.unicode)
    write_bidi(options.unicode)
    write_advances(HERE.parents[2] / "Layouts/Metrics/default-2.json")


if __name__ == "__main__":
    main()
