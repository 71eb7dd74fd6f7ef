#!/usr/bin/env python3
"""Runs `batch`, `render --watch` and `serve` for hours under load, and looks for what grows.

    soak.py PREFIX [--seconds 3600] [--load 1] [--seed 1] [--only batch,watch,serve]

PREFIX is an installation. Ends with 0 when everything that had to be drawn was, the programs ended as
they should, and nothing grew beyond its bound. Talks to loopback only, and leaves nothing behind.
"""

import argparse
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time

from measures import MEASURES, SETTLING, Gone, sample, table
from programs import PROGRAMS, Builder

# The number of samples that is still too small to judge growth.
LEAST = 8


def soak(options, folder):
    """Runs the programs. Returns the lines to print, and the failures."""
    builder = Builder(str(options.prefix / "include/sectionengine"), folder)
    program = options.prefix / "bin/sectionengine"
    soaked = [kind(program, builder, folder, options.seed, options.load)
              for kind in PROGRAMS if kind.name in options.only]
    times, samples, failures = [], [], []
    try:
        for one in soaked:
            one.begin()
        start, told_at = time.monotonic(), 0
        interval = min(5, max(0.5, options.seconds / 120))
        while time.monotonic() < start + options.seconds and not any(one.failures for one in soaked):
            time.sleep(interval)
            samples.append([sample(one.process.pid, one.folder) for one in soaked])
            times.append(time.monotonic() - start)
            if times[-1] >= told_at:
                told_at += options.seconds / 12
                sizes = ", ".join(f"{one.name} {row[0]:.1f} MB" for one, row in zip(soaked, samples[-1]))
                print(f"{times[-1]:.0f} of {options.seconds:.0f} s: {sizes}", file=sys.stderr)
        for one in soaked:
            one.end()
    except Gone:
        failures.append("a program has ended by itself")
    finally:
        for one in soaked:
            one.kill()
    return told(soaked, times, samples, failures)


def told(soaked, times, samples, failures):
    lines = []
    if len(times) <= LEAST:
        failures.append(f"{len(times)} samples are too few to see anything grow")
    for index, one in enumerate(soaked):
        done = ", ".join(f"{number} {what}" for what, number in sorted(one.counts.items()))
        lines += ["", f"{one.name}: {done}"]
        if len(times) > LEAST:
            rows, grown = table(one.name, times, [sampled[index] for sampled in samples])
            lines += rows
            failures += grown
        failures += one.failures
        if one.failures:
            lines.append(f"its last words:\n{one.last_words()}")
    return lines, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--load", type=float, default=1, help="2: twice as many requests, lines and edits")
    parser.add_argument("--seed", type=int, default=1)
    names = [kind.name for kind in PROGRAMS]
    parser.add_argument("--only", default=names, type=lambda text: text.split(","))
    options = parser.parse_args()
    options.prefix = options.prefix.resolve()
    # SIGTERM ends the soak by an exception, so that the folder is removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sectionengine-soak-"))
    try:
        lines, failures = soak(options, folder)
    finally:
        shutil.rmtree(folder)
    print("\n".join(lines))
    print("\n" + "\n".join(f"{measure.name}: {measure.what}" for measure in MEASURES))
    if options.seconds < SETTLING:
        print(f"memory is judged in runs of {SETTLING} s and more")
    used = os.times()
    print(f"\n{used.children_user + used.children_system:.0f} s of processor time for the programs and their "
          f"workers, {used.user + used.system:.0f} s for the load")
    for failure in failures:
        print(f"FAILED {failure}")
    print("failed" if failures else "nothing grows")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
