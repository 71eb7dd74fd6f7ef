#!/usr/bin/env python3
"""Sums the line coverage of a target's sources, from `llvm-cov export -summary-only` on standard input.

Usage: coverage.py TARGET SOURCE...; each source is the beginning of a path. Fails below 80 %.
"""

import json
import sys

LEAST = 80

target, sources = sys.argv[1], sys.argv[2:]
files = json.load(sys.stdin)["data"][0]["files"]
count = covered = 0
worst = []
for file in files:
    name = file["filename"]
    path = name[name.find("/Sources/") + 1:]
    if any(path.startswith(source) for source in sources):
        lines = file["summary"]["lines"]
        count += lines["count"]
        covered += lines["covered"]
        worst.append((lines["count"] - lines["covered"], path))
percent = 100 * covered / max(count, 1)
print(f"{target:10} {covered:5} of {count:5} lines  {percent:5.1f} %", flush=True)
if percent < LEAST:
    for missed, path in sorted(worst, reverse=True)[:5]:
        print(f"  {missed:5} lines of {path} are not reached")
    sys.exit(1)
