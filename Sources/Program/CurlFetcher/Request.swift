internal import CFetchABI

/// A copy of the program's request.
struct Request: Sendable {
  struct Header: Sendable {
    var name: String
    var value: String
    var isSecret: Bool
  }

  var url: String
  var method: String
  var headers: [Header]
  var body: [UInt8]
  var limits: Limits

  init(_ request: se_fetch_request) {
    url = String(cString: request.url)
    method = String(cString: request.method)
    headers = UnsafeBufferPointer(start: request.headers, count: request.header_count).map {
      Header(
        name: String(cString: $0.name), value: String(cString: $0.value),
        isSecret: $0.is_secret != 0)
    }
    body = Array(UnsafeBufferPointer(start: request.body, count: request.body_length))
    limits = Limits(request.limits)
  }

  /// Whether sending it twice has the same effect as sending it once.
  var isIdempotent: Bool { method == "GET" }
}

/// The limits of the contract, with `nil` for no limit.
struct Limits: Sendable {
  var connect: Int
  var total: Int?
  var bodyBytes: Int?
  var headerBytes: Int?
  var redirects: Int
  var retries: Int
  var retryPause: Int
  var longestPause: Int

  init(_ limits: se_fetch_limits) {
    func orNone(_ value: UInt64) -> Int? { value == 0 ? nil : Int(clamping: value) }
    connect = Int(limits.connect_ms)
    total = orNone(UInt64(limits.total_ms))
    bodyBytes = orNone(limits.body_bytes)
    headerBytes = orNone(limits.header_bytes)
    redirects = Int(limits.redirects)
    // The pause doubles with each retry, so more retries would take too long.
    retries = min(Int(limits.retries), 16)
    retryPause = Int(limits.retry_ms)
    longestPause = Int(limits.longest_retry_ms)
  }
}

/// The function to call when a transfer has ended.
struct Completion: @unchecked Sendable {
  // Unchecked: the caller of `start` passed the context for its own function, which may be called
  // on another thread.
  let function: se_fetch_done
  let context: UnsafeMutableRawPointer?
}
