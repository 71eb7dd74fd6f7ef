import Foundation
import Testing

/// `report -o` and `plugin new`: the folder is the old or the new one, however the program ends.
@Suite(.serialized) struct FolderOutputTests {
  private static func feed(_ title: String) -> String {
    let item = #"{"title": "\#(title) row"}"#
    return #"{"modules": [{"view_type": 3, "title": "\#(title)", "items": ["#
      + Array(repeating: item, count: 40).joined(separator: ",") + "]}]}"
  }

  private static func files(_ folder: URL) -> [String: Data] {
    let names = FileManager.default.subpaths(atPath: folder.path) ?? []
    var files: [String: Data] = [:]
    for name in names { files[name] = try? Data(contentsOf: folder.appendingPathComponent(name)) }
    return files
  }

  private static func report(_ scratch: Scratch, _ prefix: String = "") throws -> Program.Result {
    try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "\(prefix) exec \"$0\" report f.json g.json -o out", Program.url.path],
      folder: scratch.url)
  }

  @Test("a report that is killed at any moment leaves all old or all new pages")
  func killed() throws {
    let scratch = try Scratch()
    var wholes: [[String: Data]] = []
    let start = Date()
    for title in ["Old", "New"] {
      for name in ["f.json", "g.json"] { try scratch.write(Self.feed(title), to: name) }
      #expect(try Self.report(scratch).status < 2)
      wholes.append(Self.files(scratch.file("out")))
    }
    #expect(wholes[0].count == 5 && wholes[0] != wholes[1])
    let duration = Date().timeIntervalSince(start) / 2
    let staged = scratch.file(".out.sectionengine-part").path
    for round in 0..<8 {
      for name in ["f.json", "g.json"] {
        try scratch.write(Self.feed(round % 2 == 0 ? "Old" : "New"), to: name)
      }
      let process = Process()
      process.executableURL = Program.url
      process.arguments = ["report", "f.json", "g.json", "-o", "out"]
      process.currentDirectoryURL = scratch.url
      process.environment = ["HOME": scratch.url.path]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let end = Date().addingTimeInterval(2 * duration)
      while process.isRunning, Date() < end, access(staged, F_OK) != 0 { usleep(50) }
      usleep(UInt32(round) * 150)
      kill(process.processIdentifier, [SIGKILL, SIGTERM][round / 2 % 2])
      process.waitUntilExit()
      #expect(wholes.contains(Self.files(scratch.file("out"))), "round \(round)")
    }
    #expect(try Self.report(scratch).status < 2)
    #expect(access(staged, F_OK) != 0)
  }

  @Test("a report that cannot be written keeps the old pages")
  func full() throws {
    let scratch = try Scratch()
    for name in ["f.json", "g.json"] { try scratch.write(Self.feed("Old"), to: name) }
    #expect(try Self.report(scratch).status < 2)
    let old = Self.files(scratch.file("out"))
    for name in ["f.json", "g.json"] { try scratch.write(Self.feed("New"), to: name) }
    let failed = try Self.report(scratch, "ulimit -f 1;")
    #expect(failed.status == 2 && failed.errors.contains("SE5001"), "\(failed.errors)")
    #expect(failed.errors.contains("the old report is as it was"))
    #expect(Self.files(scratch.file("out")) == old)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    #expect(!names.contains { $0.contains("part") }, "\(names)")
  }

  @Test("a report replaces its own pages only, also those that a killed run left aside")
  func others() throws {
    let scratch = try Scratch()
    for name in ["f.json", "g.json"] { try scratch.write(Self.feed("Old"), to: name) }
    #expect(try Self.report(scratch).status < 2)
    for file in ["out/CNAME", "out/f/notes.txt", "out/.git/config"] {
      try FileManager.default.createDirectory(
        at: scratch.file(file).deletingLastPathComponent(), withIntermediateDirectories: true)
      try scratch.write("mine", to: file)
    }
    try FileManager.default.createDirectory(
      at: scratch.file(".out.sectionengine-part"), withIntermediateDirectories: true)
    try scratch.write(
      #"{"schemaVersion": 1, "feeds": []}"#, to: ".out.sectionengine-part/report.json")
    try scratch.write("mine", to: ".out.sectionengine-part/kept.txt")
    let result = try Program.run(["report", "g.json", "-o", "out"], folder: scratch.url)
    #expect(result.status < 2, "\(result.errors)")
    let files = Set(Self.files(scratch.file("out")).keys)
    #expect(
      files == [
        "comment.md", "index.html", "report.json", "g/page.html", "CNAME", "f/notes.txt",
        ".git/config", "kept.txt",
      ], "\(files)")
    #expect(access(scratch.file(".out.sectionengine-part").path, F_OK) != 0)
  }

  @Test("a report is written through a symbolic link to its folder")
  func linked() throws {
    let scratch = try Scratch()
    for name in ["f.json", "g.json"] { try scratch.write(Self.feed("Old"), to: name) }
    try FileManager.default.createDirectory(
      at: scratch.file("real/pages"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: scratch.file("out"), withDestinationURL: scratch.file("real/pages"))
    for _ in 0..<2 { #expect(try Self.report(scratch).status < 2) }
    #expect(Self.files(scratch.file("real/pages")).keys.contains("g/page.html"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.file("real").path) == ["pages"])
  }

  @Test("a new plugin is whole or absent, and an existing folder stays as it is")
  func plugin() throws {
    let scratch = try Scratch()
    let failed = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "ulimit -f 1; exec \"$0\" plugin new news --lang cpp", Program.url.path],
      folder: scratch.url)
    #expect(failed.status == 2 && failed.errors.contains("nothing is left of the folder"))
    // `Scratch` has no other file.
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
    try FileManager.default.createDirectory(
      at: scratch.file(".news.sectionengine-part"), withIntermediateDirectories: true)
    try scratch.write("half", to: ".news.sectionengine-part/news.c")
    #expect(
      try Program.run(["plugin", "new", "news", "--lang", "cpp"], folder: scratch.url).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["news"])
    #expect(!Self.files(scratch.file("news")).keys.contains("news.c"))
    let again = try Program.run(["plugin", "new", "news", "--lang", "cpp"], folder: scratch.url)
    #expect(again.status == 2 && again.errors.contains("exists"))
  }

  @Test(
    "a new plugin names the compiler that is missing", arguments: ["c", "cpp", "manifest", "rust"])
  func compiler(_ language: String) throws {
    let scratch = try Scratch()
    let result = try Program.run(
      ["plugin", "new", "news", "--lang", language], environment: ["PATH": scratch.url.path],
      folder: scratch.url)
    let name = ["cpp": "c++", "rust": "rustc"][language] ?? "cc"
    #expect(
      result.status == 0 && result.text.contains("install `\(name)` and `make`, missing here:"))
    #expect(result.text.contains("    sudo apt-get install "), "\(result.text)")
  }
}
