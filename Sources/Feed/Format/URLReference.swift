internal import FeedDocument
internal import Support

/// A URL or a relative reference, split into the parts of RFC 3986 without decoding.
package struct URLReference: Sendable, Hashable {
  package var scheme: String?
  package var authority: String?
  package var path: String
  package var query: String?
  package var fragment: String?

  /// Splits a text into its parts. Returns `nil` if the text contains a space, a control character
  /// or a non-ASCII character, because these must be percent-encoded.
  ///
  /// The parts are found by their delimiters alone, as in RFC 3986, appendix B.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
    var rest = Substring(text)
    if let mark = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  static func isScheme(_ text: Substring) -> Bool {
    text.first?.isLetter == true
      && text.utf8.allSatisfy {
        ConfigurationReader.isAlphanumeric($0) || "+-.".utf8.contains($0)
      }
  }

  /// The original text, with its scheme in lower case. RFC 3986, 5.3.
  package var text: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
      + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
  }

  package var isHTTP: Bool {
    (scheme == "http" || scheme == "https") && !host.isEmpty
  }

  /// Whether the brackets of an IPv6 address match and the port, if any, is a 16-bit number.
  package var hasReadableHost: Bool {
    guard let authority else { return false }
    guard authority.hasPrefix("[") == authority.contains("]") else { return false }
    let rest = authority.dropFirst(host.count)
    guard rest.first == ":" else { return rest.isEmpty }
    let port = rest.dropFirst()
    return port.isEmpty
      || port.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(port) != nil
  }

  package var hasUserInformation: Bool { authority?.contains("@") == true }

  /// The host without user information and port, in lower case.
  package var host: String {
    guard let authority else { return "" }
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if place.hasPrefix("[") { return place.prefix { $0 != "]" }.lowercased() + "]" }
    return place.prefix { $0 != ":" }.lowercased()
  }

  /// Scheme, host and port, such as "https://example.com:443". Secrets are sent to one origin only.
  package var origin: String {
    let place = authority?.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let port = place.dropFirst(host.count).drop { $0 == ":" }
    let standard = scheme == "https" ? "443" : "80"
    return "\(scheme ?? "")://\(host):\(port.isEmpty ? standard : String(port))"
  }

  /// Scheme, host and port for people, without the scheme's own port: "https://example.com".
  package var server: String {
    let text = origin
    let standard = scheme == "https" ? ":443" : ":80"
    return text.hasSuffix(standard) ? String(text.dropLast(standard.count)) : text
  }

  /// Whether the URL is only a scheme, a host and a port, with or without a slash at the end.
  package var isServer: Bool {
    isHTTP && hasReadableHost && !hasUserInformation && ["", "/"].contains(path) && query == nil
      && fragment == nil
  }

  /// Resolves a reference against this URL as its base. RFC 3986, 5.2.2.
  package func resolve(_ reference: URLReference) -> URLReference {
    var target = reference
    if reference.scheme == nil {
      target.scheme = scheme
      if reference.authority == nil {
        target.authority = authority
        if reference.path.isEmpty {
          target.path = path
          target.query = reference.query ?? query
          return target
        }
        if !reference.path.hasPrefix("/") { target.path = merged(with: reference.path) }
      }
    }
    target.path = Self.withoutDotSegments(target.path)
    return target
  }

  /// The URL with a path that ends in "/", so that relative references are resolved below it.
  var asFolder: URLReference {
    var folder = self
    if !path.hasSuffix("/") { folder.path += "/" }
    return folder
  }

  /// Merges paths by RFC 3986, 5.2.3: the reference replaces the last segment of the base.
  private func merged(with relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.lastIndex(of: "/") else { return relative }
    return path[...slash] + relative
  }

  /// Removes dot segments by RFC 3986, 5.2.4.
  private static func withoutDotSegments(_ path: String) -> String {
    let isRooted = path.hasPrefix("/")
    let given = path.split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst(isRooted ? 1 : 0)
    var segments: [Substring] = []
    for segment in given {
      if segment == ".." { _ = segments.popLast() }
      if segment != "..", segment != "." { segments.append(segment) }
    }
    if given.last == "." || given.last == ".." { segments.append("") }
    return (isRooted ? "/" : "") + segments.joined(separator: "/")
  }
}

extension FeedValue {
  /// The beginning of a string, which tells texts, addresses and other strings apart: at most 4 KB,
  /// up to a character of UTF-8. `nil` for other values.
  var beginning: String? {
    guard kind == .string else { return nil }
    var bytes = utf8.prefix(4_096)
    while bytes.endIndex < utf8.endIndex, let next = utf8[bytes.endIndex...].first,
      next & 0xC0 == 0x80, !bytes.isEmpty
    { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text can be a file name, such as "cover.png", in place of an address.
  var isFileName: Bool {
    beginning.map { $0.hasBytes(of: ".") && !$0.hasBytes(of: " ") } ?? false
  }

  var isAddress: Bool {
    beginning.map { $0.hasBytes(of: "://") || $0.hasPrefix("/") } ?? false
  }

  /// Whether the text is a link into an app, such as "shop://cart", whatever its key is.
  var isAppLink: Bool {
    guard let text = beginning, text.hasBytes(of: "://"),
      let end = text.firstRange(of: "://")?.lowerBound
    else { return false }
    return URLReference.isScheme(text[..<end])
      && !["http", "https", "file", "data"].contains(text[..<end].lowercased())
  }
}
