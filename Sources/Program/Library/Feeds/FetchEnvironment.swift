internal import Support
internal import Feeds

/// The parts of the process that fetching uses: the HTTP library, the cache's folder, the
/// environment variables in headers.
struct FetchEnvironment {
  let settings: FetchSettings
  /// The user's headers, which are secret.
  let headers: [HTTPRequest.Header]
  let fetcher: Fetcher
  /// Diagnostics about the cache.
  let diagnostics: [Diagnostic]

  /// - Parameter asksServers: Whether any source is loaded over http(s). The cache is not opened
  ///   for a feed from files.
  init(_ settings: FetchSettings, asksServers: Bool, installation: Installation) throws {
    self.settings = settings
    var headers: [HTTPRequest.Header] = []
    for text in settings.headers {
      do throws(RequestProblem) {
        headers.append(try RequestBuilder.header(text, variables: environmentVariable))
      } catch {
        throw Ending.couldNotRun(error.diagnostic(source: nil))
      }
    }
    self.headers = headers
    if !asksServers, let option = settings.meantForServers {
      throw Ending(
        status: 64,
        diagnostics: [
          Diagnostic(
            .invalidOption, .error, "\(option) has no effect: no source comes from a server",
            helps: ["name a server with `--url BASE`, or give the feed as a URL"])
        ])
    }
    var cache: DiskCache?
    var diagnostics: [Diagnostic] = []
    if asksServers, let folder = Self.cacheFolder {
      do throws(DiskCache.Unusable) { cache = try DiskCache(folder: folder) } catch {
        diagnostics.append(error.diagnostic)
      }
    }
    self.diagnostics = diagnostics
    var policy = Fetcher.Policy()
    policy.isOffline = settings.isOffline
    policy.maximumAge = settings.maximumAge
    policy.limits.total = settings.timeout
    policy.limits.connect = min(policy.limits.connect, settings.timeout)
    fetcher = Fetcher(library: installation.fetcher, cache: cache, policy: policy)
  }

  /// The cache folder by the XDG base directory specification, which ignores relative paths.
  private static var cacheFolder: String? {
    if let home = environmentVariable("XDG_CACHE_HOME"), home.hasPrefix("/") {
      return home + "/sectionengine"
    }
    guard let home = environmentVariable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.cache/sectionengine"
  }

  /// Returns the request for a URL that the user typed.
  func request(for url: String, source: String?) throws -> HTTPRequest {
    do throws(RequestProblem) {
      return try RequestBuilder.request(for: url, headers: headers)
    } catch {
      throw Ending.couldNotRun(error.diagnostic(source: source))
    }
  }

  func builder(for layout: FeedLayout) throws -> RequestBuilder {
    let parameters = settings.parameters
    let known = layout.parameters.map(\.name)
    for name in parameters.keys.sorted() where !known.contains(name) {
      throw Ending.couldNotRun(
        Diagnostic(
          .invalidOption, .error, "`\(layout.name)` has no parameter `\(name)`",
          helps: Suggestion.helps(
            for: name, among: known,
            else: known.isEmpty
              ? "leave it out" : "its parameters: \(known.joined(separator: ", "))")))
    }
    let base = try settings.url.map { try request(for: $0, source: nil).url }
    return RequestBuilder(
      layout: layout, base: base, parameters: parameters, headers: headers,
      variables: environmentVariable)
  }
}
