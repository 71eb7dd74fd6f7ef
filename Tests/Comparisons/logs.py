"""Writes the inputs of the comparisons of whole processes: one document, and a log with many feeds."""

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
    """Writes small home feeds, one per line."""
    return subprocess.run(
        [sys.executable, tools.repository / "Tests/Spark/feed-log.py", str(count)], stdout=subprocess.PIPE,
        check=True).stdout


def log(tools, folder):
    count = 1_000
    shared, personal = folder / "shared.jsonl", folder / "personal.jsonl"
    shared.write_bytes(lines(tools, count))
    # Each block belongs to one reader only, and differs from the others only in that.
    with open(personal, "wb") as file:
        for number, line in enumerate(shared.read_bytes().splitlines(keepends=True)):
            file.write(line.replace(b'"showType"', b'"reader":%d,"showType"' % number))
    print(f"A log of {count} feeds, {shared.stat().st_size // 1000 // count} KB each, one thread or process, "
          "median of 5 in turns. Blocks that readers share stand in it again and again, or each block but once:\n")
    commands = {
        "`batch --select height`": "{program} batch {feeds} --threads 1 --layout netease-home --select height",
        "`batch`, all frames as JSON": "{program} batch {feeds} --threads 1 --layout netease-home",
        "`jq -c .`: parsed and written": "jq -c . {feeds}",
        "`jq '.data.blocks \\| length'`: parsed": "jq '.data.blocks | length' {feeds}",
        "Python's `json.loads`: parsed": "python3 -c '" + PARSE + "' < {feeds}",
    }
    columns = [
        in_turns(5, {name: command.format(program=tools.program, feeds=feeds) for name, command in commands.items()})
        for feeds in [shared, personal]]
    table(["", "feeds a processor second, shared blocks", "blocks of one reader"], [
        (name, *(rounded(count / column[name][0]) for column in columns)) for name in commands])


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
