#!/usr/bin/env python3
"""Runs `swift build`, or another command, and shows how far it is: progress.py TITLE COMMAND...

On a terminal one line is updated; elsewhere a line is written every 30 seconds. A build that ends within three
seconds writes nothing. The remaining time is estimated from the steps so far; the last modules are the largest, so
the estimate is shown with "at least". Warnings and errors of the build go to standard error as they are; the exit
status is that of the build.
"""

import os
import re
import select
import subprocess
import sys
import time

STEP = re.compile(r"^\[(\d+)/(\d+)\] ?(.*)")
NOISE = re.compile(r"^(Building for |Build (of product .* )?complete!|Build complete!|Compiling plugin|Fetching |Fetched "
                   r"|Computing |Computed |Creating working copy|Working copy of |Updating |Updated |\s*$)")
QUIET_SECONDS = 3
LINE_SECONDS = 30


def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def status(title, done, total, elapsed):
    text = f"{title}: " + (f"step {done} of {total}, " if total else "") + duration(elapsed)
    if done and elapsed > 10 and total > done:
        text += f", at least {duration(elapsed * (total - done) / done)} left"
    return text


class Progress:
    """Returns the line with the progress of the build."""

    def __init__(self, title):
        self.title = title
        self.begin = self.shown = time.monotonic()
        self.done = self.total = self.width = 0

    def read(self, line):
        step = STEP.match(line)
        if step:
            self.done, self.total = int(step[1]), int(step[2])
        elif not NOISE.match(line):
            self.clear()
            sys.stderr.write(line + "\n")

    def show(self):
        now = time.monotonic()
        if now - self.begin < QUIET_SECONDS:
            return
        # Until the build knows its steps, and for commands without steps, the time alone is shown.
        text = status(self.title, self.done, self.total, now - self.begin)
        if sys.stderr.isatty():
            sys.stderr.write("\r" + text.ljust(self.width))
            self.width = len(text)
        elif now - self.shown >= LINE_SECONDS:
            sys.stderr.write(text + "\n")
            self.shown = now
        sys.stderr.flush()

    def clear(self):
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            self.width = 0

    def end(self, code):
        self.clear()
        elapsed = time.monotonic() - self.begin
        if code == 0 and elapsed > QUIET_SECONDS:
            sys.stderr.write(f"{self.title}: {'built' if self.total else 'done'} in {duration(elapsed)}\n")


def main():
    title, command = sys.argv[1], sys.argv[2:]
    progress = Progress(title)
    build = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    rest = b""
    while True:
        # Shows the time also while a large module is compiled, which writes nothing.
        if select.select([build.stdout], [], [], 1)[0]:
            piece = os.read(build.stdout.fileno(), 1 << 16)
            if not piece:
                break
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                progress.read(line.decode(errors="replace"))
        progress.show()
    if rest:
        progress.read(rest.decode(errors="replace"))
    code = build.wait()
    progress.end(code)
    sys.exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
