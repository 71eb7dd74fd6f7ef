"""Measures of a program over time, and whether they grow."""

import dataclasses
import os
import pathlib


@dataclasses.dataclass(frozen=True)
class Measure:
    """A figure that is sampled, and the growth that it may have over a run."""

    name: str
    what: str
    bound: float
    unit: str = ""


MEGABYTES = [
    Measure("rss", "resident memory of the program", 3, "MB"),
    Measure("pss", "its share of memory, without what others share", 3, "MB"),
    Measure("worker pss", "the same of all its workers", 3, "MB"),
]
# Counts rise and fall with requests and workers; only their average level must not rise.
COUNTS = [
    Measure("descriptors", "open in the program", 1.5),
    Measure("memory files", "of these, files in memory", 1.5),
    Measure("threads", "of the program", 1.5),
    Measure("processes", "that it started, and those that they did", 1.5),
    Measure("zombies", "processes that ended and were not collected", 1.5),
    Measure("TMPDIR", "files there", 1.5),
    Measure("home", "files in its home: caches, quarantine", 1.5),
]
MEASURES = MEGABYTES + COUNTS
# A run of fewer seconds shows how memory fills, but not whether it keeps growing.
SETTLING = 600


class Gone(Exception):
    """The program that was to be measured has ended."""


def sample(process, folder):
    """Returns the current figures of a program, in the order of MEASURES."""
    own = pathlib.Path("/proc") / str(process)
    try:
        rss, pss = _memory(own)
        links = _descriptors(own)
        threads = len(os.listdir(own / "task"))
    except (FileNotFoundError, ProcessLookupError) as gone:
        raise Gone from gone
    workers, zombies = _descendants(process)
    return [
        rss, pss, sum(_memory_or_none(worker) for worker in workers),
        len(links), sum(link.startswith("/memfd:") for link in links), threads,
        len(workers), zombies,
        _files(folder / "tmp"), _files(folder / "home"),
    ]


def _memory(own):
    """Returns the resident and the proportional memory of a process in megabytes."""
    fields = {}
    for line in (own / "smaps_rollup").read_text().splitlines()[1:]:
        name, rest = line.split(":", 1)
        fields[name] = int(rest.split()[0]) / 1024
    return fields["Rss"], fields["Pss"]


def _memory_or_none(process):
    try:
        return _memory(pathlib.Path("/proc") / str(process))[1]
    # A worker may end during this call; a worker that has ended has no memory.
    except (OSError, KeyError):
        return 0


def _descriptors(own):
    links = []
    for name in os.listdir(own / "fd"):
        try:
            links.append(os.readlink(own / "fd" / name))
        except FileNotFoundError:
            pass
    return links


def _descendants(process):
    """Returns the live processes below a process, and the number of zombies below it."""
    parents, states = {}, {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                text = pathlib.Path("/proc", name, "stat").read_text()
            except OSError:
                continue
            state, parent = text[text.rindex(")") + 2:].split()[:2]
            parents.setdefault(int(parent), []).append(int(name))
            states[int(name)] = state
    below, rest = [], [process]
    while rest:
        children = parents.get(rest.pop(), [])
        below += children
        rest += children
    zombies = sum(states[child] == "Z" for child in below)
    return [child for child in below if states[child] != "Z"], zombies


def _files(folder):
    return sum(len(names) for _, _, names in os.walk(folder))


def growth(times, values):
    """Returns the rise of the best-fitting line from the first time to the last, and two standard errors of it."""
    count = len(times)
    middle, mean = sum(times) / count, sum(values) / count
    spread = sum((time - middle) ** 2 for time in times)
    slope = sum((t - middle) * (v - mean) for t, v in zip(times, values)) / spread
    left = sum((v - mean - slope * (t - middle)) ** 2 for t, v in zip(times, values))
    length = times[-1] - times[0]
    return slope * length, 2 * (left / max(count - 2, 1) / spread) ** 0.5 * length


def table(title, times, samples):
    """Returns the lines of a table of one program's measures, and a message for each measure that grows."""
    length = times[-1] - times[0]
    # The first quarter is a warm-up: caches fill, and C's allocator takes the memory that it keeps using.
    warm = next(i for i, time in enumerate(times) if time - times[0] >= length / 4)
    head = ("measure", "start", "quarter", "half", "end", "max", "growth", "bound")
    lines = [f"{title}, {len(times)} samples", "  {:<14}{:>9}{:>9}{:>9}{:>9}{:>9}{:>16}{:>9}".format(*head)]
    grown = []
    for index, measure in enumerate(MEASURES):
        values = [row[index] for row in samples]
        places = (0, warm, len(values) // 2, len(values) - 1)
        rise, chance = growth(times[warm:], values[warm:])
        digits = 1 if measure.unit else 0
        cells = [f"{values[place]:.{digits}f}" for place in places] + [f"{max(values):.{digits}f}"]
        is_judged = not measure.unit or length >= SETTLING
        # The error is subtracted, because values that rise and fall have a slope by chance in a short run.
        is_grown = is_judged and rise - chance > measure.bound
        name = f"{measure.name} {measure.unit}".strip()
        lines.append("  {:<14}".format(name) + "".join(f"{cell:>9}" for cell in cells)
                     + f"{rise:>+8.2f} ±{chance:>6.2f}{measure.bound if is_judged else '-':>9}"
                     + ("  GROWS" if is_grown else ""))
        if is_grown:
            grown.append(f"{title}: {name} grew by {rise:.2f} (±{chance:.2f}), {measure.bound:g} allowed")
    return lines, grown
