"""Measures texts with runs in Chromium and with a plugin, with the same fonts: widths and line breaks.

usage: runs.py [--seed N] [--count N]     SECTIONENGINE is the program

A text has up to five runs of other sizes, weights, letter spacings and families, some of them in italics. Prints the worst ones; the exit status is 1 if
more than 0.5 % of the widths are off by more than 1/64 px, or more than 1 % of the texts have other breaks.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from chromium import measured

WORDS = ("AVATAR To You|¥199|¥299 |office fluffy|Today only: |10:30 AM|Ltd. Vol. 12|AV To|Type Yellow |Straße Größe"
         "|$12.50 off| 50%|“quoted” text|WAVE 1.5 L |free shipping| and more").split("|")
INTER, DEJAVU = "/usr/share/fonts/opentype/inter/Inter-", "/usr/share/fonts/truetype/dejavu/DejaVuSans"
# Family in the page, weight, style and file.
FACES = [("f", 400, "normal", f"{INTER}Regular.otf"), ("f", 700, "normal", f"{INTER}Bold.otf"),
         ("f", 400, "italic", f"{INTER}Italic.otf"), ("f", 700, "italic", f"{INTER}BoldItalic.otf"),
         ("d", 400, "normal", f"{DEJAVU}.ttf"), ("d", 700, "normal", f"{DEJAVU}-Bold.ttf")]
HERE = pathlib.Path(__file__).parent

PAGE = """<!doctype html><meta charset=utf-8><style>
@FACES@
div { font-family: f, d; overflow-wrap: anywhere; text-rendering: geometricPrecision; white-space: pre-wrap;
  font-synthesis: none; hyphens: none }
</style><body><script>
async function measure() {
  await Promise.all([...document.fonts].map(font => font.load()));
  const results = [];
  for (const text of @CASES@) {
    const box = document.createElement('div');
    box.style.fontSize = text.size + 'px';
    box.style.fontWeight = text.weight;
    box.style.width = text.width ? text.width + 'px' : 'max-content';
    for (const part of text.parts) {
      const span = document.createElement('span');
      span.textContent = part.text;
      if (part.size) span.style.fontSize = part.size + 'px';
      if (part.weight) span.style.fontWeight = part.weight;
      if (part.family) span.style.fontFamily = 'd, f';
      if (part.italic) span.style.fontStyle = 'italic';
      if (part.spacing) span.style.letterSpacing = part.spacing + 'px';
      box.append(span);
    }
    document.body.append(box);
    const range = document.createRange(), starts = [];
    let bottom = null, byte = 0;
    for (const span of box.childNodes) {
      let position = 0;
      for (const character of span.textContent) {
        range.setStart(span.firstChild, position);
        range.setEnd(span.firstChild, position + character.length);
        const shown = [...range.getClientRects()].findLast(box => box.width > 0);
        if (shown && (bottom === null || shown.top >= bottom - 2)) {
          starts.push(byte);
          bottom = shown.bottom;
        }
        if (shown) bottom = Math.max(bottom, shown.bottom);
        position += character.length;
        byte += new TextEncoder().encode(character).length;
      }
    }
    results.push({starts, width: box.getBoundingClientRect().width});
    box.remove();
  }
  const out = document.createElement('pre');
  out.id = 'out';
  out.textContent = JSON.stringify(results);
  document.body.append(out);
}
measure();
</script>"""


def texts(seed, count):
    choose = random.Random(seed)
    for index in range(count):
        parts = []
        for _ in range(choose.randint(1, 5)):
            part = {"text": choose.choice(WORDS)}
            if choose.random() < 0.7:
                part["size"] = choose.choice([11, 12, 15, 17, 20, 22.5])
            if choose.random() < 0.5:
                part["weight"] = choose.choice([400, 700])
            if choose.random() < 0.2:
                part["spacing"] = choose.choice([0.5, -0.25, 1])
            # Without an italic face, browsers slant the upright one, and so do redlines.
            style = choose.random()
            if style < 0.2:
                part["italic"] = 1
            elif style < 0.35:
                part["family"] = "DejaVu Sans"
            parts.append(part)
        parts[-1]["text"] = parts[-1]["text"].rstrip()
        yield {"size": choose.choice([13, 15, 17, 20]), "weight": choose.choice([400, 700]), "parts": parts,
               "width": choose.choice([0, 140, 200.25])}


def in_browser(folder, cases):
    faces = "".join(
        f"@font-face {{ font-family: {family}; font-weight: {weight}; font-style: {style}; src: url(file://{file}) }}"
        for family, weight, style, file in FACES)
    return measured(PAGE.replace("@FACES@", faces).replace("@CASES@", json.dumps(cases)), folder)


def here(folder, cases):
    plugin, feed, fonts = (pathlib.Path(folder, name) for name in ("runs.so", "feed.json", "fonts.json"))
    include = HERE.parent.parent / "Sources/PluginPlatform/CSectionABI/include"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", f"-I{include}", HERE / "runs.c", "-o", plugin], check=True)
    feed.write_text(json.dumps({"blocks": [{"blockCode": "RUNS", "cases": cases}]}), encoding="utf-8")
    fonts.write_text(json.dumps({
        "name": "test", "breaking": "blink", "rounding": "1/64", "families": [
            {"faces": [{"file": file, "weight": weight} for family, weight, _, file in FACES if family == name]}
            for name in "fd"]}))
    printed = subprocess.run(
        [os.environ["SECTIONENGINE"], "dump", feed, "--no-project", "--plugins", folder, "--font", fonts, "--width",
         "4000", "--text-lines", "--unrounded"], capture_output=True, text=True)
    lines = re.findall(r"^ +text\[.* text-lines=([-0-9:.,]+)", printed.stdout, re.M)
    if len(lines) != len(cases):
        sys.exit(f"{len(lines)} texts of {len(cases)} are drawn: {printed.stderr[-500:]}")
    return [[[float(number) for number in re.split("[-:]", line)] for line in text.split(",")] for text in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    cases = list(texts(options.seed, options.count))
    with tempfile.TemporaryDirectory() as folder:
        expected, drawn = in_browser(folder, cases), here(folder, cases)
    widths, breaks, single = [], [], 0
    for case, theirs, ours in zip(cases, expected, drawn):
        text = "".join(part["text"] for part in case["parts"])
        if case["width"] == 0:
            single += 1
            difference = ours[0][2] - theirs["width"]
            if abs(difference) > 1 / 64 + 1e-6:
                widths.append((abs(difference), f"{difference:+.3f} px: {json.dumps(case, ensure_ascii=False)}"))
        starts = [int(start) for start, end, _ in ours if end > start]
        if starts != theirs["starts"]:
            breaks.append(f"{theirs['starts']} in Chromium, here {starts}: {text!r}")
    print(f"{single} widths, {len(widths)} off by more than 1/64 px; {len(cases)} texts, {len(breaks)} with other breaks")
    for _, text in sorted(widths, reverse=True)[:10]:
        print("  width ", text)
    for text in breaks[:10]:
        print("  breaks", text)
    sys.exit(len(widths) > single / 200 or len(breaks) > len(cases) / 100)


main()
