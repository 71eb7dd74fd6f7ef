import Foundation
import Testing

/// Files that a feed layout or `snapshots.json` refers to.
@Suite struct NamedFileTests {
  private static let feed =
    #"{"items": [{"type": "a", "title": "One"}, {"type": "b", "title": "Two"}]}"#

  private static func layout(_ sample: String) -> String {
    """
    {"name": "mine", "version": 1, "title": "Mine",
     "sources": {"f": {"sample": "\(sample)", "items": "$.items", "element": {"code": "type"}}}}
    """
  }

  /// A folder `layouts` with a feed below it, and another feed outside of that folder.
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.feed, to: "layouts/feeds/in.json")
    try scratch.write(Self.feed, to: "out.json")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("layouts/feeds/link.json").path, withDestinationPath: "../../out.json")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("layouts/up").path, withDestinationPath: "..")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, folder: scratch.url)
  }

  @Test("a sample below the folder of its layout is drawn from any working folder")
  func below() throws {
    for sample in ["feeds/in.json", "./feeds/../feeds/in.json", "feeds/./in.json"] {
      try scratch.write(Self.layout(sample), to: "layouts/mine.json")
      for command in [["render", "--layout"], ["session", "--layout"], ["layouts", "check"]] {
        let result = try Program.run(command + ["layouts/mine.json"], folder: scratch.url)
        #expect(result.status == 0 && !result.errors.contains("SE4028"), "\(result.errors)")
      }
      let inside = try Program.run(
        ["render", "--layout", "./mine.json"], folder: scratch.file("layouts"))
      #expect(inside.status == 0 && inside.text.contains("One"))
    }
  }

  @Test("a sample outside the folder of its layout needs --allow-outside")
  func outside() throws {
    let absolute = scratch.file("out.json").path
    for sample in [
      "../out.json", "feeds/../../out.json", "feeds/link.json", "up/out.json", absolute,
    ] {
      try scratch.write(Self.layout(sample), to: "layouts/mine.json")
      let file = "layouts/mine.json"
      for command in [["render", "--layout", file], ["layouts", "check", file]] {
        let refused = try Program.run(command, folder: scratch.url)
        #expect(refused.status != 0 && refused.errors.contains("SE4028"), "\(refused.errors)")
        #expect(!refused.text.contains("One"))
        let allowed = try Program.run(command + ["--allow-outside"], folder: scratch.url)
        #expect(allowed.status == 0 && !allowed.errors.contains("SE4028"), "\(allowed.errors)")
      }
      #expect(!(try run("session", "--layout", file)).text.contains("One"))
      let session = try run("session", "--layout", file, "--allow-outside")
      #expect(session.status == 0 && !session.errors.contains("SE4028"), "\(session.errors)")
    }
    for missing in ["../nowhere.json", "/nowhere.json"] {
      try scratch.write(Self.layout(missing), to: "layouts/mine.json")
      #expect(try run("render", "--layout", "layouts/mine.json").errors.contains("SE4028"))
    }
  }

  @Test("a pipe or a device as a sample is refused at once")
  func pipes() throws {
    #expect(mkfifo(scratch.file("layouts/pipe").path, 0o600) == 0)
    try scratch.write(Self.layout("pipe"), to: "layouts/mine.json")
    try scratch.write(Self.layout("/dev/zero"), to: "layouts/zero.json")
    for arguments in [
      ["render", "--layout", "layouts/mine.json"], ["session", "--layout", "layouts/mine.json"],
      ["render", "--layout", "layouts/zero.json", "--allow-outside"],
    ] {
      let result = try Program.run(arguments, folder: scratch.url)
      #expect(result.errors.contains("it is a pipe or a device"), "\(result.errors)")
      if arguments[0] == "render" { #expect(result.status == 2 && result.output.isEmpty) }
    }
  }

  @Test("a pipe or a device as a file to watch is refused at once")
  func followed() throws {
    #expect(mkfifo(scratch.file("pipe").path, 0o600) == 0)
    for arguments in [
      ["render", "pipe", "--watch", "-o", "a.txt"],
      ["render", "/dev/zero", "--watch", "-o", "a.txt"],
      ["serve", "pipe"], ["render", "--source", "f=pipe", "--watch", "-o", "a.txt"],
    ] {
      let result = try Program.run(arguments, folder: scratch.url)
      #expect(result.status == 2 && result.errors.contains("cannot follow"), "\(result.errors)")
    }
  }

  @Test("files that snapshots.json names are below its folder unless --allow-outside is given")
  func snapshots() throws {
    func settings(_ members: String) -> String {
      #"{"matrix": {"devices": ["iphone-14"]}, "feeds": [{"name": "a", \#(members)}]}"#
    }
    try scratch.write(Self.feed, to: "Snapshots/feeds/in.json")
    try scratch.write(Self.layout("feeds/in.json"), to: "mine.json")
    try scratch.write(settings(#""feed": "feeds/in.json""#), to: "Snapshots/snapshots.json")
    #expect(try run("snapshot", "record").status == 0)
    for members in [
      #""feed": "../out.json""#, #""feed": "feeds/in.json", "layout": "../mine.json""#,
      #""feed": "\#(scratch.file("out.json").path)""#,
      #""layout": "wanandroid-search", "sources": {"hotkey": "../out.json"}"#,
    ] {
      try scratch.write(settings(members), to: "Snapshots/snapshots.json")
      let result = try run("snapshot", "verify")
      #expect(result.status == 2 && result.errors.contains("SE4028"), "\(members)\(result.errors)")
      #expect(!(try run("snapshot", "verify", "--allow-outside")).errors.contains("SE4028"))
    }
    #expect(mkfifo(scratch.file("Snapshots/pipe").path, 0o600) == 0)
    try scratch.write(settings(#""feed": "pipe""#), to: "Snapshots/snapshots.json")
    #expect(try run("snapshot", "verify").errors.contains("it is a pipe or a device"))
    let made = try run("snapshot", "init", "out.json", "-o", "New")
    #expect(made.text.contains("`sectionengine snapshot record --allow-outside New`"))
    #expect(try run("snapshot", "record", "--allow-outside", "New").status == 0)
  }

  @Test("a file that is not JSON is named, but its content is not shown")
  func secrets() throws {
    let secret = try scratch.write("root:secret:1\n[default]\nkey = secret\n", to: "secret")
    for arguments in [
      ["render", secret], ["render", "--source", "blocks=\(secret)"], ["check", secret],
      ["diff", secret, "out.json"], ["diff", "out.json", secret], ["layouts", "check", secret],
      ["render", "--layout", secret], ["render", "--metrics", secret], ["batch", secret],
      ["layouts", "new", "--from", secret], ["check", "out.json", "--config", secret],
      ["check", "out.json", "--baseline", secret],
      ["session", "--source", "blocks=\(secret)"], ["snapshot", "verify", secret],
    ] {
      let result = try Program.run(arguments, folder: scratch.url)
      let shown = (result.errors + result.text).replacingOccurrences(of: secret, with: "FILE")
      #expect(!shown.contains("secret") && !shown.contains("root"), "\(arguments): \(shown)")
      #expect(result.status != 0 || !result.errors.isEmpty)
    }
  }
}
