#!/bin/sh
# Reviews the feeds of the project, for any CI system. Exits with 1 if a feed has a finding that is
# not known or a snapshot changed, and with 2 if a feed could not be drawn.
# BASE is the branch that a change is for, such as origin/main; without it, only the known findings
# of each feed are left out. SITE is the address where the folder layout-review is published, if any.
# The folder has the pages before and after the change, and comment.md for the pull request.
cd "$(dirname "$0")" || exit 2
status=0
worst() { test "$1" -le "$status" || status=$1; }
sectionengine report ${BASE:+--base "$BASE"} ${SITE:+--site "$SITE"} -o layout-review --exit-zero || exit $?
sectionengine check ${BASE:+--base "$BASE"} || worst $?
sectionengine snapshot verify || worst $?
exit $status
