import Foundation
import TestConditions
import TestTools
import Testing

/// The guide for coding agents: `help agents` and `init --agents`.
@Suite("Guide for agents") struct AgentSkillTests {
  @Test("the guide is short, and names only commands and options that exist")
  func commands() throws {
    let guide = try Program.run(["help", "agents"])
    #expect(guide.status == 0 && guide.lines.count <= 150 && guide.text.hasPrefix("---\nname: "))
    let commands = guide.text.matches(
      of: /`(?:sectionengine )?([a-z]+(?: (?:new|check|init|list|show|verify|accept))?)( [^`]*)?`/
    )
    .filter { match in
      [
        "dump", "diff", "explain", "check", "render", "layouts", "plugin", "session", "snapshot",
        "devices",
      ]
      .contains(match.1.split(separator: " ").first.map(String.init) ?? "")
    }
    #expect(commands.count > 20)
    for match in commands {
      let help = try Program.run(match.1.split(separator: " ").map(String.init) + ["--help"])
      #expect(help.status == 0, "\(match.0)")
      for option in (match.2 ?? "").matches(of: /(?:^| )(--[a-z-]+)/) {
        #expect(help.text.contains("\(option.1)"), "\(match.0)")
      }
    }
    for option in guide.text.matches(of: /`(--[a-z-]+)[ `]/) {
      #expect(try Program.run(["dump", "--help"]).text.contains("\(option.1)"), "\(option.1)")
    }
  }

  @Test("the guide is written once, and no other file is replaced")
  func written() throws {
    let guide = try Program.run(["help", "agents"])
    let scratch = try Scratch()
    let file = scratch.url.appendingPathComponent(".agents/skills/sectionengine/SKILL.md")
    let first = try Program.run(["init", "--agents"], folder: scratch.url)
    #expect(first.status == 0 && first.text == "wrote .agents/skills/sectionengine/SKILL.md\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == guide.text)
    #expect(
      try Program.run(["init", "--agents"], folder: scratch.url).text.hasSuffix("is up to date\n"))
    try Data("mine".utf8).write(to: file)
    #expect(try Program.run(["init", "--agents"], folder: scratch.url).status == 2)
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    #expect(
      try Program.run(["init", "--agents", "--add", "x.json"], folder: scratch.url).status == 64)
    withExtendedLifetime(scratch) {}
  }

  @Test("what is in the way of the guide is named, and stays")
  func obstacles() throws {
    let scratch = try Scratch()
    try scratch.write("mine", to: ".agents")
    let file = try Program.run(["init", "--agents"], folder: scratch.url)
    #expect(file.status == 2 && file.errors.contains("cannot write to `.agents`"))
    #expect(try String(contentsOf: scratch.file(".agents"), encoding: .utf8) == "mine")
    let place = ".agents/skills/sectionengine/SKILL.md"
    let other = try Scratch()
    try FileManager.default.createDirectory(
      at: other.file(place), withIntermediateDirectories: true)
    let folder = try Program.run(["init", "--agents"], folder: other.url)
    #expect(folder.status == 2 && folder.errors.contains("`\(place)` exists"))
    withExtendedLifetime((scratch, other)) {}
  }
}
