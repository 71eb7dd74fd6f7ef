extension FeedLayout {
  /// The values of parameters: those given, otherwise the layout's own. A parameter without any is
  /// absent.
  package func parameterValues(_ given: [String: String]) -> [String: String] {
    var values: [String: String] = [:]
    for parameter in parameters {
      values[parameter.name] = given[parameter.name] ?? parameter.standard
    }
    return values
  }

  /// Parameters without a value that the url, the query or the form of a source names, in the order
  /// of the layout: while there are any, the source is not asked. What paging counts is none of them.
  package func missingParameters(of source: Source, given: [String: String]) -> [String] {
    guard let request = source.request else { return [] }
    let texts = [request.url] + (request.query + request.form).map(\.value)
    let named = Set(texts.flatMap { TemplateText($0).parameters })
    let values = parameterValues(given)
    return parameters.map(\.name).filter { named.contains($0) && values[$0] == nil }
  }
}
