internal import CCurl
internal import CFetchABI
internal import Glibc

/// One request in progress, with its redirects and retries. Confined to the client's thread.
final class Transfer {
  let id: UInt64
  let request: Request
  let easy: UnsafeMutableRawPointer
  private let completion: Completion
  private let deadline: Int?

  private(set) var url: String
  private(set) var method: String
  private(set) var sendsSecrets = true
  private var redirects = 0
  private var attempts: UInt32 = 0
  var response = Response()
  var headerList: UnsafeMutablePointer<curl_slist>?
  /// The buffer in which libcurl describes a failure.
  let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init?(id: UInt64, request: Request, completion: Completion) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.id = id
    self.request = request
    self.completion = completion
    url = request.url
    method = request.method
    let total = Int(request.limits.total_ms)
    deadline = total == 0 ? nil : Clock.now() + total
    words.pointee = 0
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    words.deallocate()
  }

  /// Milliseconds until the request times out; `nil` without a limit.
  var remaining: Int? { deadline.map { max(0, $0 - Clock.now()) } }

  enum Step {
    /// Send the request that is prepared for the redirect's target.
    case redirect
    /// Begin another attempt at this time of the clock.
    case retry(at: Int)
    /// The transfer has ended and been reported.
    case end
  }

  /// Prepares the first attempt or a retry, from the original URL.
  func beginAttempt() {
    attempts += 1
    (url, method, sendsSecrets, redirects) = (request.url, request.method, true, 0)
    prepare()
  }

  /// Decides what follows after libcurl has finished a transfer.
  func finished(_ code: CURLcode) -> Step {
    var status = 0
    var systemError = 0
    se_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    se_curl_get_long(easy, CURLINFO_OS_ERRNO, &systemError)
    response.status = status
    let outcome = response.excess ?? Outcome.of(code, systemError: systemError)
    if outcome == SE_FETCH_RESPONSE, let location = redirection { return follow(location) }
    if request.isIdempotent, Outcome.mayPass(outcome, status: status), let time = retryTime() {
      return .retry(at: time)
    }
    report(outcome)
    return .end
  }

  /// The target of a redirect; `nil` if the response is final.
  private var redirection: String? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    var location: UnsafePointer<CChar>?
    se_curl_get_string(easy, CURLINFO_REDIRECT_URL, &location)
    return location.map { String(cString: $0) }
  }

  /// Follows a redirect here, because libcurl would send the user's headers to every host.
  private func follow(_ location: String) -> Step {
    guard redirects < request.limits.redirects else {
      report(SE_FETCH_TOO_MANY_REDIRECTS)
      return .end
    }
    guard request.allows(location) else {
      report(SE_FETCH_REFUSED)
      return .end
    }
    guard let target = origin(of: location) else {
      report(SE_FETCH_BAD_REDIRECT)
      return .end
    }
    redirects += 1
    if target != origin(of: url) { sendsSecrets = false }
    // RFC 9110, 15.4: 307 and 308 repeat the request, the others continue with GET.
    if response.status < 307 { method = "GET" }
    url = location
    prepare()
    return .redirect
  }

  /// Returns the time of the next attempt; `nil` if no attempts or no time are left.
  private func retryTime() -> Int? {
    let limits = request.limits
    // The pause doubles with each retry, so more retries would take too long.
    guard attempts <= min(limits.retries, 16) else { return nil }
    let pause = response.retryAfter ?? Int(limits.retry_ms) << Int(attempts - 1)
    if response.retryAfter != nil, pause > limits.longest_retry_ms { return nil }
    if let remaining, pause >= remaining { return nil }
    return Clock.now() + pause
  }

  func report(_ outcome: se_fetch_outcome) {
    let isResponse = outcome == SE_FETCH_RESPONSE
    // The texts are valid during the call.
    func send(
      _ body: UnsafeBufferPointer<UInt8>, etag: UnsafePointer<CChar>?,
      lastModified: UnsafePointer<CChar>?, detail: UnsafePointer<CChar>?
    ) {
      var result = se_fetch_result(
        outcome: outcome, status: isResponse ? Int32(clamping: response.status) : 0,
        body: isResponse ? body.baseAddress : nil, body_length: isResponse ? body.count : 0,
        etag: etag, last_modified: lastModified,
        is_not_to_be_stored: response.isNotToBeStored ? 1 : 0, attempts: attempts, detail: detail)
      completion.function(completion.context, &result)
    }
    response.body.withUnsafeBufferPointer {
      send(
        $0, etag: response.etag, lastModified: response.lastModified,
        detail: isResponse ? nil : detail(of: outcome))
    }
  }

  /// Returns libcurl's message, except for limits, which the program words itself.
  private func detail(of outcome: se_fetch_outcome) -> String? {
    switch outcome {
    case SE_FETCH_BODY_TOO_LARGE, SE_FETCH_HEADER_TOO_LARGE, SE_FETCH_BAD_REDIRECT,
      SE_FETCH_TOO_MANY_REDIRECTS, SE_FETCH_CANCELLED:
      nil
    default: words.pointee == 0 ? nil : String(cString: words)
    }
  }
}

extension Request {
  /// Whether the guard of the request, if it has one, allows an address.
  func allows(_ url: String) -> Bool {
    guard let hosts else { return true }
    return hosts.contains { origin(of: url)?.hasPrefix("https://\($0):") ?? false }
  }
}

/// Returns scheme, host and port of a URL, to which secrets are bound; `nil` if it is not http(s).
func origin(of url: String) -> String? {
  guard let handle = curl_url() else { return nil }
  defer { curl_url_cleanup(handle) }
  guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK else { return nil }
  func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text).lowercased()
  }
  guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https",
    let host = part(CURLUPART_HOST), let port = part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT))
  else { return nil }
  return "\(scheme)://\(host):\(port)"
}

/// Milliseconds of the monotonic clock.
enum Clock {
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
