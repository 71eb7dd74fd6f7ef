"""Compares ways to store and review a page: snapshots with pictures, differences of pages with differences of lines."""

import base64
import itertools
import json
import shutil
import statistics
import subprocess
import time
import xml.etree.ElementTree

from measure import rounded, table

MATRIX = {
    "devices": ["iphone-se", "iphone-14", "iphone-15", "ipad-mini", "ipad-11", "ipad-13"],
    "appearances": ["light", "dark"],
    "directions": ["ltr", "rtl"],
    "textSizes": ["large", "ax1"],
}


def layout_with(tools, file, change):
    """Writes a changed copy of the bundled feed layout, with its samples."""
    layout = json.loads((tools.samples.parent.parent / "netease-home.json").read_text(encoding="utf-8"))
    change(layout)
    file.write_text(json.dumps(layout, ensure_ascii=False), encoding="utf-8")
    if not (file.parent / "samples").exists():
        shutil.copytree(tools.samples.parent, file.parent / "samples")
    return file


def taller(layout):
    layout["sections"]["HOMEPAGE_BLOCK_PLAYLIST_RCMD"]["height"] += 22


def moved(layout):
    """Sets the order of the blocks in this layout: the order of the samples, with one block three places further down."""
    codes = [
        "HOMEPAGE_BANNER", "HOMEPAGE_BLOCK_STYLE_RCMD", "HOMEPAGE_MUSIC_MLOG", "HOMEPAGE_BLOCK_MGC_PLAYLIST",
        "HOMEPAGE_BLOCK_PLAYLIST_RCMD"]
    layout["order"] = {"ranks": {code: rank for rank, code in enumerate(codes)}}


def packed(folder):
    """Returns the size of the pack of a repository, in bytes, with all commits so far."""
    git = ["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@example.com"]
    if not (folder / ".git").exists():
        subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "x"], check=True)
    subprocess.run([*git, "gc", "-q", "--aggressive", "--prune=now"], check=True)
    return sum(file.stat().st_size for file in (folder / ".git/objects/pack").glob("*.pack"))


def snapshots(tools, folder):
    """Returns the bytes in git before and after a change, the seconds of recording, and the number of files."""
    folder.mkdir()
    layout = layout_with(tools, folder / "home.json", lambda layout: None)
    (folder / "snapshots.json").write_text(
        json.dumps({"feeds": [{"name": "home", "layout": "home.json"}], "matrix": MATRIX}))
    seconds = []
    for _ in range(5):
        shutil.rmtree(folder / "home", ignore_errors=True)
        start = time.monotonic()
        subprocess.run(
            [tools.program, "snapshot", "record", folder], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        seconds.append(time.monotonic() - start)
    kept = folder.parent / "kept-dumps"
    shutil.copytree(folder / "home", kept)
    files = list(kept.iterdir())
    size = sum(file.stat().st_size for file in files)
    before = packed(kept)
    layout_with(tools, layout, taller)
    subprocess.run(
        [tools.program, "snapshot", "accept", folder], check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    shutil.copytree(folder / "home", kept, dirs_exist_ok=True)
    return len(files), size, before, packed(kept), statistics.median(seconds)


def pictures(tools, folder, browser):
    """Returns the same figures for screenshots of each cell by Chromium, as wireframes with one pixel per point."""
    folder.mkdir()
    kept = folder / "kept"
    kept.mkdir()
    layout = layout_with(tools, folder / "home.json", lambda layout: None)
    seconds, in_git = [], []
    for change in [lambda layout: None, taller]:
        layout_with(tools, layout, change)
        taken = 0
        for cell in itertools.product(*MATRIX.values()):
            picture = folder / "cell.svg"
            options = zip(["--device", "--appearance", "--direction", "--text-size"], cell)
            subprocess.run(
                [tools.program, "render", "--layout", layout, "--format", "svg", *itertools.chain(*options),
                 "-o", picture], check=True, stderr=subprocess.DEVNULL)
            taken += take(browser, picture, kept / f"{'.'.join(cell)}.png")
        seconds.append(taken)
        in_git.append(packed(kept))
        if len(in_git) == 1:
            files = list(kept.glob("*.png"))
            size = sum(file.stat().st_size for file in files)
    return len(files), size, *in_git, min(seconds)


def take(browser, picture, file):
    """Returns the seconds from opening a redline to the PNG of its page, without measures."""
    root = xml.etree.ElementTree.parse(picture).getroot()
    width, height = (round(float(root.get(key))) for key in ["width", "height"])
    start = time.monotonic()
    browser.command(
        "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    browser.open(f"file://{picture}")
    page = browser.run("""
        for (const name of ["measures", "gaps", "legend", "heading"]) {
          for (const group of document.querySelectorAll("g." + name)) group.remove();
        }
        const {x, y, width, height} = document.querySelector(".frame").getBoundingClientRect();
        return {x, y, width, height, scale: 1};
        """)
    data = browser.command("Page.captureScreenshot", format="png", clip=page, captureBeyondViewport=True)["data"]
    taken = time.monotonic() - start
    file.write_bytes(base64.b64decode(data))
    return taken


def keeping(tools, folder, browser):
    cells = len(list(itertools.product(*MATRIX.values())))
    print(f"One page in {cells} cells of devices, appearances, directions and text sizes:\n")
    rows = []
    for name, found in [
        ("`snapshot record`", snapshots(tools, folder / "snapshots")),
        ("pictures by Chromium", pictures(tools, folder / "pictures", browser)),
    ]:
        files, size, before, after, seconds = found
        rows.append((name, files, *(rounded(bytes / 1e3) for bytes in [size, before, after - before]),
                     rounded(seconds)))
    table(["", "files", "KB", "KB in git", "more for one taller section", "seconds"], rows)


def reviewing(tools, folder):
    folder = folder / "reviews"
    folder.mkdir()
    blocks = json.loads((tools.samples / "blocks.json").read_text(encoding="utf-8"))
    layout = layout_with(tools, folder / "home.json", lambda layout: None)
    taller_layout = layout_with(tools, folder / "taller.json", taller)
    order = layout_with(tools, folder / "order.json", moved)

    def dump(name, layout=layout, change=lambda blocks: None):
        changed = json.loads(json.dumps(blocks))
        change(changed["data"]["blocks"])
        feed, out = folder / f"{name}.feed.json", folder / f"{name}.dump"
        feed.write_text(json.dumps(changed, ensure_ascii=False), encoding="utf-8")
        subprocess.run(
            [tools.program, "dump", "--layout", layout, "--source", f"blocks={feed}",
             "--source", f"menus={tools.samples / 'menus.json'}", "--all", "-o", out],
            check=True, stderr=subprocess.DEVNULL)
        return out

    def longer(blocks):
        blocks[1]["creatives"][0]["resources"][0]["uiElement"]["mainTitle"]["title"] += ", and what came after it"

    before = dump("before")
    changes = {
        "a section 22 points taller": dump("taller", layout=taller_layout),
        "a block moved down by three": dump("moved", layout=order),
        "a block taken out": dump("without", change=lambda blocks: blocks.pop(1)),
        "a card put in front of a rail": dump(
            "card", change=lambda blocks: blocks[1]["creatives"].insert(0, blocks[1]["creatives"].pop())),
        "a longer title": dump("title", change=longer),
    }
    print("Lines to read for one change of a page, of dumps with all nodes:\n")
    rows = []
    for name, after in changes.items():
        found = [
            subprocess.run([*command, before, after], capture_output=True, text=True)
            for command in [[tools.program, "diff"], ["diff"]]]
        if any(run.returncode != 1 for run in found):
            raise SystemExit(f"{name}: no difference")
        ours, theirs = (run.stdout.splitlines() for run in found)
        rows.append((name, len(ours), sum(line.startswith(("<", ">")) for line in theirs)))
    table(["change", "lines of `sectionengine diff`", "changed lines of `diff`"], rows)
