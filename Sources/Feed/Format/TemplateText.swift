internal import FeedDocument

/// A text with placeholders: `{name}` for a parameter, `${NAME}` for an environment variable.
package struct TemplateText: Sendable, Hashable {
  package enum Piece: Sendable, Hashable {
    case text(String)
    case parameter(String)
    case environment(String)
  }

  package var pieces: [Piece]

  /// Parses a template. A brace that begins no placeholder is plain text. O(length).
  package init(_ string: String) {
    pieces = []
    guard string.utf8.contains(UInt8(ascii: "{")) else {
      if !string.isEmpty { pieces.append(.text(string)) }
      return
    }
    var text = ""
    var rest = Substring(string)
    while let character = rest.first {
      let isEnvironment = rest.hasPrefix("${")
      let name = rest.dropFirst(isEnvironment ? 2 : 1).prefix { $0 != "{" && $0 != "}" }
      let isPlaceholder =
        (isEnvironment || character == "{") && ConfigurationReader.isName(String(name))
        && name.endIndex < rest.endIndex && rest[name.endIndex] == "}"
      guard isPlaceholder else {
        text.append(character)
        rest = rest.dropFirst()
        continue
      }
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(isEnvironment ? .environment(String(name)) : .parameter(String(name)))
      rest = rest[name.endIndex...].dropFirst()
    }
    if !text.isEmpty { pieces.append(.text(text)) }
  }

  package var parameters: [String] {
    pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  package var environment: [String] {
    pieces.compactMap { if case .environment(let name) = $0 { name } else { nil } }
  }

  /// Returns the text with all values; throws `RequestProblem` if a placeholder has no value.
  func expanded(
    forHeader header: String = "", variables: (String) -> String? = { "${\($0)}" },
    parameters: (String) -> String?
  ) throws(RequestProblem) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .environment(let name):
        guard let value = variables(name) else { throw .missingVariable(name, header: header) }
        text += value
      case .parameter(let name):
        guard let value = parameters(name) else { throw .missingParameter(name) }
        text += value
      }
    }
    return text
  }
}
