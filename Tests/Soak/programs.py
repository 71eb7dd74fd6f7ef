"""The programs of a soak, each with the load that it is under."""

import http.client
import json
import os
import pathlib
import fcntl
import pty
import random
import shutil
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The maximum number of seconds until a change must be seen.
PATIENCE = 180


class Stalled(Exception):
    """An expected event that did not occur."""


class Builder:
    """Builds of the plugin `soaked.c`, no two alike."""

    def __init__(self, include, folder):
        self.include, self.folder = include, folder
        self.count = 0
        self.lock = threading.Lock()

    def build(self, target, does="draw"):
        """Replaces a file with a new build of the plugin, and returns the word on the plugin's button."""
        with self.lock:
            self.count += 1
            word = f"Build {self.count}."
        beside = self.folder / f"build-{threading.get_ident()}.so"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-I", self.include, f'-DWORD="{word}"', f'-DDOES="{does}"',
             str(ROOT / "Tests/Soak/soaked.c"), "-o", str(beside)],
            check=True, env=dict(os.environ, TMPDIR=str(self.folder)))
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(beside, target)
        return word


def feed(title, does="draw", rows=0, others=3):
    """Returns a feed with a block of the plugin, and `others` blocks that no plugin claims."""
    blocks = [{"blockCode": "SOAKED", "title": title, "does": does,
               "rows": [f"{title} {row}: 雨天 a line of some length" for row in range(rows)]}]
    blocks += [{"blockCode": f"OTHER_{n}", "title": f"Other {n}",
                "items": [{"title": f"{title} {n}.{i}"} for i in range(n + 1)]} for n in range(others)]
    return json.dumps({"code": 200, "data": {"blocks": blocks}}, ensure_ascii=False)


class Soaked:
    """A program with its own folders, and threads that keep it busy and count their actions in `counts`."""

    name = ""
    OPTIONS = ["--plugins", "plugins", "--section-time", "3"]

    def __init__(self, program, builder, folder, seed, load):
        self.builder, self.folder, self.load = builder, folder / self.name, load
        self.random = random.Random(f"{seed} {self.name}")
        self.plugin = self.folder / "plugins/soaked.so"
        for part in ("home", "tmp", "plugins"):
            (self.folder / part).mkdir(parents=True)
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp"),
            "TERM": "xterm", "LANG": "C.UTF-8",
        }
        self.program = [str(program)]
        self.process = None
        self.threads = []
        self.counts = {}
        self.lock = threading.Lock()
        self.failures = []
        self.stopping = threading.Event()
        self.errors = open(self.folder / "errors", "wb")

    def start(self):
        """Starts the program and sets `process`."""
        raise NotImplementedError

    def loads(self):
        """Returns functions that run until `stopping` is set, each on its own thread."""
        raise NotImplementedError

    def begin(self):
        self.builder.build(self.plugin)
        self.write(feed("Title 0."))
        self.start()
        for load in self.loads():
            self.threads.append(threading.Thread(target=self.run, args=(load,), daemon=True))
            self.threads[-1].start()

    def run(self, load):
        try:
            load()
        except Exception as failure:  # Any failure ends the soak, which reports it.
            if not self.stopping.is_set():
                self.failures.append(f"{self.name}: {type(failure).__name__}: {failure}")

    def count(self, what):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def pause(self, seconds):
        """Waits about `seconds`, less with more load. Returns whether to go on."""
        return not self.stopping.wait(seconds * self.random.uniform(0.5, 1.5) / self.load)

    def write(self, text):
        """Replaces the feed by renaming a new file, as editors do."""
        beside = self.folder / "feed.next"
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, self.folder / "feed.json")

    def launch(self, *arguments, **streams):
        self.process = subprocess.Popen(
            self.program + list(arguments) + self.OPTIONS,
            cwd=self.folder, env=self.environment, start_new_session=True, stderr=self.errors, **streams)

    def end(self):
        """Ends the threads and the program, and adds a failure if the program does not end as it should."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        try:
            self.finish()
        except Exception as failure:
            self.failures.append(f"{self.name}: at the end: {type(failure).__name__}: {failure}")

    def finish(self):
        self.process.terminate()
        self.expect(self.process.wait(PATIENCE) == 0, f"ended with {self.process.returncode}")

    def kill(self):
        self.stopping.set()
        if self.process:
            self.process.kill()
            self.process.wait()
        self.errors.close()

    def expect(self, is_so, otherwise):
        if not is_so:
            raise Stalled(otherwise)

    def last_words(self):
        with open(self.folder / "errors", "rb") as file:
            file.seek(max(0, os.path.getsize(self.folder / "errors") - 2000))
            return file.read().decode(errors="replace")


class Batch(Soaked):
    """`batch` with a log that never ends: broken lines, plugins that crash, hang or are slow."""

    name = "batch"
    # Each fault occurs in one line of this many. The faults in LOST cost the section, the others do not.
    TROUBLE = {"crash": 151, "abort": 307, "exit": 311, "hang": 1201, "gorge": 613, "slow": 53, "print": 67}
    LOST = {"crash", "abort", "exit", "hang", "gorge"}
    BROKEN = ["", "{", "null", '{"a": 1,}', "[" * 600, "x" * 200_000]
    RATE = 25
    LOG = []

    log = None

    def start(self):
        self.log = subprocess.Popen(
            [sys.executable, "-B", str(ROOT / "Tests/Spark/feed-log.py"), str(10**9)] + self.LOG,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.sent = []
        self.number = 0
        self.launch(
            "batch", "--threads", "2", "--select", "line,height,sections,placeholders",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def loads(self):
        return [self.write_lines, self.read_results]

    def line(self):
        """Returns a line and the number of its sections that get lost, or None for a broken line."""
        self.number += 1
        if self.number % 29 == 0:
            self.count("broken lines")
            return self.random.choice(self.BROKEN).encode(), None
        return self.trouble(self.log.stdout.readline().rstrip(b"\n"))

    def trouble(self, text):
        does = next((does for does, one in self.TROUBLE.items() if self.number % one == 0), "draw")
        self.count("lines" if does == "draw" else f"lines that {does}")
        block = f'"blocks":[{{"blockCode":"SOAKED","title":"Line","does":"{does}"}},'.encode()
        return text.replace(b'"blocks":[', block, 1).replace(b",]", b"]"), int(does in self.LOST)

    def write_lines(self):
        while self.pause(1 / self.RATE):
            line, lost = self.line()
            with self.lock:
                self.sent.append(lost)
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
        self.process.stdin.close()

    def read_results(self):
        number = 0
        for text in self.process.stdout:
            result = json.loads(text)
            number += 1
            with self.lock:
                lost = self.sent.pop(0)
            self.expect(result["line"] == number, f"result {number} is of line {result['line']}")
            if lost is None:
                self.expect("error" in result, f"line {number} is broken, and its result is {text}")
            else:
                self.expect(result.get("placeholders") == lost, f"{lost} lost sections expected: {text}")
        self.expect(self.stopping.is_set(), "it ended before its input did")

    def finish(self):
        # The exit status is 1, because some feeds are broken.
        self.expect(self.process.wait(PATIENCE) == 1, f"ended with {self.process.returncode}")
        self.expect(not self.sent, f"{len(self.sent)} lines have no result")

    def kill(self):
        if self.log:
            self.log.kill()
            self.log.wait()
            self.log.stdout.close()
        super().kill()


class Log(Batch):
    """`batch` with bundled plugins only and many feeds, in which some blocks recur and others occur once."""

    name = "log"
    OPTIONS = []
    RATE = 300
    LOG = ["--personal", "20"]

    def trouble(self, text):
        self.count("lines")
        return text, 0


class Watch(Soaked):
    """`render --watch` in a terminal: edits of the feed, new builds of the plugin, and builds that break."""

    name = "watch"

    terminal = None

    def start(self):
        self.terminal, other = pty.openpty()
        self.seen = b""
        self.news = threading.Condition()
        self.launch(
            "render", "feed.json", "--watch", stdin=other, stdout=other, preexec_fn=self.take_terminal)
        os.close(other)

    @staticmethod
    def take_terminal():
        # Sets the size of the terminal, and makes it the one whose keys send signals to this process.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def loads(self):
        return [self.look, self.work]

    def look(self):
        """Reads the drawn text until no process has the terminal open."""
        while True:
            try:
                drawn = os.read(self.terminal, 65536)
            except OSError:  # The last process has closed the terminal.
                break
            with self.news:
                self.seen = (self.seen + drawn)[-200_000:]
                self.news.notify_all()
        self.expect(self.stopping.is_set(), "it ended by itself")

    def sees(self, *words):
        """Waits until all of the words have been drawn since the last call."""
        with self.news:
            isSeen = self.news.wait_for(
                lambda: all(word.encode() in self.seen for word in words), PATIENCE)
            self.expect(isSeen, f"{words} was never drawn")
            self.seen = b""
        self.count("pictures")

    def work(self):
        self.sees("Title 0.", "Build ")
        number = 0
        steps = [self.edit, self.edit, self.rebuild, self.crash, self.edit, self.hang, self.slow, self.spoil,
                 self.garbage, self.remove, self.press, self.feeds_plugin_dies_of]
        while self.pause(2):
            number += 1
            step = steps[number % len(steps)]
            step(f"Title {number}.")
            self.count(step.__name__.replace("_", " "))

    def edit(self, title):
        self.write(feed(title, rows=self.random.randrange(6), others=self.random.randrange(5)))
        self.sees(title)

    def rebuild(self, _):
        self.sees(self.builder.build(self.plugin))

    def crash(self, _):
        does, words = self.random.choice(
            [("crash", "died of SIGSEGV"), ("abort", "died of SIGABRT"), ("exit", "called `exit(3)`"),
             ("gorge", "died of SIGABRT")])
        self.builder.build(self.plugin, does)
        self.sees(words)
        self.rebuild(_)

    def hang(self, _):
        self.builder.build(self.plugin, "hang")
        self.sees("gave no answer for")
        self.rebuild(_)

    def slow(self, _):
        self.sees(self.builder.build(self.plugin, "slow"))
        self.rebuild(_)

    def garbage(self, _):
        self.plugin.write_bytes(self.plugin.read_bytes()[:3000])
        self.sees("SE3001")
        self.rebuild(_)

    def remove(self, _):
        shutil.rmtree(self.plugin.parent)
        # Without the plugin, the generic section draws the block, without the plugin's button.
        self.sees("Title ")
        self.rebuild(_)

    def spoil(self, title):
        self.write(feed(title)[:-9])
        self.sees("SE1003")
        self.edit(title)

    def feeds_plugin_dies_of(self, title):
        self.write(feed(title, does="crash"))
        self.sees("died of SIGSEGV")
        # The plugin stays in quarantine until its file changes.
        self.write(feed(title))
        self.sees("quarantined")
        self.rebuild(title)

    def press(self, _):
        os.write(self.terminal, b"djjjGgrd")
        self.write(feed(_))
        self.sees(_)

    def finish(self):
        os.write(self.terminal, b"q")
        self.expect(self.process.wait(PATIENCE) == 0, f"ended with {self.process.returncode}")

    def end(self):
        # The thread of `look` ends only when the program does, so it is joined after the program's end.
        look = self.threads.pop(0)
        super().end()
        look.join(PATIENCE)

    def kill(self):
        super().kill()
        if self.terminal is not None:
            os.close(self.terminal)


class Serve(Soaked):
    """`serve` with browsers that follow the changes, an editor, and clients that hang up."""

    name = "serve"
    FIELDS = {
        "device": ["iphone-se", "iphone-14", "ipad-mini", "ipad-11"], "appearance": ["light", "dark"],
        "direction": ["ltr", "rtl"], "text": ["s", "large", "xl", "ax3"], "measures": ["on"],
    }

    def start(self):
        self.launch("serve", "feed.json", "--port", "0", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        address = self.process.stdout.readline().decode().strip()
        self.port = int(address.rstrip("/").rsplit(":", 1)[1])

    def loads(self):
        return [self.edit, self.follow, self.follow, self.browse, self.hang_up]

    # Clients

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, connection, address, statuses=(200,), method="GET", **request):
        for attempt in range(5):
            try:
                connection.request(method, address, **request)
                reply = connection.getresponse()
                break
            except ConnectionError:
                # The server closes connections that are silent for ten seconds; browsers also try again.
                connection.close()
                self.expect(attempt < 4, f"{method} {address} is never answered")
        body = reply.read()
        self.expect(reply.status in statuses, f"{method} {address} is answered by {reply.status}")
        self.count("replies")
        return body

    def query(self):
        chosen = [f"{name}={self.random.choice(values)}" for name, values in self.FIELDS.items()
                  if self.random.random() < 0.4]
        return "&".join(chosen)

    def version(self, connection, since=-1):
        return json.loads(self.ask(connection, f"/changes?since={since}"))["version"]

    def follow(self):
        """Acts like the page in a browser: asks for the next change, and after a change for the page."""
        version = -1
        while not self.stopping.is_set():
            connection = self.connect()
            query = self.query()
            for asset in ("preview.js", "preview.css", "drawing.css", "icon.svg"):
                self.ask(connection, "/" + asset)
            for _ in range(self.random.randrange(1, 12)):
                # The reply arrives after a change, or after half a minute without one.
                version = self.version(connection, version)
                body = self.ask(connection, "/?" + query)
                self.expect(b"data-node=" in body, "a page without nodes")
                if self.stopping.is_set():
                    break
            connection.close()

    def browse(self):
        """Requests random nodes, pages and formats with random settings."""
        connection = self.connect()
        while self.pause(0.5):
            query = self.query()
            address = self.random.choice(
                ["/?", "/node?node=SOAKED%2Frow&", "/node?node=NOTHING&", "/page/svg?", "/page/json?",
                 "/page/dump?", "/page/html?"]) + query
            self.ask(connection, address)
            if self.random.random() < 0.1:
                self.ask(connection, "/nothing", (404,))
                self.ask(connection, "/?device=iphone-41", (400,))
                self.ask(connection, "/base", (303,), "POST",
                         body="keep=" + self.random.choice(["yes", "no"]),
                         headers={"Origin": f"http://127.0.0.1:{self.port}"})
            if self.random.random() < 0.02:
                self.ask(connection, "/plugins")
            if self.random.random() < 0.1:
                connection.close()
                connection = self.connect()
        connection.close()

    def hang_up(self):
        """Drops connections at every stage of a request."""
        request = f"GET /?{{}} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        wait = f"GET /changes?since={{}} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        connection = self.connect()
        while self.pause(1):
            for _ in range(self.random.choice([1, 1, 1, 20])):
                with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as client:
                    kind = self.random.randrange(5)
                    if kind == 0:  # In the middle of the client's request.
                        client.sendall(request.format("")[: self.random.randrange(40)].encode())
                    elif kind == 1:  # Without reading the reply.
                        client.sendall(request.format(self.query()).encode())
                    elif kind == 2:  # After the first bytes of the reply.
                        client.sendall(request.format(self.query()).encode())
                        client.recv(100)
                    elif kind == 3:  # While the client waits for a change.
                        client.sendall(wait.format(self.version(connection)).encode())
                    else:  # In the middle of a body.
                        client.sendall(b"POST /base HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nkeep")
                    if self.random.random() < 0.5:  # A reset instead of an end.
                        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.count("hung up")
        connection.close()

    # Changes of the page

    def edit(self):
        """Changes the feed and the plugin, and waits until the page shows each change."""
        connection = self.connect()
        number = 0
        while self.pause(2):
            number += 1
            title = f"Title {number}."
            if number % 17 == 0:
                title = self.builder.build(self.plugin)
                self.count("new plugins")
            elif number % 23 == 0:
                self.builder.build(self.plugin, "crash")
                self.sees(connection, "died of SIGSEGV")
                self.count("plugins that crash")
                title = self.builder.build(self.plugin)
            elif number % 5 == 0:
                self.write(feed(title)[:-9])
                self.sees(connection, "SE1003")
                self.count("broken feeds")
                self.write(feed(title))
            else:
                self.write(feed(title, rows=self.random.randrange(12), others=self.random.randrange(6)))
                self.count("edits")
            self.sees(connection, title)
        # Releases the threads that wait for a change.
        self.write(feed("The end"))
        connection.close()

    def sees(self, connection, words):
        end = time.monotonic() + PATIENCE
        while words.encode() not in self.ask(connection, "/"):
            self.expect(time.monotonic() < end, f"{words} is never shown")
            time.sleep(0.2)


PROGRAMS = [Batch, Log, Watch, Serve]
