/// Limits on the duration and size of a transfer.
struct FetchLimits: Sendable {
  /// Seconds in total, with redirects, retries and the pauses before them.
  var timeout: Double
  /// The maximum size of a decompressed body: that of a feed of a quarter of a million blocks.
  var bodyBytes = 64 << 20
  var redirects = 5
  /// The size of the header lines of one response.
  let headerBytes = 128 << 10
  /// The number of retries of a GET after temporary failures.
  let retries = 2
  /// Milliseconds before the first retry; doubles with each retry.
  let retryPause = 250
  /// Milliseconds. If a server requests a longer pause, the request is not retried.
  let longestPause = 10_000

  /// Returns whole milliseconds, at least 1: libcurl takes 0 for no limit.
  static func milliseconds(_ seconds: Double) -> Int {
    Int(min(max(seconds * 1_000, 1), 2_000_000_000))
  }
}
