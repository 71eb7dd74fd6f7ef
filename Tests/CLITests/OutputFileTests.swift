import Foundation
import Testing

/// `-o FILE`: the file has the old or the new content, however the program ends.
@Suite(.serialized) struct OutputFileTests {
  private static let temporary = ".out.json.sectionengine-part"
  /// The number of interruptions, which `SECTIONENGINE_INTERRUPTIONS` can increase.
  private static let rounds =
    ProcessInfo.processInfo.environment["SECTIONENGINE_INTERRUPTIONS"].flatMap(Int.init) ?? 6

  /// A feed whose page takes a few hundred kilobytes.
  private static let feed: String = {
    let item = #"{"type": "row", "title": "A row with a title of some length", "subtitle": "More"}"#
    return "[" + Array(repeating: item, count: 100).joined(separator: ",") + "]"
  }()

  @Test(
    "after any interruption the file has the old or the new content, and no temporary file remains")
  func interrupted() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    let output = scratch.file("out.json")
    func arguments(_ width: Int) -> [String] {
      ["render", "feed.json", "--format", "json", "--width", "\(width)", "-o", "out.json"]
    }
    var wholes: [Data] = []
    let start = Date()
    for width in [400, 500] {
      let result = try Program.run(arguments(width), folder: scratch.url)
      #expect(result.status == 0, "\(result.errors)")
      wholes.append(try Data(contentsOf: output))
    }
    let duration = Date().timeIntervalSince(start) / 2
    var random = SystemRandomNumberGenerator()
    var hits = 0
    for round in 0..<Self.rounds {
      let signal = [SIGINT, SIGTERM, SIGHUP, SIGKILL][round % 4]
      let process = Process()
      process.executableURL = Program.url
      process.arguments = arguments(round % 2 == 0 ? 400 : 500)
      process.currentDirectoryURL = scratch.url
      process.environment = ["HOME": scratch.url.path]
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // A third of the rounds ends the program at a random moment, the others as soon as the
      // temporary file exists.
      let end = Date().addingTimeInterval(
        round % 3 == 0 ? .random(in: 0...duration, using: &random) : 4 * duration)
      while process.isRunning, Date() < end,
        access(scratch.file(Self.temporary).path, F_OK) != 0
      { usleep(100) }
      if access(scratch.file(Self.temporary).path, F_OK) == 0 { hits += 1 }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      let found = try Data(contentsOf: output)
      #expect(wholes.contains(found), "round \(round): \(found.count) bytes")
      // Only SIGKILL leaves the temporary file. The next round needs it to be absent at first.
      if unlink(scratch.file(Self.temporary).path) == 0 {
        #expect(signal == SIGKILL, "round \(round)")
      }
    }
    try scratch.write("left over", to: Self.temporary)
    if Self.rounds >= 100 { #expect(hits > 0) }
    #expect(try Program.run(arguments(400), folder: scratch.url).status == 0)
    #expect(try Data(contentsOf: output) == wholes[0])
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    #expect(!names.contains { $0.hasSuffix("-part") }, "\(names)")
  }

  @Test(
    "render writes the format of the ending of the file, unless one is named",
    arguments: [
      ("page.svg", "<svg"), ("page.HTML", "<!doctype html>"), ("page.json", "{"), ("a.jsonl", "{"),
      ("页.dump", "# layout-dump"), ("page.txt", "     "), ("page", "     "),
      ("svg", "     "), ("page.svg --format dump", "# layout-dump"),
    ])
  func endings(_ words: String, _ start: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    let words = words.split(separator: " ").map(String.init)
    let result = try Program.run(["render", "feed.json", "-o"] + words, folder: scratch.url)
    #expect(result.status == 0, "\(result.errors)")
    let text = try String(contentsOf: scratch.file(words[0]), encoding: .utf8)
    #expect(text.hasPrefix(start), "\(text.prefix(40))")
  }

  @Test("more than 8 MB of output are written as a whole, or not at all")
  func spooled() throws {
    let scratch = try Scratch()
    let item = #"{"type": "row", "title": "A row with a title of some length", "subtitle": "More"}"#
    try scratch.write(
      "[" + Array(repeating: item, count: 3_000).joined(separator: ",") + "]", to: "feed.json")
    let words = ["render", "feed.json", "--format", "json"]
    let printed = try Program.run(words, folder: scratch.url)
    #expect(printed.status == 0 && printed.output.count > 8 << 20, "\(printed.errors)")
    #expect(try Program.run(words + ["-o", "out.json"], folder: scratch.url).status == 0)
    #expect(try Data(contentsOf: scratch.file("out.json")) == printed.output)
    let lost = try Program.run(
      words + ["--width", "300", "-o", "out.json"],
      environment: ["TMPDIR": scratch.file("absent").path], folder: scratch.url)
    #expect(lost.status == 2 && lost.errors.contains("cannot write to a temporary file in"))
    #expect(try Data(contentsOf: scratch.file("out.json")) == printed.output)
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path)
    #expect(Set(names) == ["feed.json", "out.json"])
  }

  @Test("--devices goes with a file of html")
  func devices() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    let words = ["render", "feed.json", "--devices", "iphone-se,ipad-11", "-o"]
    #expect(try Program.run(words + ["page.html"], folder: scratch.url).status == 0)
    #expect(try Program.run(words + ["page.svg"], folder: scratch.url).status == 64)
    let text = try String(contentsOf: scratch.file("page.html"), encoding: .utf8)
    #expect(text.contains("ipad-11"))
  }

  @Test("a path that ends with a slash names a folder, which may not exist")
  func folders() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "old/feed.json")
    for (path, reason) in [
      ("new/", "the folder does not exist"), ("old/new/", "the folder does not exist"),
      ("old/", "Is a directory"), ("old/feed.json/", "Not a directory"),
    ] {
      let result = try Program.run(
        ["render", "old/feed.json", "-o", path], folder: scratch.url)
      #expect(result.status == 2 && result.errors.contains("= \(reason)\n"), "\(result.errors)")
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path)
    #expect(Set(names) == ["old", "old/feed.json"])
  }

  @Test("standard output and other descriptors are written to without truncation")
  func descriptors() throws {
    let scratch = try Scratch()
    let script = """
      draw() { '\(Program.url.path)' dump --layout wanandroid-search -o "$1" 2> /dev/null; }
      draw page && test -s page && ln -s /dev/stdout link && echo first > log
      for name in /dev/stdout /dev/fd/1 link; do draw $name >> log; done
      draw /dev/fd/7 7>> log
      (echo first; cat page page page page) | cmp - log && echo appended
      (echo first; draw /dev/stdout; echo last) > around
      (echo first; cat page; echo last) | cmp - around && echo between
      """
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script], folder: scratch.url)
    #expect(result.text == "appended\nbetween\n", "\(result.text)\(result.errors)")
  }

  @Test("exceeding the file size limit is an error, and the old file is unchanged")
  func full() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    try scratch.write("old", to: "out.json")
    // The unit of `ulimit -f` is 512 bytes or 1 KB, depending on the shell. The page is far larger
    // than 100 of either unit.
    let command =
      "ulimit -f 100; exec '\(Program.url.path)' render feed.json --format json -o out.json"
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", command], folder: scratch.url)
    #expect(result.status == 2 && result.errors.contains("SE5001"), "\(result.errors)")
    #expect(result.errors.contains("File too large") && result.errors.contains("as it was"))
    #expect(try String(contentsOf: scratch.file("out.json"), encoding: .utf8) == "old")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    #expect(Set(names) == ["feed.json", "out.json"])
  }

  @Test(
    "a full disk leaves the old file unchanged, also if it is written in place",
    .enabled(if: Mounts.areAllowed, "needs root"))
  func fullDisk() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    let script = """
      mkdir disk && mount -t tmpfs -o size=100k none disk && echo old > disk/out.json
      touch beside.json && mkdir lone && mount --bind disk/out.json beside.json
      for file in disk/out.json beside.json; do
        '\(Program.url.path)' render feed.json --format json -o $file; echo "$? $(cat $file)"
      done
      ls -A disk
      '\(Program.url.path)' render --sample --layout wanandroid-search -o beside.json
      echo "$? $(head -c 3 beside.json | wc -c)"; ls -A . | grep -c part
      """
    let result = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["unshare", "-m", "sh", "-c", script],
      folder: scratch.url)
    #expect(result.text == "2 old\n2 old\nout.json\n0 3\n0\n", "\(result.text)\(result.errors)")
    #expect(result.errors.contains("No space left on device"))
    #expect(result.errors.contains("SE5012"))
  }

  @Test(
    "a file in a folder that cannot be written is written in place, with a warning",
    .enabled(if: geteuid() != 0, "root may write everywhere"))
  func inPlace() throws {
    let scratch = try Scratch()
    try scratch.write("old, and longer than what takes its place", to: "closed/out.txt")
    chmod(scratch.file("closed").path, 0o555)
    defer { chmod(scratch.file("closed").path, 0o755) }
    let feed = #"[{"type": "a", "title": "One"}, {"type": "b", "title": "Two"}]"#
    let drawn = try Program.run(
      ["render", "-", "-o", "closed/out.txt"], input: Data(feed.utf8), folder: scratch.url)
    #expect(drawn.status == 0 && drawn.errors.contains("warning[SE5012]"), "\(drawn.errors)")
    let text = try String(contentsOf: scratch.file("closed/out.txt"), encoding: .utf8)
    #expect(text.contains("One") && !text.contains("old"))
  }
}

/// Whether the tests can mount file systems in a namespace of their own, which needs root.
enum Mounts {
  static let areAllowed: Bool = {
    let result = try? Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["unshare", "-m", "sh", "-c", "mkdir m && mount -t tmpfs none m"])
    return result?.status == 0
  }()
}
