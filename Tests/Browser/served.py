"""Runs `sectionengine serve` with a feed of the test."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SECTIONENGINE", str(ROOT / ".build/debug/sectionengine"))
# The program that lays out node trees, beside the worker of an installation or of a build.
LAYOUT_CASES = next(
    (str(path) for path in (pathlib.Path(PROGRAM).resolve().parent / "layout-cases",
                            pathlib.Path(PROGRAM).resolve().parents[1] / "libexec/sectionengine/layout-cases")
     if path.exists()), "layout-cases")
SAMPLES = ROOT / "Layouts/samples"


class Served:
    """A running `sectionengine serve` with its own folder, which is removed at the end."""

    def __init__(self, *arguments, sample="netease-home/blocks.json"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sectionengine-browser-"))
        self.feed = self.folder / "feed.json"
        shutil.copy(SAMPLES / sample, self.feed)
        home = dict(os.environ, HOME=str(self.folder), XDG_DATA_HOME=str(self.folder / "data"))
        self.process = subprocess.Popen(
            [PROGRAM, "serve", *arguments, "--port", "0"], cwd=self.folder, env=home, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.address = self.process.stdout.readline().strip().rstrip("/")
        self.port = int(self.address.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        status = self.process.wait(timeout=20)
        shutil.rmtree(self.folder)
        # The signal ends a program that does not react at once, for example while it checks a page on a busy machine.
        assert status in (0, -signal.SIGTERM), f"serve ended with {status}"

    def write(self, text):
        """Replaces the feed, as editors do."""
        beside = self.folder / "feed.next"
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, self.feed)

    def get(self, path, **headers):
        """Returns status and text of a reply."""
        request = urllib.request.Request(self.address + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


def render(*arguments):
    """Returns the standard output of `render`."""
    result = subprocess.run([PROGRAM, "render", *arguments], capture_output=True, check=True)
    return result.stdout.decode()


def frames(layout):
    """Returns the absolute frames (x, y, width, height) of all nodes of a JSON layout by path, and the nodes."""
    found = {}

    def walk(node, path, x, y):
        frame = node["frame"]
        x, y = x + frame["x"], y + frame["y"]
        found[path] = ((x, y, frame["width"], frame["height"]), node)
        for child in node.get("children", []):
            walk(child, f"{path}/{child['id']}", x, y)

    seen = {}
    for section in layout["sections"]:
        code = section["blockCode"]
        seen[code] = seen.get(code, 0) + 1
        path = code if seen[code] == 1 else f"{code}#{seen[code]}"
        frame = section["frame"]
        found[path] = ((frame["x"], frame["y"], frame["width"], frame["height"]), section)
        root = section.get("root")
        if root is None:
            continue
        if root["id"] == "root":
            for child in root.get("children", []):
                walk(child, f"{path}/{child['id']}", frame["x"], frame["y"])
        else:
            walk(root, f"{path}/{root['id']}", frame["x"], frame["y"])
    return found


def parsed(text):
    return json.loads(text)
