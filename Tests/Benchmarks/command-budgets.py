#!/usr/bin/env python3
"""Counts the instructions of whole commands, and compares them with their budgets.

    command-budgets.py PREFIX            a line for each command; ends with 1 where one exceeds its budget
    command-budgets.py PREFIX --record   makes today's numbers the budgets: `make budgets`
    command-budgets.py PREFIX --growth   also compares long sessions, long pages and many faults with fewer, and
                                         `render` with jq: `make bench`
    command-budgets.py ... --budgets F   reads and writes F instead of command-budgets.json

PREFIX is an installation of release products. Valgrind counts what the program's own process executes, whatever the
load of the machine. The inputs are the bundled sample, feeds of Tests/Spark/feed-log.py, feeds of a shape without
layout and, where it is there, a capture of ../shared. Budgets may be exceeded by 2 %, because libraries and processors vary.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
CAPTURE = REPOSITORY.parent / "shared/data/feeds/netease/2021-05-18-home-11-blocks.json"
MARGIN = 0.02
# The sizes whose difference gives the cost of a feed or of a page.
FEEDS, PAGES = (2, 12), (2, 8)
# The pages of 20 rows that a list has before further pages or liked rows are counted.
ROWS = 15
# The pages of a long session, and how many times the instructions of a page of a short one its pages may take.
LONG, GROWTH = (100, 400), 1.1
# The blocks of a short and of a long page whose memory is compared, and of those whose instructions are counted. The
# long page may take so many times the memory of the short one, beside the text of the feed and its parsed document, and
# its blocks so many times the instructions.
BLOCKS, COUNTED, MEMORY, COST = (1_000, 10_000), (512, 2_048), 1.1, 1.1
# The bytes of a value or a key of a parsed document.
RECORD = 24
# The bytes of the text by which a shape is inferred.
TITLE = 6_400_000
# The numbers of blocks with a fault each. A block of the last half may take so many times the instructions of one of
# the half before.
FAULTS, FAULT_COST = (64, 128, 256), 1.25
LAYOUT = {
    "name": "growing", "version": 1,
    "sources": {"feed": {
        "primary": True, "request": {"url": "feed/{page}"}, "items": "$.data.blocks",
        "element": {"code": "blockCode", "showType": "showType"}}},
    "identity": "occurrence",
    "paging": {"source": "feed", "by": "page", "first": 0, "end": [[{"path": "$.end", "equals": 1}]]}}


def session(pages):
    sources = [word for page in range(pages) for word in ("--source", f"feed=feed-{page}.json")]
    return [
        "session", "--layout", "growing.json", *sources,
        "--script", "; ".join(["refresh"] + ["loadMore"] * (pages - 1))]


def list_session(pages, likes=0):
    """A session of one list of articles that grows, and of which some rows then change."""
    sources = [word for page in range(pages) for word in ("--source", f"list=articles-{page}.json")]
    inputs = ["refresh"] + ["loadMore"] * (pages - 1)
    inputs += [f'update ARTICLES/{7 * like} {{"zan": 9}}' for like in range(likes)]
    return [
        "session", "--layout", "wanandroid-home", "--source", "banner=none.json", "--source", "top=none.json", *sources,
        "--script", "; ".join(inputs)]


def articles(page):
    """Returns a page of a list of articles, or no articles for `None`."""
    numbers = range(0) if page is None else range(20 * page, 20 * page + 20)
    return json.dumps({"errorCode": 0, "errorMsg": "", "data": {"curPage": page + 1, "pageCount": 100, "datas": [
        {"id": number, "title": f"第 {number} 篇文章：一个比较长的标题，换行两次才显示完", "author": f"作者 {number % 37}",
         "superChapterName": "广场", "chapterName": "问答", "niceDate": "2026-01-01", "zan": number % 5, "type": 0,
         "link": f"https://a.example/{number}", "envelopePic": "" if number % 3 else f"https://a.example/{number}.png"}
        for number in numbers]}} if numbers else {"errorCode": 0, "errorMsg": "", "data": []})


def batch(feeds):
    return ["batch", "--layout", "netease-home", "--threads", "1", f"{feeds}.jsonl"]


def unknown(feeds):
    return ["batch", "--threads", "1", f"unknown-{feeds}.jsonl"]


def module(number):
    """Returns a block of about 700 bytes of a feed that no bundled layout describes."""
    items = [
        {"id": 100 * number + item, "name": f"Item {item} with a name", "price": f"${item}.99",
         "image": f"https://img.example.com/{number}/{item}.jpg", "link": f"shop://item/{number}/{item}"}
        for item in range(6)]
    return {
        "type": ["hero", "row", "grid", "promo", "list"][number % 5], "title": f"Title number {number} of many",
        "subtitle": f"Some words about it {number}", "items": items}


def unknown_feed(number):
    return json.dumps({"page": {"modules": [module(13 * number + block) for block in range(14)]}, "ok": True}) + "\n"


def long_page(blocks):
    """Returns a feed of the layout `growing` with blocks of three cards."""
    codes = ["HOMEPAGE_BLOCK_PLAYLIST_RCMD", "HOMEPAGE_MUSIC_CALENDAR", "HOMEPAGE_PODCAST24", "UNKNOWN"]

    def card(number):
        return {"creativeType": "list", "creativeId": str(number), "resources": [{
            "uiElement": {"mainTitle": {"title": f"海岸线 {number}"}, "image": {"imageUrl": f"https://a.example/{number}"}},
            "resourceId": str(number), "action": f"app://playlist/{number}"}]}

    return {"data": {"blocks": [
        {"blockCode": codes[number % len(codes)], "uiElement": {"subTitle": {"title": f"Title {number}"}},
         "creatives": [card(3 * number + index) for index in range(3)]}
        for number in range(blocks)]}}


def records(value):
    """Returns the number of values and keys of a JSON document."""
    if isinstance(value, dict):
        return 1 + len(value) + sum(map(records, value.values()))
    return 1 + sum(map(records, value)) if isinstance(value, list) else 1


# The name of each budget, with its command; or with two commands and the number that they differ by.
COMMANDS = {
    "--version": ["--version"],
    "render": ["render"],
    "dump": ["dump"],
    "json": ["render", "--format", "json"],
    "check": ["check"],
    "diff": ["diff", "feed-0.json", "feed-1.json"],
    "batch, a feed": (batch(FEEDS[0]), batch(FEEDS[1]), FEEDS[1] - FEEDS[0]),
    "batch, a feed of unknown shape": (unknown(FEEDS[0]), unknown(FEEDS[1]), FEEDS[1] - FEEDS[0]),
    "session, a page": (session(PAGES[0]), session(PAGES[1]), PAGES[1] - PAGES[0]),
    f"session, a page of a list of {20 * ROWS} rows": (list_session(ROWS), list_session(ROWS + 4), 4),
    f"session, a liked row in a list of {20 * ROWS}": (list_session(ROWS), list_session(ROWS, 4), 4),
    "render, a title of 6.4 MB": ["render", "title.json"],
    "render, the capture": ["render", str(CAPTURE)],
}
# The commands whose system calls are counted.
CALLS = {"system calls of render, the capture": COMMANDS["render, the capture"]}


class Counter:
    """Runs the program in a folder with the inputs, whose home has the caches of an earlier run."""

    def __init__(self, prefix, folder):
        self.program = str(pathlib.Path(prefix).resolve() / "bin/sectionengine")
        self.folder = folder
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder / "home"), "SWIFT_DETERMINISTIC_HASHING": "1"}
        (folder / "home").mkdir()
        feeds = subprocess.run(
            [sys.executable, "-B", REPOSITORY / "Tests/Spark/feed-log.py", str(max(LONG)), "--personal", "100"],
            check=True, stdout=subprocess.PIPE).stdout.splitlines(keepends=True)
        for count in FEEDS:
            (folder / f"{count}.jsonl").write_bytes(b"".join(feeds[:count]))
            (folder / f"unknown-{count}.jsonl").write_text("".join(map(unknown_feed, range(count))))
        for index, feed in enumerate(feeds):
            (folder / f"feed-{index}.json").write_bytes(feed)
        title = {"cards": [{"type": "card", "title": ("words and more " * TITLE)[:TITLE]}]}
        (folder / "title.json").write_text(json.dumps(title))
        (folder / "growing.json").write_text(json.dumps(LAYOUT))
        (folder / "none.json").write_text(articles(None))
        for page in range(ROWS + 4):
            (folder / f"articles-{page}.json").write_text(articles(page))
        # For each page, the bytes of its feed and of the parsed document.
        self.inputs = {}
        for blocks in BLOCKS + COUNTED:
            page = long_page(blocks)
            text = json.dumps(page, ensure_ascii=False).encode()
            (folder / f"page-{blocks}.json").write_bytes(text)
            self.inputs[blocks] = len(text) + RECORD * records(page)

    def run(self, command, under=()):
        result = subprocess.run(
            [*under, self.program, *command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if result.returncode not in (0, 1):
            sys.exit(f"sectionengine {' '.join(command)} ends with {result.returncode}:\n"
                     + result.stderr.decode(errors="replace"))

    def counted(self, command):
        log = tempfile.NamedTemporaryFile(dir=self.folder, suffix=".log")
        # On one processor, no thread of the program spends instructions on waiting for another.
        processor = min(os.sched_getaffinity(0))
        self.run(command, [
            "taskset", "--cpu-list", str(processor), "valgrind", "--tool=cachegrind", "--cache-sim=no",
            "--cachegrind-out-file=/dev/null", f"--log-file={log.name}"])
        return int(re.search(r"I +refs: +([\d,]+)", log.read().decode())[1].replace(",", ""))

    def calls(self, command):
        """Counts system calls, as Valgrind passes them on: without those of its own loader."""
        log = tempfile.NamedTemporaryFile(dir=self.folder, suffix=".log")
        self.run(command, ["valgrind", "--tool=none", "--trace-syscalls=yes", f"--log-file={log.name}"])
        return len(re.findall(rb"^SYSCALL\[[^]]*\]\( *\d+\) sys_", log.read(), re.MULTILINE))

    def seconds(self, program, *arguments):
        """Returns the processor time of a program."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, *arguments], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def memory(self, command):
        """Returns the highest resident memory in bytes."""
        with subprocess.Popen(
                [self.program, *command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        return usage.ru_maxrss * 1024

    def count(self, command):
        if isinstance(command, list):
            return self.counted(command)
        small, large, difference = command
        return (self.counted(large) - self.counted(small)) // difference


def compare_growth(counter):
    """Prints the ratios that need long runs. Returns whether the limit of the first one is missed."""
    short = counter.count(COMMANDS["session, a page"])
    long = (counter.counted(session(LONG[1])) - counter.counted(session(LONG[0]))) / (LONG[1] - LONG[0])
    missed = long > GROWTH * short
    print(f"{'a page of ' + str(LONG[1]) + ' / a page of ' + str(PAGES[1]):<52}{long / short:8.2f}, limit {GROWTH}"
          + ("  MISSED" if missed else ""))
    if CAPTURE.exists() and shutil.which("jq"):
        pairs = [
            (counter.seconds(counter.program, "render", str(CAPTURE)), counter.seconds("jq", ".", str(CAPTURE)))
            for _ in range(20)]
        ours, theirs = (sorted(times)[len(times) // 2] for times in zip(*pairs))
        print(f"{'processor time of render / jq, the capture':<52}{ours / theirs:8.2f}")
    return missed


def compare_pages(counter):
    """Prints memory and instructions of a block of long pages, beside short ones. Returns whether a limit is missed."""
    missed = False
    for form in ("dump", "json", "json-lines"):
        def command(blocks):
            return ["render", "--layout", "growing.json", f"page-{blocks}.json", "--format", form, "-o", "page.out"]

        def memory(blocks):
            used = counter.memory(command(blocks)) - counter.inputs[blocks]
            # Up to 8 MB of output are in memory.
            return used - min(8 << 20, (counter.folder / "page.out").stat().st_size)

        count = [counter.counted(command(blocks)) / blocks for blocks in COUNTED]
        for what, (short, long), ratio, limit in (
                ("memory", BLOCKS, memory(BLOCKS[1]) / memory(BLOCKS[0]), MEMORY),
                ("instructions of a block", COUNTED, count[1] / count[0], COST)):
            missed |= ratio > limit
            print(f"{f'{form}, {what}, {long} blocks / {short}':<52}{ratio:8.2f}, limit {limit}"
                  + ("  MISSED" if ratio > limit else ""))
    return missed


def faulty_page(blocks):
    """A page in which an item of each block does nothing, beside a list that is not drawn."""
    def item(number, target):
        return {"id": number, "title": f"Thing {number}", "action": {"type": target and "open", "target": target}}

    return {
        "page": [
            {"type": "shelf", "title": f"Shelf {block}",
             "items": [item(3 * block, "pod://1"), item(3 * block + 1, ""), item(3 * block + 2, "pod://2")]}
            for block in range(blocks)],
        "other": [{"type": "lost", "title": f"Thing {block} of another list"} for block in range(blocks)]}


def compare_faults(counter):
    """Prints what a further fault costs beside earlier ones. Returns whether a limit is missed."""
    missed = False
    for command in ("check", "dump"):
        counts = []
        for blocks in FAULTS:
            name = f"faults-{blocks}.json"
            (counter.folder / name).write_text(json.dumps(faulty_page(blocks)))
            counts.append(counter.counted([command, name, "--items", "$.page", "-o", "page.out"]))
        first, second = (
            (counts[at + 1] - counts[at]) / (FAULTS[at + 1] - FAULTS[at]) for at in range(2))
        missed |= second > FAULT_COST * first
        print(f"{f'{command}, instructions of a fault, {FAULTS[2]} / {FAULTS[1]}':<52}{second / first:8.2f}, "
              f"limit {FAULT_COST}" + ("  MISSED" if second > FAULT_COST * first else ""))
    return missed


def main(prefix, file, record, growth):
    budgets = json.loads(file.read_text()) if file.exists() else {}
    commands = {
        name: command for name, command in (COMMANDS | CALLS).items()
        if str(CAPTURE) not in command or CAPTURE.exists()}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        counter = Counter(prefix, pathlib.Path(folder))
        # Fills the caches of the home.
        for command in (COMMANDS["render"], COMMANDS["check"], session(2)):
            counter.run(command)

        # An occasional run does more, such as writing a cache anew; the lowest count is that of the command alone.
        def lowest(name):
            limit = budgets.get(name, 0) * (1 + MARGIN)
            count = counter.calls if name in CALLS else counter.count
            counts = [count(commands[name])]
            while len(counts) < 3 and (record or counts[-1] > limit):
                counts.append(count(commands[name]))
            return min(counts)

        counts = dict(zip(commands, pool.map(lowest, commands)))
        grows = growth and compare_growth(counter) | compare_pages(counter) | compare_faults(counter)
    if record:
        file.write_text(json.dumps(budgets | counts, indent=2) + "\n")
    missed = bool(grows)
    for name, count in counts.items():
        budget = budgets.get(name, 0)
        change = f", {100 * (count / budget - 1):+.1f} %" if budget else ""
        exceeds = not record and count > budget * (1 + MARGIN)
        missed |= exceeds
        figures = (
            f"{name:<52}{count:8}  , budget {budget}" if name in CALLS
            else f"{'instructions of ' + name:<52}{count / 1e6:8.2f} M, budget {budget / 1e6:.2f} M")
        print(figures + change + ("  MISSED" if exceeds else ""))
        if not record and count < budget * (1 - MARGIN):
            print("  less than its budget: lower it with `make budgets`")
    if missed:
        print("Find what became slower (`valgrind --tool=callgrind`), or raise the budget: run `make budgets`, and give "
              "the reason in the commit's message.")
    return 1 if missed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("prefix")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--budgets", type=pathlib.Path, default=FOLDER / "command-budgets.json")
    arguments = parser.parse_args()
    sys.exit(main(arguments.prefix, arguments.budgets, arguments.record, arguments.growth))
