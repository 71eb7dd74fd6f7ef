import Foundation
import TestConditions
import Testing

/// The project that `init` writes, as a gate.
extension ProjectTests {
  private static func shop(_ items: String) -> String {
    """
    {"blocks": [
      {"type": "rail", "title": "Bread", "items": [\(items)]},
      {"type": "rail", "title": "蛋糕 🍰", "items": [
        {"id": 21, "title": "Plum", "image": "https://example.com/21.png", "url": "https://example.com/21"},
        {"id": 22, "title": "Apple", "image": "https://example.com/22.png", "url": "https://example.com/22"}]}]}
    """
  }

  private static let items = (11...13).map {
    #"{"id": \#($0), "title": "Loaf \#($0)", "image": "https://example.com/\#($0).png", "url": "https://example.com/\#($0)"}"#
  }.joined(separator: ",\n")

  /// Returns a repository with the project that `init` writes for one feed.
  private static func folder() throws -> Folder {
    let folder = try Folder(project: nil)
    try FileManager.default.removeItem(at: folder.scratch.file("feeds"))
    try FileManager.default.removeItem(at: folder.scratch.file("check.json"))
    try folder.scratch.write(shop(items), to: "feeds/shop.json")
    let result = try folder.run("init")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    try folder.commit()
    return folder
  }

  @Test(
    "the project that init writes catches a break that leaves the page almost the same",
    arguments: [
      (#""title""#, #""caption""#, true),
      (#""url": "https://example.com/12""#, #""url": """#, false),
      (#""id": 12"#, #""id": 11"#, false),
      (#""image": "https://example.com/12.png""#, #""image": """#, false),
    ])
  func defaultGates(_ old: String, _ new: String, _ inAll: Bool) throws {
    let folder = try Self.folder()
    for command in [["check"], ["check", "--base", "HEAD"], ["report"], ["diff"]] {
      let result = try folder.run(command)
      #expect(result.status == 0, "\(command): \(result.text)")
    }
    let text = Self.shop(Self.items)
    let broken =
      inAll ? text.replacingOccurrences(of: old, with: new) : text.replacing(old, with: new)
    #expect(broken != text)
    try folder.scratch.write(broken, to: "feeds/shop.json")
    for command in [["check"], ["check", "--base", "HEAD"], ["report", "--base", "HEAD"]] {
      #expect(try folder.run(command).status == 1, "\(command) \(new)")
    }
  }

  @Test("the script that init writes ends as its commands do, and writes the report first")
  func reviewScript() throws {
    let folder = try Self.folder()
    func review(_ base: String) throws -> Program.Result {
      try Program.run(
        URL(fileURLWithPath: "/bin/sh"), ["review.sh"],
        environment: [
          "PATH": "\(Program.url.deletingLastPathComponent().path):/usr/bin:/bin", "BASE": base,
          "HOME": folder.scratch.url.path,
        ], folder: folder.scratch.url)
    }
    #expect(try review("").status == 0)
    // An identifier that changes is not on the page: only the comparison with the base finds it.
    let changed = Self.shop(Self.items).replacing(#""id": 12"#, with: #""id": 90"#)
    try folder.scratch.write(changed, to: "feeds/shop.json")
    #expect(try review("").status == 0)
    let found = try review("HEAD")
    #expect(found.status == 1 && found.text.contains("SE2133"), "\(found.text)")
    #expect(
      FileManager.default.fileExists(atPath: folder.scratch.file("layout-review/index.html").path))
    try folder.scratch.write("[", to: "feeds/shop.json")
    #expect(try review("HEAD").status == 2)
    try FileManager.default.removeItem(at: folder.scratch.file("sectionengine.json"))
    try folder.scratch.write("#!/bin/sh\n", to: "review.sh")
    try folder.scratch.write(Self.shop(Self.items), to: "feeds/shop.json")
    let again = try folder.run("init")
    #expect(again.status == 0 && again.text.contains("shop-2-layout.json"), "\(again.text)")
    #expect(
      try String(contentsOf: folder.scratch.file("review.sh"), encoding: .utf8) == "#!/bin/sh\n")
  }

  @Test("init writes a baseline only if there are findings, and --update-baseline removes the gone")
  func updateBaseline() throws {
    let folder = try Self.folder()
    let baseline = folder.scratch.file("shop.known.json")
    #expect(!FileManager.default.fileExists(atPath: baseline.path))
    let refused = try folder.run("check", "--update-baseline")
    #expect(refused.status == 64 && refused.errors.contains("no baseline is named"))
    let idle = Self.shop(Self.items).replacing(#", "url": "https://example.com/12""#, with: "")
    try folder.scratch.write(idle, to: "feeds/idle.json")
    let added = try folder.run("init", "--add", "feeds/idle.json")
    #expect(added.text.contains("idle.known.json"), "\(added.text)\(added.errors)")
    #expect(try folder.run("check").status == 0)
    let file = folder.scratch.file("idle.known.json")
    let before = try Data(contentsOf: file)
    #expect(try folder.run("check", "idle", "--update-baseline").status == 0)
    #expect(try Data(contentsOf: file) == before)
    // The finding is gone, and another one appeared: the baseline is empty then.
    try folder.scratch.write(
      Self.shop(Self.items).replacing(#""id": 12"#, with: #""id": 11"#), to: "feeds/idle.json")
    let updated = try folder.run("check", "idle", "--update-baseline")
    #expect(
      updated.status == 0 && updated.errors.contains(", 0 known faults left"), "\(updated.errors)")
    let found = try folder.run("check", "idle")
    #expect(found.status == 1 && found.text.contains("SE2111"), "\(found.text)")
  }

  @Test("feeds that several commands add at the same time are all kept")
  func concurrentAdditions() throws {
    let folder = try Self.folder()
    let names = (0..<6).map { "feed\($0)" }
    for name in names { try folder.scratch.write(Self.shop(Self.items), to: "more/\(name).json") }
    let processes = try names.map { name in
      let process = Process()
      process.executableURL = Program.url
      process.arguments = ["init", "--add", "more/\(name).json"]
      process.currentDirectoryURL = folder.scratch.url
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let data = try Data(contentsOf: folder.scratch.file("sectionengine.json"))
    let root = try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
    #expect(Set(root?["feeds"]?.keys.map(\.self) ?? []) == Set(names + ["shop"]))
    #expect(try folder.run("check").text.hasPrefix("7 feeds: no findings"))
  }
}
