#!/usr/bin/env python3
"""A server for tests and demonstrations. It speaks the protocols of the four reference feeds, with the
samples of the feed layouts, and misbehaves on request. It listens on the loopback interface only.

    mock-server.py                                 prints http://127.0.0.1:PORT as its one line
    mock-server.py --rule '{"match": "menus|dragon", "delay": 2}' --order 'block/page' 'dragon/ball'

    GET  /_control             {"requests": [{method, path, query, form, headers}], "counts": {path: n}}
    POST /_control             {"reset": true, "rules": [RULE…], "order": [PATTERN…]}
    GET  /_fault/NAME          one of the faults of faults.py, whatever the rules
    GET  /files/NAME           a file of --files

A RULE is {"match": PATTERN} and any of "delay": SECONDS, "status": CODE, "fault": NAME,
"refuse": true (the feed's own envelope of failure), "headers": {…}, "body": TEXT, "times": N,
"after": N. Patterns are searched in "METHOD /path?query", with "\\nform" behind it for a POST.
"""

import argparse
import email.utils
import gzip
import hashlib
import http.server
import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from faults import FAULTS  # noqa: E402
from feeds import REFUSALS, Feeds  # noqa: E402
from switches import Switches  # noqa: E402

# The modification time of every sample, constant so that replies are the same in each run.
LAST_MODIFIED = 1_600_000_000
SKIPPED = 77


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # The server sends each small reply at once, in one packet.
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def log_message(self, *arguments):
        pass

    def head(self, status, headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, str(value))
        self.end_headers()

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def answer(self, method):
        try:
            self.reply(method)
            self.wfile.flush()
        except (OSError, ssl.SSLError):
            self.close_connection = True  # Some tests disconnect on purpose.

    def reply(self, method):
        address = urllib.parse.urlsplit(self.path)
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "replace")
        query = dict(urllib.parse.parse_qsl(address.query, keep_blank_values=True))
        if address.path == "/_control":
            return self.control(method, sent)
        form = dict(urllib.parse.parse_qsl(sent, keep_blank_values=True))
        self.fields = {**query, **form}
        switches = self.server.switches
        switches.record({
            "method": method, "path": address.path, "query": query, "form": form,
            "headers": {name.lower(): value for name, value in self.headers.items()}})
        request = f"{method} {self.path}" + (f"\n{sent}" if method == "POST" else "")
        feed, body = self.body(method, address.path)
        finished = switches.wait_for_turn(request)
        try:
            self.reply_by_rules(switches.rules_for(request), address.path, feed, body)
            self.wfile.flush()
        finally:
            finished()

    def body(self, method, path):
        if path.startswith("/files/") and self.server.files:
            file = os.path.join(self.server.files, os.path.basename(path))
            if os.path.isfile(file):
                with open(file, "rb") as stream:
                    return None, stream.read()
        return self.server.feeds.reply(method, path.lstrip("/"), self.fields)

    def reply_by_rules(self, rules, path, feed, body):
        status, headers, fault = 200 if body is not None else 404, {}, None
        if path.startswith("/_fault/"):
            fault = FAULTS.get(path.removeprefix("/_fault/"))
        for rule in rules:
            time.sleep(rule.delay)
            headers.update(rule.headers)
            status = rule.status or status
            fault = FAULTS[rule.fault] if rule.fault else fault
            if rule.body is not None:
                body, status = rule.body.encode(), rule.status or 200
            if rule.refuse and feed:
                body = json.dumps(REFUSALS[feed]).encode()
        if body is None:
            body = b'{"error": "no such endpoint, or no sample for it"}'
        if fault:
            self.close_connection = True
            return fault(self, body)
        self.send_body(status, headers, body)

    def send_body(self, status, headers, body):
        tag = '"%s"' % hashlib.md5(body).hexdigest()
        modified = email.utils.formatdate(LAST_MODIFIED, usegmt=True)
        known = {"Content-Type": "application/json; charset=utf-8"}
        if status == 200:
            known.update({"ETag": tag, "Last-Modified": modified})
        known.update(headers)
        same_tag = "ETag" in known and self.headers.get("If-None-Match") == known["ETag"]
        same_date = ("If-None-Match" not in self.headers
                     and self.headers.get("If-Modified-Since") == known.get("Last-Modified", ""))
        if status == 200 and (same_tag or same_date):
            known.pop("Content-Type")
            return self.head(304, known.items())
        if "gzip" in self.headers.get("Accept-Encoding", "") and len(body) > 1000:
            body = gzip.compress(body, 1, mtime=0)
            known["Content-Encoding"] = "gzip"
        known["Content-Length"] = len(body)
        self.head(status, known.items())
        self.wfile.write(body)

    def control(self, method, sent):
        status, answer = 200, None
        if method == "POST":
            try:
                self.server.switches.apply(json.loads(sent))
            except (ValueError, KeyError, TypeError) as error:
                status, answer = 400, {"error": str(error)}
        text = json.dumps(answer or self.server.switches.report()).encode()
        self.head(status, [("Content-Type", "application/json"), ("Content-Length", len(text))])
        self.wfile.write(text)


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # Some tests hang up or do not trust the certificate on purpose.

    def finish_request(self, request, client_address):
        if self.tls:
            request.settimeout(10)
            request = self.tls.wrap_socket(request, server_side=True)
            request.settimeout(None)
        super().finish_request(request, client_address)


def certificate(folder):
    """Returns a TLS context with a new, untrusted certificate, or None without the openssl tool."""
    if not shutil.which("openssl"):
        return None
    key, chain = os.path.join(folder, "key.pem"), os.path.join(folder, "chain.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", key, "-out", chain],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    return context


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--layouts", default=os.path.join(here, "../../Layouts"))
    options.add_argument("--files", help="folder of /files/")
    options.add_argument("--rule", action="append", default=[], type=json.loads)
    options.add_argument("--order", nargs="*", default=[], help="patterns; replies leave in this order")
    options.add_argument("--tls", action="store_true", help="https, with a certificate made now")
    options.add_argument("--with-parent", action="store_true", help="end when standard input ends")
    arguments = options.parse_args()

    server = Server(("127.0.0.1", arguments.port), Handler)
    server.tls = None
    if arguments.tls:
        with tempfile.TemporaryDirectory() as folder:
            server.tls = certificate(folder)
        if not server.tls:
            sys.exit(SKIPPED)
    server.files = arguments.files
    server.feeds = Feeds(arguments.layouts)
    server.switches = Switches()
    server.switches.apply({"rules": arguments.rule, "order": arguments.order})
    if arguments.with_parent:
        threading.Thread(target=end_with_parent, daemon=True).start()
    scheme = "https" if arguments.tls else "http"
    print(f"{scheme}://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
