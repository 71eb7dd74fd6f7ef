import Foundation
import Testing

/// A command parses its own arguments; what it does not accept is parsed from the root.
@Suite("Parsing of commands") struct CommandParsingTests {
  /// The words of each command without subcommands, such as ["plugin", "check"].
  private static func commands() throws -> [[String]] {
    func below(_ command: Any?, _ path: [String]) -> [[String]] {
      let children = ((command as? [String: Any])?["subcommands"] as? [[String: Any]]) ?? []
      let named = children.filter { $0["commandName"] as? String != "help" }
      if named.isEmpty { return path.isEmpty ? [] : [path] }
      return named.flatMap { below($0, path + [$0["commandName"] as? String ?? ""]) }
    }
    let dump = try Program.run(["--experimental-dump-help"]).output
    let root = try JSONSerialization.jsonObject(with: dump) as? [String: Any]
    return below(root?["command"], [])
  }

  @Test("help and errors of a command are those of the whole program")
  func messages() throws {
    let commands = try Self.commands()
    #expect(commands.count > 30)
    for command in commands {
      let words = command.joined(separator: " ")
      let help = try Program.run(command + ["--help"])
      #expect(help.status == 0 && help.text.contains("USAGE: sectionengine \(words)"))
      #expect(try Program.run(["help"] + command).text == help.text, "\(words)")
      let unknown = try Program.run(command + ["--no-such-option"])
      #expect(unknown.status == 64 && unknown.output.isEmpty, "\(words)")
      #expect(unknown.errors.contains("sectionengine \(words)"), "\(unknown.errors)")
      #expect(try Program.run(command + ["--version"]).text == Program.run(["--version"]).text)
    }
  }
}
