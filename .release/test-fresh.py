#!/usr/bin/env python3
"""Runs `make run` and `make test` of a clean clone of HEAD in a bare Debian 12: test-fresh.py [root|user]...

Runs them once as root and once as an ordinary user who has sudo, or only as the named users. The system has the packages
of debootstrap's minbase, make and git (and sudo for the user), and this machine's Swift toolchain, read-only. If git
takes packages from folders of this machine (`url.FOLDER.insteadOf`), it also does so inside. Only the skips in
`fresh-skips` are allowed. After a failure, the logs are in .build/fresh; everything else is removed.
Needs root, debootstrap, git and a Swift toolchain; SWIFT names its `swift`.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from replacements import git_replacements, write_replacements

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parent
PREREQUISITES = {"root": ["make", "git"], "user": ["make", "git", "sudo"]}
HOMES = {"root": "/root", "user": "/home/tester"}
TOOLCHAIN = "/opt/swift-toolchain"
# A namespace for processes and mounts, which ends with its first process. That process collects the processes that lost
# their parent, like the init of a machine.
NAMESPACE = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--propagation", "private", "--pid",
             "--fork", "--kill-child"]
PROXIES = ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]


class Failure(Exception):
    """A failure before or outside the tests."""


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def toolchain():
    """Returns the folder that contains bin/swift."""
    swift = os.environ.get("SWIFT", "swift")
    if not shutil.which(swift):
        raise Failure(f"there is no `{swift}` on the PATH of root; name it: make test-fresh SWIFT=/path/to/swift")
    paths = json.loads(output(swift, "-print-target-info"))["paths"]
    folder = pathlib.Path(paths["runtimeResourcePath"]).resolve().parents[1]
    if folder in (pathlib.Path("/"), pathlib.Path("/usr"), pathlib.Path("/usr/local")):
        raise Failure(f"the Swift toolchain is part of {folder}, and cannot be shown alone to another system")
    return folder


def contained(script, *arguments):
    """Runs a script of the shell in a namespace of its own, and returns its exit status."""
    process = subprocess.Popen(
        NAMESPACE + ["sh", "-c", script, "sh", *arguments], stdin=subprocess.DEVNULL)
    try:
        return process.wait()
    except BaseException:
        # With --kill-child, everything inside goes with it.
        process.kill()
        process.wait()
        raise


class BareDebian:
    """A bare system below a folder, with mounts that only its own processes see."""

    def __init__(self, folder):
        self.root = folder / "debian"
        self.mounts = [(toolchain(), TOOLCHAIN)]
        # debootstrap mounts something too.
        if contained('mount -t proc proc /proc; "$@"; exit $?', str(HERE / "bare-debian"), str(self.root)) != 0:
            raise Failure("there is no bare system to test in")
        (self.root / "etc/hosts").write_text(
            f"127.0.0.1 localhost {socket.gethostname()}\n", encoding="utf-8")
        replacements, folders = git_replacements()
        self.mounts += [(each, each) for each in folders]
        write_replacements(self.root / "etc/gitconfig", replacements)
        for _, inside in self.mounts:
            (self.root / inside.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def run(self, script, home="/root", kind="root"):
        """Runs a script of the shell inside, and returns its exit status."""
        root = str(self.root)
        # The root is a mount, as on a machine: tests make mount namespaces of their own.
        lines = [f'mount --bind "{root}" "{root}"', f'mount -t proc proc "{root}/proc"']
        lines += [f'mount --rbind {each} "{root}{each}"' for each in ("/sys", "/dev")]
        for outside, inside in self.mounts:
            lines += [f'mount --bind "{outside}" "{root}{inside}"',
                      f'mount -o remount,bind,ro "{root}{inside}"']
        name = "root" if kind == "root" else "tester"
        variables = [f"HOME={home}", f"USER={name}", f"LOGNAME={name}",
                     f"PATH={TOOLCHAIN}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        variables += [f"{each}={os.environ[each]}" for each in PROXIES if each in os.environ]
        identity = [] if kind == "root" else ["--userspec=tester:tester"]
        return contained(
            " && ".join(lines) + ' || exit 2\n"$@"\nexit $?', "chroot", *identity, root,
            "env", "-i", *variables, "sh", "-c", f'cd "$HOME" && {script}')

    def expect(self, script):
        if self.run(script) != 0:
            raise Failure(f"this failed in the bare system: {script}")


def megabytes(folder):
    """Returns the size of the files below a folder in megabytes; 0 if the folder is missing."""
    if not folder.exists():
        return 0
    return int(output("du", "-s", "--apparent-size", "--block-size=1000000", str(folder)).split()[0])


def unexpected_skips(file, kind):
    """Returns the skipped tests that are not allowed, and the allowed skips that did not occur."""
    skips = dict(line.split(": ", 1) for line in file.read_text(encoding="utf-8").splitlines())
    allowed = {}
    for line in (HERE / "fresh-skips").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            whose, name, reason = re.match(r"(\S+) (\S+) (.*)", line).groups()
            if whose in ("all", kind):
                allowed[name] = reason
    surplus = [f"{name}: {reason}" for name, reason in skips.items() if reason != allowed.get(name)]
    return surplus, [name for name in allowed if name not in skips]


def clean_clone(system, kind):
    """Clones HEAD into the home of the user of the tests. Returns the path outside, and the commit of HEAD."""
    home = system.root / HOMES[kind].lstrip("/")
    if kind == "user":
        system.expect("useradd --create-home --shell /bin/bash tester"
                      " && echo 'tester ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/tester")
    clone = home / "sectionengine"
    # root reads a repository that may be another user's.
    settings = system.root.parent / "gitconfig"
    settings.write_text("[safe]\n\tdirectory = *\n", encoding="utf-8")
    environment = os.environ | {"GIT_CONFIG_GLOBAL": str(settings)}
    for command in [["clone", "--quiet", "--no-local", f"file://{REPOSITORY}", clone],
                    ["-C", clone, "remote", "remove", "origin"]]:
        subprocess.run(["git", *command], check=True, env=environment)
    head = subprocess.run(["git", "-C", clone, "log", "-1", "--format=%h %s"], check=True,
                          env=environment, stdout=subprocess.PIPE, text=True).stdout.strip()
    if kind == "user":
        system.expect(f"chown -R tester:tester {HOMES[kind]}/sectionengine")
    return clone, head


def test(kind, work):
    """Runs both commands as root or as the user; returns the faults."""
    started = time.monotonic()
    system = BareDebian(work)
    names = " ".join(PREREQUISITES[kind])
    system.expect(f"apt-get update -qq && DEBCONF_NOWARNINGS=yes apt-get install -y -qq --no-install-recommends {names} >/dev/null"
                  " && apt-get clean")
    clone, head = clean_clone(system, kind)
    print(f"test-fresh: {kind}: a bare Debian 12 with {names}, after {time.monotonic() - started:.0f} s; {head}",
          flush=True)
    home = HOMES[kind]
    for target in ["run", "test"]:
        started = time.monotonic()
        status = system.run(f"cd sectionengine && make {target}", home=home, kind=kind)
        packages = megabytes(system.root / "var/cache/apt/archives")
        sources = megabytes(clone.parent / ".cache/org.swift.swiftpm")
        print(f"test-fresh: {kind}: `make {target}` ended with {status} after {time.monotonic() - started:.0f} s;"
              f" downloaded so far: {packages} MB of Debian packages, {sources} MB of Swift packages;"
              f" .build has {megabytes(clone / '.build')} MB", flush=True)
        if status != 0:
            logs = REPOSITORY / ".build/fresh" / kind
            shutil.rmtree(logs, ignore_errors=True)
            if (clone / ".build/test").is_dir():
                shutil.copytree(clone / ".build/test", logs)
            return [f"`make {target}` fails as {kind}; its logs are in {logs}"]
    surplus, unused = unexpected_skips(clone / ".build/test/skips", kind)
    for name in unused:
        print(f"test-fresh: {kind}: fresh-skips allows {name}, which is not skipped", flush=True)
    return [f"as {kind}, this is skipped, and not named in .release/fresh-skips: {each}" for each in surplus]


def interrupt(number, _):
    raise KeyboardInterrupt(signal.Signals(number).name)


def main():
    kinds = sys.argv[1:] or list(PREREQUISITES)
    if any(kind not in PREREQUISITES for kind in kinds):
        sys.exit(__doc__)
    if os.geteuid() != 0:
        print("test-fresh: needs root, for debootstrap and chroot; run: sudo make test-fresh", file=sys.stderr)
        sys.exit(64)
    wrong = []
    try:
        for kind in kinds:
            for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]:
                signal.signal(number, interrupt)
            # Several gigabytes, which /tmp may not have.
            work = pathlib.Path(tempfile.mkdtemp(
                prefix="test-fresh-", dir=os.environ.get("TMPDIR", "/var/tmp")))
            work.chmod(0o755)
            try:
                wrong += test(kind, work)
            finally:
                for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]:
                    signal.signal(number, signal.SIG_IGN)
                subprocess.run(["rm", "-rf", "--one-file-system", str(work)], check=False)
    except KeyboardInterrupt as signal_name:
        sys.exit(f"test-fresh: ended by {signal_name or 'SIGINT'}")
    except (Failure, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"test-fresh: {error}")
    for line in wrong:
        print(f"test-fresh: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
