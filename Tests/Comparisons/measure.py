"""Measures processes in turns, so that other load on the machine affects all of them."""

import resource
import statistics
import subprocess
import time


def in_turns(rounds, commands):
    """Returns the medians of the processor time and of the time of each command, in seconds; `sh` runs them."""
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
    """Returns a Markdown table."""
    print("|", " | ".join(head), "|")
    print("|", " | ".join("---" for _ in head), "|")
    for row in rows:
        print("|", " | ".join(map(str, row)), "|")
    print()


def rounded(number):
    """Returns a number with three digits, because no figure is more precise."""
    if number == 0:
        return "0"
    text = f"{number:.3g}"
    return f"{float(text):,.0f}".replace(",", " ") if abs(number) >= 100 else text
