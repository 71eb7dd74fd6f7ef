#!/usr/bin/env python3
"""Counts the instructions of whole commands, and compares them with their budgets.

    command-budgets.py PREFIX            a line for each command; ends with 1 where one exceeds its budget
    command-budgets.py PREFIX --record   makes today's numbers the budgets: `make budgets`
    command-budgets.py ... --budgets F   reads and writes F instead of command-budgets.json

PREFIX is an installation of release products. Valgrind counts what the program's own process executes, whatever the
load of the machine. The inputs are the bundled sample, feeds of Tests/Spark/feed-log.py and, where it is there, a
capture of ../shared. Budgets may be exceeded by 2 %, because libraries and processors vary.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
CAPTURE = REPOSITORY.parent / "shared/data/feeds/netease/2021-05-18-home-11-blocks.json"
MARGIN = 0.02
# The sizes whose difference gives the cost of a feed or of a page.
FEEDS, PAGES = (2, 12), (2, 8)
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


def batch(feeds):
    return ["batch", "--layout", "netease-home", "--threads", "1", f"{feeds}.jsonl"]


# The name of each budget, with its command; or with two commands and the number that they differ by.
COMMANDS = {
    "--version": ["--version"],
    "render": ["render"],
    "dump": ["dump"],
    "json": ["render", "--format", "json"],
    "check": ["check"],
    "diff": ["diff", "feed-0.json", "feed-1.json"],
    "batch, a feed": (batch(FEEDS[0]), batch(FEEDS[1]), FEEDS[1] - FEEDS[0]),
    "session, a page": (session(PAGES[0]), session(PAGES[1]), PAGES[1] - PAGES[0]),
    "render, the capture": ["render", str(CAPTURE)],
}


class Counter:
    """Runs the program in a folder with the inputs, whose home has the caches of an earlier run."""

    def __init__(self, prefix, folder):
        self.program = str(pathlib.Path(prefix).resolve() / "bin/sectionengine")
        self.folder = folder
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder / "home"), "SWIFT_DETERMINISTIC_HASHING": "1"}
        (folder / "home").mkdir()
        feeds = subprocess.run(
            [sys.executable, "-B", REPOSITORY / "Tests/Spark/feed-log.py", str(max(FEEDS)), "--personal", "100"],
            check=True, stdout=subprocess.PIPE).stdout.splitlines(keepends=True)
        for count in FEEDS:
            (folder / f"{count}.jsonl").write_bytes(b"".join(feeds[:count]))
        for index in range(max(PAGES)):
            (folder / f"feed-{index}.json").write_bytes(feeds[index])
        (folder / "growing.json").write_text(json.dumps(LAYOUT))

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

    def count(self, command):
        if isinstance(command, list):
            return self.counted(command)
        small, large, difference = command
        return (self.counted(large) - self.counted(small)) // difference


def main(prefix, file, record):
    budgets = json.loads(file.read_text()) if file.exists() else {}
    commands = {name: command for name, command in COMMANDS.items() if str(CAPTURE) not in command or CAPTURE.exists()}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        counter = Counter(prefix, pathlib.Path(folder))
        # Fills the caches of the home.
        for command in (COMMANDS["render"], COMMANDS["check"], session(2)):
            counter.run(command)

        # An occasional run does more, such as writing a cache anew; the lowest count is that of the command alone.
        def lowest(name):
            limit = budgets.get(name, 0) * (1 + MARGIN)
            counts = [counter.count(commands[name])]
            while len(counts) < 3 and (record or counts[-1] > limit):
                counts.append(counter.count(commands[name]))
            return min(counts)

        counts = dict(zip(commands, pool.map(lowest, commands)))
    if record:
        file.write_text(json.dumps(budgets | counts, indent=2) + "\n")
    missed = False
    for name, count in counts.items():
        budget = budgets.get(name, 0)
        change = f", {100 * (count / budget - 1):+.1f} %" if budget else ""
        exceeds = not record and count > budget * (1 + MARGIN)
        missed |= exceeds
        print(f"{'instructions of ' + name:<52}{count / 1e6:8.2f} M, budget {budget / 1e6:.2f} M{change}"
              + ("  MISSED" if exceeds else ""))
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
    parser.add_argument("--budgets", type=pathlib.Path, default=FOLDER / "command-budgets.json")
    arguments = parser.parse_args()
    sys.exit(main(arguments.prefix, arguments.budgets, arguments.record))
