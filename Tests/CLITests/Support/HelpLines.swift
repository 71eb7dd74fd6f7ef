import ArgumentParser
import Foundation
import Testing

@testable import Program

/// The commands that help lines propose: each can be parsed, and the files that it reads exist.
enum HelpLines {
  /// Records an issue for each command in the help lines of a run that cannot work.
  static func verify(_ result: CLITests.Program.Result, of arguments: [String], in folder: URL) {
    // Names with control characters are shown without them.
    guard !arguments.joined().unicodeScalars.contains(where: isHidden) else { return }
    // A workflow gets zero-width spaces in colons.
    let text = (result.errors + "\n" + result.text).replacing("\u{200B}", with: "")
    for line in text.split(whereSeparator: \.isNewline) {
      guard let start = line.range(of: "= help: "),
        line[..<start.lowerBound].allSatisfy({ $0 == " " })
      else { continue }
      for words in commands(in: String(line[start.upperBound...])) {
        guard let fault = fault(of: words, in: folder) else { continue }
        Issue.record("\(arguments.joined(separator: " ")): \(fault): \(line)")
      }
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
  }

  private static let tools: Set<String> = ["git", "ls", "mkdir", "rm", "sectionengine"]

  /// Returns the words of each command in backticks. A backtick in quotes belongs to a word.
  static func commands(in line: String) -> [[String]] {
    var rest = Substring(line)
    var commands: [[String]] = []
    while let start = rest.firstIndex(of: "`") {
      rest = rest[rest.index(after: start)...]
      var words = [""]
      var isQuoted = false
      var end = rest.endIndex
      for index in rest.indices {
        switch rest[index] {
        case "'": isQuoted.toggle()
        case "`" where !isQuoted: end = index
        case " " where !isQuoted: words.append("")
        default: words[words.count - 1].append(rest[index])
        }
        if end == index { break }
      }
      if tools.contains(words[0]), words.count > 1 { commands.append(words) }
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
    }
    return commands
  }

  /// Returns why a command cannot work; `nil` if it can.
  static func fault(of words: [String], in folder: URL) -> String? {
    let arguments = Array(words.dropFirst().prefix { !["<", ">", "|", "&&"].contains($0) })
    switch words[0] {
    case "sectionengine":
      return parsingFault(of: arguments) ?? missingFile(in: arguments, below: folder)
    case "ls", "rm":
      let names = arguments.filter { !$0.hasPrefix("-") }
      return names.first { !exists($0, below: folder) }.map { "there is no \($0)" }
    case "git":
      if arguments.contains("--unshallow"), !exists(".git/shallow", below: folder) {
        return "the repository is complete"
      }
      let hasCommit = ["log", "fetch", "branch"].contains(arguments[0])
      if hasCommit, !succeeds(["rev-parse", "--verify", "HEAD"], in: folder) {
        return "the folder is in no repository with a commit"
      }
      return hasCommit || ["init", "add", "commit"].contains(arguments[0])
        ? nil : "unknown command of git"
    default: return nil
    }
  }

  private static func parsingFault(of arguments: [String]) -> String? {
    let numbers: Set<String> = ["N", "PT", "SECONDS"]
    do {
      _ = try SectionEngineCommand.parseAsRoot(
        arguments.map { numbers.contains($0) ? "1" : $0 })
      return nil
    } catch { return "it cannot be parsed: \(SectionEngineCommand.message(for: error))" }
  }

  /// Returns a file that a command would read and that does not exist. Words in capitals, such as
  /// FEED, are placeholders.
  private static func missingFile(in arguments: [String], below folder: URL) -> String? {
    let writing: Set<String> = [
      "-o", "--output", "--record", "--write-baseline", "--write-expect", "--code", "--layout",
    ]
    if arguments.starts(with: ["plugin", "new"]) || arguments.first == "explain" { return nil }
    for (index, word) in arguments.enumerated() {
      let isFile =
        word.hasSuffix(".json") || word.hasSuffix(".so") || word.hasSuffix(".dump")
        || (word.contains("/") && !word.contains("://")) || word.hasPrefix("git:")
      let isWritten = index > 0 && writing.contains(arguments[index - 1])
      let name = word.prefix { $0 != "." && $0 != "/" }
      let isPlaceholder = word.contains("…") || !name.contains { !$0.isUppercase }
      guard isFile, !isWritten, !isPlaceholder, !word.hasPrefix("-") else { continue }
      if word.hasPrefix("git:") ? !isInGit(word, below: folder) : !exists(word, below: folder) {
        return "there is no \(word)"
      }
    }
    return nil
  }

  private static func isInGit(_ word: String, below folder: URL) -> Bool {
    succeeds(["cat-file", "-e", String(word.dropFirst(4))], in: folder)
  }

  private static func succeeds(_ arguments: [String], in folder: URL) -> Bool {
    let git = URL(fileURLWithPath: "/usr/bin/env")
    let result = try? CLITests.Program.run(git, ["git"] + arguments, folder: folder)
    return result?.status == 0
  }

  /// Whether a file exists. Files of a project may be relative to the folder of the project file, as
  /// in all messages about them.
  private static func exists(_ path: String, below folder: URL) -> Bool {
    func isPresent(_ path: String) -> Bool {
      var status = stat()
      return lstat(path, &status) == 0
    }
    if path.hasPrefix("/") { return isPresent(path) }
    var root = folder
    while !isPresent(root.path + "/sectionengine.json"), root.path != "/" {
      root.deleteLastPathComponent()
    }
    return [folder, root].contains { isPresent($0.path + "/" + path) }
  }
}

@Suite struct HelpLineTests {
  @Test("the check of help lines finds commands that cannot work")
  func check() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "a b.json")
    #expect(
      HelpLines.commands(in: "name it: `ls 'x; `y` z'`, or `sectionengine diff A B` and `layout`")
        == [["ls", "x; `y` z"], ["sectionengine", "diff", "A", "B"]])
    func fault(_ line: String) -> String? {
      HelpLines.commands(in: "`\(line)`").first.flatMap { HelpLines.fault(of: $0, in: scratch.url) }
    }
    for line in [
      "ls .", "ls -l 'a b.json'", "sectionengine render 'a b.json'", "sectionengine diff OLD NEW",
      "sectionengine explain SE5005", "sectionengine layouts new --from FEED -o new.json",
      "sectionengine batch < FEEDS", "git init",
    ] { #expect(fault(line) == nil, "\(line)") }
    for line in [
      "ls gone", "ls -l git:HEAD:./a.json", "sectionengine render gone.json", "sectionengine rendr",
      "sectionengine diff --bas HEAD", "sectionengine diff git:HEAD:a.json",
      "git fetch --unshallow",
      "sectionengine check --plugins gone/plugins", "git log --oneline -- gone.json",
    ] { #expect(fault(line) != nil, "\(line)") }
  }
}
