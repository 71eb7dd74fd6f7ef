"""Drives a headless browser through chromedriver's WebDriver interface, with only the standard library."""

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


class Browser:
    """One session of headless Chromium; ends with the `with` block."""

    def __init__(self, width=1600, height=1100, scale=1, javascript=True, resolve=None, scrollbars=False):
        """`resolve` is a host name that resolves to this machine."""
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            [shutil.which("chromedriver"), f"--port={port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--no-first-run", "--no-default-browser-check",
            f"--window-size={width},{height}", f"--force-device-scale-factor={scale}",
        ]
        if not scrollbars:
            arguments.append("--hide-scrollbars")
        if resolve:
            arguments.append(f"--host-resolver-rules=MAP {resolve} 127.0.0.1")
        options = {"args": arguments, "excludeSwitches": ["hide-scrollbars"] if scrollbars else []}
        if not javascript:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        wanted = {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
        }
        for _ in range(100):
            try:
                answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except (ConnectionError, urllib.error.URLError):
                time.sleep(0.05)
        self.session = f"/session/{answer['sessionId']}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def open(self, address):
        self.call("POST", f"{self.session}/url", {"url": address})

    def run(self, script, *arguments):
        """Runs the body of a function in the page and returns its result."""
        return self.call(
            "POST", f"{self.session}/execute/sync", {"script": script, "args": list(arguments)})

    def command(self, name, **parameters):
        """Sends a command of the Chrome DevTools Protocol."""
        return self.call(
            "POST", f"{self.session}/goog/cdp/execute", {"cmd": name, "params": parameters})

    def log(self, kind):
        return self.call("POST", f"{self.session}/se/log", {"type": kind})

    def wait(self, script, *arguments, seconds=10):
        """Waits until the result of a script is true, and returns it."""
        end = time.monotonic() + seconds
        while True:
            found = self.run(script, *arguments)
            if found:
                return found
            assert time.monotonic() < end, f"never true: {script} {arguments}"
            time.sleep(0.01)

    def click(self, x, y):
        """Clicks at a position of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.command(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key):
        """Presses and releases a key."""
        codes = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "ArrowRight": 39, "Tab": 9}
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        for kind in ("keyDown", "keyUp"):
            self.command(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key,
                windowsVirtualKeyCode=codes.get(key, ord(key[0].upper())), text=text if kind == "keyDown" else "")

    def screenshot(self, path):
        data = self.command("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
