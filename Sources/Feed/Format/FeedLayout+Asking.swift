extension FeedLayout {
  /// Returns the values of parameters: the given value, otherwise the layout's default. A parameter
  /// without either is absent.
  package func parameterValues(_ given: [String: String]) -> [String: String] {
    var values: [String: String] = [:]
    for parameter in parameters {
      values[parameter.name] = given[parameter.name] ?? parameter.standard
    }
    return values
  }

  /// Returns the parameters without a value that the URL, the query or the form of a source uses,
  /// in the order of the layout. While there are any, the source is not requested. Paging
  /// placeholders are not parameters.
  package func missingParameters(of source: Source, given: [String: String]) -> [String] {
    guard let request = source.request else { return [] }
    let texts = [request.url] + (request.query + request.form).map(\.value)
    let named = Set(texts.flatMap { TemplateText($0).parameters })
    let values = parameterValues(given)
    return parameters.map(\.name).filter { named.contains($0) && values[$0] == nil }
  }
}
