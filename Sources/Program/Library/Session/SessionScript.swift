internal import Support
internal import FeedDocument
internal import Feeds

/// The inputs of `session --script`: `refresh; loadMore; wait 600; update ARTICLES/12 {"collect": true}`.
struct SessionScript {
  enum Statement {
    case input(SessionInput)
    /// The pause before the next input in seconds, in place of the default.
    case wait(Double)
  }

  struct Step {
    /// The text in the script.
    var text: String
    var statement: Statement
  }

  let steps: [Step]

  /// The default pause between two inputs, in seconds; longer than the second within which pulls
  /// count once.
  static let pause = 10.0

  init(_ text: String) throws {
    steps = try Self.statements(of: text).map { statement in
      Step(text: statement, statement: try Self.parse(statement))
    }
    guard !steps.isEmpty else {
      throw Self.invalid("the script is empty", "expected at least one input")
    }
  }

  /// Splits a script at semicolons and line breaks outside of JSON.
  private static func statements(of text: String) -> [String] {
    var statements: [String] = []
    var current = ""
    var depth = 0
    var isInString = false
    var isEscaped = false
    for character in text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInString = false
        }
      } else {
        switch character {
        case "\"": isInString = true
        case "{", "[": depth += 1
        case "}", "]": depth -= 1
        case ";", "\n", "\r\n":
          if depth <= 0 {
            statements.append(current)
            current = ""
            depth = 0
            continue
          }
        default: break
        }
      }
      current.append(character)
    }
    statements.append(current)
    return statements.map { trimmed($0[...]) }.filter { !$0.isEmpty }
  }

  private static func parse(_ statement: String) throws -> Statement {
    let words = statement.split(separator: " ", maxSplits: 1)
    let name = words.first.map(String.init) ?? ""
    let rest = words.count > 1 ? trimmed(words[1]) : ""
    switch name {
    case "refresh" where rest.isEmpty: return .input(.refresh)
    case "loadMore" where rest.isEmpty: return .input(.loadMore)
    case "wait":
      guard let seconds = Double(rest), seconds >= 0, seconds.isFinite else {
        throw invalid("`wait` takes seconds from 0", "found `\(rest)`")
      }
      return .wait(seconds)
    case "update": return .input(.update(try update(rest)))
    default:
      let known = ["refresh", "loadMore", "update", "wait"]
      throw invalid(
        "`\(statement)` is no input of a session",
        "expected one of \(known.joined(separator: ", "))",
        helps: Suggestion.helps(for: name, among: known))
    }
  }

  /// Parses `ARTICLES/12 {"collect": true}`, for item 12 of the section ARTICLES; without `/`, for
  /// the whole block.
  private static func update(_ text: String) throws -> ItemUpdate {
    guard let brace = text.firstIndex(of: "{") else {
      throw invalid(
        "`update` takes a section, an item and JSON", "found `\(text)`",
        helps: ["write it like `update ARTICLES/12 {\"collect\": true}`"])
    }
    let target = trimmed(text[..<brace])
    let parsed = FeedDocument.parse(PaddedBytes(text[brace...].utf8), name: "--script")
    guard let document = parsed.value, document.root.kind == .object, !target.isEmpty else {
      throw Ending(
        status: 64,
        diagnostics: parsed.diagnostics
          + [
            Diagnostic(
              .invalidOption, .error, "`update` takes a section, an item and a JSON object",
              helps: ["write it like `update ARTICLES/12 {\"collect\": true}`"])
          ])
    }
    let parts = target.split(separator: "/", maxSplits: 1).map(String.init)
    return ItemUpdate(
      blockIdentity: parts[0], item: parts.count > 1 ? parts[1] : nil, change: document.root)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private static func invalid(_ message: String, _ label: String, helps: [String] = []) -> Ending {
    Ending(
      status: 64,
      diagnostics: [
        Diagnostic(
          .invalidOption, .error, message, notes: ["--script: \(label)"],
          helps: helps + ["inputs are separated by `;`: `refresh; loadMore`"])
      ])
  }
}
