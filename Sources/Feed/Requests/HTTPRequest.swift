package struct HTTPRequest: Sendable, Hashable {
  package struct Header: Sendable, Hashable {
    package var name: String
    package var value: String
    /// Whether the value must never be shown, stored, or sent to another host after a redirect.
    package var isSecret: Bool

    package init(_ name: String, _ value: String, isSecret: Bool = false) {
      self.name = name
      self.value = value
      self.isSecret = isSecret
    }
  }

  package var method: FeedLayout.RequestTemplate.Method
  /// An absolute http or https URL without user information and fragment.
  package var url: URLReference
  package var headers: [Header]
  /// The body of a POST, as application/x-www-form-urlencoded; empty for a GET.
  package var form: String

  /// Names of query fields with a page number or an offset; their values are not secret.
  package var counters: Set<String> = []

  package init(
    _ method: FeedLayout.RequestTemplate.Method = .get, url: URLReference, headers: [Header] = [],
    form: String = ""
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.form = form
  }

  /// The URL for messages: "http://localhost:8000/article/list/0/json?key=…". Values in the query
  /// are replaced by "…", because they may be secrets of the user; page numbers are kept.
  package var shown: String {
    guard let query = url.query else { return url.text }
    let names = query.split(separator: "&").map { field in
      let name = field.prefix { $0 != "=" }
      if counters.contains(String(name)) { return String(field) }
      return field.contains("=") ? "\(name)=…" : "…"
    }
    var shown = url
    shown.query = names.joined(separator: "&")
    return shown.text
  }

  package func setting(_ header: Header) -> HTTPRequest {
    var copy = self
    copy.headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
    copy.headers.append(header)
    return copy
  }
}
