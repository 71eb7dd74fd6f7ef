import Testing

@testable import Program

@Suite struct PreviewGuardTests {
  private let guardian = PreviewGuard(port: 8090)

  private func status(_ change: (inout PreviewRequest) -> Void = { _ in }) -> Int {
    var request = PreviewRequest(path: "/", host: "127.0.0.1:8090")
    change(&request)
    return guardian.refusal(of: request)?.status ?? 200
  }

  @Test("loopback names with the port belong to this server, in upper and lower case")
  func ownHosts() {
    for host in ["127.0.0.1:8090", "localhost:8090", "LocalHost:8090", "[::1]:8090"] {
      #expect(status { $0.host = host } == 200, "\(host)")
    }
  }

  @Test(
    "any other name is refused, because an attacker's name may resolve to this server",
    arguments: [
      "evil.example:8090", "127.0.0.1", "127.0.0.1:8091", "localhost", "",
      "127.0.0.1:8090.evil.example", "evil.example#127.0.0.1:8090", "127.0.0.1:08090",
      " 127.0.0.1:8090", "0.0.0.0:8090",
    ])
  func otherHosts(_ host: String) { #expect(status { $0.host = host } == 403) }

  @Test("a missing and a repeated Host header are refused")
  func hostCount() {
    #expect(status { $0.host = nil } == 403)
    #expect(status { $0.hostCount = 2 } == 403)
  }

  @Test("pages of other origins and sites are refused")
  func origins() {
    #expect(status { $0.origin = "http://127.0.0.1:8090" } == 200)
    for origin in [
      "http://127.0.0.1:8091", "https://127.0.0.1:8090", "http://evil.example", "null", "",
      "http://127.0.0.1:8090.evil.example",
    ] { #expect(status { $0.origin = origin } == 403, "\(origin)") }
    for (site, expected) in [
      ("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403),
    ] { #expect(status { $0.fetchSite = site } == expected, "\(site)") }
  }

  @Test("reading is allowed, and posting only from a page of this server")
  func methods() {
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", ""] {
      #expect(status { $0.method = method } == 405, "\(method)")
    }
    #expect(status { $0.method = "HEAD" } == 200)
    #expect(status { $0.method = "POST" } == 403)
    #expect(
      status {
        $0.method = "POST"
        $0.origin = "http://localhost:8090"
      } == 200)
    #expect(
      status {
        $0.method = "POST"
        $0.fetchSite = "same-origin"
      } == 200)
  }

  @Test("requests that are too long are refused")
  func lengths() {
    #expect(status { $0.isBodyTooLong = true } == 413)
    #expect(status { $0.query = String(repeating: "a", count: 9_000) } == 414)
  }

  @Test("on port 80 the port may be omitted")
  func port80() {
    let guardian = PreviewGuard(port: 80)
    #expect(guardian.refusal(of: PreviewRequest(path: "/", host: "localhost")) == nil)
    #expect(guardian.refusal(of: PreviewRequest(path: "/", host: "localhost:80")) == nil)
  }
}
