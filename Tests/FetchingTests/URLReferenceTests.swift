import Testing

@testable import Feeds

/// Resolving and comparing URLs according to RFC 3986.
@Suite struct URLReferenceTests {
  /// Every example of sections 5.4.1 and 5.4.2.
  static let examples: [(String, String)] = [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("http:g", "http:g"),
  ]

  @Test("a reference resolves as in RFC 3986", arguments: examples)
  func resolving(_ reference: String, _ expected: String) throws {
    let base = try #require(URLReference("http://a/b/c/d;p?q"))
    let relative = try #require(URLReference(reference))
    #expect(base.resolve(relative).text == expected)
  }

  @Test(
    "the same scheme, host and port are one origin",
    arguments: [
      ("http://example.com/a", "http://example.com:80/b", true),
      ("https://Example.com", "https://example.com:443/x?y", true),
      ("http://example.com", "https://example.com", false),
      ("http://example.com", "http://example.com:8080", false),
      ("http://example.com", "http://example.com.evil.org", false),
      ("http://[::1]:80/", "http://[::1]/", true), ("http://[::1]:81/", "http://[::1]/", false),
    ])
  func origins(_ a: String, _ b: String, _ same: Bool) throws {
    let (a, b) = (try #require(URLReference(a)), try #require(URLReference(b)))
    #expect((a.origin == b.origin) == same)
  }

  @Test(
    "a host is valid if its bracket is closed and its port fits 16 bits",
    arguments: [
      ("http://a", true), ("http://a:", true), ("http://a:65535/", true), ("http://[::1]", true),
      ("http://[::1]:80/", true), ("http://a:65536", false), ("http://a:8x", false),
      ("http://a:+80", false), ("http://[::1", false), ("http://a]:80", false),
      ("http://[::1]80", false),
    ])
  func hosts(_ text: String, _ isReadable: Bool) throws {
    #expect(try #require(URLReference(text)).hasReadableHost == isReadable)
    if isReadable { return }
    #expect(throws: RequestProblem.invalidHost(text)) {
      try RequestBuilder.request(for: text, headers: [])
    }
  }

  @Test("a text with characters that need encoding is not a URL")
  func refused() {
    for text in ["http://a/b c", "http://a/\n", "http://a/é", "http://a/\u{7f}"] {
      #expect(URLReference(text) == nil, "\(text)")
    }
  }
}
