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

  /// The current URL after redirects.
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
    deadline = request.limits.total.map { Clock.now() + $0 }
    words.pointee = 0
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    words.deallocate()
  }

  /// Milliseconds until the request times out; `nil` without a limit.
  var remaining: Int? { deadline.map { max(0, $0 - Clock.now()) } }

  /// The next step of a transfer.
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
    let outcome = Outcome.of(code, excess: response.excess, systemError: systemError)
    if outcome == SE_FETCH_RESPONSE, let location = redirection { return follow(location) }
    if request.isIdempotent, Outcome.mayPass(outcome, status: status), let time = retryTime() {
      return .retry(at: time)
    }
    report(outcome)
    return .end
  }

  // MARK: Redirects

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
    guard let origin = Origin(location) else {
      report(SE_FETCH_BAD_REDIRECT)
      return .end
    }
    redirects += 1
    if origin != Origin(url) { sendsSecrets = false }
    // RFC 9110, 15.4: 307 and 308 repeat the request, the others continue with GET.
    if response.status < 307 { method = "GET" }
    url = location
    prepare()
    return .redirect
  }

  // MARK: Retries

  /// Returns the time of the next attempt; `nil` if no attempts or no time are left.
  private func retryTime() -> Int? {
    let limits = request.limits
    guard attempts <= limits.retries else { return nil }
    let pause = response.retryAfter ?? limits.retryPause << Int(attempts - 1)
    if response.retryAfter != nil, pause > limits.longestPause { return nil }
    if let remaining, pause >= remaining { return nil }
    return Clock.now() + pause
  }

  // MARK: Reporting

  func report(_ outcome: se_fetch_outcome) {
    let isResponse = outcome == SE_FETCH_RESPONSE
    let detail = isResponse ? nil : detail(of: outcome)
    response.body.withUnsafeBufferPointer { body in
      withOptionalCString(response.etag) { etag in
        withOptionalCString(response.lastModified) { lastModified in
          withOptionalCString(detail) { detail in
            var result = se_fetch_result(
              outcome: outcome, status: isResponse ? Int32(clamping: response.status) : 0,
              body: isResponse ? body.baseAddress : nil, body_length: isResponse ? body.count : 0,
              etag: etag, last_modified: lastModified,
              is_not_to_be_stored: response.isNotToBeStored ? 1 : 0, attempts: attempts,
              detail: detail)
            completion.function(completion.context, &result)
          }
        }
      }
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

private func withOptionalCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
  if let text { text.withCString(body) } else { body(nil) }
}
