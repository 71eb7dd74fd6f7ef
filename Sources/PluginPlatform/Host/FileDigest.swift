internal import CIsolation

/// The SHA-256 of a file's contents, which trust and quarantine records refer to.
package struct FileDigest: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let text: String

  package init(of bytes: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBytes { se_sha256($0.baseAddress, $0.count, &digest) }
    text = digest.hexadecimal
  }

  /// Returns `nil` for anything but 64 hexadecimal digits in lower case.
  package init?(text: String) {
    let isDigit = { (byte: UInt8) in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard text.utf8.count == 64, text.utf8.allSatisfy(isDigit) else { return nil }
    self.text = text
  }
}

extension Array<UInt8> {
  /// The bytes as hexadecimal digits in lower case.
  package var hexadecimal: String {
    map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
  }
}
