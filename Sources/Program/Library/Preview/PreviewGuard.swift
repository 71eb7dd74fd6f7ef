/// Decides which requests are answered: those from pages of this server, and from people who type
/// its address.
///
/// A browser lets any web page send requests to a loopback address and only hides the replies from
/// it, so requests from other origins are refused before anything is done. With DNS rebinding, an
/// attacker's name resolves to 127.0.0.1, and the browser treats the foreign page as one of this
/// server's. The header `Host` then has that name, so only the loopback names of this machine are
/// accepted.
package struct PreviewGuard: Sendable {
  /// The port that the server listens on.
  package let port: Int

  package init(port: Int) { self.port = port }

  static let longestTarget = 8_192

  /// Returns the reply that refuses the request; `nil` if it is accepted.
  package func refusal(of request: PreviewRequest) -> PreviewReply? {
    guard request.hostCount == 1, let host = request.host, hosts.contains(host.lowercased()) else {
      return .text(403, "refused: the header Host is not this server's address")
    }
    if let origin = request.origin,
      !hosts.contains(where: { origin.lowercased() == "http://\($0)" })
    {
      return .text(403, "refused: the request comes from a page of another origin")
    }
    // "none": typed, or opened from a bookmark or another program.
    if let site = request.fetchSite, site != "same-origin", site != "none" {
      return .text(403, "refused: the request comes from a page of another site")
    }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return PreviewReply.text(405, "refused: only GET, HEAD and POST are known")
        .with("Allow", "GET, HEAD, POST")
    }
    // A form of this server sends its origin. A program that does not is refused.
    if request.method == "POST", request.origin == nil, request.fetchSite != "same-origin" {
      return .text(403, "refused: the request does not say which page sends it")
    }
    if request.isBodyTooLong { return .text(413, "refused: the body is too long") }
    if request.path.utf8.count + request.query.utf8.count > Self.longestTarget {
      return .text(414, "refused: the address is too long")
    }
    return nil
  }

  private var hosts: [String] {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }
}
