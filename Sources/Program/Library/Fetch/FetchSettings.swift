/// The options for requests of a feed's sources.
struct FetchSettings: Sendable {
  var url: String?
  /// Values of the parameters of the layout's requests, by name.
  var parameters: [String: String] = [:]
  /// Headers of every request, as "name: value". `${NAME}` is an environment variable.
  var headers: [String] = []
  /// The servers that may receive an environment variable besides that of `url`, as origins by the
  /// variable's name. The project file lists them.
  var variables: [String: [String]] = [:]
  /// Whether only cached replies are used.
  var isOffline = false
  /// The maximum age of a cached reply that is used without a request, in seconds.
  var maximumAge: Int?
  /// The maximum time for each reply in seconds, including retries.
  var timeout = 30.0

  /// The first given option that only applies to servers; `nil` if none is given.
  var meantForServers: String? {
    if isOffline { return "--offline" }
    if maximumAge != nil { return "--max-age" }
    return headers.isEmpty ? nil : "--header"
  }
}

/// Limits on the duration and size of a transfer.
struct FetchLimits: Sendable {
  /// The maximum total time in seconds, including redirects, retries and the pauses before them.
  var timeout: Double
  /// The maximum size of a decompressed body in bytes, enough for about 250,000 blocks.
  var bodyBytes = 64 << 20
  var redirects = 5
  /// The maximum size of the header lines of one response, in bytes.
  let headerBytes = 128 << 10
  /// The maximum number of retries of a GET after temporary failures.
  let retries = 2
  /// The pause before the first retry, in milliseconds. It doubles with each retry.
  let retryPause = 250
  /// The longest pause in milliseconds. If a server requests a longer one, there is no retry.
  let longestPause = 10_000

  /// Returns whole milliseconds, at least 1, because libcurl treats 0 as no limit.
  static func milliseconds(_ seconds: Double) -> Int {
    Int(min(max(seconds * 1_000, 1), 2_000_000_000))
  }
}
