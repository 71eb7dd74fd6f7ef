import Foundation
import MockServer
import TestConditions
import Testing

/// `render` and `dump` against a server on this machine.
@Suite(.needsServer) struct FetchingTests {
  let server: MockServer
  let scratch: Scratch

  init() throws {
    server = try MockServer()
    scratch = try Scratch()
  }

  private var cache: URL { scratch.file("cache/sectionengine") }

  /// Runs the program with a cache of its own.
  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program.Result {
    let own = ["XDG_CACHE_HOME": scratch.file("cache").path]
    return try Program.run(
      arguments, environment: own.merging(environment) { $1 }, folder: scratch.url)
  }

  /// Returns the lines of a dump without the summary of its diagnostics.
  private static func frames(_ result: Program.Result) -> [String] {
    result.lines.filter { !$0.hasPrefix("# ") }
  }

  /// Returns how often a path was requested.
  private func count(_ path: String) throws -> Int {
    try server.requests().count { $0.path == path }
  }

  // MARK: Origins of sources

  @Test("a feed from a server equals the feed from its file, however it is named")
  func sameAsFile() throws {
    let file = try run(["dump"])
    let base = try run(["dump", "--url", server.url])
    #expect(base.status == 0 && base.text == file.text, "\(base.errors)")
    let named = try run([
      "dump", "\(server.url)/homepage/block/page",
      "--source", "menus=\(server.url)/homepage/dragon/ball",
    ])
    #expect(named.status == 0 && named.text == file.text, "\(named.errors)")
    let folder = try run(["dump", "--url", server.url + "/"])
    #expect(folder.text == file.text)
  }

  @Test(
    "every bundled feed from the server equals the feed from its samples",
    arguments: [
      ("netease-home", []), ("mall-home", []), ("wanandroid-home", []), ("audio-charts", []),
      ("audio-chart", []),
      ("wanandroid-search", ["--parameter", "keyword=kotlin"]),
    ])
  func feeds(_ layout: String, _ options: [String]) throws {
    for width in ["320", "375", "414"] {
      let samples = try run(["dump", "--layout", layout, "--width", width])
      let served = try run(
        ["dump", "--layout", layout, "--width", width, "--url", server.url] + options)
      #expect(served.status == 0 && served.text == samples.text, "\(served.errors)")
    }
  }

  @Test(
    "a session with the server takes the same steps as one with the samples",
    arguments: [
      "netease-home", "mall-home", "wanandroid-home", "wanandroid-search", "audio-charts",
      "audio-chart",
    ])
  func sessions(_ layout: String) throws {
    let arguments = [
      "session", "--layout", layout, "--script", "refresh; loadMore; loadMore; refresh",
    ]
    let keyword = layout == "wanandroid-search" ? ["--parameter", "keyword=kotlin"] : []
    let samples = try run(arguments + keyword)
    let served = try run(arguments + keyword + ["--url", server.url])
    #expect(samples.status == 0 && served.status == 0, "\(served.errors)")
    #expect(served.text == samples.text && served.text.contains("4  refresh"))
  }

  @Test("recorded replies of a server give the same steps when they are read from files")
  func recording() throws {
    let script = ["--layout", "audio-chart", "--script", "refresh; loadMore; refresh"]
    let served = try run(
      ["session", "--url", server.url, "--record", "replies", "--header", "X-Token: s3cret"]
        + script)
    #expect(served.status == 0, "\(served.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.file("replies").path)
    #expect(files.sorted() == ["songs-1.json", "songs.json", "songs@2.json"])
    for file in files {
      #expect(
        try !String(contentsOf: scratch.file("replies/\(file)"), encoding: .utf8).contains("s3cret")
      )
    }
    let again = try run(
      [
        "session", "--source", "songs=replies/songs.json", "--source", "songs=replies/songs-1.json",
        "--source", "songs@2=replies/songs@2.json",
      ] + script)
    #expect(again.text == served.text)
    let nowhere = try run(
      ["session", "--url", server.url, "--record", "/dev/null/x"] + script)
    #expect(nowhere.status == 2 && nowhere.output.isEmpty && nowhere.errors.contains("SE5001"))
  }

  @Test("slow requests show their progress on a terminal")
  func progress() throws {
    try server.control(#"{"rules": [{"match": "dragon", "delay": 1}]}"#)
    // Runs the program with a terminal as its standard error, and prints what it writes there.
    let script = """
      import os, pty, subprocess, sys
      ours, theirs = pty.openpty()
      child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
      os.close(theirs)
      try:
          while part := os.read(ours, 4096): sys.stdout.buffer.write(part)
      except OSError: pass
      sys.exit(child.wait())
      """
    let program = [Program.url.path, "dump", "--url", server.url]
    let shown = try Program.judge(script, arguments: program)
    #expect(shown.status == 0)
    #expect(shown.text.contains("\rfetching 1 of 2 sources"), "\(shown.text)")
    let quiet = try run(["dump", "--url", server.url])
    #expect(!quiet.errors.contains("fetching"))
  }

  @Test(
    "options for servers are refused if no source comes from a server",
    arguments: [["--offline"], ["--max-age", "5"], ["--header", "A: b"]])
  func withoutServer(_ options: [String]) throws {
    for command in ["dump", "session"] {
      let result = try run([command] + options)
      #expect(result.status == 64 && result.output.isEmpty)
      #expect(result.errors.contains("\(options[0]) has no effect"), "\(result.errors)")
    }
  }

  @Test("sources are requested at once, and a source that depends on another after it")
  func order() throws {
    // The first source's reply is sent last, so requests one after the other would never finish.
    try server.control(#"{"order": ["homepage/dragon/ball", "homepage/block/page"]}"#)
    let both = try run(["dump", "--url", server.url, "--timeout", "8"])
    #expect(both.status == 0 && both.errors.contains("SE1020") == false, "\(both.errors)")

    let layout = try scratch.layout(
      sources: """
        "first": {"primary": true, "request": {"url": "homepage/dragon/ball"},
                  "items": "$.data", "after": ["second"], "block": {"code": "A"}},
        "second": {"request": {"url": "banner/none"}, "items": "$.data", "block": {"code": "B"}}
        """)
    try server.control(#"{"reset": true}"#)
    let dependent = try run(["dump", "--layout", layout, "--url", server.url])
    #expect(dependent.status == 0, "\(dependent.errors)")
    #expect(try server.requests().map(\.path) == ["/banner/none", "/homepage/dragon/ball"])
  }

  @Test("parameters are sent unchanged in the query and in the body of a POST")
  func parameters() throws {
    let layout = try scratch.layout(
      parameters: #"{"keyword": null, "kind": "2"}"#,
      sources: """
        "found": {"primary": true, "items": "$.data", "block": {"code": "A"},
          "request": {"url": "homepage/dragon/ball", "method": "POST",
                      "query": {"kind": "{kind}"}, "form": {"k": "{keyword}"}}}
        """)
    let absent = try run(["dump", "--layout", layout, "--url", server.url])
    #expect(absent.status == 2 && absent.errors.contains("--parameter"), "\(absent.errors)")
    #expect(try server.requests().isEmpty)

    try server.control(#"{"rules": [{"match": "^POST", "body": "{\"data\": [{\"id\": 1}]}"}]}"#)
    let keyword = "周杰伦 & {kind}=100%+\"x\"/?#"
    let found = try run([
      "dump", "--layout", layout, "--url", server.url, "--parameter", "keyword=\(keyword)",
    ])
    #expect(found.status == 0, "\(found.errors)")
    let request = try #require(try server.requests().last)
    #expect(request.form == ["k": keyword] && request.query == ["kind": "2"])
    let mistyped = try run(["dump", "--layout", layout, "--parameter", "keywrod=x"])
    #expect(mistyped.status == 2 && mistyped.errors.contains("did you mean `keyword`?"))
  }

  // MARK: The cache

  @Test("a second run revalidates its replies, and a fresh reply is not requested again")
  func revalidation() throws {
    let first = try run(["dump", "--url", server.url])
    let second = try run(["dump", "--url", server.url])
    #expect(second.text == first.text && second.errors == first.errors)
    let asked = try server.requests().filter { $0.path == "/homepage/block/page" }
    #expect(asked.count == 2)
    #expect(asked.first?.headers["if-none-match"] == nil)
    #expect(asked.last?.headers["if-none-match"] != nil)
    #expect(asked.last?.headers["if-modified-since"] != nil)

    let young = try run(["dump", "--url", server.url, "--max-age", "1000"])
    #expect(young.text == first.text && !young.errors.contains("SE1022"))
    #expect(try count("/homepage/block/page") == 2)
  }

  @Test(
    "without a network the page is drawn from the cache, and a note reports the age of the replies")
  func offline() throws {
    let online = try run(["dump", "--url", server.url])
    try server.control(#"{"rules": [{"match": "block/page", "refuse": true}]}"#)
    let refused = try run(["dump", "--url", server.url])
    #expect(refused.errors.contains("SE1010"), "\(refused.errors)")
    server.stop()

    // The refused request leaves the earlier reply in the cache.
    let offline = try run(["dump", "--url", server.url, "--offline"])
    #expect(offline.status == 0 && offline.text == online.text, "\(offline.errors)")
    #expect(offline.errors.contains("note[SE1022]") && offline.errors.contains(" ago is used"))
    let cut = try run(["dump", "--url", server.url])
    #expect(cut.status == 0 && cut.text == online.text)
    #expect(cut.errors.contains("warning[SE1022]"), "\(cut.errors)")

    let document = try run(["render", "--format", "json", "--url", server.url, "--offline"])
    #expect(document.status == 0 && !document.text.contains(" ago "))

    try FileManager.default.removeItem(at: cache)
    for options in [[], ["--offline"]] {
      let nothing = try run(["dump", "--url", server.url] + options)
      #expect(nothing.status == 2 && nothing.output.isEmpty)
      #expect(nothing.errors.contains("SE1020"), "\(nothing.errors)")
    }
  }

  @Test("a damaged cache file is requested again")
  func damage() throws {
    let first = try run(["dump", "--url", server.url])
    let files = try FileManager.default.contentsOfDirectory(
      at: cache, includingPropertiesForKeys: nil)
    let replies = files.filter { $0.pathExtension == "reply" }
    #expect(replies.count == 2)
    for file in replies {
      var data = try Data(contentsOf: file)
      data[data.count - 10] ^= 1
      try data.write(to: file)
    }
    let second = try run(["dump", "--url", server.url])
    #expect(second.status == 0 && second.text == first.text)
    #expect(try server.requests().allSatisfy { $0.headers["if-none-match"] == nil })
  }

  // MARK: Failures

  @Test("a failed source loses only its sections, and each kind of failure is named")
  func kinds() throws {
    try server.control(#"{"rules": [{"match": "dragon", "status": 403}]}"#)
    let status = try run(["dump", "--url", server.url])
    #expect(status.status == 0 && status.errors.contains("error[SE1021]: HTTP status 403"))
    #expect(status.errors.contains("--header") && status.errors.contains("SE1019"))
    try server.control(#"{"reset": true, "rules": [{"match": "", "refuse": true}]}"#)
    let refused = try run(["dump", "--url", server.url])
    #expect(refused.status == 2 && refused.output.isEmpty && refused.errors.contains("SE1010"))
    #expect(refused.errors.contains("please log in"))
  }

  @Test("a GET is repeated after a transient failure, a POST or a refused request is not")
  func retries() throws {
    let passing = #"{"reset": true, "rules": [{"match": "homepage", "status": 503, "times": 2}]}"#
    try server.control(passing)
    let found = try run(["dump", "\(server.url)/homepage/block/page"])
    #expect(found.status == 0, "\(found.errors)")
    #expect(try server.requests().count == 3)

    try server.control(
      #"{"reset": true, "rules": [{"match": "x", "status": 503}, {"match": "y", "status": 500}]}"#)
    _ = try run(["dump", "\(server.url)/x"])
    #expect(try count("/x") == 3)
    _ = try run(["dump", "\(server.url)/y"])
    #expect(try count("/y") == 1)

    let later = #"{"match": "z", "status": 429, "headers": {"Retry-After": "3600"}}"#
    try server.control("{\"reset\": true, \"rules\": [\(later)]}")
    _ = try run(["dump", "\(server.url)/z"])
    #expect(try count("/z") == 1)

    let layout = try scratch.layout(
      sources: """
        "found": {"primary": true, "items": "$.data", "block": {"code": "A"},
          "request": {"url": "z", "method": "POST", "form": {"k": "v"}}}
        """)
    try server.control(#"{"reset": true, "rules": [{"match": "z", "status": 503}]}"#)
    _ = try run(["dump", "--layout", layout, "--url", server.url])
    #expect(try count("/z") == 1)
  }

  @Test(
    "a hostile server causes a clear error within bounded time and memory",
    arguments: [
      ("reset", "SE1020", "the connection broke"), ("close", "SE1020", "the connection broke"),
      ("truncated", "SE1020", "the connection broke"), ("not-http", "SE1020", "not HTTP"),
      ("drip", "SE1020", "it took longer than 2.0 s"),
      ("silent", "SE1020", "it took longer than 2.0 s"),
      ("endless", "SE1020", "larger than 64 MB"), ("huge-length", "SE1020", "larger than 64 MB"),
      ("gzip-bomb", "SE1020", "larger than 64 MB"), ("header-bomb", "SE1020", "the header of"),
      ("header-line", "SE1020", "the header of"), ("bad-gzip", "SE1020", "is damaged"),
      ("redirect-file", "SE1020", "not http(s)"), ("redirect-loop", "SE1020", "more than 5 times"),
      ("html", "SE1002", "HTML"), ("wrong-envelope", "SE1018", "array of objects"),
    ])
  func hostile(_ fault: String, _ code: String, _ words: String) throws {
    let isSlow = fault == "drip" || fault == "silent"
    // The address space is limited to a gigabyte, which is too small for the largest replies.
    let script = (Program.hasSanitizer ? "" : "ulimit -v 1048576; ") + "exec \"$@\""
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", script, "sh", Program.url.path, "render", "\(server.url)/_fault/\(fault)"]
        + ["--timeout", isSlow ? "2" : "60"],
      environment: ["XDG_CACHE_HOME": scratch.file("cache").path])
    #expect(result.status == 2 && result.output.isEmpty, "\(result.errors)")
    #expect(result.errors.contains("error[\(code)]") && result.errors.contains(words))
    #expect(result.errors.contains("help: "), "\(result.errors)")
    if fault == "redirect-loop" { #expect(try server.requests().count == 6) }
  }

  @Test(
    "a certificate without a known issuer is an error", .needs(tool: "openssl"))
  func certificate() throws {
    let secure = try MockServer(["--tls"])
    let result = try run(["dump", "--url", secure.url])
    #expect(result.status == 2 && result.errors.contains("no secure connection"))
  }

  @Test("a proxy of the environment is used")
  func proxy() throws {
    let result = try run(
      ["dump", "http://feed.invalid/homepage/block/page"], environment: ["http_proxy": server.url])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try server.requests().map { $0.headers["host"] } == ["feed.invalid"])
  }

  @Test("a folder that cannot hold a cache is a warning, and the feed is drawn without one")
  func noCache() throws {
    try scratch.write("", to: "cache")
    let file = try run(["dump"])
    #expect(file.status == 0 && !file.errors.contains("SE4016"))
    let result = try run(["dump", "--url", server.url])
    #expect(result.status == 0 && result.errors.contains("warning[SE4016]"), "\(result.errors)")
  }

  @Test(
    "an invalid request is a usage error or names the missing part",
    arguments: [
      (["--url", "ftp://example.com"], 64, "--url"), (["--header", "secret"], 64, "--header"),
      (["--max-age", "-1"], 64, "--max-age"), (["--timeout", "0"], 64, "--timeout"),
      (["--parameter", "x"], 64, "--parameter"), (["--url", "http://u:secret@h/"], 2, "SE4014"),
      (["http://a b/"], 2, "SE4014"), (["--header", "A: ${SE_NOT_SET}"], 2, "SE_NOT_SET"),
      (["--url", "http://h/?token=secret"], 64, "without `?`"),
      (["--url", "http://[::1"], 2, "SE4014"),
      (["--layout", "wanandroid-search", "--url", "http://h:99999"], 2, "h:99999"),
      (["--header", "A b: secret"], 2, "SE4014"), (["--header", "A: secret\nB: c"], 2, "`A`"),
    ])
  func usage(_ options: [String], _ status: Int32, _ words: String) throws {
    let result = try run(["render"] + options)
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.contains(words) && !result.errors.contains("secret"), "\(result.errors)")
  }

  // MARK: Cost of libcurl

  @Test("libcurl is loaded only for http")
  func loading() throws {
    let feed = try scratch.write(#"[{"type": "a"}, {"type": "b"}]"#, to: "feed.json")
    func loads(_ arguments: [String]) throws -> Bool {
      let result = try run(arguments, environment: ["LD_DEBUG": "files"])
      #expect(result.status == 0 && result.errors.contains("file=libc.so"))
      return result.errors.contains("file=libcurl")
    }
    #expect(try !loads(["--version"]))
    #expect(try !loads(["render", feed]))
    #expect(try loads(["dump", "--url", server.url]))
    #expect(try !loads(["dump", "--url", server.url, "--offline"]))
  }
}

extension Scratch {
  /// Writes a feed layout for one test and returns its path.
  func layout(parameters: String = "{}", sources: String) throws -> String {
    try write(
      """
      {"name": "own", "version": 1, "title": "Own", "parameters": \(parameters),
       "sources": {\(sources)}}
      """, to: "layout.json")
  }
}
