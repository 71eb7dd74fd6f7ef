internal import CFetchABI

struct Request: Sendable {
  var url: String
  var method: String
  var headers: [(name: String, value: String, isSecret: Bool)]
  var body: [UInt8]
  var limits: se_fetch_limits
  /// The hosts that may be asked, in lower case; `nil` for a request without a guard.
  var hosts: Set<String>?

  init(_ request: se_fetch_request) {
    url = String(cString: request.url)
    method = String(cString: request.method)
    headers = UnsafeBufferPointer(start: request.headers, count: request.header_count).map {
      (String(cString: $0.name), String(cString: $0.value), $0.is_secret != 0)
    }
    body = Array(UnsafeBufferPointer(start: request.body, count: request.body_length))
    limits = request.limits
    hosts = request.hosts.map { hosts in
      Set(
        UnsafeBufferPointer(start: hosts, count: request.host_count).map {
          $0.map { String(cString: $0).lowercased() } ?? ""
        })
    }
  }

  var isIdempotent: Bool { method == "GET" }
}

/// The function to call when a transfer has ended.
struct Completion: @unchecked Sendable {
  // Unchecked: by contract, the function and its context may be used on another thread.
  let function: se_fetch_done
  let context: UnsafeMutableRawPointer?
}
