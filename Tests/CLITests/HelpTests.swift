import Foundation
import Testing

@Suite struct HelpTests {
  struct Command {
    /// The words after "sectionengine".
    var path: [String]
    var options: [Option]
    var isGroup: Bool
  }

  struct Option: Hashable {
    var name: String
    /// The name of the option's value; `nil` for a flag.
    var value: String?
    var isRepeatable: Bool
  }

  /// Returns all commands, read from the program's own description of its options.
  static func commands() throws -> [Command] {
    let dump = try Program.run(["--experimental-dump-help"])
    let object = try JSONSerialization.jsonObject(with: dump.output) as? [String: Any]
    func visit(_ command: [String: Any], _ path: [String]) -> [Command] {
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      let children = (command["subcommands"] as? [[String: Any]] ?? [])
        .filter { $0["commandName"] as? String != "help" }
      let options = arguments.flatMap { argument -> [Option] in
        guard let names = argument["names"] as? [[String: Any]] else { return [] }
        return names.compactMap { name in
          guard name["kind"] as? String == "long", let text = name["name"] as? String else {
            return nil
          }
          let isFlag = argument["kind"] as? String == "flag"
          return Option(
            name: text, value: isFlag ? nil : argument["valueName"] as? String,
            isRepeatable: argument["isRepeating"] as? Bool ?? false)
        }
      }
      return [Command(path: path, options: options, isGroup: !children.isEmpty)]
        + children.flatMap { visit($0, path + [$0["commandName"] as? String ?? ""]) }
    }
    return visit(try #require(object?["command"] as? [String: Any]), [])
  }

  @Test("the overview has at most 18 commands in five groups, on lines of at most 100 columns")
  func overview() throws {
    let lines = try Program.run([]).lines
    let groups = lines.filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
    #expect(groups.count == 5)
    let names = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  sectionengine") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.count <= 18 && Set(names).count == names.count)
    let known = try Self.commands().filter { $0.path.count == 1 }.map { $0.path[0] }
    #expect(Set(known).subtracting(names) == ["images"])
    #expect(Set(names).isSubset(of: known))
    #expect(lines.allSatisfy { $0.count <= 100 || $0.hasPrefix("The user's guide: ") })
    #expect(try Program.run(["help"]).lines == lines && Program.run(["-h"]).lines == lines)
    let guide = try #require(lines.first { $0.hasPrefix("The user's guide: ") })
    let path = String(guide.dropFirst("The user's guide: ".count))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("-h has at most 25 lines of 80 columns and names every option")
  func short() throws {
    for command in try Self.commands() where !command.path.isEmpty {
      let result = try Program.run(command.path + ["-h"])
      #expect(result.status == 0 && result.errors.isEmpty, "\(command.path)")
      let lines = result.lines
      #expect(lines.count <= 25 && lines.allSatisfy { $0.count <= 80 }, "\(command.path)")
      for option in command.options where !["help", "version"].contains(option.name) {
        #expect(result.text.contains("--\(option.name)"), "\(command.path)")
      }
    }
  }

  @Test("--help names the user's guide last")
  func guide() throws {
    for words in [[], ["render"], ["plugin", "new"], ["plugin"]] {
      let line = try #require(
        try Program.run(words + ["--help"]).lines.last { !$0.isEmpty })
      #expect(line.hasPrefix("GUIDE: ") && line.hasSuffix("/Documentation.md"))
      #expect(FileManager.default.fileExists(atPath: String(line.dropFirst(7))))
    }
  }

  @Test("--help ends with examples, whose options the command has")
  func examples() throws {
    for command in try Self.commands() where !command.isGroup {
      let lines = try Program.run(command.path + ["--help"]).lines
      let start = try #require(lines.firstIndex(of: "EXAMPLES:"), "\(command.path)")
      let examples = lines[(start + 1)...].filter { $0.hasPrefix("  sectionengine ") }
      #expect(!examples.isEmpty, "\(command.path)")
      for example in examples {
        let words = example.split(separator: " ").map(String.init)
        #expect(Array(words[1...].prefix(command.path.count)) == command.path)
        for word in words where word.hasPrefix("--") {
          #expect(command.options.contains { "--\($0.name)" == word }, "\(example)")
        }
      }
    }
  }

  /// Options with a different meaning on some commands.
  static let exceptions: Set = [
    // Several clients, except for `render`, which draws the page of one.
    "client",
    // The block code in `plugin new`; the key of the block code in `layouts new`.
    "code",
    // One or more devices of snapshots; elsewhere the device of one page.
    "device",
    // The name of a feed in snapshots.json; elsewhere a file.
    "feed",
    // The first line to read in `batch`; elsewhere a feed from which a new file is drafted.
    "from",
    // A folder that is created; elsewhere a file.
    "output",
    // The replies of a source in `session`; elsewhere one more source of a feed.
    "source",
  ]

  @Test("an option has the same value on all commands")
  func sameOptions() throws {
    var known: [String: Set<Option>] = [:]
    for command in try Self.commands() {
      for option in command.options { known[option.name, default: []].insert(option) }
    }
    let different = known.filter { $0.value.count > 1 }.keys
    #expect(Set(different) == Self.exceptions)
  }
}
