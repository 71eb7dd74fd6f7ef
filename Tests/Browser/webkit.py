"""Measures in WebKitGTK without a screen, for the comparison of texts."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

from webdriver import free_port

# The factor of sizes, because WebKitGTK rounds advances to whole pixels, and the word of a font set for how it rounds
# widths.
SCALE, ROUNDING = 100, "none"


def measured(page, folder):
    """Returns what the script of a page writes into its element `out`."""
    programs = sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not programs or not shutil.which("WebKitWebDriver") or not shutil.which("xvfb-run"):
        sys.exit("WebKit is missing: `make test-webkit` installs it")
    path = pathlib.Path(folder, "page.html")
    path.write_text(page, encoding="utf-8")
    port = free_port()
    # The sandbox of WebKit needs rights that containers lack.
    driver = subprocess.Popen(
        ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=dict(os.environ, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1"), start_new_session=True)

    def call(method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}", None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=600) as reply:
            return json.load(reply)["value"]

    try:
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": {
            "binary": str(programs[-1]), "args": ["--automation", "--allow-file-access-from-file-urls=true"]}}
        for _ in range(200):
            try:
                session = call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except (ConnectionError, urllib.error.URLError):
                time.sleep(0.05)
        else:
            sys.exit("WebKitWebDriver does not answer")
        print(f"WebKitGTK {session['capabilities'].get('browserVersion')}")
        base = f"/session/{session['sessionId']}"
        call("POST", f"{base}/url", {"url": f"file://{path}"})
        script = "const out = document.getElementById('out'); return out && out.textContent"
        for _ in range(1200):
            printed = call("POST", f"{base}/execute/sync", {"script": script, "args": []})
            if printed:
                call("DELETE", base)
                return json.loads(printed)
            time.sleep(0.1)
        sys.exit("WebKit measured nothing within two minutes")
    finally:
        os.killpg(driver.pid, 15)
        driver.wait()
