public import Feeds

/// The HTTP request for one page of one source, for a program with its own HTTP client.
public struct ServerRequest: Sendable, Hashable {
  /// The HTTP method: "GET" or "POST".
  public let method: String
  /// An absolute http or https URL.
  public let url: String
  /// The header values by name. Values can be secrets.
  public let headers: [String: String]
  /// The body of a POST, as `application/x-www-form-urlencoded`; empty for a GET.
  public let form: String
}

extension Engine {
  /// The reason why no request can be created for a source.
  public struct UnaskableSource: Error, Sendable {
    /// A diagnostic with the missing part and how to provide it.
    public let diagnostic: Diagnostic
  }

  /// Returns the request that the feed layout describes.
  ///
  /// - Parameters:
  ///   - base: The base URL for relative URLs of the layout; `nil` for the base URL in the layout.
  ///   - parameters: The values of the layout's parameters, by name. `request` can override them.
  ///   - variables: Returns the value of a `${NAME}` in headers; `nil` if it is not set.
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
