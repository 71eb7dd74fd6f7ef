"""Measures in headless Chromium, for the comparisons of texts."""

import html
import json
import pathlib
import re
import subprocess
import sys

# The factor of sizes, and the word of a font set for how the browser rounds widths.
SCALE, ROUNDING = 1, "1/64"


def measured(page, folder):
    """Returns what the script of a page writes into its element `out`, in headless Chromium."""
    path = pathlib.Path(folder, "page.html")
    path.write_text(page, encoding="utf-8")
    printed = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         "--font-render-hinting=none", "--enable-font-subpixel-positioning", "--virtual-time-budget=100000",
         f"--user-data-dir={folder}/profile", "--dump-dom", f"file://{path}"],
        capture_output=True, text=True, timeout=600)
    found = re.search(r'<pre id="out">(.*?)</pre>', printed.stdout, re.S)
    if not found:
        sys.exit(f"Chromium measured nothing: {printed.stderr[-500:]}")
    return json.loads(html.unescape(found.group(1)))
