extension TemplateText {
  /// Returns the text of a URL, a query or a form with parameters expanded. Expanded values are not
  /// expanded again. Environment variables stay as they are, because they are allowed only in
  /// headers.
  func expanded(
    parameters: (String) -> String?
  ) throws(RequestProblem) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .environment(let name): text += "${\(name)}"
      case .parameter(let name):
        guard let value = parameters(name) else { throw .missingParameter(name) }
        text += value
      }
    }
    return text
  }

  /// Returns the text of a header with parameters and variables expanded.
  func expanded(
    forHeader header: String, variables: (String) -> String?, parameters: (String) -> String?
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
