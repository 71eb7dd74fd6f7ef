internal import Support

/// Decides which requests are answered: requests from this server's own pages, and from users who
/// type its address.
///
/// A browser lets any web page send requests to a loopback address and only hides the replies from
/// the page, so requests from other origins are refused at once. With DNS rebinding, an attacker's
/// host name resolves to this server, and the browser treats the attacker's page as if this server
/// had sent it. The header `Host` then has the attacker's name. Therefore only loopback names,
/// address literals and names that the user allows are accepted.
///
/// If the server does not only listen on loopback, other machines can reach it. Then each request
/// must contain the token from the address that the program prints. The first reply sets a cookie
/// with the token, and browsers send this cookie to the same host name only.
package struct PreviewGuard: Sendable {
  /// The TCP port of the server.
  package let port: Int
  /// Hosts that the user allows besides loopback. A host without a port allows any port.
  let allowed: [PreviewHost]
  /// The token that each request must contain; `nil` if the server listens on loopback only.
  let token: String?

  package init(port: Int, allowed: [PreviewHost] = [], token: String? = nil) {
    self.port = port
    self.allowed = allowed
    self.token = token
  }

  static let longestTarget = 8_192

  /// Returns the reply that refuses a request or sets the cookie; `nil` to answer the request.
  package func refusal(of request: PreviewRequest) -> PreviewReply? {
    guard request.hostCount == 1, let host = request.host.flatMap(PreviewHost.init) else {
      return .text(403, "refused: the header Host is not this server's address")
    }
    let isAllowed = allowed.contains { $0.name == host.name && ($0.port ?? host.port) == host.port }
    guard isAllowed || isOwn(host) else {
      return .text(
        403,
        "refused: the header Host is not this server's address\n"
          + "to accept it, start with: --allow-host \(host.text)")
    }
    if let origin = request.origin?.lowercased(),
      origin != "http://\(host.text)", !isAllowed || origin != "https://\(host.text)"
    {
      return .text(403, "refused: the request comes from a page of another origin")
    }
    // "none" means that the user typed the address, or opened it from a bookmark or a program.
    if let site = request.fetchSite, site != "same-origin", site != "none" {
      return .text(403, "refused: the request comes from a page of another site")
    }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return PreviewReply.text(405, "refused: only GET, HEAD and POST are known")
        .with("Allow", "GET, HEAD, POST")
    }
    // Forms of this server send their origin. A program that sends none is refused.
    if request.method == "POST", request.origin == nil, request.fetchSite != "same-origin" {
      return .text(403, "refused: the request does not say which page sends it")
    }
    if request.isBodyTooLong { return .text(413, "refused: the body is too long") }
    if request.path.utf8.count + request.query.utf8.count > Self.longestTarget {
      return .text(414, "refused: the address is too long")
    }
    return token.flatMap { admission(of: request, token: $0) }
  }

  /// Whether a host is this machine. With a token, every IP address and port is accepted, because a
  /// container or a router may forward requests from another address to this server.
  private func isOwn(_ host: PreviewHost) -> Bool {
    guard token == nil else { return host.isLoopbackName || host.isAddress }
    return host.isLoopbackName && (host.port ?? 80) == port
  }

  private var cookieName: String { "sectionengine-\(port)" }

  private func admission(of request: PreviewRequest, token: String) -> PreviewReply? {
    let cookies = (request.cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    if cookies.contains(where: { isEqual($0, "\(cookieName)=\(token)") }) { return nil }
    var fields = request.query.split(separator: "&")
    let count = fields.count
    fields.removeAll { isEqual($0, "token=\(token)") }
    // A redirect to a path that begins with two slashes would lead to another server.
    guard fields.count < count, request.method != "POST", !request.path.hasPrefix("//"),
      request.path.hasPrefix("/"), !request.path.contains("\\")
    else {
      return .text(403, "refused: open the address that the program printed, with its token")
    }
    let query = fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    return PreviewReply.text(303, "see \(request.path)")
      .with("Location", request.path + query)
      .with("Set-Cookie", "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict")
  }

  /// Compares texts in constant time, so that the duration does not reveal the secret.
  private func isEqual(_ text: Substring, _ secret: String) -> Bool {
    text.utf8.count == secret.utf8.count
      && zip(text.utf8, secret.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// A host name or address literal with an optional port, as in the header `Host`.
package struct PreviewHost: Sendable, Hashable {
  /// The name in lower case; an IPv6 address has brackets.
  let name: String
  let port: Int?
}

extension PreviewHost {
  /// Parses `NAME`, `NAME:PORT` or `[ADDRESS]:PORT`. Returns `nil` for any other text.
  package init?(_ text: String) {
    let text = text.lowercased()
    let end =
      text.firstIndex(of: "]").map { text.index(after: $0) }
      ?? text.firstIndex(of: ":") ?? text.endIndex
    let rest = text[end...]
    name = String(text[..<end])
    port = rest.isEmpty ? nil : Int(rest.dropFirst())
    guard Self.isName(name), rest.isEmpty || rest == ":\(port ?? -1)",
      (1...65_535).contains(port ?? 1)
    else { return nil }
  }

  private static func isName(_ name: String) -> Bool {
    if name.hasPrefix("[") {
      return name.hasSuffix("]") && name.dropFirst().dropLast().contains(":")
        && name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return !name.isEmpty && name.utf8.count <= 253
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-._".contains($0) }
  }

  /// Whether the name is an address literal, which a browser uses without a name server.
  var isAddress: Bool { name.hasPrefix("[") || name.allSatisfy { $0.isNumber || $0 == "." } }

  var isLoopbackName: Bool { ["127.0.0.1", "localhost", "[::1]"].contains(name) }

  package var text: String { name + (port.map { ":\($0)" } ?? "") }
}
