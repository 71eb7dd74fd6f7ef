internal import Support
internal import Glibc

/// The address that `serve` listens on, and the host names that browsers may use.
struct ServedAddress: Sendable {
  static let loopback = "127.0.0.1"

  /// An IPv4 or IPv6 address without brackets.
  let listen: String
  let allowed: [PreviewHost]
  /// The secret in the printed address; `nil` if only this machine can connect.
  let token: String?

  /// - Parameter listen: An IP address; see `isAddress(_:)`.
  init(listen: String = loopback, allowed: [PreviewHost] = []) {
    self.listen = Self.literal(listen)
    self.allowed = allowed
    token = Self.isLoopback(self.listen) ? nil : Self.newToken()
  }

  /// Whether a text is an IPv4 or IPv6 address, or `localhost`.
  static func isAddress(_ text: String) -> Bool {
    !bytes(of: literal(text), AF_INET).isEmpty || !bytes(of: literal(text), AF_INET6).isEmpty
  }

  /// Returns the addresses for a browser, one per line.
  func addresses(port: Int) -> String {
    let isAny = ["0.0.0.0", "::"].contains(listen)
    let name = isAny ? "localhost" : listen.contains(":") ? "[\(listen)]" : listen
    let hosts = [PreviewHost(name: name, port: port)] + allowed
    let query = token.map { "?token=\($0)" } ?? ""
    return hosts.map { "http://\($0.text)/\(query)\n" }.joined()
  }

  private static func literal(_ text: String) -> String {
    if text == "localhost" { return loopback }
    return text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
  }

  private static func isLoopback(_ literal: String) -> Bool {
    let six = bytes(of: literal, AF_INET6)
    return bytes(of: literal, AF_INET).first == 127
      || six.last == 1 && six.dropLast().allSatisfy { $0 == 0 }
  }

  /// Returns the 4 or 16 bytes of an IP address; empty for other texts.
  private static func bytes(of literal: String, _ family: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
    return inet_pton(family, literal, &bytes) == 1 ? bytes : []
  }

  /// Returns 128 random bits as hexadecimal digits.
  private static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in hexadecimal(generator.next() as UInt64, digits: 16) }.joined()
  }
}
