#!/usr/bin/env python3
"""Lists the feeds of a log whose height changes with a layout change, and the differences, on Apache Spark.

    height-changes.py FEEDS BEFORE AFTER --program ARCHIVE [--master URL] [--parts N]

FEEDS is a file with one feed per line, each with an `id`. Every executor can read the file under this name. BEFORE and
AFTER are feed layouts. ARCHIVE is a tar of an installation of sectionengine, which Spark sends to the executors: program,
plugins and layouts. Spark distributes ranges of the log, each of whole lines, and collects heights. An executor reads the
feeds from the file and passes them to `sectionengine batch`, once for each layout. If an executor is lost, Spark runs its
part again; results depend only on their feeds, so the second run gives the same heights.

Prints the number of feeds, the number of changed feeds, the distribution of the changes in points, and the hundred
greatest changes. `--without-spark` prints the same lines, and runs each layout in one process.
"""
import argparse
import collections
import json
import os
import shlex
import subprocess
import sys

WORST = 100


def arguments():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("feeds")
    options.add_argument("before")
    options.add_argument("after")
    options.add_argument("--program", required=True, help="tar of an installation, or with --without-spark its folder")
    options.add_argument("--master", default="local-cluster[2,1,1024]")
    options.add_argument("--parts", type=int, default=16)
    options.add_argument("--kill-executor", action="store_true", help="kill one in the middle, for a test")
    options.add_argument("--without-spark", action="store_true")
    return options.parse_args()


def command(program, layout):
    """Returns the command of one part, which uses one thread, because each processor already has its own part."""
    return [
        program, "batch", "--threads", "1", "--layout", layout, "--select", "height", "--id", "id"]


# The script of a part. It reads ranges of the log from standard input, and writes the results of both layouts side by
# side. It runs in the working folder of an executor, which contains the unpacked archive and the added files.
PART = """
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
program=$(find -L . -path '*/bin/sectionengine' | head -n 1)
while read -r start count; do
  if ! size=$(stat -L -c %s "$1") || [ "$size" -lt $((start + count)) ]; then
    echo "$1 on this machine is not the log that was shared out" >&2
    exit 1
  fi
  for layout in "$2" "$3"; do
    # Sets the offset of the input; `tail` would copy every byte once more.
    { dd status=none iflag=skip_bytes skip="$start" count=0 && head -c "$count"; } < "$1" |
      "$program" batch --threads 1 --layout "./$layout" --select height --id id > "$work/$layout"
    # Status 1 means a feed without a page, which its result states; any higher status fails the part.
    [ $? -le 1 ] || exit 1
  done
  paste "$work/$2" "$work/$3"
done
"""


def ranges(path, parts):
    """Returns start and length of at most `parts` pieces of the file, each of whole lines."""
    cuts = [0]
    with open(path, "rb") as feeds:
        size = feeds.seek(0, os.SEEK_END)
        for part in range(1, parts):
            feeds.seek(size * part // parts)
            feeds.readline()
            cuts.append(feeds.tell())
    return [
        f"{start} {end - start}" for start, end in zip(cuts, cuts[1:] + [size]) if start < end]


def line_count(path):
    count, last = 0, b"\n"
    with open(path, "rb") as feeds:
        while block := feeds.read(1 << 20):
            count += block.count(b"\n")
            last = block[-1:]
    return count + (last != b"\n")


def heights(line):
    """Returns the `id` and the height of a result; the height is None for a feed without a page."""
    result = json.loads(line)
    return result.get("id"), result.get("height")


def report(count, changes, lost):
    """Prints the result. `changes` has a pair of id and points for each feed whose height changed."""
    changes = sorted(changes, key=lambda change: (-abs(change[1]), str(change[0])))
    print(f"{count} feeds, {len(changes)} changed, {lost} without a page")
    for points, feeds in sorted(collections.Counter(change for _, change in changes).items()):
        print(f"{points:+10.2f} pt  {feeds} feeds")
    for name, points in changes[:WORST]:
        print(f"{name}  {points:+.2f} pt")


def compared(pairs):
    """Returns the number of pairs of results, the number without a page, and the changes of the others."""
    count = lost = 0
    changes = []
    for results in pairs:
        (name, before), (other, after) = map(heights, results)
        assert name == other, "results stand in the order of their feeds"
        count += 1
        if before is None or after is None:
            lost += 1
        elif before != after:
            changes.append((name, after - before))
    return count, changes, lost


def alone(options):
    def run(layout):
        program = os.path.join(options.program, "bin/sectionengine")
        with open(options.feeds, "rb") as feeds, subprocess.Popen(
                command(program, layout), stdin=feeds, stdout=subprocess.PIPE) as process:
            yield from process.stdout
        # Status 1 means that some feeds have no page, which their results state.
        if process.returncode not in (0, 1):
            sys.exit(f"{program} ended with {process.returncode}")

    report(*compared(zip(run(options.before), run(options.after), strict=True)))


def on_spark(options):
    import pyspark

    configuration = (
        pyspark.SparkConf().setMaster(options.master).setAppName("height-changes")
        # A part that fails because its executor is lost may run again.
        .set("spark.task.maxFailures", "8").set("spark.archives", options.program + "#sectionengine")
        .set("spark.ui.enabled", "false"))
    context = pyspark.SparkContext(conf=configuration)
    # The test with a killed executor needs Spark's warnings about lost parts.
    context.setLogLevel("WARN" if options.kill_executor else "ERROR")
    for layout in [options.before, options.after]:
        context.addFile(layout)
    names = [os.path.basename(options.before), os.path.basename(options.after)]
    lines = line_count(options.feeds)
    pieces = ranges(options.feeds, options.parts)
    words = ["sh", "-c", PART, "sh", os.path.abspath(options.feeds), *names]
    if options.kill_executor:
        kill_one_soon()
    # Each part has one piece and returns one result; passing single lines through Spark takes a tenth of the time.
    results = (
        context.parallelize(pieces, max(len(pieces), 1))
        .pipe(shlex.join(words), checkCode=True)
        .mapPartitions(lambda lines: [compared(line.split("\t") for line in lines)])
        .collect())
    count = sum(result[0] for result in results)
    if count != lines:
        sys.exit(f"{options.feeds} has {lines} feeds, and there are results of {count}")
    report(count, [change for result in results for change in result[1]], sum(result[2] for result in results))
    context.stop()


def kill_one_soon():
    """Kills one executor a second after a part has begun, from another thread."""
    import signal
    import threading
    import time

    mine = os.getpid()

    def family():
        """Returns this process and all processes below it, with their command lines."""
        parents, lines = {}, {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat") as file:
                        parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
                    with open(f"/proc/{name}/cmdline", "rb") as file:
                        lines[int(name)] = file.read()
                except OSError:
                    pass
        below = {mine}
        while True:
            more = {p for p, parent in parents.items() if parent in below} - below
            if not more:
                return {p: lines.get(p, b"") for p in below}
            below |= more

    def kill():
        while not any(b"\0batch\0" in line for line in family().values()):
            time.sleep(0.1)
        time.sleep(1)
        for process, line in family().items():
            if b"CoarseGrainedExecutorBackend" in line:
                os.kill(process, signal.SIGKILL)
                print(f"killed executor {process}", file=sys.stderr)
                return
        print("found no executor to kill", file=sys.stderr)

    threading.Thread(target=kill, daemon=True).start()


if __name__ == "__main__":
    chosen = arguments()
    alone(chosen) if chosen.without_spark else on_spark(chosen)
