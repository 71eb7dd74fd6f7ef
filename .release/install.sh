#!/bin/sh
# install.sh [--uninstall] [PREFIX]: copies the program below PREFIX, by default ~/.local, or removes it from there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
uninstall=
case ${1-} in
--uninstall) uninstall=1; shift ;;
-h | --help) sed -n '2s/^# //p' "$0"; exit 0 ;;
-*) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
esac
[ $# -le 1 ] || { echo "one prefix at most; see $0 --help" >&2; exit 64; }
prefix=${1-$HOME/.local}
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
[ "$(readlink -m "$prefix")" != "$(readlink -f "$here")" ] || {
  echo "$prefix is this folder, from which the program already runs: give another prefix" >&2
  exit 64
}

# Each file that belongs to the program, relative to the prefix. Whole folders are named like the program.
installed() {
  (cd "$here" && find bin include lib libexec share \( -type f -o -type l \) ! -path '*/sectionengine/*')
  printf '%s\n' include/sectionengine lib/sectionengine libexec/sectionengine share/sectionengine share/doc/sectionengine
}

# Folders of an earlier version may contain files that this version does not have.
installed | while read -r name; do rm -rf "$prefix/$name"; done
if [ -n "$uninstall" ]; then
  echo "Removed sectionengine from $prefix."
  exit 0
fi
installed | grep -v '^share/doc/' | while read -r name; do
  mkdir -p "$prefix/$(dirname "$name")"
  cp -R "$here/$name" "$prefix/$name"
done
mkdir -p "$prefix/share/doc/sectionengine"
cp -R "$here/LICENSE" "$here/licenses" "$prefix/share/doc/sectionengine/"
"$prefix/bin/sectionengine" --version >/dev/null || { echo "it does not run here; see README.md" >&2; exit 2; }
echo "Installed sectionengine $("$prefix/bin/sectionengine" --version) in $prefix."
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "It is not on your PATH yet: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
