internal import Support

package struct RequestBuilder: Sendable {
  package let layout: FeedLayout
  /// The base of relative URLs, from the user or the layout. Its path always ends in "/".
  package let base: URLReference?
  package let parameters: [String: String]
  /// The user's secret headers. They override the layout's headers. Only the origin of `base`
  /// receives them.
  package let headers: [HTTPRequest.Header]
  /// The origins that may receive a variable besides the origin of `base`, by the variable's name.
  private let origins: [String: [String]]
  private let variables: @Sendable (String) -> String?

  package init(
    layout: FeedLayout, base: URLReference? = nil, parameters: [String: String] = [:],
    headers: [HTTPRequest.Header] = [], origins: [String: [String]] = [:],
    variables: @escaping @Sendable (String) -> String?
  ) {
    self.layout = layout
    self.base = (base ?? layout.base.flatMap(URLReference.init)).map(\.asFolder)
    self.parameters = layout.parameterValues(parameters)
    self.headers = headers
    self.origins = origins
    self.variables = variables
  }

  /// Whether the source has a request, and all parameters in its URL and fields have values.
  package func isAskable(_ source: FeedLayout.Source) -> Bool {
    source.request != nil && layout.missingParameters(of: source, given: parameters).isEmpty
  }

  /// Returns the request of a source for one of its pages.
  /// - Parameter values: The value of "page", "offset" or "cursor", and values of parameters, which
  ///   override the builder's values.
  package func request(
    for source: FeedLayout.Source, values: [String: String] = [:]
  ) throws(RequestProblem) -> HTTPRequest {
    guard let template = source.request else { throw .noTemplate }
    let values = parameters.merging(values) { $1 }
    var url = try self.url(of: template, values: values)
    let query = fields(template.query, values: values)
    if !query.isEmpty { url.query = [url.query, query].compactMap { $0 }.joined(separator: "&") }
    var request = HTTPRequest(
      template.method, url: url,
      form: template.method == .post ? fields(template.form, values: values) : "")
    request.counters = Set(
      template.query.filter { $0.value == "{page}" || $0.value == "{offset}" }.map(\.name))
    for field in template.headers {
      request = request.setting(try header(field, to: url, values: values))
    }
    guard let base, url.origin == base.origin else { return request }
    return headers.reduce(request) { $0.setting($1) }
  }

  package static func request(
    for url: String, headers: [HTTPRequest.Header]
  ) throws(RequestProblem) -> HTTPRequest {
    guard let reference = URLReference(url) else { throw .invalidURL(url) }
    return headers.reduce(HTTPRequest(url: try checked(reference))) { $0.setting($1) }
  }

  /// Returns a header from the user's text "Name: value"; variables `${NAME}` are replaced.
  package static func header(
    _ text: String, variables: (String) -> String?
  ) throws(RequestProblem) -> HTTPRequest.Header {
    guard let colon = text.firstIndex(of: ":") else { throw .invalidHeader("") }
    let name = String(text[..<colon])
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    let expanded = try TemplateText(String(value)).expanded(forHeader: name, variables: variables) {
      // A header from the user has no parameters, so `{name}` remains plain text.
      "{\($0)}"
    }
    return try checked(HTTPRequest.Header(name, expanded, isSecret: true))
  }

  private func url(
    of template: FeedLayout.RequestTemplate, values: [String: String]
  ) throws(RequestProblem) -> URLReference {
    let text = try TemplateText(template.url).expanded {
      values[$0].map(PercentEncoding.encodeSegment)
    }
    guard let reference = URLReference(text) else { throw .invalidURL(text) }
    guard reference.scheme == nil else { return try Self.checked(reference) }
    guard let base else { throw .noBase(text) }
    return try Self.checked(base.resolve(reference))
  }

  /// Encodes fields. A field with a missing parameter, such as the first page's cursor, is omitted.
  private func fields(
    _ fields: [FeedLayout.RequestTemplate.Field], values: [String: String]
  ) -> String {
    fields.compactMap { field in
      let value = try? TemplateText(field.value).expanded { values[$0] }
      return value.map {
        "\(PercentEncoding.encode(field.name))=\(PercentEncoding.encode($0))"
      }
    }.joined(separator: "&")
  }

  private func header(
    _ field: FeedLayout.RequestTemplate.Field, to url: URLReference, values: [String: String]
  ) throws(RequestProblem) -> HTTPRequest.Header {
    let text = TemplateText(field.value)
    // A layout must not choose the server that receives a secret of the user.
    for name in text.environment where url.origin != base?.origin {
      guard origins[name]?.contains(url.origin) == true else {
        throw .foreignVariable(name, header: field.name, server: url.server)
      }
    }
    let value = try text.expanded(forHeader: field.name, variables: variables) { values[$0] }
    return try Self.checked(
      HTTPRequest.Header(field.name, value, isSecret: !text.environment.isEmpty))
  }

  private static func checked(_ url: URLReference) throws(RequestProblem) -> URLReference {
    guard !url.hasUserInformation else { throw .userInformation }
    guard url.isHTTP else { throw .notHTTP(url.text) }
    guard url.hasReadableHost else { throw .invalidHost(url.text) }
    var url = url
    url.fragment = nil
    return url
  }

  /// Returns a valid header or throws. A line break in a value would begin another header.
  private static func checked(
    _ header: HTTPRequest.Header
  ) throws(RequestProblem) -> HTTPRequest.Header {
    let isName = FeedLayout.isHeaderName(header.name)
    let isValue = header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    guard isName, isValue else { throw .invalidHeader(isName ? header.name : "") }
    return header
  }
}
