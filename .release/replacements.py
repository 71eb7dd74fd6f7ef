"""The addresses that git replaces on this machine (`url.FOLDER.insteadOf`), for systems below a folder."""

import os
import re
import subprocess


def git_replacements():
    """Returns the replacements of addresses by git on this machine, and the folders among them."""
    found = subprocess.run(
        ["git", "config", "--null", "--get-regexp", r"^url\..*\.insteadof$"],
        cwd="/", stdout=subprocess.PIPE, text=True, check=False).stdout
    replacements = [entry.split("\n", 1) for entry in found.split("\0") if entry]
    places = {re.sub(r"^file://", "", key[len("url."):-len(".insteadof")]) for key, _ in replacements}
    folders = sorted(place for place in places if place.startswith("/") and os.path.isdir(place))
    return replacements, folders


def write_replacements(file, replacements):
    """Adds the replacements to a file of git's configuration."""
    for key, value in replacements:
        subprocess.run(["git", "config", "--file", file, "--add", key, value], check=True)
    if replacements:
        # The folders belong to users of the machine outside.
        subprocess.run(["git", "config", "--file", file, "--add", "safe.directory", "*"], check=True)
