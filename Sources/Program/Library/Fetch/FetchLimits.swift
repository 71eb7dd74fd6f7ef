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
