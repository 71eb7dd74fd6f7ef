import Foundation
import TestConditions
import Testing

/// The manual pages of the installation.
@Suite(.needsInstallation) struct ManualTests {
  private static let folder = Program.prefix?.appendingPathComponent("share/man/man1")

  private static func pages() throws -> [String: String] {
    let folder = try #require(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
      })
  }

  /// Returns the text that roff shows for an escaped text.
  private static func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "\\&", with: "")
      .replacingOccurrences(of: "\\e", with: "\\")
  }

  /// Returns the subcommands of a command, as `--help` lists them.
  private static func commands(below path: [String]) throws -> [String] {
    let help = try Program.run(path + ["--help"]).text
    guard let list = help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first else {
      return []
    }
    return list.components(separatedBy: "\n").prefix { !$0.isEmpty }.filter {
      !$0.hasPrefix("   ")
    }.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "help" }
  }

  @Test("every command has a page, which contains every option of its help")
  func options() throws {
    let pages = try Self.pages()
    let commands = try Self.commands(below: [])
    #expect(commands.count >= 11)
    #expect(Set(pages.keys) == Set(["sectionengine.1"] + commands.map { "sectionengine-\($0).1" }))
    for command in commands {
      let page = Self.plain(try #require(pages["sectionengine-\(command).1"]))
      #expect(pages["sectionengine.1"]?.contains(".It Xr sectionengine-\(command) 1") == true)
      let children = try Self.commands(below: [command])
      for path in children.isEmpty ? [[command]] : children.map({ [command, $0] }) {
        #expect(page.contains(".Cm \(path.joined(separator: " "))\n"), "\(path)")
        let help = try Program.run(path + ["--help"]).text
        let listed = help.components(separatedBy: "\n").filter { $0.hasPrefix("  -") }
        for option in listed.flatMap({ $0.matches(of: /--[a-z][a-z-]+(?=[ ,]|$)/).prefix(1) })
        where !["--help", "--version"].contains(option.output) {
          #expect(page.contains("Fl \(option.output.dropFirst())"), "\(path) \(option.output)")
        }
      }
    }
  }

  @Test("mandoc finds no fault in the pages", .needs(tool: "mandoc"))
  func lint() throws {
    let folder = try #require(Self.folder)
    let pages = try Self.pages().keys.sorted().map { folder.appendingPathComponent($0).path }
    let result = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["mandoc", "-T", "lint", "-W", "style"] + pages,
      environment: ["MANPATH": folder.deletingLastPathComponent().path])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  @Test("every environment variable that the program reads is on the first page")
  func variables() throws {
    let page = try #require(try Self.pages()["sectionengine.1"])
    let files = FileManager.default.enumerator(
      at: Program.repository.appendingPathComponent("Sources/Program/Library"),
      includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      // Matches `environmentVariable("HOME")`, `isSet("NO_COLOR")`, `folder("XDG_STATE_HOME"`.
      names.formUnion(
        text.matches(of: /(?:Variable|isSet|folder)\("([A-Z_]+)"/).map { String($0.1) })
    }
    #expect(names.count >= 9)
    for name in names {
      #expect(
        page.matches(of: /Ev [A-Z_a-z ,]+/).contains { $0.output.contains(name) }, "\(name)")
    }
  }

  @Test("every example on the pages has the documented result")
  func examples() throws {
    var count = 0
    for (name, page) in try Self.pages() {
      let scratch = try Scratch()
      try scratch.write(
        #"{"modules": [{"kind": "a", "title": "One"}, {"kind": "b", "title": "Two"}]}"#,
        to: "feed.json")
      try scratch.write(#"{"items": [{"kind": "a"}]}"# + "\n", to: "feeds.jsonl")
      let programs = Program.url.deletingLastPathComponent().path
      for line in page.components(separatedBy: "\n") where line.hasPrefix(".Dl ") {
        count += 1
        let result = try Program.run(
          URL(fileURLWithPath: "/bin/sh"), ["-e", "-c", Self.plain(String(line.dropFirst(4)))],
          environment: ["PATH": "\(programs):/usr/bin:/bin", "HOME": scratch.url.path],
          folder: scratch.url)
        #expect(result.status == 0, "\(name): \(line): \(result.errors)")
      }
    }
    #expect(count >= 15)
  }
}
