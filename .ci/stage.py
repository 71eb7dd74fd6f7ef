#!/usr/bin/env python3
"""Runs the stages of `make test`, each with a short output and a full log in .build/test.

    stage.py begin                    removes the logs of the previous run
    stage.py run NAME COMMAND...      runs a stage, and exits with its status
    stage.py tests SWIFT-TEST...      the same for `swift test`: prints a line for each suite, and the running tests
    stage.py report                   repeats each failure with its place, and lists skipped tests with reasons

A failed stage prints its cause last. `report` exits with 1 if a stage failed. `.build/test/skips` has a line for each
skipped test or suite: its name, a colon, the reason.
"""

import collections
import contextlib
import json
import os
import pathlib
import re
import selectors
import signal
import subprocess
import sys
import time

FOLDER = pathlib.Path(".build/test")
# Seconds without output after which a stage prints its current work.
PATIENCE = 60
# Seconds without an event of a test after which `swift test` is ended: a test that never ends is a failure with a name.
LONGEST_SILENCE = int(os.environ.get("SECTIONENGINE_LONGEST_SILENCE", "900"))
# The maximum numbers that a report repeats: lines of a failure, failures of a test, failures of a run, characters of a
# line.
MOST_LINES, MOST_OF_ONE, MOST_FAILURES, MOST_CHARACTERS = 12, 2, 40, 400


def say(text):
    print(text, flush=True)


def counted(count, noun, verb):
    """Such as "1 test has begun" and "2 tests have begun"."""
    return f"{count} {noun} has {verb}" if count == 1 else f"{count} {noun}s have {verb}"


def descendants(process):
    """Returns the processes below a process, parents first, each with its number, state, kernel function and command."""
    children = collections.defaultdict(list)
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            waits = (folder / "wchan").read_text()
        except OSError:
            # The process has ended, or belongs to another user.
            continue
        children[int(parent)].append((int(folder.name), f"{folder.name} {state} {waits} {command[:200]}"))
    found = [(process, "")]
    for number, _ in found:
        found += children[number]
    return found[1:]


def shortened(text):
    """The first lines of a text, each of a length that can be read."""
    lines = text.splitlines()
    kept = [line if len(line) <= MOST_CHARACTERS else line[:MOST_CHARACTERS] + "…"
            for line in lines[:MOST_LINES]]
    return kept + ([f"… {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else [])


class Stage:
    """A command with its log, its time, and its message after a failure."""

    TELLING = re.compile(r"\berror: |Fatal error")
    HAS_TELLING_END = True

    def __init__(self, name):
        self.name = name
        self.log = FOLDER / f"{name}.log"
        self.latest = ""
        # The processes of a command that was stuck.
        self.left = []

    def news(self):
        """Prints news; called several times a second."""

    def doing(self):
        """Returns the name of the current work."""
        return self.latest

    def is_stuck(self):
        """Returns whether the command is to be ended because it will not end itself."""
        return False

    def cause(self, status):
        """Returns the cause of a failure from the log: the lines with errors, and the last lines."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        errors = list(dict.fromkeys(line for line in lines if self.TELLING.search(line)))
        end = [line for line in lines[-10:] if line not in errors]
        if errors and not self.HAS_TELLING_END:
            end = []
        return [f"{self.name} failed with status {status}; its whole output is in {self.log}"] + [
            "  " + line for line in shortened("\n".join(errors)) + shortened("\n".join(end))]

    def run(self, command):
        FOLDER.mkdir(parents=True, exist_ok=True)
        started = time.monotonic()
        # A program that starts this one may have blocked the signals; the command would inherit that.
        signals = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
        with open(self.log, "wb") as log:
            try:
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                for number in signals:
                    signal.signal(number, lambda number, _: self.end(process, number))
                status = self.follow(process, log)
            except OSError as error:
                log.write(f"{error}\n".encode())
                status = 127
        self.news()
        status = 128 - status if status < 0 else status
        status = self.verdict(status)
        say(f"{self.name}: {'passed' if status == 0 else 'FAILED'} after {time.monotonic() - started:.0f} s")
        if status != 0:
            cause = self.cause(status)
            (FOLDER / f"{self.name}.cause").write_text("\n".join(cause) + "\n", encoding="utf-8")
            if self.name not in REPORTED:
                say("\n" + "\n".join(cause))
        return status

    def verdict(self, status):
        return status

    def follow(self, process, log):
        """Copies the output into the log until the command has ended, even where a process that it left
        behind keeps the output open."""
        selector = selectors.DefaultSelector()
        os.set_blocking(process.stdout.fileno(), False)
        selector.register(process.stdout, selectors.EVENT_READ)
        quiet_since = time.monotonic()
        is_open = True
        while True:
            has_ended = process.poll() is not None
            if is_open:
                ready = selector.select(timeout=0 if has_ended else 0.3)
            else:
                ready = []
                time.sleep(0 if has_ended else 0.3)
            if ready:
                part = os.read(process.stdout.fileno(), 1 << 16)
                is_open = bool(part)
                if not part:
                    selector.unregister(process.stdout)
                log.write(part)
                last = part.decode(errors="replace").strip().rpartition("\n")[2]
                self.latest = last[:100] or self.latest
            elif has_ended:
                return process.returncode
            if self.news():
                quiet_since = time.monotonic()
            elif time.monotonic() - quiet_since >= PATIENCE:
                quiet_since = time.monotonic()
                say(f"  … {self.name}: {self.doing()}")
            if self.is_stuck():
                self.left = descendants(process.pid)
                for number, _ in reversed(self.left):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(number, signal.SIGKILL)
                process.kill()
                return process.wait()

    def end(self, process, number):
        """Ends the command, and prints its current work."""
        say(f"{self.name}: ended by {signal.Signals(number).name} during: {self.doing()}")
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        os._exit(128 + number)


class Tests(Stage):
    """`swift test`, by the events that Swift Testing writes."""

    # The lines of a crash: the first message, the frames in these sources, and the end of the process.
    TELLING = re.compile(rf"^error: |Fatal error|Program crashed| at {re.escape(os.getcwd())}/|exited with")
    HAS_TELLING_END = False

    def __init__(self):
        super().__init__("tests")
        self.events = FOLDER / "events.jsonl"
        self.rest = b""
        self.position = 0
        self.known = {}
        # Tests that have begun, and tests with running cases: Swift Testing reports the end of a test late.
        self.running = {}
        self.cases = collections.Counter()
        self.began = {}
        # Cases that have ended: a test has one, or one for each of its arguments.
        self.ended = 0
        self.failures = []
        self.skips = {}
        self.failed = set()
        self.sizes = collections.Counter()
        self.has_ended = False
        self.latest_event = time.monotonic()

    @staticmethod
    def label(test):
        """Returns the name without the place in a file: `CLITests.FiguresTests/positions()`."""
        return re.sub(r"/[^/]*\.swift:\d+:\d+$", "", test)

    def is_suite(self, test):
        return self.known.get(test, {}).get("kind") == "suite"

    def run(self, command):
        self.events.unlink(missing_ok=True)
        return super().run(command + [
            "--event-stream-output-path", str(self.events), "--event-stream-version", "6.3"])

    def news(self):
        if not self.events.exists():
            return False
        with open(self.events, "rb") as file:
            file.seek(self.position)
            text = file.read()
        self.position += len(text)
        *lines, self.rest = (self.rest + text).split(b"\n")
        if text:
            self.latest_event = time.monotonic()
        return sum(self.take(line) for line in lines) > 0

    def take(self, line):
        """Reads an event; returns whether it printed a line."""
        try:
            record = json.loads(line)
        except ValueError:
            # A crash cut the line off; the exit status reports it.
            return False
        payload = record["payload"]
        if record["kind"] == "test":
            self.known[payload["id"]] = payload
            return False
        kind, test = payload["kind"], payload.get("testID", "")
        text = " ".join(each["text"] for each in payload.get("messages", []))
        is_shown = self.is_suite(test)
        if kind == "testStarted" and not is_shown:
            self.running[test] = time.monotonic()
        elif kind == "testCaseStarted":
            self.cases[test] += 1
            self.began[test] = time.monotonic()
        elif kind == "testCaseEnded":
            self.cases[test] -= 1
            self.ended += 1
        elif kind == "testSkipped" or (kind == "testEnded" and " was cancelled " in text):
            self.running.pop(test, None)
            reason = re.search(r'(?:skipped|seconds): "(.*)"$', text, re.DOTALL)
            self.skips[test] = " ".join(reason[1].split()) if reason else "no reason given"
            if is_shown:
                say(f"skip  {self.label(test)}: {self.skips[test]}")
            return is_shown
        elif kind == "issueRecorded" and payload["issue"].get("isFailure", True):
            self.failures.append((test, payload["issue"].get("sourceLocation"), payload["messages"]))
            parts = self.label(test).split("/")
            self.failed.update("/".join(parts[:count]) for count in range(1, len(parts) + 1))
        elif kind == "testEnded" and is_shown:
            tests = self.sizes[self.label(test)]
            say(f"{'FAIL' if self.label(test) in self.failed else 'ok  '}  {self.label(test)},"
                f" {tests} test{'' if tests == 1 else 's'}")
            return True
        elif kind == "testEnded":
            self.running.pop(test, None)
            self.sizes[self.label(test).rpartition("/")[0]] += 1
        elif kind == "runEnded":
            self.has_ended = True
            say(text)
            return True
        return False

    def is_stuck(self):
        return time.monotonic() - self.latest_event > LONGEST_SILENCE

    def doing(self):
        if not self.running:
            return self.latest
        now = time.monotonic()
        working = sorted((test for test in self.cases if self.cases[test] > 0), key=self.began.get)
        tests = [f"{self.label(test)} ({now - self.began[test]:.0f} s)" for test in working[:3]]
        ended = counted(self.ended, "test case", "ended, ") if self.ended else ""
        return ended + counted(len(self.running), "test", "begun") + (
            "; at work: " + ", ".join(tests) if tests else "")

    def verdict(self, status):
        folded = {
            test: reason for test, reason in self.skips.items()
            if not any(test != other and test.startswith(other + "/") and self.is_suite(other)
                       for other in self.skips)}
        (FOLDER / "skips").write_text(
            "".join(f"{self.label(test)}: {folded[test]}\n" for test in sorted(folded)), encoding="utf-8")
        return status or (1 if self.failures or self.left or not self.has_ended else 0)

    def cause(self, status):
        lines = []
        if self.left:
            lines = [f"no test began or ended for {LONGEST_SILENCE} s, so these processes were ended:"]
            lines += ["  " + text for _, text in self.left]
            lines += ["  these tests had begun and not ended: "
                      + (", ".join(sorted(map(self.label, self.running))[:10]) or "none")]
        elif not self.has_ended:
            # The test crashed, or never began.
            lines = super().cause(status)
            if self.running:
                lines += ["  these tests had begun and not ended: "
                          + ", ".join(sorted(map(self.label, self.running))[:10])]
        counts = collections.Counter(test for test, _, _ in self.failures)
        shown = [failure for index, failure in enumerate(self.failures)
                 if [test for test, _, _ in self.failures[:index]].count(failure[0]) < MOST_OF_ONE]
        for test, location, messages in shown[:MOST_FAILURES]:
            place = location or self.known.get(test, {}).get("sourceLocation") or {}
            file = os.path.relpath(place["filePath"]) if "filePath" in place else "?"
            name = self.known.get(test, {}).get("displayName")
            more = f" ({counts[test]} issues in all)" if counts[test] > MOST_OF_ONE else ""
            lines += [f"{file}:{place.get('line', '?')}:{place.get('column', '?')}: {self.label(test)}"
                      + (f' "{name}"' if name else "") + more]
            for message in messages:
                lines += ["    " + line for line in shortened(message["text"])]
        if len(shown) > MOST_FAILURES:
            lines += [f"… {len(shown) - MOST_FAILURES} more in {self.log}"]
        return lines or super().cause(status)


# Stages whose cause `report` prints.
REPORTED = ("tests", "fuzz")


def report():
    """Prints failures, skipped tests and the folder of the logs. Returns the exit status of the run."""
    causes = sorted(FOLDER.glob("*.cause"), key=lambda file: file.stat().st_mtime)
    for file in causes:
        say(f"\n{file.stem}: FAILED\n" + file.read_text(encoding="utf-8").rstrip("\n"))
    skips = FOLDER / "skips"
    listed = skips.read_text(encoding="utf-8").splitlines() if skips.exists() else []
    if listed:
        say(f"\nSkipped ({len(listed)}):")
        reasons = collections.Counter(line.partition(": ")[2] for line in listed)
        for line in listed:
            if reasons[line.partition(": ")[2]] <= 5:
                say(f"  {line}")
        for reason, count in reasons.items():
            if count > 5:
                say(f"  {count} tests: {reason}")
    say(f"\n{'FAILED: ' + ', '.join(file.stem for file in causes) if causes else 'Everything passed'};"
        f" the whole output of each stage is in {FOLDER}.")
    return 1 if causes else 0


def main():
    match sys.argv[1:]:
        case ["begin"]:
            for file in FOLDER.glob("*"):
                file.unlink()
        case ["run", name, *command] if command:
            sys.exit(Stage(name).run(command))
        case ["tests", *command] if command:
            sys.exit(Tests().run(command))
        case ["report"]:
            sys.exit(report())
        case _:
            sys.exit(__doc__)


main()
