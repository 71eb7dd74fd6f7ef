"""Processes measured in turns, so that what disturbs the machine disturbs all of them."""

import resource
import statistics
import subprocess
import time


def in_turns(rounds, commands):
    """Medians of the processor seconds and of the seconds that each command takes; `sh` runs them."""
    taken = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            status = subprocess.run(
                command, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
            if status:
                raise SystemExit(f"{name} ended with {status}: {command}")
            seconds = time.monotonic() - start
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            taken[name].append(
                (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, seconds))
    return {name: tuple(map(statistics.median, zip(*times))) for name, times in taken.items()}


def table(head, rows):
    """A table of Markdown."""
    print("|", " | ".join(head), "|")
    print("|", " | ".join("---" for _ in head), "|")
    for row in rows:
        print("|", " | ".join(map(str, row)), "|")
    print()


def rounded(number):
    """Three digits, as no figure of these is better than that."""
    if number == 0:
        return "0"
    text = f"{number:.3g}"
    return f"{float(text):,.0f}".replace(",", " ") if abs(number) >= 100 else text
