/// A request as it came over a connection: nothing of it is to be trusted.
package struct PreviewRequest: Sendable, Hashable {
  package var method: String
  /// Before "?", escapes as they were sent.
  package var path: String
  /// Behind it, escaped.
  package var query: String
  /// Of each header `Host` that came, the first is known.
  package var host: String?
  package var hostCount: Int
  package var origin: String?
  /// `Sec-Fetch-Site`, which no page can set.
  package var fetchSite: String?
  package var body: [UInt8]
  /// It was longer than the server takes, and nothing of it is here.
  package var isBodyTooLong: Bool

  package init(
    method: String = "GET", path: String, query: String = "", host: String?, hostCount: Int = 1,
    origin: String? = nil, fetchSite: String? = nil, body: [UInt8] = [],
    isBodyTooLong: Bool = false
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.host = host
    self.hostCount = hostCount
    self.origin = origin
    self.fetchSite = fetchSite
    self.body = body
    self.isBodyTooLong = isBodyTooLong
  }
}

/// What is sent back.
package struct PreviewReply: Sendable, Hashable {
  package var status: Int
  /// In the order in which they are sent.
  package var headers: [Header]
  package var body: [UInt8]

  package struct Header: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  init(status: Int = 200, type: String, policy: ContentPolicy = .page, body: [UInt8]) {
    self.status = status
    self.body = body
    headers = [
      Header(name: "Content-Type", value: type),
      Header(name: "Content-Security-Policy", value: policy.rawValue),
      // Nothing of a feed stays behind in a browser.
      Header(name: "Cache-Control", value: "no-store"),
      Header(name: "Cross-Origin-Opener-Policy", value: "same-origin"),
      Header(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
      Header(name: "Referrer-Policy", value: "no-referrer"),
      Header(name: "X-Content-Type-Options", value: "nosniff"),
      Header(name: "X-Frame-Options", value: "DENY"),
    ]
  }

  /// What a document may load.
  enum ContentPolicy: String {
    /// From this server, nothing inline.
    case page = """
      default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'
      """
    /// Nothing but the style that stands in it: a drawing of its own.
    case drawing = """
      default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox
      """
  }

  static func text(_ status: Int, _ text: String) -> PreviewReply {
    PreviewReply(status: status, type: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }

  func with(_ name: String, _ value: String) -> PreviewReply {
    var reply = self
    reply.headers.append(Header(name: name, value: value))
    return reply
  }
}
