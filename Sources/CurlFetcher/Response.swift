internal import Glibc

/// What has arrived of a response.
struct Response {
  var status = 0
  var body: [UInt8] = []
  var etag: String?
  var lastModified: String?
  /// Milliseconds that the server asks to wait before the next try.
  var retryAfter: Int?
  var isNotToBeStored = false
  private(set) var headerBytes = 0
  /// Which limit ended the transfer.
  var excess: Excess?

  enum Excess { case header, body }

  /// Takes one line of the header; false when all lines together are too long.
  mutating func takeHeader(_ line: UnsafeRawBufferPointer, limit: Int?) -> Bool {
    headerBytes += line.count
    if let limit, headerBytes > limit {
      excess = .header
      return false
    }
    // Of an interim response, or of a proxy's before the server's, only the size counts.
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
      // Without the string processing module, which the plugin does not load, a string contains
      // characters only.
      isNotToBeStored = value.lowercased().split { $0 == "," || $0 == " " }.contains("no-store")
    default: break
    }
    return true
  }

  /// Takes a part of the body, decompressed; false when it is too long.
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

  /// Of a Retry-After in seconds. One that names a date is not waited for: the clocks of two machines
  /// would have to agree.
  private static func milliseconds(_ text: String) -> Int? {
    guard let seconds = Int(text), seconds >= 0 else { return nil }
    return seconds.multipliedReportingOverflow(by: 1_000).overflow ? Int.max : seconds * 1_000
  }
}
