internal import SectionEngine

struct CachedReply {
  var body: PaddedBytes
  var etag: String?
  var lastModified: String?
  /// The time in seconds since the server sent or last confirmed the reply.
  var age: Int

  /// The size in bytes of a file's head: the lines before the body, padded with spaces.
  static let headBytes = 4096

  /// Returns the head of a file; `nil` if a value is too long or has a line break.
  static func head(etag: String?, lastModified: String?, body: UnsafeBufferPointer<UInt8>)
    -> [UInt8]?
  {
    let check = String(checksum(UnsafeRawBufferPointer(body)), radix: 16)
    let lines = [
      "sectionengine reply 1", "bytes \(body.count)", "check \(check)", "etag \(etag ?? "")",
      "modified \(lastModified ?? "")", "",
    ]
    let head = Array(lines.joined(separator: "\n").utf8)
    guard head.count <= headBytes, lines.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\n")) })
    else { return nil }
    return head + Array(repeating: UInt8(ascii: " "), count: headBytes - head.count)
  }

  /// Reads a reply. Returns `nil` if the file is incomplete or does not match its checksum.
  init?(head: [UInt8], body: PaddedBytes, age: Int) {
    let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 6 else { return nil }
    func value(_ line: Int, after name: String) -> String? {
      let text = String(decoding: lines[line].dropFirst(name.utf8.count), as: UTF8.self)
      return text.isEmpty ? nil : text
    }
    etag = value(3, after: "etag ")
    lastModified = value(4, after: "modified ")
    guard head == Self.head(etag: etag, lastModified: lastModified, body: body.text) else {
      return nil
    }
    self.body = body
    self.age = age
  }
}
