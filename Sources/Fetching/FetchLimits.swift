internal import CFetchABI

/// How long and how large a transfer may get.
package struct FetchLimits: Sendable, Hashable {
  /// Seconds until the server has taken the connection.
  package var connect = 10.0
  /// Seconds of everything: redirects, retries and the pauses before them.
  package var total = 30.0
  /// Of a body, after decompression. A feed of a quarter of a million blocks has as many.
  package var bodyBytes = 64 << 20
  /// Of the header lines of one response.
  package var headerBytes = 128 << 10
  package var redirects = 5
  /// Of a GET, after failures that may pass.
  package var retries = 2
  /// Seconds before the first retry; doubles with each.
  package var retryPause = 0.25
  /// Seconds; a server that wants a longer pause is not asked again.
  package var longestPause = 10.0

  package init() {}

  /// As the contract with the fetcher has it. There, zero is no limit.
  var contract: se_fetch_limits {
    func milliseconds(_ seconds: Double) -> UInt32 {
      max(1, UInt32(min(max(seconds, 0) * 1_000, 2_000_000_000)))
    }
    return se_fetch_limits(
      connect_ms: milliseconds(connect), total_ms: milliseconds(total),
      body_bytes: UInt64(max(1, bodyBytes)), header_bytes: UInt64(max(1, headerBytes)),
      redirects: UInt32(max(0, redirects)), retries: UInt32(max(0, retries)),
      retry_ms: milliseconds(retryPause), longest_retry_ms: milliseconds(longestPause))
  }
}
