extension TemplateText {
  /// The text of a URL, a query or a form with everything put in. What is put in is not looked at
  /// again. A variable of the environment stands for itself: it may stand in headers only.
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

  /// The text of a header with everything put in.
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
