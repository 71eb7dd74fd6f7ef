internal import SectionEngine

/// The parts of the process that fetching uses: HTTP library, cache and environment variables.
struct FetchEnvironment {
  let settings: FetchSettings
  /// The user's headers, whose values are secret.
  private var headers: [HTTPRequest.Header] = []
  let fetcher: Fetcher
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter asksServers: Whether a source is loaded over http(s), so that the cache is opened.
  init(_ settings: FetchSettings, asksServers: Bool) throws {
    self.settings = settings
    for text in settings.headers {
      do throws(RequestProblem) {
        headers.append(try RequestBuilder.header(text, variables: environmentVariable))
      } catch {
        throw ExitError.couldNotRun(error.diagnostic(source: nil))
      }
    }
    if !asksServers, let option = settings.meantForServers {
      throw ExitError.usage(
        .invalidOption, "\(option) has no effect: no source comes from a server",
        helps: ["name a server with `--url BASE`, or give the feed as a URL"])
    }
    var cache: DiskCache?
    if asksServers, let folder = PluginMemory.userFolder("XDG_CACHE_HOME", else: ".cache") {
      do throws(ReadFailure) { cache = try DiskCache(folder: folder) } catch {
        diagnostics.append(FetchDiagnostics.unusableCache(error.reason))
      }
    }
    fetcher = Fetcher(cache: cache, settings: settings)
  }

  /// Returns the request for a URL from the user.
  func request(for url: String, source: String?) throws -> HTTPRequest {
    do throws(RequestProblem) {
      return try RequestBuilder.request(for: url, headers: headers)
    } catch {
      throw ExitError.couldNotRun(error.diagnostic(source: source))
    }
  }

  func builder(for layout: FeedLayout) throws -> RequestBuilder {
    let parameters = settings.parameters
    let known = layout.parameters.map(\.name)
    for name in parameters.keys.sorted() where !known.contains(name) {
      throw ExitError.couldNotRun(
        .invalidOption, "`\(layout.name)` has no parameter `\(name)`",
        helps: Suggestion.helps(
          for: name, among: known,
          else: known.isEmpty
            ? "leave it out" : "its parameters: \(known.joined(separator: ", "))"))
    }
    let base = try settings.url.map { try request(for: $0, source: nil).url }
    return RequestBuilder(
      layout: layout, base: base, parameters: parameters, headers: headers,
      origins: settings.variables, variables: environmentVariable)
  }

  /// Throws `ExitError` if the request of a source would send an environment variable to a server that
  /// neither the user nor the project names. Called before the first request of any source.
  func refuseForeignVariables(in sources: [FeedLayout.Source], _ builder: RequestBuilder) throws {
    for source in sources {
      let values = builder.layout.firstValues(of: source)
      do throws(RequestProblem) { _ = try builder.request(for: source, values: values) } catch {
        guard case .foreignVariable = error else { continue }
        throw ExitError.couldNotRun(error.diagnostic(source: source.name))
      }
    }
  }
}
