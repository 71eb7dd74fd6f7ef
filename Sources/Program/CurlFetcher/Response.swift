internal import CFetchABI

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
  var excess: se_fetch_outcome?

  /// Reads one header line. Returns false if all together are longer than a limit that is not 0.
  mutating func takeHeader(_ line: UnsafeRawBufferPointer, limit: UInt64) -> Bool {
    headerBytes += line.count
    if limit > 0, headerBytes > limit {
      excess = SE_FETCH_HEADER_TOO_LARGE
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
      // Split, because the module whose `contains` searches for text is not linked here.
      isNotToBeStored = value.lowercased().split { $0 == "," || $0 == " " }.contains("no-store")
    default: break
    }
    return true
  }

  /// Appends a decompressed part. Returns false if the body is longer than a limit that is not 0.
  mutating func takeBody(_ bytes: UnsafeRawBufferPointer, limit: UInt64) -> Bool {
    if limit > 0, body.count + bytes.count > limit {
      excess = SE_FETCH_BODY_TOO_LARGE
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

  /// Returns the milliseconds of a Retry-After in seconds; dates are ignored, as clocks may differ.
  private static func milliseconds(_ text: String) -> Int? {
    guard let seconds = Int(text), seconds >= 0 else { return nil }
    return seconds.multipliedReportingOverflow(by: 1_000).overflow ? Int.max : seconds * 1_000
  }
}
