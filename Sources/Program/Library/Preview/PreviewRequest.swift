/// A request as a client sent it. None of its contents are trusted.
package struct PreviewRequest: Sendable, Hashable {
  package var method = "GET"
  /// The part of the target before "?", with its percent escapes.
  package var path: String
  /// The part of the target after "?", with its percent escapes.
  package var query = ""
  /// The value of the first `Host` header. `hostCount` is the number of such headers.
  package var host: String?
  package var hostCount = 1
  package var origin: String?
  /// The value of `Sec-Fetch-Site`, which the browser sets and a page cannot change.
  package var fetchSite: String?
  package var cookie: String?
  package var body: [UInt8] = []
  /// Whether the body exceeded the server's limit, so that `body` is incomplete.
  package var isBodyTooLong = false
}

package struct PreviewReply: Sendable, Hashable {
  /// The HTTP status code.
  package var status: Int
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
      // The browser must not keep any part of a feed in its cache.
      Header(name: "Cache-Control", value: "no-store"),
      Header(name: "Cross-Origin-Opener-Policy", value: "same-origin"),
      Header(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
      Header(name: "Referrer-Policy", value: "no-referrer"),
      Header(name: "X-Content-Type-Options", value: "nosniff"),
      Header(name: "X-Frame-Options", value: "DENY"),
    ]
  }

  /// A Content-Security-Policy: the content that a document may load.
  enum ContentPolicy: String {
    /// The document can load anything from this server; only pictures can be inline.
    case page = """
      default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'
      """
    /// A standalone drawing: the document can use only its inline styles and pictures.
    case drawing = """
      default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox
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
