"""The replies of the four servers, which are samples of the feed layouts."""

import json
import os
import re

BILLS = "billboard.billList"

# One line per endpoint: feed layout, source, method, path, required fields with their values (None: any),
# and the kind of paging. If the source is "*", the group `source` of the path names it. The feed layout
# names the samples of each source, one per page.
ENDPOINTS = [
    ("netease-home", "blocks", "GET", r"homepage/block/page", {}, "cursor"),
    ("netease-home", "menus", "GET", r"homepage/dragon/ball", {}, None),
    ("mall-home", "sort", "GET", r"home/sort", {}, None),
    ("mall-home", "*", "GET", r"home/group/(?P<source>[A-Za-z]+)", {}, None),
    ("wanandroid-home", "banner", "GET", r"banner/json", {}, None),
    ("wanandroid-home", "top", "GET", r"article/top/json", {}, None),
    ("wanandroid-home", "list", "GET", r"article/list/(?P<page>\d+)/json", {}, "page"),
    ("wanandroid-search", "hotkeys", "GET", r"hotkey/json", {}, None),
    ("wanandroid-search", "results", "POST", r"article/query/(?P<page>\d+)/json", {"k": None}, "page"),
    ("audio-chart", "songs", "GET", r"charts", {"method": BILLS, "type": None, "offset": None}, "offset"),
    ("audio-charts", "type{type}", "GET", r"charts", {"method": BILLS, "type": None}, None),
]

# The refusal of each server, sent with HTTP status 200: an envelope that reports a failure.
REFUSALS = {
    "netease-home": {"code": 301, "message": "please log in", "data": None},
    "mall-home": {"code": 40008, "message": "the token has expired"},
    "wanandroid-home": {"errorCode": -1001, "errorMsg": "please log in", "data": None},
    "wanandroid-search": {"errorCode": -1001, "errorMsg": "please log in", "data": None},
    "audio-chart": {"error_code": 40008, "message": "the token has expired"},
    "audio-charts": {"error_code": 40008, "message": "the token has expired"},
}


class Endpoint:
    def __init__(self, row, layouts):
        self.feed, self.source, self.method, path, self.fields, self.page_by = row
        self.path = re.compile(path + r"\Z")
        self.layout = layouts.get(self.feed, {})

    def answers(self, method, path, fields):
        """Returns the match of the path, or None if the endpoint does not answer the request."""
        wanted = all(
            name in fields and (value is None or fields[name] == value)
            for name, value in self.fields.items())
        return self.path.match(path) if method == self.method and wanted else None

    def pages(self, match, fields):
        """Returns the samples of the source as bytes, one per page, or None if there is no such source."""
        name = match.groupdict().get("source") or self.source.format(**fields)
        sample = self.layout.get("sources", {}).get(name, {}).get("sample")
        if sample is None:
            return None
        names = sample if isinstance(sample, list) else [sample]
        return [read(os.path.join(self.layout["folder"], name)) for name in names]

    def body(self, match, fields):
        """Returns the reply as bytes, or None if there is no sample for it."""
        pages = self.pages(match, fields)
        if not pages:
            return None
        if self.page_by == "page":
            return page_numbered(pages, int(match.group("page")))
        if self.page_by == "cursor":
            return page_after(pages, fields.get("cursor"))
        if self.page_by == "offset":
            return page_from(pages, int(fields.get("offset") or 0))
        return pages[0]


def page_numbered(pages, number):
    if number < len(pages):
        return pages[number]
    last = json.loads(pages[-1])
    last["data"].update(curPage=number + 1, datas=[], over=True)
    return json.dumps(last, ensure_ascii=False).encode()


def page_after(pages, cursor):
    """Returns the page after the one whose reply contains this cursor, or None for an unknown cursor."""
    if not cursor:
        return pages[0]
    for page, following in zip(pages, pages[1:]):
        if json.loads(page)["data"].get("cursor") == cursor:
            return following
    return None


def page_from(pages, offset):
    """Returns the rest of a page from an offset on; after the last page, a page without songs."""
    start = 0
    for page in pages:
        reply = json.loads(page)
        songs = reply.get("song_list") or []
        if offset == start:
            return page
        if offset < start + len(songs):
            reply["song_list"] = songs[offset - start:]
            return json.dumps(reply, ensure_ascii=False).encode()
        start += len(songs)
    reply["song_list"] = []
    reply["billboard"]["havemore"] = 0
    return json.dumps(reply, ensure_ascii=False).encode()


class Feeds:
    """The endpoints of every feed layout of a folder."""

    def __init__(self, folder):
        layouts = {}
        for name in {row[0] for row in ENDPOINTS}:
            path = os.path.join(folder, name + ".json")
            if os.path.exists(path):
                layouts[name] = dict(json.loads(read(path)), folder=folder)
        self.endpoints = [Endpoint(row, layouts) for row in ENDPOINTS]

    def reply(self, method, path, fields):
        """Returns the feed of the request and the body of the reply; a missing feed or body is None."""
        for endpoint in self.endpoints:
            match = endpoint.answers(method, path, fields)
            if match:
                return endpoint.feed, endpoint.body(match, fields)
        return None, None


def read(path):
    with open(path, "rb") as file:
        return file.read()
