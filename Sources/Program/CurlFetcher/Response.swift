internal import Glibc

/// The received parts of a response.
struct Response {
  var status = 0
  var body: [UInt8] = []
  var etag: String?
  var lastModified: String?
  /// Milliseconds that the server requests to wait before a retry.
  var retryAfter: Int?
  var isNotToBeStored = false
  private(set) var headerBytes = 0
  /// The limit that ended the transfer.
  var excess: Excess?

  enum Excess { case header, body }

  /// Reads one header line. Returns false if all lines together are too long.
  mutating func takeHeader(_ line: UnsafeRawBufferPointer, limit: Int?) -> Bool {
    headerBytes += line.count
    if let limit, headerBytes > limit {
      excess = .header
      return false
    }
    // The header lines of an interim or proxy response are dropped, except for their size.
    if line.starts(with: "HTTP/".utf8) {
      (etag, lastModified, retryAfter, isNotToBeStored) = (nil, nil, nil, false)
      return true
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let value = Self.trimmed(line[(colon + 1)...])
    switch name {
    case "etag": etag = value
    case "last-modified": lastModified = value
    case "retry-after": retryAfter = Self.milliseconds(value)
    case "cache-control":
      // The string processing module, whose `contains` searches for text, is not linked here, so
      // the value is split into words.
      isNotToBeStored = value.lowercased().split { $0 == "," || $0 == " " }.contains("no-store")
    default: break
    }
    return true
  }

  /// Appends a decompressed part of the body. Returns false if the body is too long.
  mutating func takeBody(_ bytes: UnsafeRawBufferPointer, limit: Int?) -> Bool {
    if let limit, bytes.count > limit - body.count {
      excess = .body
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> String {
    var rest = text
    func isSpace(_ byte: UInt8?) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 10 }
    while isSpace(rest.first) { rest.removeFirst() }
    while isSpace(rest.last) { rest.removeLast() }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Returns the milliseconds of a Retry-After in seconds. A date is ignored, because the clocks of
  /// the two machines may differ.
  private static func milliseconds(_ text: String) -> Int? {
    guard let seconds = Int(text), seconds >= 0 else { return nil }
    return seconds.multipliedReportingOverflow(by: 1_000).overflow ? Int.max : seconds * 1_000
  }
}
