#!/bin/sh
# Reviews the feeds of the project, for any CI system. Exits with 1 if a feed has a finding that is
# not known or a snapshot changed, and with 2 if a feed could not be drawn.
# BASE is the branch that a change is for, such as origin/main; without it, only the known findings
# of each feed are left out. The folder layout-review has the pages before and after the change.
cd "$(dirname "$0")" || exit 2
status=0
worst() { test "$1" -le "$status" || status=$1; }
sectionengine check ${BASE:+--base "$BASE"} || worst $?
if test -d Snapshots; then sectionengine snapshot verify || worst $?; fi
sectionengine report ${BASE:+--base "$BASE"} -o layout-review --exit-zero || worst $?
exit $status
