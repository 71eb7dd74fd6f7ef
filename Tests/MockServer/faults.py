"""Faults of a broken or hostile server: each function writes to the connection instead of the reply."""

import gzip
import json
import os
import socket
import struct
import time
import zlib

CHUNK = b"x" * 16384


def reset(handler, body):
    """Closes the connection with a reset, without a reply."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    os.close(handler.connection.detach())


def close(handler, body):
    """Closes the connection in good order, without a reply."""


def truncated(handler, body):
    """Announces the whole body and sends half of it."""
    handler.head(200, [("Content-Length", len(body) + 2)])
    handler.wfile.write(body[: len(body) // 2])


def drip(handler, body):
    """Sends one byte every tenth of a second, without end."""
    handler.head(200, [("Content-Length", 1 << 20)])
    while True:
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


def silent(handler, body):
    """Does not answer the request for an hour."""
    time.sleep(3600)


def endless(handler, body):
    """Sends a body in chunks without end."""
    handler.head(200, [("Transfer-Encoding", "chunked")])
    while True:
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(CHUNK), CHUNK))


def huge_length(handler, body):
    """Announces a terabyte, and begins to send it."""
    handler.head(200, [("Content-Length", 1 << 40)])
    while True:
        handler.wfile.write(CHUNK)


def redirect_file(handler, body):
    handler.close_connection = False
    handler.head(302, [("Location", "file:///etc/hostname"), ("Content-Length", 0)])


def redirect_loop(handler, body):
    """Redirects to the next of 10 000 numbers, and then to "/"."""
    handler.close_connection = False
    number = int(handler.fields.get("hop", 0)) + 1
    location = f"{handler.path.split('?')[0]}?hop={number}" if number <= 10_000 else "/"
    handler.head(302, [("Location", location), ("Content-Length", 0)])


def header_bomb(handler, body):
    """Sends header lines without end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        handler.wfile.write(b"X-Bomb: " + b"b" * 1000 + b"\r\n")


def header_line(handler, body):
    """Sends one header line without end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Bomb: ")
    while True:
        handler.wfile.write(CHUNK)


def bad_gzip(handler, body):
    handler.head(200, [("Content-Encoding", "gzip"), ("Content-Length", 64)])
    handler.wfile.write(gzip.compress(body)[:10] + b"\xff" * 54)


def gzip_bomb(handler, body):
    """Sends a megabyte that unpacks to a gigabyte."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    handler.head(200, [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")])
    spaces = b" " * (1 << 20)
    for index in range(1024):
        packed = packer.compress(spaces)
        if index == 1023:
            packed += packer.flush()
        if packed:
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(packed), packed))
            handler.wfile.flush()
    handler.wfile.write(b"0\r\n\r\n")


def not_http(handler, body):
    handler.wfile.write(b"220 mail.example.com ready\r\n")


def html(handler, body):
    """Sends the sign-in page of a network portal, with the status of success."""
    page = b"<html><body>Please sign in to this network</body></html>"
    handler.head(200, [("Content-Type", "text/html"), ("Content-Length", len(page))])
    handler.wfile.write(page)


def wrong_envelope(handler, body):
    """Sends successful JSON whose envelope is not that of the feed."""
    text = json.dumps({"status": "ok", "result": []}).encode()
    handler.head(200, [("Content-Type", "application/json"), ("Content-Length", len(text))])
    handler.wfile.write(text)


FAULTS = {
    name.replace("_", "-"): function
    for name, function in list(globals().items())
    if callable(function) and getattr(function, "__module__", None) == __name__
}
