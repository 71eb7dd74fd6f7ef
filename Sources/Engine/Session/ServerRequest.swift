public import Feeds

/// The HTTP request for one page of one source, for a program with its own HTTP client.
public struct ServerRequest: Sendable, Hashable {
  /// "GET" or "POST".
  public let method: String
  /// An absolute http or https URL.
  public let url: String
  /// Values by header name; they can be secrets.
  public let headers: [String: String]
  /// The body of a POST, as `application/x-www-form-urlencoded`; empty for a GET.
  public let form: String
}

extension Engine {
  /// The reason why a source cannot be requested.
  public struct UnaskableSource: Error, Sendable {
    /// The missing part, and how to provide it.
    public let diagnostic: Diagnostic
  }

  /// Returns the request that the feed layout describes.
  ///
  /// - Parameters:
  ///   - base: The URL that the layout's URLs are resolved against; `nil` for the layout's own base.
  ///   - parameters: Values of the layout's parameters, by name; those of the request replace them.
  ///   - variables: Looks up the `${NAME}` of headers.
  public func serverRequest(
    for request: SourceRequest, base: String? = nil, parameters: [String: String] = [:],
    variables: @escaping @Sendable (String) -> String? = { _ in nil }
  ) throws(UnaskableSource) -> ServerRequest {
    do throws(RequestProblem) {
      guard let source = layout.source(named: request.source) else { throw .noTemplate }
      let reference = base.flatMap(URLReference.init)
      if let base, reference == nil { throw .invalidURL(base) }
      let builder = RequestBuilder(
        layout: layout, base: reference, parameters: parameters, variables: variables)
      let http = try builder.request(for: source, values: request.allValues)
      return ServerRequest(
        method: http.method.rawValue, url: http.url.text,
        headers: Dictionary(http.headers.map { ($0.name, $0.value) }) { $1 }, form: http.form)
    } catch {
      throw UnaskableSource(diagnostic: error.diagnostic(source: request.source))
    }
  }
}
