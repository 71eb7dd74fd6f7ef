/// Limits on the duration and size of a transfer.
struct FetchLimits: Sendable {
  /// Seconds until the connection is established.
  var connect = 10.0
  /// Seconds in total, with redirects, retries and the pauses before them.
  var total: Double
  /// The maximum size of a decompressed body: that of a feed of a quarter of a million blocks.
  var bodyBytes = 64 << 20
  /// The size of the header lines of one response.
  var headerBytes = 128 << 10
  var redirects = 5
  /// The number of retries of a GET after temporary failures.
  var retries = 2
  /// Seconds before the first retry; doubles with each retry.
  var retryPause = 0.25
  /// Seconds. If a server requests a longer pause, the request is not retried.
  var longestPause = 10.0

  init(timeout: Double) {
    total = timeout
    connect = min(connect, timeout)
  }

  /// Returns whole milliseconds, at least 1: libcurl takes 0 for no limit.
  static func milliseconds(_ seconds: Double) -> Int {
    Int(min(max(seconds * 1_000, 1), 2_000_000_000))
  }
}
