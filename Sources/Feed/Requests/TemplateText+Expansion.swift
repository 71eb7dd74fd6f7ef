extension TemplateText {
  /// Returns the text with parameters expanded. Expanded values are not expanded again.
  ///
  /// Without a header, environment variables stay as they are, because they are allowed only in
  /// headers.
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
