import Foundation
import MockServer
import TestConditions
import Testing

/// Secrets that only the user and the server may see.
@Suite(.needsServer) struct SecretTests {
  private static let typed = "typed-0fe1d2c3"
  private static let variable = "variable-9a8b7c6d"

  let server: MockServer
  let scratch: Scratch
  let layout: String

  init() throws {
    server = try MockServer()
    scratch = try Scratch()
    layout = try scratch.layout(
      sources: """
        "found": {"primary": true, "items": "$.data", "block": {"code": "A"},
          "request": {"url": "homepage/dragon/ball", "query": {"q": "1"},
                      "headers": {"X-Variable": "Bearer ${SE_TEST_TOKEN}"}}}
        """)
  }

  private func run(_ more: [String] = [], token: String = Self.typed) throws -> Program.Result {
    try Program.run(
      ["render", "--format", "json", "--layout", layout, "--url", server.url]
        + ["--header", "X-Typed: \(token)"] + more,
      environment: [
        "XDG_CACHE_HOME": scratch.file("cache").path, "SE_TEST_TOKEN": Self.variable,
      ],
      folder: scratch.url)
  }

  /// Returns the names and contents of all files below the scratch folder.
  private func written() throws -> Data {
    let files = try #require(
      FileManager.default.enumerator(at: scratch.url, includingPropertiesForKeys: nil))
    return files.compactMap { $0 as? URL }.reduce(into: Data()) { all, file in
      all += Data(file.path.utf8)
      all += (try? Data(contentsOf: file)) ?? Data()
    }
  }

  @Test(
    "a token reaches the server, but no file, message or output",
    arguments: [
      "", #"{"match": "", "status": 403}"#, #"{"match": "", "fault": "reset"}"#,
      #"{"match": "", "refuse": true}"#, #"{"match": "", "fault": "bad-gzip"}"#,
      #"{"match": "", "status": 302, "headers": {"Location": "http://nowhere.invalid/"}}"#,
    ])
  func tokens(_ rule: String) throws {
    try server.control("{\"rules\": [\(rule)]}")
    var shown = ""
    for more in [[], ["--offline"]] {
      let result = try run(more)
      shown += result.text + result.errors
    }
    let request = try #require(try server.requests().first)
    #expect(request.headers["x-typed"] == Self.typed)
    #expect(request.headers["x-variable"] == "Bearer \(Self.variable)")
    let files = try written()
    #expect(files.range(of: Data("SE_TEST_TOKEN".utf8)) != nil, "the layout itself is searched")
    for secret in [Self.typed, Self.variable] {
      #expect(!shown.contains(secret), "\(shown)")
      #expect(files.range(of: Data(secret.utf8)) == nil)
    }
  }

  @Test("a redirect forwards secrets within their host, but to no other host")
  func redirects() throws {
    func follow(to host: String) throws -> MockServer.Request {
      let location = "http://\(host):\(server.port)/homepage/dragon/ball?moved=1"
      try server.control(
        """
        {"reset": true, "rules": [
          {"match": "q=1", "status": 302, "headers": {"Location": "\(location)"}}]}
        """)
      let result = try run()
      #expect(result.status == 0, "\(result.errors)")
      return try #require(try server.requests().last { $0.query["moved"] == "1" })
    }
    let same = try follow(to: "127.0.0.1")
    #expect(same.headers["x-typed"] == Self.typed && same.headers["x-variable"] != nil)
    let other = try follow(to: "localhost")
    #expect(other.headers["x-typed"] == nil && other.headers["x-variable"] == nil)
  }

  @Test("replies to different tokens are not shared")
  func sharing() throws {
    #expect(try run().status == 0)
    #expect(try run(["--offline"]).status == 0)
    let other = try run(["--offline"], token: "somebody-else")
    #expect(other.status == 2 && other.errors.contains("SE1020"))
  }

  @Test(
    "headers of the user are sent to the server that the user named, not to a server of the layout")
  func strangers() throws {
    let stranger = try MockServer()
    let layout = try scratch.layout(
      sources: """
        "found": {"primary": true, "items": "$.data", "block": {"code": "A"},
          "request": {"url": "homepage/dragon/ball"}},
        "other": {"items": "$.data", "block": {"code": "B"},
          "request": {"url": "\(stranger.url)/homepage/dragon/ball"}}
        """)
    let result = try run(["--layout", layout])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try server.requests().first?.headers["x-typed"] == Self.typed)
    let strange = try stranger.requests()
    #expect(strange.count == 1 && strange.first?.headers["x-typed"] == nil)
  }

  /// A layout whose second source sends a variable to a server of the layout's choice.
  private func foreignLayout(_ stranger: String) throws -> String {
    try scratch.layout(
      sources: """
        "found": {"primary": true, "items": "$.data", "block": {"code": "A"},
          "request": {"url": "homepage/dragon/ball",
                      "headers": {"X-Variable": "${SE_TEST_TOKEN}"}}},
        "other": {"items": "$.data", "block": {"code": "B"},
          "request": {"url": "\(stranger)/homepage/dragon/ball",
                      "headers": {"X-Variable": "${SE_TEST_TOKEN}"}}}
        """)
  }

  @Test("a layout that sends a variable to another server is refused before any request")
  func foreignVariables() throws {
    let stranger = try MockServer()
    let layout = try foreignLayout(stranger.url)
    let line = #"`"variables": {"SE_TEST_TOKEN": ["\#(stranger.url)"]}`"#
    let environment = [
      "XDG_CACHE_HOME": scratch.file("cache").path, "SE_TEST_TOKEN": Self.variable,
    ]
    for command in ["render", "session", "check", "dump", "images list", "explain A"] {
      let result = try Program.run(
        command.split(separator: " ").map(String.init)
          + ["--layout", layout, "--url", server.url],
        environment: environment, folder: scratch.url)
      #expect(result.status == 2, "\(command): \(result.text)\(result.errors)")
      #expect(result.errors.contains("SE4043") && result.errors.contains(line), "\(result.errors)")
      #expect(!result.errors.contains(Self.variable))
    }
    #expect(try server.requests().isEmpty && stranger.requests().isEmpty)
    // A source with a file is not requested, so nothing is sent.
    try scratch.write(#"{"data": [{"title": "x"}]}"#, to: "other.json")
    let given = try run(["--layout", layout, "--source", "other=other.json"])
    #expect(given.status == 0, "\(given.errors)")
    #expect(try stranger.requests().isEmpty)
  }

  @Test("the project file lists further servers for a variable, and a redirect leads it nowhere")
  func listedServers() throws {
    let stranger = try MockServer()
    let third = try MockServer()
    let layout = try foreignLayout(stranger.url)
    func project(_ variables: String) throws {
      try scratch.write(
        #"{"variables": \#(variables), "feeds": {"x": {"layout": "layout.json"}}}"#,
        to: "sectionengine.json")
    }
    for variables in [
      #"{"OTHER": ["\#(stranger.url)"]}"#, #"{"SE_TEST_TOKEN": ["\#(third.url)"]}"#, "{}",
    ] {
      try project(variables)
      let refused = try run(["--layout", layout])
      #expect(refused.status == 2 && refused.errors.contains("SE4043"), "\(refused.errors)")
    }
    try project(#"{"SE_TEST_TOKEN": ["\#(stranger.url)/"]}"#)
    #expect(try run(["--layout", layout, "--no-project"]).errors.contains("SE4043"))
    let allowed = try run(["--layout", layout])
    #expect(allowed.status == 0, "\(allowed.errors)")
    let request = try #require(try stranger.requests().first)
    #expect(request.headers["x-variable"] == Self.variable && request.headers["x-typed"] == nil)
    try stranger.control(
      """
      {"reset": true, "rules": [{"match": "", "status": 302,
        "headers": {"Location": "\(third.url)/homepage/dragon/ball"}}]}
      """)
    _ = try run(["--layout", layout])
    let followed = try #require(try third.requests().first)
    #expect(followed.headers["x-variable"] == nil)
    for wrong in [
      #"{"A": ["example.com"]}"#, #"{"A": ["https://example.com/path"]}"#, #"{"A": "x"}"#,
      #"{"A": ["https://user@example.com"]}"#, #"["A"]"#,
    ] {
      try project(wrong)
      #expect(try run(["--layout", layout]).errors.contains("SE5013"), "\(wrong)")
    }
  }

  @Test("only the user can read the cache")
  func permissions() throws {
    _ = try run()
    let folder = scratch.file("cache/sectionengine")
    func mode(_ path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.posixPermissions] as? Int)
    }
    #expect(try mode(folder.path) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 3 && names.contains("plugins"))
    for name in names {
      let isFolder = name == "plugins"
      #expect(try mode(folder.appendingPathComponent(name).path) == (isFolder ? 0o700 : 0o600))
    }
  }
}
