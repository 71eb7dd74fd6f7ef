/// Recognises encodings other than UTF-8 by the first bytes of a text (RFC 4627, section 3).
enum TextEncoding {
  private static let marks: [(name: String, bytes: [UInt8])] = [
    ("gzip", [0x1F, 0x8B]), ("UTF-32LE", [0xFF, 0xFE, 0, 0]), ("UTF-32BE", [0, 0, 0xFE, 0xFF]),
    ("UTF-16LE", [0xFF, 0xFE]), ("UTF-16BE", [0xFE, 0xFF]),
  ]

  /// Returns the name of the encoding that the first bytes indicate; `nil` if it can be UTF-8.
  static func foreign(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    for mark in marks where text.starts(with: mark.bytes) { return mark.name }
    guard text.count >= 2, text.count.isMultiple(of: 2) else { return nil }
    switch (text[0] == 0, text[1] == 0) {
    case (true, true): return text.count >= 4 && text[3] != 0 ? "UTF-32BE" : nil
    case (true, false): return "UTF-16BE"
    case (false, true):
      return text.count >= 4 && text[2] == 0 ? "UTF-32LE" : "UTF-16LE"
    case (false, false): return nil
    }
  }

  static func byteOrderMarkLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
