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
        $0.origin = "http://127.0.0.1:8090"
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

  @Test("an allowed host is accepted with its port, or with any port if it has none")
  func allowedHosts() throws {
    let allowed = ["localhost:9000", "Preview.example", "[fe80::1]:80"].compactMap(PreviewHost.init)
    #expect(allowed.count == 3)
    let guardian = PreviewGuard(port: 8090, allowed: allowed)
    func status(_ host: String, origin: String? = nil) -> Int {
      let request = PreviewRequest(path: "/", host: host, origin: origin)
      return guardian.refusal(of: request)?.status ?? 200
    }
    for host in [
      "localhost:9000", "localhost:8090", "preview.example", "PREVIEW.EXAMPLE:443", "[fe80::1]:80",
    ] { #expect(status(host) == 200, "\(host)") }
    for host in [
      "localhost:9001", "preview.example.evil.example", "evil.example", "[fe80::1]", "0.0.0.0:8090",
    ] { #expect(status(host) == 403, "\(host)") }
    #expect(status("localhost:9000", origin: "http://localhost:9000") == 200)
    #expect(status("localhost:9000", origin: "http://localhost:8090") == 403)
    #expect(status("preview.example", origin: "https://preview.example") == 200)
    #expect(status("127.0.0.1:8090", origin: "https://127.0.0.1:8090") == 403)
    let refusal = guardian.refusal(of: PreviewRequest(path: "/", host: "box.example:9000"))
    let text = String(decoding: refusal?.body ?? [], as: UTF8.self)
    #expect(text.contains("--allow-host box.example:9000"))
  }

  @Test(
    "a text that is not a host is refused",
    arguments: [
      "", ":80", "a:b", "a:0", "a:65536", "a:080", "a:80:80", "[::1", "[]", "[x]:80", "http://a",
      "a/b", "a b", "é.example", "a:", "[::1]80",
    ])
  func wrongHosts(_ text: String) { #expect(PreviewHost(text) == nil) }

  @Test("beyond loopback every request needs the token, which the first one exchanges for a cookie")
  func token() {
    let guardian = PreviewGuard(port: 8090, token: "0123456789abcdef")
    func reply(
      _ path: String = "/", _ query: String = "", host: String = "localhost:9000",
      cookie: String? = nil, method: String = "GET"
    ) -> PreviewReply? {
      guardian.refusal(
        of: PreviewRequest(method: method, path: path, query: query, host: host, cookie: cookie))
    }
    let good = "sectionengine-8090=0123456789abcdef"
    for host in ["localhost:9000", "127.0.0.1", "192.168.1.7:8090", "[fe80::1]:8090"] {
      #expect(reply(host: host, cookie: good) == nil, "\(host)")
    }
    // The host name may belong to an attacker, so it is refused even with a valid cookie.
    #expect(reply(host: "evil.example:8090", cookie: good)?.status == 403)
    #expect(reply(cookie: "a=b; \(good); c=d") == nil)
    for cookie in [
      nil, "", "sectionengine-8090=", "sectionengine-8090=0123456789abcdee",
      "sectionengine-8090=0123456789abcdef0", "sectionengine-9000=0123456789abcdef",
    ] { #expect(reply(cookie: cookie)?.status == 403, "\(cookie ?? "none")") }
    let first = reply("/plugins", "device=ipad-11&token=0123456789abcdef&text=xl")
    #expect(first?.status == 303)
    let headers = Dictionary(
      uniqueKeysWithValues: (first?.headers ?? []).map { ($0.name, $0.value) })
    #expect(headers["Location"] == "/plugins?device=ipad-11&text=xl")
    #expect(headers["Set-Cookie"] == "\(good); Path=/; HttpOnly; SameSite=Strict")
    #expect(reply("/", "token=0123456789abcdee")?.status == 403)
    #expect(reply("//evil.example/", "token=0123456789abcdef")?.status == 403)
    #expect(reply("/\\evil.example/", "token=0123456789abcdef")?.status == 403)
  }
}
