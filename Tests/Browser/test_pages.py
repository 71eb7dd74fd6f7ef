#!/usr/bin/env python3
"""Pages that the program writes, in headless Chromium: driven with keys, checked by axe-core. Run by `make test-browser`."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from served import PROGRAM, ROOT, SAMPLES, Served
from webdriver import Browser

AXE = ROOT / ".build/axe/axe_playwright_python/axe.min.js"
WIDTHS = (1440, 1280, 1024, 500, 320)


def run(*arguments, folder):
    """Runs the program; differences and findings are no failure."""
    result = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True)
    assert result.returncode in (0, 1), result.stderr.decode()
    return result.stdout.decode()


class PageTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sectionengine-pages-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def page(self, name, *arguments):
        run(*arguments, "-o", name, folder=self.folder)
        return f"file://{self.folder / name}"

    def changed(self, *options):
        """A diff with a resized, a removed and a changed part, as an address."""
        feed = str(SAMPLES / "netease-home/blocks.json")
        dump = run("dump", "--layout", "netease-home", feed, *options, folder=self.folder)
        (self.folder / "a.dump").write_text(dump, encoding="utf-8")
        after = dump.replace("120x160", "120x182").replace('"Slow Ferry"', '"Slow Ferry, live"')
        (self.folder / "b.dump").write_text(
            re.sub(r"  section HOMEPAGE_MUSIC_CALENDAR.*?(?=  section )", "", after, flags=re.S), encoding="utf-8")
        return self.page("diff.html", "diff", "a.dump", "b.dump", "--format", "html")

    def check(self, browser, name):
        """Nothing is wider than the window, and axe-core finds nothing."""
        for width in WIDTHS:
            browser.command("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1,
                            mobile=False)
            wide = browser.run("return document.scrollingElement.scrollWidth - innerWidth")
            self.assertLessEqual(wide, 0, f"{name} at {width}")
            if not AXE.exists():
                continue
            for scheme in ("light", "dark"):
                browser.command("Emulation.setEmulatedMedia", features=[
                    {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
                browser.run(AXE.read_text(encoding="utf-8") + "; window.axe = axe;")
                found = browser.call("POST", f"{browser.session}/execute/async", {"script": """
                    const done = arguments[0];
                    axe.run(document).then((result) => done(result.violations.map((violation) =>
                      violation.id + ': ' + violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' '))));
                    """, "args": []})
                self.assertEqual(found, [], f"{name} at {width}, {scheme}")

    def test_a_diff_is_read_with_keys(self):
        with Browser(width=1280, height=800) as browser:
            browser.open(self.changed())
            current = "return document.querySelector('[aria-current]').textContent"
            inside = """const mark = document.querySelector('.after .chosen, .before .chosen').getBoundingClientRect();
                return mark.top >= 0 && mark.top < innerHeight;"""
            first = browser.run(current)
            self.assertTrue(browser.run(inside), "the first change is on the first screen")
            count = browser.run("return document.querySelectorAll('nav a[data-ids]').length")
            seen = [first]
            for _ in range(count - 1):
                browser.press("j")
                seen.append(browser.run(current))
                self.assertTrue(browser.run(inside), seen[-1])
                tops = browser.run("return [...document.querySelectorAll('.chosen')].map((mark) =>"
                                   " mark.getBoundingClientRect().top)")
                self.assertAlmostEqual(min(tops), max(tops), delta=2, msg=seen[-1])
            self.assertEqual(len(seen), count)
            browser.press("k")
            self.assertEqual(browser.run(current), seen[-2])
            browser.run("document.getElementById('v2').focus()")
            browser.press(" ")
            self.assertEqual(browser.run("return document.getElementById('v2').checked"), True)
            marked = browser.run("return document.querySelectorAll('.after .marks .resized').length")
            self.assertGreater(marked, 3, "each card is marked")

    def test_diffs_are_accessible(self):
        with Browser() as browser:
            browser.open(self.changed())
            self.check(browser, "diff")
            browser.open(self.changed("--direction", "rtl"))
            self.check(browser, "diff from right to left")

    def apps(self):
        """Addresses of comparisons of an app with a page, of two apps, and of a design with a page."""
        cases = {
            "page": ("home.dump", "uikit-scrolled.txt"), "apps": ("appium-top.xml", "uiautomator-top.xml", "--scale", "3"),
            "design": ("design.json", "home.dump"), "labels": ("uiautomator-screen-1.xml", "appium-top.xml", "--scale", "3"),
        }
        views = ROOT / "Tests/LayoutReviewTests/ViewHierarchy/Fixtures"
        return {
            name: self.page(f"{name}.html", "diff", *(str(views / word) if "." in word else word for word in words))
            for name, words in cases.items()
        }

    def test_differences_of_apps_lead_to_both_sides_and_back(self):
        with Browser(width=1280, height=800) as browser:
            for name, address in self.apps().items():
                browser.open(address)
                count = browser.run("return document.querySelectorAll('nav a[data-ids]').length")
                self.assertGreater(count, 0, name)
                both = 0
                for index in range(count):
                    shown = browser.run("""
                        const link = document.querySelectorAll('nav a[data-ids]')[arguments[0]];
                        link.click();
                        return link.dataset.ids.split(' ').map(id => {
                          const mark = document.getElementById(id).getBoundingClientRect();
                          return document.getElementById(id).classList.contains('chosen') && mark.bottom > 0
                            && mark.top < innerHeight;
                        });""", index)
                    self.assertTrue(all(shown), f"{name} {index}")
                    both += len(shown) == 2
                    chosen = browser.run("""
                        const link = document.querySelectorAll('nav a[data-ids]')[arguments[0]];
                        document.querySelectorAll('nav a[data-ids]')[(arguments[0] + 1) % arguments[1]].click();
                        document.getElementById(link.dataset.ids.split(' ')[0])
                          .dispatchEvent(new MouseEvent('click', { bubbles: true }));
                        return link.getAttribute('aria-current');""", index, count)
                    self.assertEqual(chosen, "true", f"{name} {index}")
                self.assertGreater(both, 0, name)
                # Texts lie in the frames of their views.
                wide = browser.run("""return [...document.querySelectorAll('.content text')].filter(text =>
                    text.getBBox().x < -1 || text.getBBox().x + text.getBBox().width > 391).length""")
                texts = browser.run("return document.querySelectorAll('.content text').length")
                self.assertLess(wide, texts / 4, name)

    def test_comparisons_of_apps_are_accessible(self):
        with Browser() as browser:
            for name, address in self.apps().items():
                browser.open(address)
                self.check(browser, name)

    def test_colours_of_a_page_do_not_follow_the_system(self):
        """A page in its own colours has the greys of its appearance, also in a dark document and the other way round."""
        grey = {"light": "rgb(228, 228, 231)", "dark": "rgb(63, 63, 70)"}
        pages = {
            "redline": lambda name: self.page("own.html", "render", "--layout", "netease-home", "--appearance", name),
            "snapshots": lambda name: self.snapshots(),
        }
        with Browser(width=1280, height=800) as browser:
            for kind, name in (("redline", "light"), ("redline", "dark"), ("snapshots", "light")):
                browser.open(pages[kind](name))
                for scheme in ("light", "dark"):
                    browser.command("Emulation.setEmulatedMedia", features=[
                        {"name": "prefers-color-scheme", "value": scheme}])
                    for choice in ("system", "light", "dark"):
                        found = browser.run("""
                            document.getElementById(arguments[0]).click();
                            return [...document.querySelectorAll(`.content.${arguments[1]} .img`)]
                              .filter(image => !image.hasAttribute('fill') && !image.style.fill)
                              .map(image => getComputedStyle(image).fill);""", choice, name)
                        self.assertGreater(len(found), 0)
                        self.assertEqual(set(found), {grey[name]}, f"{kind} {name} {scheme} {choice}")

    def test_narrow_pages_cut_no_words_and_keep_controls_together(self):
        pages = {
            "standard": self.page("standard.html", "check", "--layout", "netease-home", "--standard", "wcag22"),
            "redline": self.redline(), "diff": self.changed(), "snapshots": self.snapshots(), **self.apps(),
        }
        with Browser(width=500, height=900) as browser:
            for name, address in pages.items():
                for width in (500, 320):
                    browser.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                                    mobile=False)
                    browser.open(address)
                    cut = browser.run("""
                        return [...document.querySelectorAll('body *')].filter(part =>
                          !part.closest('svg, pre, figure') && part.getClientRects().length
                          && [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim())
                          && part.getBoundingClientRect().right > innerWidth + 1).map(part => part.outerHTML.slice(0, 120));""")
                    self.assertEqual(cut, [], f"{name} at {width}")
                    apart = browser.run("""
                        return [...document.querySelectorAll('label input')].filter(input => {
                          const words = document.createRange();
                          words.selectNodeContents(input.labels[0].lastChild);
                          const [box, text] = [input.getBoundingClientRect(), words.getClientRects()[0]];
                          return text && (text.bottom < box.top || text.top > box.bottom);
                        }).map(input => input.id);""")
                    self.assertEqual(apart, [], f"{name} at {width}")

    def test_a_printed_comparison_keeps_captions_with_pictures(self):
        # A long list fills most of the first sheet.
        with Browser(width=1280, height=900) as browser:
            for name, address in {"diff": self.changed(), **self.apps()}.items():
                browser.open(address)
                browser.command("Emulation.setEmulatedMedia", media="print")
                found = browser.run("""return [...document.querySelectorAll('.sides figcaption')].map(caption =>
                    getComputedStyle(caption).breakAfter)""")
                self.assertEqual(found, ["avoid", "avoid"], name)

    def snapshots(self):
        """A page with changed snapshots and others, as an address."""
        run("snapshot", "init", "wanandroid-search", "netease-home", folder=self.folder)
        narrow = ("--device", "iphone-14")
        run("snapshot", "record", *narrow, folder=self.folder)
        for file in (self.folder / "Snapshots/netease-home").glob("*.dump"):
            text = file.read_text(encoding="utf-8").replace('"Slow Ferry"', '"Slow Boat"')
            if "rtl" in file.name:
                text = re.sub(r"  section HOMEPAGE_MUSIC_CALENDAR.*?(?=  section )", "", text, flags=re.S)
                text = re.sub(r"sections=\d+", lambda _: f"sections={text.count(chr(10) + '  section ')}", text)
            file.write_text(text, encoding="utf-8")
        return self.page("snapshots.html", "snapshot", "verify", *narrow, "--format", "html")

    def test_a_snapshot_page_is_read_with_keys(self):
        with Browser(width=1280, height=800) as browser:
            browser.open(self.snapshots())
            count = browser.run("return document.querySelectorAll('section').length")
            self.assertGreater(count, 1)
            for index in range(count):
                browser.press("j")
                title, top = browser.run("const node = document.activeElement;"
                                         "return [node.querySelector('h2').textContent, node.getBoundingClientRect().top]")
                self.assertIn("changed", title)
                self.assertGreater(len(title), 10)
            browser.press("k")
            self.assertTrue(browser.run(
                "return document.activeElement === document.querySelectorAll('section')[arguments[0]]", count - 2))
            # One cause is one problem with its cells as chips, and one row for each changed section.
            self.assertLess(count, browser.run("return document.querySelectorAll('.chips li').length"))
            rows = browser.run("""return [...document.querySelectorAll('.rows')].map(rows => [...rows.children]
                .filter(part => part.matches('figure, .absent')).map(part => part.getBoundingClientRect().top))""")
            for tops in rows:
                self.assertEqual(len(tops) % 2, 0)
                for before, after in zip(tops[::2], tops[1::2]):
                    self.assertAlmostEqual(before, after, delta=1)
            blank = browser.run("""return [...document.querySelectorAll('.rows .context > g')]
                .filter(section => section.children.length < 2).length""")
            self.assertEqual(blank, 0, "unchanged sections are pale, not blank")
            links = browser.run("""return [...document.querySelectorAll('nav li')].map(entry => [
                document.querySelector(entry.querySelector('a').hash).tagName,
                document.querySelector(entry.querySelector('use').getAttribute('href')).tagName])""")
            self.assertEqual(links, [["SECTION", "svg"]] * count)
            self.check(browser, "snapshots")

    def test_a_redline_is_read_with_keys(self):
        feed = str(SAMPLES / "netease-home/blocks.json")
        with Browser(width=1280, height=800) as browser:
            browser.open(self.page(
                "redline.html", "render", feed, "--layout", "netease-home", "--format", "html",
                "--devices", "iphone-se,iphone-14"))
            browser.run("document.getElementById('find').focus()")
            for letter in "card[":
                browser.press(letter)
            browser.press("Enter")
            self.assertRegex(browser.run("return document.querySelector('output[for=find]').textContent"), r"2 of \d+")
            browser.run("document.getElementById('next').click()")
            self.assertRegex(browser.run("return document.querySelector('output[for=find]').textContent"), r"3 of \d+")
            browser.run("document.getElementById('previous').click(); document.activeElement.blur()")
            wide = "return document.querySelector('.picture svg').getBoundingClientRect().width"
            before = browser.run(wide)
            browser.press("+")
            self.assertAlmostEqual(browser.run(wide), before * 1.25, delta=1)
            browser.press("0")
            browser.press("0")
            self.assertAlmostEqual(
                browser.run(wide), browser.run("return document.querySelector('.pictures').clientWidth"), delta=1)
            browser.press("0")
            words = browser.run(
                """const node = name => [...document.querySelectorAll('.picture:first-child .content g[id]')]
                     .find(node => node.querySelector('title').textContent.startsWith(name));
                   const path = 'HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card';
                   node(path + '[0] ').dispatchEvent(new MouseEvent('click', { bubbles: true }));
                   node(path + '[1] ').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
                   return document.querySelector('dd.distance').textContent;""")
            self.assertRegex(words, r"^[\d.]+ across, overlaps by [\d.]+ down$")
            marks = browser.run("return document.querySelectorAll('#picture1 .findings .warning title').length")
            self.assertGreater(marks, 3)
            self.assertIn("SE2", browser.run("return document.querySelector('.findings title').textContent"))
            # The legend is not cut, although the details are open.
            cut = browser.run(
                """const right = Math.max(...[...document.querySelectorAll('#picture1 .legend text')]
                     .map(text => text.getBoundingClientRect().right));
                   return right - document.querySelector('.pictures').getBoundingClientRect().right;""")
            self.assertLessEqual(cut, 0)
            self.check(browser, "redline")

    def redline(self, *options):
        feed = str(SAMPLES / "netease-home/blocks.json")
        return self.page("redline.html", "render", "--layout", "netease-home", feed, "--device", "iphone-14", *options)

    def test_a_marked_finding_is_told_by_a_click_and_by_its_list(self):
        with Browser(width=1600, height=900) as browser:
            browser.open(self.redline())
            place = browser.run("""const box = document.querySelector('.findings .warning .number');
                box.scrollIntoView({ block: 'center' });
                const { left, top, width, height } = box.getBoundingClientRect();
                return [left + width / 2, top + height / 2];""")
            browser.click(*place)
            terms = browser.run("return [...document.querySelectorAll('aside dt, aside dd')].map(part => part.textContent)")
            self.assertRegex(terms[0], r"^warning \d+$")
            self.assertRegex(terms[1], r"^SE21\d\d [a-z-]+: \S")
            number = terms[0].split()[1]
            self.assertEqual(browser.run("return document.querySelector('.list .current').value"), int(number))
            self.assertEqual(browser.run("""return document.querySelector('.findings .warning text').textContent"""), number)
            # Each entry with a link leads to its node, and each mark lies inside of its node.
            count = browser.run("return document.querySelectorAll('#list1 a').length")
            self.assertGreater(count, 5)
            for index in range(count):
                browser.run("document.querySelectorAll('#list1 a')[arguments[0]].click()", index)
                wanted, chosen, inside = browser.run("""
                    const entry = document.querySelectorAll('#list1 a')[arguments[0]].closest('li');
                    const mark = document.querySelector(`.findings [data-node="${entry.dataset.node}"]`);
                    const box = part => part.getBoundingClientRect();
                    const node = document.querySelector('.chosen'), rect = mark?.querySelector('rect');
                    return [entry.dataset.node, node.id, !mark || (box(rect).left >= box(node).left - 1
                      && box(rect).right <= box(node).right + 1 && box(rect).bottom <= box(node).bottom + 1)];""", index)
                self.assertEqual(wanted, chosen)
                self.assertTrue(inside, wanted)

    def test_a_pointer_measures_the_distance_from_the_chosen_node(self):
        with Browser(width=1600, height=900) as browser:
            browser.open(self.redline())
            browser.run("""window.node = path => [...document.querySelectorAll('.content g[id]')]
                .find(node => node.querySelector('title').textContent.startsWith(path + ' @'));""")
            rail = "HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card"

            def measured(chosen, other):
                return browser.run("""
                    node(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }));
                    node(arguments[1]).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
                    return [...document.querySelectorAll('.distances text')].map(text => text.textContent);""", chosen, other)

            self.assertEqual(measured(f"{rail}[0]", f"{rail}[1]"), ["10"])
            self.assertEqual(measured(f"{rail}[1]", f"{rail}[0]"), ["10"])
            # A node inside of another one has a distance to each edge: here, none above and at the sides.
            self.assertEqual(measured(f"{rail}[0]", f"{rail}[0]/image"), ["33"])
            self.assertEqual(measured(f"{rail}[0]/image", f"{rail}[0]"), ["33"])
            browser.run("node(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))", f"{rail}[2]")
            self.assertEqual(browser.run("return document.querySelectorAll('.distances').length"), 0)

    def test_a_colour_has_a_swatch(self):
        with Browser(width=1600, height=900) as browser:
            browser.open(self.redline())
            found = browser.run("""
                const nodes = [...document.querySelectorAll('.content g[id]')]
                  .filter(node => / color=(\\w+)/.test(node.querySelector('title').textContent));
                nodes[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
                const swatch = document.querySelector('aside .swatch');
                return [swatch.parentNode.textContent, swatch.style.background];""")
            self.assertRegex(found[0], r"^\w+ #[0-9a-f]{6}$")
            self.assertIn("rgb", found[1])

    def test_a_redline_fits_a_narrow_window_and_shows_no_empty_bar(self):
        for width, fits in ((500, True), (890, True), (1280, False)):
            with Browser(width=width, height=900) as browser:
                browser.open(self.redline())
                wide = browser.run("""const svg = document.querySelector('.picture svg');
                    return svg.getBoundingClientRect().width - svg.closest('.pictures').clientWidth""")
                self.assertEqual(abs(wide) <= 1, fits, width)
                self.assertEqual(browser.run("return document.querySelector('aside').getClientRects().length"), 0)
                browser.run("document.querySelector('.content g[id]').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
                self.assertEqual(browser.run("return document.querySelector('aside').getClientRects().length"), 1)

    def sheets(self, browser):
        """Cuts the pictures as for printing; returns the visible sheets' view boxes, by picture."""
        browser.command("Emulation.setEmulatedMedia", media="print")
        browser.run("dispatchEvent(new Event('beforeprint'))")
        return browser.run("""return [...document.querySelectorAll('svg.cut')].map(svg => {
            const boxes = [];
            for (let next = svg.nextElementSibling; next?.classList.contains('sheet'); next = next.nextElementSibling) {
              const { y, height } = next.viewBox.baseVal;
              boxes.push([y, height, next.getBoundingClientRect().height > 0]);
            }
            return { y: svg.viewBox.baseVal.y, height: svg.viewBox.baseVal.height, boxes };
          });""")

    def test_pictures_are_printed_in_sheets(self):
        for address, count in ((self.redline(), 1), (self.changed(), 2)):
            with Browser(width=1280, height=900) as browser:
                browser.open(address)
                content = "return document.body.innerHTML.replaceAll(' class=\"\"', '')"
                before = browser.run(content)
                pictures = self.sheets(browser)
                self.assertEqual(len(pictures), count)
                for picture in pictures:
                    end = picture["y"]
                    self.assertGreater(len(picture["boxes"]), 1)
                    for y, height, is_shown in picture["boxes"]:
                        self.assertAlmostEqual(y, end, delta=0.01)
                        self.assertTrue(is_shown)
                        end = y + height
                    self.assertAlmostEqual(end, picture["y"] + picture["height"], delta=0.01)
                hidden = browser.run("return document.querySelector('fieldset').getClientRects().length")
                self.assertEqual(hidden, 0, "the first sheet begins with the picture, without controls")
                browser.run("dispatchEvent(new Event('afterprint'))")
                self.assertEqual(browser.run(content), before)

    def test_a_redline_of_many_blocks_loads(self):
        feed = [{"blockCode": f"B{index % 7}", "title": f"Block {index}",
                 "items": [{"title": f"Item {index} {item}", "url": "https://a.b/c"} for item in range(4)]}
                for index in range(3_000)]
        (self.folder / "big.json").write_text(json.dumps(feed), encoding="utf-8")
        address = self.page("big.html", "render", "big.json")
        self.assertLess((self.folder / "big.html").stat().st_size, 15_000_000)
        with Browser(width=1280, height=900) as browser:
            browser.open(address)
            self.assertIn("show only their names", browser.run("return document.querySelector('.remark').textContent"))
            self.assertEqual(browser.run("return document.querySelectorAll('.content > .section').length"), 3_000)

    def test_a_judgement_by_a_standard_is_accessible(self):
        with Browser() as browser:
            for standard, count in (("wcag22", 8), ("en301549", 7)):
                browser.open(self.page("standard.html", "check", "--layout", "netease-home", "--standard", standard))
                self.assertEqual(browser.run("return document.querySelectorAll('tr[class]').length"), count)
                self.check(browser, standard)

    def test_the_preview_fits_and_lists_what_check_finds(self):
        with Served("feed.json", "--layout", "netease-home", "--devices", "iphone-14,ipad-11") as served, \
                Browser(width=1280, height=900) as browser:
            browser.open(served.address)
            browser.wait("return document.getElementById('findings').textContent.includes('SE2102')")
            self.assertFalse(browser.run(
                "const button = document.querySelector('#controls button'); return !button.hidden"))
            self.assertLessEqual(browser.run(
                "const frames = document.getElementById('frames'); return frames.scrollWidth - frames.clientWidth"), 1)
            right = browser.run(
                "return [...document.querySelectorAll('.screen')].at(-1).getBoundingClientRect().right")
            self.assertLess(right, browser.run(
                "return document.querySelector('.columns aside').getBoundingClientRect().left"))
            self.check(browser, "preview")

    def test_a_list_of_feeds_leads_to_each_with_keys(self):
        with Served("feed.json", "other.json", "--devices", "iphone-14") as served, \
                Browser(width=1280, height=900) as browser:
            served.write(json.dumps({"blocks": [{"type": "card", "title": "First words"}]}))
            (served.folder / "other.json").write_text(
                json.dumps({"blocks": [{"type": "card", "title": "Other words"}]}), encoding="utf-8")
            browser.open(served.address)
            browser.wait("return document.querySelectorAll('#feeds svg').length === 2")
            self.check(browser, "list of feeds")
            browser.command("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1,
                            mobile=False)
            browser.run("document.querySelectorAll('#feeds a')[1].focus()")
            browser.press("Enter")
            browser.wait("return document.body.textContent.includes('Other words')")
            browser.run("const menu = document.querySelector('[name=feed]'); menu.value = 'feed.json';"
                        "menu.dispatchEvent(new Event('change', { bubbles: true }))")
            browser.wait("return document.body.textContent.includes('First words')")
            # A change of another feed leaves the page, one of its own shows at once.
            (served.folder / "other.json").write_text("{", encoding="utf-8")
            served.write(json.dumps({"blocks": [{"type": "card", "title": "Second words"}]}))
            browser.wait("return document.body.textContent.includes('Second words')")
            self.assertIn("feed=feed.json", browser.run("return location.href"))

    @unittest.skipUnless(AXE.exists(), "axe-core is not installed; `make test-browser` installs it")
    def test_axe_finds_faults(self):
        with Browser() as browser:
            (self.folder / "bad.html").write_text("<html><body><img src='x.png'><button></button>", encoding="utf-8")
            browser.open(f"file://{self.folder / 'bad.html'}")
            with self.assertRaises(AssertionError):
                self.check(browser, "a page with faults")


if __name__ == "__main__":
    unittest.main(verbosity=2)
