#!/usr/bin/env python3
"""`sectionengine serve` in headless Chromium. Run by `make test-browser`."""

import http.server
import json
import statistics
import tempfile
import threading
import time
import unittest

from PIL import Image
from served import Served, frames, parsed, render
from webdriver import Browser

NETEASE = ["feed.json", "--layout", "netease-home"]


def box(browser, path, device=None):
    """Returns x, y, width and height in the window of the first shape of a node."""
    return browser.run(
        """const all = [...document.querySelectorAll('.screen .node')].filter((node) =>
             node.dataset.node === arguments[0]
             && (!arguments[1] || node.closest('.device').dataset.device === arguments[1]));
           const { x, y, width, height } = all[0].querySelector('rect').getBoundingClientRect();
           return [x, y, width, height];""", path, device)


def details(browser):
    """Returns the facts in the panel about the selected node."""
    return browser.run(
        """const facts = { title: document.getElementById('node-title').textContent };
           for (const name of document.querySelectorAll('#node dt'))
             facts[name.textContent] = name.nextElementSibling.textContent;
           return facts;""")


def first_card(layout):
    """Path and frame of the first item on screen that has an action."""
    for path, (frame, node) in frames(layout).items():
        if "action" in node and frame[1] < 500 and "visibility" not in node and frame[2] > 40:
            return path, frame
    raise AssertionError("no card")


class PreviewTests(unittest.TestCase):
    def test_a_clicked_card_shows_where_it_is(self):
        with Served(*NETEASE, "--devices", "iphone-14") as served, Browser() as browser:
            browser.open(served.address)
            path, frame = first_card(parsed(served.get("/page/json")[1]))
            x, y, width, height = box(browser, path)
            browser.click(x + width / 2, y + height / 2)
            browser.wait("return document.querySelector('.node.selected') !== null")
            chosen = browser.run("return document.querySelector('.node.selected').dataset.node")
            self.assertTrue(chosen == path or chosen.startswith(path + "/"), chosen)
            browser.wait("return document.getElementById('node-title').textContent === arguments[0]", chosen)
            found = details(browser)
            wanted = frames(parsed(served.get("/page/json")[1]))[chosen][0]
            numbers = found["Frame"].replace("·", ",").replace("×", ",").split(",")
            for number, expected in zip(numbers, wanted):
                self.assertAlmostEqual(float(number), expected, delta=0.02)
            self.assertTrue(found["Feed path"].startswith("$."), found)
            self.assertIn("feed.json:", found["Feed"])
            self.assertIn("Why this size", browser.run("return document.getElementById('node').textContent"))
            # The address shows the same again.
            browser.open(browser.run("return location.href"))
            self.assertEqual(details(browser), found)

    def test_sections_of_a_big_page_are_drawn_where_it_is_scrolled_to(self):
        with Served("feed.json", "--devices", "iphone-14,ipad-11") as served, Browser() as browser:
            served.write(json.dumps({"blocks": [
                {"type": "card", "title": f"Card {number}",
                 "items": [{"title": f"Item {number}/{item}"} for item in range(4)]} for number in range(800)]}))
            end = time.monotonic() + 60
            while "Card 0" not in (page := served.get("/")[1]):
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)
            self.assertLess(len(page), 1 << 20)
            browser.open(served.address)
            shown = """const page = document.querySelector('[data-device="iphone-14"] .page');
                return [...page.querySelectorAll('text')].some(text => text.textContent === arguments[0]);"""
            self.assertTrue(browser.run(shown, "Card 0"))
            self.assertFalse(browser.run(shown, "Card 400"))
            middle = browser.run("""const screen = document.querySelector('[data-device="iphone-14"] .scroller');
                screen.scrollTop = screen.scrollHeight / 2; return screen.scrollTop;""")
            browser.wait(shown, "Card 400")
            self.assertFalse(browser.run(shown, "Card 0"))
            at = "return document.querySelector('[data-device=\"iphone-14\"] .scroller').scrollTop"
            self.assertEqual(browser.run(at), middle)
            browser.run("document.querySelector('[data-device=\"iphone-14\"] .scroller').scrollTop = 1e9")
            browser.wait(shown, "Card 799")
            # Clips of both devices stay apart.
            self.assertEqual(browser.run("""const ids = [...document.querySelectorAll('[id]')].map(part => part.id);
                return ids.length - new Set(ids).size;"""), 0)
            # A link without the script leads to the same sections.
            self.assertIn("Card 400", served.get(f"/?device=iphone-14&y={middle}")[1])

    def test_a_keyboard_is_enough(self):
        with Served(*NETEASE, "--devices", "iphone-14") as served, Browser() as browser:
            browser.open(served.address)
            browser.run("document.querySelector('svg.page [tabindex=\"0\"]').focus()")
            first = browser.run("return document.activeElement.dataset.node")
            browser.press("ArrowDown")
            browser.press("ArrowDown")
            focused = browser.run("return document.activeElement.dataset.node")
            self.assertNotEqual(first, focused)
            browser.press("Enter")
            browser.wait("return document.getElementById('node-title').textContent === arguments[0]", focused)

    def test_controls_draw_other_devices_and_appearances(self):
        with Served(*NETEASE, "--devices", "iphone-14") as served, Browser() as browser:
            browser.open(served.address)
            self.assertEqual(browser.run("return document.querySelectorAll('.device').length"), 1)
            browser.run("document.querySelector('details.devices').open = true;"
                        "document.querySelector('input[value=ipad-mini]').click()")
            browser.wait("return document.querySelector('[data-device=ipad-mini]') !== null")
            browser.run("const menu = document.querySelector('[name=appearance]'); menu.value = 'dark';"
                        "menu.dispatchEvent(new Event('change', { bubbles: true }))")
            browser.wait("return document.querySelectorAll('.screen.dark').length === 2")
            colour = browser.run(
                "return getComputedStyle(document.querySelector('.k-section rect')).fill")
            self.assertEqual(colour, "rgb(24, 24, 27)")
            address = browser.run("return location.search")
            self.assertIn("device=iphone-14&device=ipad-mini&appearance=dark", address)
            browser.run("const menu = document.querySelector('[name=direction]'); menu.value = 'rtl';"
                        "menu.dispatchEvent(new Event('change', { bubbles: true }))")
            browser.wait("return document.querySelector('svg.page').getAttribute('direction') === 'rtl'")

    def test_a_changed_feed_is_seen_at_once(self):
        with Served(*NETEASE, "--devices", "iphone-14,ipad-11") as served, Browser() as browser:
            text = served.feed.read_text(encoding="utf-8")
            path, _ = first_card(parsed(served.get("/page/json?device=iphone-14")[1]))
            browser.open(served.address)
            browser.run("document.querySelector('.scroller').scrollTop = 321")
            x, y, width, height = box(browser, path, "ipad-11")
            browser.click(x + width / 2, y + height / 2)
            browser.wait("return document.querySelectorAll('.node.selected').length === 1")
            chosen = browser.run("return document.querySelector('.node.selected').dataset.node")
            times = []
            for number in range(10):
                words = f"今天听{number}"
                version = browser.run("return document.getElementById('status').dataset.version")
                served.write(text.replace("今天听这些", words))
                changed = time.time() * 1000
                browser.wait(
                    "return performance.getEntriesByType('mark').some((mark) =>"
                    " mark.name.startsWith('picture ') && +mark.name.slice(8) > +arguments[0])", version)
                shown = browser.run(
                    "const last = performance.getEntriesByType('mark').at(-1);"
                    "return performance.timeOrigin + last.startTime")
                times.append(shown - changed)
                self.assertIn(words, browser.run("return document.querySelector('svg.page').textContent"))
                # Time for the next request to wait.
                time.sleep(0.2)
            print(f"change to picture: median {statistics.median(times):.0f} ms,"
                  f" worst of {len(times)} {max(times):.0f} ms, at most 150 ms wanted")
            # Screens that are made smaller to fit scroll by whole pixels of the window.
            self.assertAlmostEqual(browser.run("return document.querySelector('.scroller').scrollTop"), 321, delta=1)
            self.assertEqual(
                browser.run("return document.querySelector('.node.selected').dataset.node"), chosen)

    def test_a_broken_feed_keeps_the_picture_and_says_why(self):
        with Served(*NETEASE, "--devices", "iphone-14") as served, Browser() as browser:
            text = served.feed.read_text(encoding="utf-8")
            browser.open(served.address)
            served.write(text[: len(text) // 2])
            browser.wait("return document.getElementById('status').classList.contains('stale')")
            self.assertIn("SE1003", browser.run("return document.getElementById('findings').textContent"))
            self.assertIn("今天听这些", browser.run("return document.querySelector('svg.page').textContent"))
            served.write(text)
            browser.wait("return !document.getElementById('status').classList.contains('stale')")

    def test_changes_since_a_saved_state_are_listed_and_marked(self):
        with Served(*NETEASE, "--devices", "iphone-14") as served, Browser() as browser:
            text = served.feed.read_text(encoding="utf-8")
            browser.open(served.address)
            browser.run("document.querySelector('#base [value=yes]').click()")
            browser.wait("return document.querySelector('#changes pre')?.textContent.includes('no differences')")
            served.write(text.replace("今天听这些", "今天听这些和那些"))
            browser.wait("return document.querySelector('#changes pre')?.textContent.includes('今天听这些和那些')")
            marked = browser.run(
                "return [...document.querySelectorAll('.node.changed')].map((node) => node.dataset.node)")
            self.assertTrue(marked and all("PLAYLIST_RCMD" in path for path in marked), marked)
            browser.run("document.querySelector('#base [value=no]').click()")
            browser.wait("return document.querySelectorAll('.node.changed').length === 0")

    def test_pinned_and_floating_parts_stand_where_scroll_y_has_them(self):
        mall = ["--layout", "mall-home"]
        compared = 0
        with Served(*mall, "--devices", "iphone-14") as served, Browser() as browser:
            browser.open(served.address)
            browser.wait("return document.querySelectorAll('.pin').length > 0")
            top, most = browser.run(
                "const screen = document.querySelector('.scroller');"
                "return [+screen.dataset.top, screen.scrollHeight - screen.clientHeight]")
            for offset in (0, 37, 250, 611, 1000, int(most)):
                browser.run("document.querySelector('.scroller').scrollTop = arguments[0]", offset)
                # A frame, for the event of scrolling.
                time.sleep(0.1)
                wanted = frames(parsed(render(
                    *mall, "--device", "iphone-14", "--format", "json", "--scroll-y", str(offset))))
                drawn = browser.run(
                    """const y = (node) => {
                         const move = node.parentElement.closest('[transform]')?.getAttribute('transform');
                         return +node.querySelector('rect').getAttribute('y')
                           + (move ? +move.match(/ (-?[0-9.e-]+)\\)/)[1] : 0);
                       };
                       return [...document.querySelectorAll('.pin > .node, .pin > g > .node, .stays .k-section')]
                         .map((node) => [node.dataset.node, y(node), node.closest('.stays') !== null]);""")
                for path, y, stays in drawn:
                    if path in ("top", "bottom") or path not in wanted:
                        continue
                    expected = wanted[path][0][1]
                    # Content that stays is drawn on the screen, whose top edge is at the offset minus the height of the bar.
                    shown = y + (offset - top if stays else 0)
                    self.assertAlmostEqual(shown, expected, delta=0.34, msg=f"{path} at {offset}")
                    compared += 1
        self.assertGreater(compared, 10)

    def test_the_picture_is_drawn_where_the_layout_has_it(self):
        for scale in (1, 2):
            with Served(*NETEASE, "--devices", "iphone-se") as served, \
                    Browser(scale=scale, height=1400) as browser, \
                    tempfile.NamedTemporaryFile(suffix=".png") as file:
                browser.open(served.address)
                browser.screenshot(file.name)
                left, top = browser.run(
                    "const { x, y } = document.querySelector('.screen').getBoundingClientRect();"
                    "return [x, y + +document.querySelector('.scroller').dataset.top]")
                image = Image.open(file.name).convert("RGB")
                compared = self.compare(
                    image, frames(parsed(served.get("/page/json")[1])), left, top, scale)
                print(f"screenshot at scale {scale}: {compared} edges within 1 pixel")
                self.assertGreater(compared, 20)

    def compare(self, image, all_frames, left, top, scale):
        """Finds the edges of images in a picture; gives how many."""
        grey = (0xE4, 0xE4, 0xE7)
        compared = 0
        for path, ((x, y, width, height), node) in all_frames.items():
            inside = x > 4 and x + width < 371 and y + height < 560 and y > 0
            if node.get("kind") != "image" or "visibility" in node or not inside or min(width, height) < 30:
                continue
            # Away from badges, dots and symbols.
            across = [(left + x + 2 * width / 5, top + y, 0, 1), (left + x + 2 * width / 5, top + y + height, 0, -1)]
            along = [(left + x, top + y + 2 * height / 5, 1, 0), (left + x + width, top + y + 2 * height / 5, -1, 0)]
            for px, py, dx, dy in across + along:
                # From outside inwards: the first pixel of the image's colour, behind a rim.
                start = (px * scale, py * scale)
                distance = next(
                    (step for step in range(-6, 7)
                     if image.getpixel((int(start[0] + dx * step), int(start[1] + dy * step))) == grey), None)
                self.assertIsNotNone(distance, f"no edge of {path}")
                self.assertLessEqual(abs(distance), 1, f"{path} at scale {scale}")
                compared += 1
        return compared

    def test_everything_has_a_name_for_assistive_technology(self):
        with Served(*NETEASE, "--devices", "iphone-14") as served, Browser() as browser:
            browser.open(served.address)
            browser.run("document.querySelector('details.devices').open = true")
            browser.command("Accessibility.enable")
            tree = browser.command("Accessibility.getFullAXTree")["nodes"]
            wanted = {
                "button", "link", "checkbox", "combobox", "textbox", "tree", "treeitem", "main", "banner",
                "navigation", "complementary", "region", "form", "group", "heading", "DisclosureTriangle",
            }
            counts, nameless = {}, []
            for node in tree:
                role = node.get("role", {}).get("value")
                if node.get("ignored") or role not in wanted:
                    continue
                counts[role] = counts.get(role, 0) + 1
                named = node.get("name", {}).get("value", "").strip()
                if not named and role not in ("main", "banner", "group"):
                    nameless.append((role, node.get("properties")))
            self.assertEqual(nameless, [])
            for role in ("button", "link", "checkbox", "combobox", "textbox", "tree", "treeitem", "main",
                         "navigation", "complementary"):
                self.assertGreater(counts.get(role, 0), 0, role)
            self.assertEqual(
                counts["treeitem"], browser.run("return document.querySelectorAll('.node').length"))
            print(f"accessibility tree: {sum(counts.values())} controls, landmarks and nodes, all with names")

    def test_no_request_leaves_loopback(self):
        with Served(*NETEASE) as served, Browser() as browser:
            for path in ("/", "/plugins", "/explain/SE3002", "/?measures=on&appearance=dark"):
                browser.open(served.address + path)
                time.sleep(0.3)
            asked = []
            for entry in browser.log("performance"):
                message = json.loads(entry["message"])["message"]
                if message["method"] == "Network.requestWillBeSent":
                    asked.append(message["params"]["request"]["url"])
            own = [url for url in asked if url.startswith(served.address + "/")]
            self.assertGreater(len(own), 10)
            self.assertEqual([url for url in asked if url not in own and not url.startswith("data:")
                              and not url.startswith("chrome")], [])
            errors = [entry["message"] for entry in browser.log("browser") if entry["level"] == "SEVERE"]
            self.assertEqual(errors, [])

    def test_another_origin_and_a_foreign_host_are_refused(self):
        class Foreign(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>elsewhere</title>")

            def log_message(self, *_):
                pass

        foreign = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
        threading.Thread(target=foreign.serve_forever, daemon=True).start()
        with Served(*NETEASE) as served, Browser(resolve="evil.test") as browser:
            browser.open(f"http://127.0.0.1:{foreign.server_port}/")
            for mode in ("cors", "no-cors"):
                said = browser.call("POST", f"{browser.session}/execute/async", {
                    "script": """const done = arguments[2];
                      fetch(arguments[0], { mode: arguments[1] })
                        .then((reply) => reply.text()).then((text) => done('read ' + text))
                        .catch((error) => done('refused'));""",
                    "args": [served.address + "/", mode]})
                self.assertIn(said, ("refused", "read "), mode)
            posted = browser.call("POST", f"{browser.session}/execute/async", {
                "script": """const done = arguments[1];
                  fetch(arguments[0], { mode: 'no-cors', method: 'POST', body: 'keep=yes' })
                    .then(() => done('sent')).catch(() => done('refused'));""",
                "args": [served.address + "/base"]})
            self.assertIn(posted, ("sent", "refused"))
            statuses = []
            for entry in browser.log("performance"):
                message = json.loads(entry["message"])["message"]
                if message["method"] == "Network.responseReceived":
                    reply = message["params"]["response"]
                    if reply["url"].startswith(served.address):
                        statuses.append(reply["status"])
            self.assertTrue(all(status == 403 for status in statuses), statuses)
            # The server did not carry it out either.
            self.assertIn("Save the state", served.get("/")[1])
            # An attacker's host name that resolves to this machine.
            browser.open(f"http://evil.test:{served.port}/")
            self.assertIn("refused", browser.run("return document.body.textContent"))
            self.assertEqual(served.get("/", Host="evil.test")[0], 403)
        foreign.shutdown()

    def test_without_scripts_the_picture_and_the_forms_work(self):
        with Served(*NETEASE, "--devices", "iphone-14") as served, Browser(javascript=False) as browser:
            browser.open(served.address + "/?device=iphone-se&appearance=dark")
            document = browser.command("DOM.getDocument", depth=-1)["root"]["nodeId"]

            def find(selector):
                return browser.command("DOM.querySelectorAll", nodeId=document, selector=selector)["nodeIds"]

            self.assertEqual(len(find("[data-device=iphone-se] svg.page")), 1)
            self.assertGreater(len(find(".node")), 50)
            # No script has given the tab key a way into the tree.
            self.assertEqual(len(find(".node[tabindex='0']")), 0)
            button = browser.command("DOM.getBoxModel", nodeId=find("#controls button")[0])["model"]["content"]
            browser.click((button[0] + button[2]) / 2, (button[1] + button[5]) / 2)
            for _ in range(100):
                address = browser.call("GET", f"{browser.session}/url")
                if "direction=ltr" in address:
                    break
                time.sleep(0.05)
            self.assertIn("device=iphone-se&appearance=dark&direction=ltr", address)


if __name__ == "__main__":
    unittest.main(verbosity=2)
