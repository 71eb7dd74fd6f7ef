/// Encodings that are recognised by their first bytes (RFC 4627, section 3). Only UTF-8 is read.
enum TextEncoding: String {
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case utf32LittleEndian = "UTF-32LE"
  case utf32BigEndian = "UTF-32BE"
  case gzip

  /// Returns the encoding of a text that is not UTF-8, from a byte order mark or zero bytes.
  static func foreign(_ text: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
    if text.starts(with: [0x1F, 0x8B]) { return .gzip }
    if text.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32LittleEndian }
    if text.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32BigEndian }
    if text.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if text.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    guard text.count >= 2, text.count.isMultiple(of: 2) else { return nil }
    switch (text[0] == 0, text[1] == 0) {
    case (true, true): return text.count >= 4 && text[3] != 0 ? .utf32BigEndian : nil
    case (true, false): return .utf16BigEndian
    case (false, true):
      return text.count >= 4 && text[2] == 0 ? .utf32LittleEndian : .utf16LittleEndian
    case (false, false): return nil
    }
  }

  static func byteOrderMarkLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
