import Foundation

/// The parts of a contract header that plugins rely on: its declarations, the offset of every
/// field, and the value of every constant.
struct ContractHeader {
  struct Struct {
    var name: String
    var fields: [String]
  }

  /// The text without comments, with every run of white space reduced to one space.
  let text: String
  let folder: String
  let file: String

  init(folder: String, file: String) throws {
    self.folder = folder
    self.file = file
    text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      .replacing(/\/\*(?s:.*?)\*\//, with: "")
      .replacing(/[ \t]+/, with: " ")
  }

  /// Returns the current version of a header.
  static func current(_ file: String = "section_plugin.h") throws -> ContractHeader {
    try ContractHeader(folder: CCompiler.header, file: file)
  }

  /// Returns a frozen header: the contract of a version such as 1.0, or an extension.
  static func stored(
    _ file: String = "section_plugin.h", of version: String = "1.0"
  ) throws -> ContractHeader {
    try ContractHeader(
      folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Contract/\(version)").path, file: file)
  }

  // MARK: Declarations

  /// The types, functions and constants, one element each, regardless of line breaks.
  var declarations: [String] {
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let constants = lines.filter { $0.hasPrefix("#define") }
    var rest = lines.filter { !$0.hasPrefix("#") && !$0.isEmpty }.joined(separator: " ")
    rest = rest.replacing(/[ ]+/, with: " ")
    var types: [String] = []
    var depth = 0
    var declaration = ""
    for character in rest {
      declaration.append(character)
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if character == ";", depth == 0 {
        types.append(declaration.trimmingCharacters(in: .whitespaces))
        declaration = ""
      }
    }
    return constants + types
  }

  var structs: [Struct] {
    text.matches(of: /(?s:struct (\w+) \{(.*?)\}[^;]*;)/).map { match in
      Struct(
        name: String(match.1),
        fields: String(match.2).split(separator: ";").flatMap { Self.fields(of: String($0)) })
    }
  }

  /// Returns the fields of a line: "double top, end" declares two, a pointer to a function one.
  private static func fields(of line: String) -> [String] {
    if let function = line.firstMatch(of: /\(\*(\w+)\)/) { return [String(function.1)] }
    let names = line.split(separator: ",").compactMap { part in
      part.firstMatch(of: /(\w+)(\[\d+\])?\s*$/).map { String($0.1) }
    }
    return names
  }

  /// The names of the constants that have a value.
  var constants: [(name: String, isText: Bool)] {
    text.matches(of: /#define (SE_\w+) (.+)/)
      .map { (String($0.1), $0.2.hasPrefix("\"")) }
      .filter { $0.0 != "SE_EXPORT" }
  }

  // MARK: Layout

  /// Returns the sizes, offsets and values, one per line, according to the C compiler of this
  /// machine.
  func layout(in folder: TemporaryFolder) throws -> String {
    var body = ""
    for type in structs {
      body += "printf(\"\(type.name) %zu\\n\", sizeof(\(type.name)));\n"
      for field in type.fields {
        body +=
          "printf(\"\(type.name).\(field) %zu %zu\\n\", offsetof(\(type.name), \(field)), "
          + "sizeof(((\(type.name) *)0)->\(field)));\n"
      }
    }
    for (name, isText) in constants {
      body +=
        isText
        ? "printf(\"\(name) %s\\n\", \(name));\n"
        : "printf(\"\(name) %lld\\n\", (long long)(\(name)));\n"
    }
    let source = """
      #include "\(file)"
      #include <stdio.h>
      int main(void) {
      \(body)return 0;
      }
      """
    let input = try folder.write("layout.c", source.utf8)
    try CCompiler.run([
      "cc", "-std=c11", "-w", "-I", self.folder, "-I", CCompiler.header, input, "-o",
      folder.path("layout"),
    ])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: folder.path("layout"))
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
