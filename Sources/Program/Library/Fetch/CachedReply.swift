internal import SectionEngine

struct CachedReply {
  var body: PaddedBytes
  var etag: String?
  var lastModified: String?
  /// Seconds since it was received, or since the server last confirmed it.
  var age: Int

  /// The size of the head before the body in a file: lines, padded with spaces to this many bytes.
  static let headBytes = 4096
  private static let magic = "sectionengine reply 1"

  /// Returns the head of a file; `nil` if its values do not fit.
  static func head(etag: String?, lastModified: String?, body: UnsafeBufferPointer<UInt8>)
    -> [UInt8]?
  {
    let lines = [
      magic, "bytes \(body.count)", "check \(checksum(body))", "etag \(etag ?? "")",
      "modified \(lastModified ?? "")", "",
    ]
    var head = Array(lines.joined(separator: "\n").utf8)
    guard head.count <= headBytes, lines.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\n")) })
    else { return nil }
    head += Array(repeating: UInt8(ascii: " "), count: headBytes - head.count)
    return head
  }

  /// Reads a reply; `nil` for a file that was not written completely, or has changed since.
  init?(head: [UInt8], body: PaddedBytes, age: Int) {
    let lines = String(decoding: head, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    func value(_ index: Int, _ name: String) -> String? {
      guard lines[index].hasPrefix(name + " ") else { return nil }
      return String(lines[index].dropFirst(name.count + 1))
    }
    guard head.count == Self.headBytes, lines.count == 6, lines[0] == Self.magic,
      value(1, "bytes") == "\(body.count)", value(2, "check") == Self.checksum(body.text),
      let etag = value(3, "etag"), let lastModified = value(4, "modified")
    else { return nil }
    self.body = body
    self.etag = etag.isEmpty ? nil : etag
    self.lastModified = lastModified.isEmpty ? nil : lastModified
    self.age = age
  }

  private static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(Support.checksum(UnsafeRawBufferPointer(bytes)), radix: 16)
  }
}
