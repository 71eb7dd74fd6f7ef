import Foundation
import TestTools

@testable import Renderers

/// The pixels of a PNG file, decoded by an independent program: Python's zlib, and the filters of the
/// PNG specification. Checksums of chunks are verified.
struct Pixels {
  let width: Int
  let height: Int
  private let bytes: [UInt8]

  private static let decode = """
    import sys, zlib
    data = sys.stdin.buffer.read()
    assert data[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
    at, packed, names = 8, b"", []
    while at < len(data):
        count = int.from_bytes(data[at:at + 4], "big")
        name, body = data[at + 4:at + 8], data[at + 8:at + 8 + count]
        crc = int.from_bytes(data[at + 8 + count:at + 12 + count], "big")
        assert crc == zlib.crc32(name + body), name
        names.append(name)
        if name == b"IHDR":
            width, height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
            assert body[8:] == bytes([8, 2, 0, 0, 0]), body
        if name == b"IDAT": packed += body
        at += 12 + count
    assert names[0] == b"IHDR" and names[-1] == b"IEND"
    rows, above, out = zlib.decompress(packed), bytes(width * 3), []
    assert len(rows) == height * (width * 3 + 1)
    for y in range(height):
        start = y * (width * 3 + 1)
        assert rows[start] == 2
        above = bytes((a + b) & 255 for a, b in zip(rows[start + 1:start + 1 + width * 3], above))
        out.append(above)
    print(width, height, b"".join(out).hex())
    """

  init(_ png: [UInt8]) throws {
    let words = try Python.output(of: ["-c", Self.decode], input: Data(png)).split {
      $0 == " " || $0.isNewline
    }
    width = Int(words[0]) ?? 0
    height = Int(words[1]) ?? 0
    let digits = words.count > 2 ? words[2].utf8.map { UInt8($0 < 97 ? $0 - 48 : $0 - 87) } : []
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Returns the objects of a PDF, with those in compressed streams.
  static func text(ofPDF pdf: [UInt8]) throws -> String {
    let script = """
      import re, sys, zlib
      data = sys.stdin.buffer.read()
      parts = [data]
      for body in re.findall(rb"stream\\r?\\n(.*?)endstream", data, re.S):
          try: parts.append(zlib.decompressobj().decompress(body))
          except zlib.error: pass
      print(b"\\n".join(parts).decode("latin-1"))
      """
    return try Python.output(of: ["-c", script], input: Data(pdf))
  }

  /// Returns the colour of a pixel, such as "#ff0000".
  subscript(x: Int, y: Int) -> String {
    let start = 3 * (y * width + x)
    return "#" + bytes[start..<start + 3].map { String(format: "%02x", $0) }.joined()
  }
}
