"""Feeds as processes read them: one document, and a log of many."""

import subprocess
import sys

from measure import in_turns, rounded, table

PARSE = "import json, sys\nfor line in sys.stdin: json.loads(line)"


def document(tools):
    feed = tools.samples / "blocks.json"
    print(f"One document of {feed.stat().st_size // 1000} KB, the whole process, median of 15 in turns:\n")
    times = in_turns(15, {
        "`sectionengine dump`": f"{tools.program} dump {feed} --layout netease-home",
        "`sectionengine render`": f"{tools.program} render {feed} --layout netease-home",
        "`jq .`": f"jq . {feed}",
        "`python3 -m json.tool`": f"python3 -m json.tool {feed}",
    })
    first = next(iter(times.values()))[0]
    table(["", "processor ms", "to the first"], [
        (name, rounded(used * 1e3), rounded(used / first)) for name, (used, _) in times.items()])


def lines(tools, count):
    """Small home feeds, one a line."""
    return subprocess.run(
        [sys.executable, tools.repository / "Tests/Spark/feed-log.py", str(count)], stdout=subprocess.PIPE,
        check=True).stdout


def log(tools, folder):
    count = 2_000
    feeds = folder / "feeds.jsonl"
    feeds.write_bytes(lines(tools, count))
    print(f"A log of {count} feeds, {feeds.stat().st_size // 1000 // count} KB each, "
          "one thread or process, median of 5 in turns:\n")
    batch = f"{tools.program} batch {feeds} --threads 1 --layout netease-home"
    times = in_turns(5, {
        "`batch --select height`": f"{batch} --select height",
        "`batch`, layout JSON": batch,
        "`jq -c .`, parsed and written": f"jq -c . {feeds}",
        "`jq '.data.blocks \\| length'`": f"jq '.data.blocks | length' {feeds}",
        "Python `json.loads`, parsed": f"python3 -c '{PARSE}' < {feeds}",
    })
    first = next(iter(times.values()))[0]
    table(["", "feeds a processor second", "processor time to the first"], [
        (name, rounded(count / used), rounded(used / first)) for name, (used, _) in times.items()])


def processes(tools, folder):
    count = 200
    parts, log = folder / "feeds", folder / "log.jsonl"
    parts.mkdir()
    log.write_bytes(lines(tools, count))
    for number, line in enumerate(log.read_bytes().splitlines()):
        (parts / f"{number:04}.json").write_bytes(line)
    dump = f"{tools.program} dump --layout netease-home"
    batch = f"{tools.program} batch --layout netease-home --format dump"
    commands = {"`batch`": f"{batch} {log}", "a loop of `dump`": f"for feed in {parts}/*.json; do {dump} $feed; done"}
    if tools.parallel:
        commands["GNU parallel, a `batch` for each processor"] = (
            f"parallel --will-cite --pipepart -a {log} --block -1 --keep-order {batch} --threads 1")
        commands["GNU parallel, a `dump` for each feed"] = f"parallel --will-cite {dump} ::: {parts}/*.json"
    print(f"{count} feeds on every processor, median of 3 in turns:\n")
    times = in_turns(3, commands)
    table(["", "seconds", "processor ms a feed"], [
        (name, rounded(seconds), rounded(used / count * 1e3)) for name, (used, seconds) in times.items()])
