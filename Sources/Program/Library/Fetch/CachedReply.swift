internal import FeedDocument

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

  /// Computes FNV-1a over words of eight bytes, then single bytes, to detect accidental damage.
  private static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func take(_ value: UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01b3 }
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset + 8 <= raw.count {
      take(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    for byte in raw[offset...] { take(UInt64(byte)) }
    return String(hash, radix: 16)
  }
}
