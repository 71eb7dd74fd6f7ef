internal import ArgumentParser
internal import SectionEngine

/// The help of `-h`, at most 25 lines: common options with descriptions, others by name only.
struct ShortHelp {
  static let lineLimit = 25
  private static let columns = 80
  private struct Argument {
    /// The spelling in the help, for example "--layout <name|file>".
    var spelling: String
    /// The name, for example "--layout"; `nil` for a positional argument.
    var option: String?
    var group: String?
    /// The title of the list in which the help names the option.
    var title: String { group ?? "More" }
    var abstract: String

    /// Options that are described although they belong to a group, because they are used often.
    private static let common: Set = ["--layout", "--device", "--plugins", "--output"]

    /// Whether the argument has a line with its description, if the line limit allows it.
    var isDescribed: Bool { group == nil || Self.common.contains(option ?? "") }

    init?(_ value: FeedValue) {
      guard value["shouldDisplay"].bool ?? true else { return nil }
      let names = value["names"].children.compactMap { $0["name"].string }
      guard !names.contains("help"), !names.contains("version") else { return nil }
      let name = value["valueName"].string ?? ""
      abstract = value["abstract"].string ?? ""
      group = value["sectionTitle"].string
      switch value["kind"].string {
      case "positional":
        spelling = value["isOptional"].bool == true ? "[<\(name)>]" : "<\(name)>"
      case "option", "flag":
        guard let long = names.first(where: { $0.count > 1 }) else { return nil }
        option = "--" + long
        let short = names.first { $0.count == 1 }.map { "-\($0), " } ?? ""
        spelling = short + "--\(long)" + (value["kind"].string == "option" ? " <\(name)>" : "")
      default: return nil
      }
    }
  }

  let text: String

  /// Returns `nil` unless the arguments contain `-h`.
  init?(of root: any ParsableCommand.Type, for arguments: [String]) {
    let path = CommandGuide.path(of: arguments, in: root)
    guard !path.isEmpty, arguments.prefix(while: { $0 != "--" }).contains("-h"),
      let document = FeedDocument.parse(PaddedBytes(Array(root._dumpHelp().utf8)), name: "help")
        .value
    else { return nil }
    var command = document.root["command"]
    for word in path {
      let child = command["subcommands"].children.first { $0["commandName"].string == word }
      guard let child else { return nil }
      command = child
    }
    text = Self.lines(command, path: path).map { $0 + "\n" }.joined()
  }

  private static func lines(_ command: FeedValue, path: [String]) -> [String] {
    let words = (["sectionengine"] + path).joined(separator: " ")
    let arguments = command["arguments"].children.compactMap { Argument($0) }
    let positional = arguments.filter { $0.option == nil }
    let children = command["subcommands"].children.filter { $0["commandName"].string != "help" }
    let head = [
      command["abstract"].string ?? "", "",
      "Usage: \(words) [options]"
        + (children.isEmpty ? "" : " <command>")
        + positional.map { " \($0.spelling)" }.joined(),
    ]
    let end = ["`\(words) --help` describes every option, with examples."]
    var described = arguments.filter { $0.isDescribed }
    var rest = arguments.filter { !$0.isDescribed }
    // Options that do not fit are listed by name only. 4 lines separate the five parts.
    let room = lineLimit - head.count - children.count - end.count - 4
    while described.count + named(rest).count > room,
      let index = described.lastIndex(where: { $0.option != nil })
    { rest.insert(described.remove(at: index), at: 0) }
    let commands = children.map {
      line($0["commandName"].string ?? "", $0["abstract"].string ?? "", column: 14)
    }
    let options = described.map { line($0.spelling, $0.abstract, column: 26) }
    let parts = [head, commands, options, named(rest), end].filter { !$0.isEmpty }
    return Array(parts.joined(separator: [""]))
  }

  /// Returns the names of options, one wrapped paragraph per group.
  private static func named(_ arguments: [Argument]) -> [String] {
    let options = arguments.filter { $0.option != nil }
    return options.map(\.title).uniqued.flatMap { title in
      var lines = ["\(title):"]
      for option in options.filter({ $0.title == title }).compactMap(\.option) {
        if lines[lines.count - 1].count + option.count + 1 > columns {
          lines.append("".padded(to: title.count + 1))
        }
        lines[lines.count - 1] += " \(option)"
      }
      return lines
    }
  }

  /// Returns one line. A long text ends after its first sentence, or is shortened with "…".
  private static func line(_ left: String, _ text: String, column: Int) -> String {
    let start = "  " + "\(left) ".padded(to: column)
    let room = columns - start.count
    if text.count <= room { return start + text }
    if let end = text.firstRange(of: ". "), text[..<end.lowerBound].count < room {
      return start + text[..<end.lowerBound] + "."
    }
    return start + text.prefix(room - 1) + "…"
  }
}
