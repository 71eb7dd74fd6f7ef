"""Measures strings in a browser and with `sectionengine measure`, with the same fonts: widths, heights, line breaks.

usage: texts.py [--seed N] [--count N] [--family Inter|Roboto] [--browser chromium|webkit] [--estimate METRICS]
SECTIONENGINE is the program

Prints for each kind of text how many strings differ, and the worst ones; the exit status is 1 if more than 0.1 % of the
widths are off by more than 1/64 px, or more than 0.5 % of the heights of strings with equal lines, or if more than 0.5 %
of the strings (2 % of a kind) have other breaks, or more than 0.1 % other numbers of lines. Nothing is left out: a string
with several lines has the width of its widest one.
WebKit sums advances of glyphs without rounding items up, as `"rounding": "none"` does.
With --estimate, prints the error of texts that are measured without fonts, with a metrics file or bundled metrics.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

import chromium
import webkit

WORDS = {
    "English": "AVATAR To You, WAVE 1.5 L|office affluent fjord|Tonight Type Yellow Value|“quoted” text—dash|it’s Tom's"
    " (parenthetical) note|fifty-fifty well-known|Ltd. Vol. 12, No. 3|waffle official fluffy|Today only: 2, get 1 free!"
    "|A/B test and/or more|$12.50 off|50% discount|10:30 AM|e-mail co-op|Wow… really?|hello@example.com|C++ & C#|#tag @me",
    "German": "Donaudampfschifffahrtsgesellschaft|Straße Größe Übermut|Kraftfahrzeug-Haftpflichtversicherung|jetzt kaufen"
    "|Auflage Schifffahrt|„Anführung“ Zitat|z. B. 3,50 €|Tüte Väter|Änderungsschneiderei|Versandkostenfrei ab 29 €",
    "URLs": "https://www.example.com/path/to/page?id=12&ref=home|http://music.example/song?id=109951166052270907"
    "|www.a-b.de/x_y/z|foo/bar/baz.html#top|ftp://host/AV/To/Yes|user.name+tag@mail.example.co.uk|example.com/a%20b",
    "Chinese, Japanese, Korean": "你好，世界。|（测试）文字|《书名》与“引号”|今日推荐歌单|听歌识曲 App|iPhone 15 Pro 新品|¥199 起"
    "|价格：12.5元|日本語の文章です。|カタカナとひらがな、ー|「括弧」・中点|한국어 문장입니다|음악 추천|音樂電台|满100减20！",
    "Arabic": "السلام عليكم|مرحبا بالعالم|لا إله|تخفيضات 50٪ اليوم|السعر 199 ريال|(عرض خاص)|اشترِ الآن|كتابٌ جديد، رائع"
    "|هاتف iPhone جديد|اليوم: 12/5",
    "Hebrew": "שלום עולם|מבצע היום בלבד|מחיר 199 ₪|(הצעה מיוחדת)|קנה עכשיו iPhone|בְּרֵאשִׁית בָּרָא|צה״ל תל־אביב|50% הנחה|12:30, היום|₪199.90",
    "Hindi": "नमस्ते दुनिया|हिन्दी में लेख|आज का विशेष ऑफ़र|मूल्य ₹१९९|क्षत्रिय त्रिज्ञा श्री|खरीदें अभी|विद्यार्थी कृष्ण|५०% छूट।|स्वास्थ्य राष्ट्रीय",
    "Thai": "สวัสดีชาวโลก|เพลงใหม่ล่าสุด|ลดราคา 50%|ซื้อตอนนี้|รายการโปรดของฉัน|ภาษาไทยไม่มีช่องว่าง|โปรโมชั่น iPhone",
    "Emoji": "👨‍👩‍👧‍👦 family|🇩🇪🇨🇳 flags|👍🏽👋🏿 ok|❤️ love|1️⃣2️⃣|🎵 Music 🎶|😀😃😄|🏳️‍🌈|☕ coffee|🧑🏻‍💻 dev|©️ ™|今日🔥热门|A🎉B",
    "Special characters": "soft\u00adhyphen\u00aded word|no\u00a0break\u00a0space|zero\u200bwidth|tab\tstop|line\nbreak"
    "|word\u2060joiner|wide\u3000space|thin\u2009space|non\u2011breaking hyphen|10\u202f000 km|new\n\nlines",
}
SEPARATORS = {"Chinese, Japanese, Korean": ["", "", " ", "，"], "Thai": ["", " "], "Emoji": ["", " "], "URLs": ["", " "]}
LANGUAGES = {"Chinese, Japanese, Korean": ["zh-CN", "ja", "ko"], "German": ["de"], "Arabic": ["ar"], "Hebrew": ["he"],
             "Hindi": ["hi"], "Thai": ["th"]}
LATIN = {
    "Inter": {400: "opentype/inter/Inter-Regular.otf", 600: "opentype/inter/Inter-SemiBold.otf",
              700: "opentype/inter/Inter-Bold.otf"},
    "Roboto": {400: "truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
               700: "truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf"},
}
NOTO = "/usr/share/fonts/truetype/noto/Noto"
DEJAVU, CJK = "/usr/share/fonts/truetype/dejavu/DejaVuSans", "/usr/share/fonts/opentype/noto/NotoSansCJK-"
# The face of a collection that Chromium gets as a file of its own: Simplified Chinese.
CJK_FACE = 2


def fonts(folder, family):
    """Weights and files of families in fallback order."""
    from fontTools.ttLib import TTCollection

    cjk = {}
    for weight, name in ((400, "Regular"), (700, "Bold")):
        cjk[weight] = f"{folder}/cjk{weight}.otf"
        TTCollection(f"{CJK}{name}.ttc").fonts[CJK_FACE].save(cjk[weight])
    return [
        {weight: f"/usr/share/fonts/{file}" for weight, file in LATIN[family].items()}, cjk,
        *({400: f"{NOTO}{name}-Regular.ttf", 700: f"{NOTO}{name}-Bold.ttf"}
          for name in ("NaskhArabic", "SansHebrew", "SansDevanagari", "SansThai")),
        {400: f"{NOTO}ColorEmoji.ttf"}, {400: f"{DEJAVU}.ttf", 700: f"{DEJAVU}-Bold.ttf"}]


def strings(seed, count):
    choose = random.Random(seed)
    for index in range(count):
        kind = list(WORDS)[index % len(WORDS)]
        words = [choose.choice(WORDS[kind].split("|")) for _ in range(choose.choice([1, 1, 2, 3, 4, 6, 9, 14]))]
        text = words[0]
        for word in words[1:]:
            text += choose.choice(SEPARATORS.get(kind, [" ", " ", ", "])) + word
        yield {"kind": kind, "text": text, "size": choose.choice([11, 13, 15, 17, 22.5]),
               "weight": choose.choice([400, 600, 700]), "width": choose.choice([90, 140, 200.25, 320]),
               "locale": choose.choice(LANGUAGES.get(kind, ["en"]))}


PAGE = """<!doctype html><meta charset=utf-8><style>@FACES@
div { font-family: @FAMILIES@; text-spacing-trim: space-all; text-autospace: no-autospace; hyphens: none;
  overflow-wrap: anywhere; text-rendering: geometricPrecision; white-space: pre-wrap; font-synthesis: none }
</style><body><script>
async function measure() {
  await Promise.all([...document.fonts].map(font => font.load()));
  const results = [];
  for (const string of @STRINGS@) {
    const box = document.createElement('div');
    box.lang = string.locale;
    box.style.fontSize = string.size * @SCALE@ + 'px';
    box.style.fontWeight = string.weight;
    box.style.width = string.width * @SCALE@ + 'px';
    box.textContent = string.text;
    document.body.append(box);
    const range = document.createRange(), starts = [];
    let last = null, position = 0, byte = 0;
    for (const character of string.text) {
      range.setStart(box.firstChild, position);
      range.setEnd(box.firstChild, position + character.length);
      const boxes = [...range.getClientRects()];
      // The hyphen after a soft hyphen is a box of the character after it.
      const shown = boxes.findLast(box => box.width > 0) || boxes[0];
      if (character !== '\\n' && shown && (last === null || shown.top > last + 2 * @SCALE@)) {
        starts.push(byte);
        last = shown.top;
      }
      position += character.length;
      byte += new TextEncoder().encode(character).length;
    }
    const height = box.getBoundingClientRect().height / @SCALE@;
    box.style.width = 'max-content';
    box.style.whiteSpace = 'pre';
    results.push({starts, height, width: box.getBoundingClientRect().width / @SCALE@});
    box.remove();
  }
  const out = document.createElement('pre');
  out.id = 'out';
  out.textContent = JSON.stringify(results);
  document.body.append(out);
}
measure();
</script>"""


def in_browser(browser, folder, families, cases):
    faces = "".join(
        f"@font-face {{ font-family: f{index}; font-weight: {weight}; src: url(file://{file}) }}"
        for index, files in enumerate(families) for weight, file in files.items())
    names = ",".join(f"f{index}" for index in range(len(families)))
    page = PAGE.replace("@FACES@", faces).replace("@FAMILIES@", names).replace("@STRINGS@", json.dumps(cases))
    return browser.measured(page.replace("@SCALE@", str(browser.SCALE)), folder)


def with_fonts(browser, folder, families):
    """The options for the fonts that the browser has."""
    fonts = pathlib.Path(folder, "fonts.json")
    fonts.write_text(json.dumps({
        "name": "test", "breaking": "blink", "rounding": browser.ROUNDING,
        "families": [{"faces": [{"file": file, "weight": weight} for weight, file in files.items()]}
                     for files in families]}))
    return ["--font", str(fonts)]


def here(options, cases, members):
    requests = "".join(json.dumps({member: case[member] for member in members}) + "\n" for case in cases)
    printed = subprocess.run(
        [os.environ["SECTIONENGINE"], "measure", "--unrounded", "--json-lines", "--no-project", *options],
        input=requests, capture_output=True, text=True)
    if printed.returncode:
        sys.exit(printed.stderr)
    return [json.loads(line) for line in printed.stdout.splitlines()]


def print_estimate(cases, expected, broken, natural):
    """Prints for each kind the error of widths, and how many strings have as many lines as in the browser."""
    errors, equal = collections.defaultdict(list), collections.Counter()
    for case, theirs, lines, line in zip(cases, expected, broken, natural):
        errors[case["kind"]].append(abs(line["width"] - theirs["width"]) / max(theirs["width"], 1))
        equal[case["kind"]] += len(starts(lines)) == len(theirs["starts"])
    for kind, found in sorted(errors.items(), key=lambda entry: statistics.median(entry[1])):
        found.sort()
        print(f"{kind:26} median error {statistics.median(found):6.1%}, 95 % below {found[len(found) * 95 // 100]:6.1%}, "
              f"equal numbers of lines {equal[kind] / len(found):6.1%}")


def starts(lines):
    return [part["start"] for part in lines["lines"] if part["end"] > part["start"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--family", choices=list(LATIN), default="Inter")
    parser.add_argument("--browser", choices=["chromium", "webkit"], default="chromium")
    parser.add_argument("--estimate", metavar="METRICS")
    options = parser.parse_args()
    browser = {"chromium": chromium, "webkit": webkit}[options.browser]
    cases = list(strings(options.seed, options.count))
    with tempfile.TemporaryDirectory() as folder:
        families = fonts(folder, options.family)
        expected = in_browser(browser, folder, families, cases)
        measured = ["--metrics", options.estimate] if options.estimate else with_fonts(browser, folder, families)
        broken = here(measured, cases, ["text", "size", "weight", "width", "locale"])
        natural = here(measured, cases, ["text", "size", "weight", "locale"])
    if options.estimate:
        print_estimate(cases, expected, broken, natural)
        return

    total, widths, heights, breaks, counts = (collections.Counter() for _ in range(5))
    worst, high, other = [], [], []
    for case, theirs, lines, line in zip(cases, expected, broken, natural):
        kind = case["kind"]
        total[kind] += 1
        difference = line["width"] - theirs["width"]
        if abs(difference) > 1 / 64 + 1e-6:
            widths[kind] += 1
            worst.append((abs(difference), f"{difference:+.3f} px: {case['text'][:60]!r}"))
        ours = starts(lines)
        difference = lines["height"] - theirs["height"]
        if ours == theirs["starts"] and abs(difference) > 1 / 64 + 1e-6:
            heights[kind] += 1
            high.append((abs(difference), f"{difference:+.3f} px: {case['text'][:60]!r} {case['size']}"))
        if ours != theirs["starts"]:
            breaks[kind] += 1
            counts[kind] += len(ours) != len(theirs["starts"])
            text = case["text"].encode()
            show = lambda at: [text[a:b].decode() for a, b in zip(at, at[1:] + [len(text)])]
            other.append(f"browser  {show(theirs['starts'])}\n         ours     {show(ours)}")
    for kind in total:
        print(f"{kind:26} {total[kind]:5} strings, other: {widths[kind]} widths, {heights[kind]} heights, "
              f"{breaks[kind]} breaks, {counts[kind]} numbers of lines")
    print(f"{'all':26} {len(cases):5} strings, other: {widths.total()} widths, {heights.total()} heights, "
          f"{breaks.total()} breaks, {counts.total()} numbers of lines (seed {options.seed})")
    for _, text in sorted(worst, reverse=True)[:10]:
        print("  width ", text)
    for _, text in sorted(high, reverse=True)[:10]:
        print("  height", text)
    for text in other[:10]:
        print("  breaks", text)
    is_close = widths.total() <= len(cases) / 1000 and counts.total() <= len(cases) / 1000
    is_close = is_close and heights.total() <= len(cases) / 200
    is_close = is_close and breaks.total() <= len(cases) / 200
    sys.exit(not (is_close and all(breaks[kind] <= total[kind] / 50 for kind in total)))


main()
