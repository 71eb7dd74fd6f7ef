package import Support

/// The reason why a request cannot be made. Associated values never contain values of headers.
package enum RequestProblem: Error, Sendable, Hashable {
  case noTemplate
  case noBase(String)
  case invalidURL(String)
  case notHTTP(String)
  /// The host has an unclosed bracket, or the port is invalid.
  case invalidHost(String)
  case userInformation
  case missingParameter(String)
  case missingVariable(String, header: String)
  /// The header would send a variable to a server that the user did not name.
  case foreignVariable(String, header: String, server: String)
  /// A header with this name is invalid. The name is empty if it is itself invalid.
  case invalidHeader(String)

  package func diagnostic(source: String?) -> Diagnostic {
    var code = DiagnosticCode.unaskableSource
    if case .foreignVariable = self { code = .foreignVariable }
    return Diagnostic(
      code, .error,
      source.map { "source `\($0)` cannot be requested" } ?? "the request cannot be made",
      label: reason, notes: source.map { ["source `\($0)` gives no section"] } ?? [],
      helps: [help])
  }

  private var reason: String {
    switch self {
    case .noTemplate: "the feed layout has no request for it"
    case .noBase(let url): "`\(url)` is relative, and there is no base"
    case .invalidURL(let url): "`\(url)` is not a URL"
    case .notHTTP(let url): "`\(url)` is not an http or https URL"
    case .invalidHost(let url): "the host or the port of `\(url)` cannot be read"
    case .userInformation: "the URL contains a user name or a password"
    case .missingParameter(let name): "the parameter `\(name)` has no value"
    case .missingVariable(let name, let header):
      "the environment has no `\(name)`, which the header `\(header)` needs"
    case .foreignVariable(let name, let header, let server):
      "its header `\(header)` would send the variable `\(name)` to \(server)"
    case .invalidHeader(let name):
      name.isEmpty
        ? "a header is not of the form `Name: value`"
        : "the header `\(name)` has a character that headers cannot hold"
    }
  }

  private var help: String {
    switch self {
    case .noTemplate: "give it: `--source NAME=FILE|URL`, or add a `request` to the layout"
    case .noBase: "give the server: `--url https://example.com/`"
    case .invalidURL: "percent-encode spaces and characters beyond ASCII"
    case .notHTTP: "begin it with https:// and a host, or name a file"
    case .invalidHost: "write it like `http://localhost:8000/` or `http://[::1]:8000/`"
    case .userInformation: "leave it out, and give `--header 'Authorization: …'`"
    case .missingParameter(let name): "give it a value: `--parameter \(name)=VALUE`"
    case .missingVariable(let name, _): "set it: `export \(name)=…`"
    case .foreignVariable(let name, _, let server):
      "if you trust \(server), add it to sectionengine.json: "
        + "`\"variables\": {\"\(name)\": [\"\(server)\"]}`"
    case .invalidHeader: "write it in one line: `--header 'Name: value'`"
    }
  }
}
