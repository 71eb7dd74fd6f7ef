internal import CCurl
internal import CFetchABI
internal import Glibc

/// One request on its way, through redirects and retries. Lives on the client's thread.
final class Transfer {
  let id: UInt64
  let request: Request
  let easy: UnsafeMutableRawPointer
  private let completion: Completion
  private let deadline: Int?

  /// Where the redirects have led to.
  private(set) var url: String
  private(set) var method: String
  private(set) var sendsSecrets = true
  private var redirects = 0
  private var attempts: UInt32 = 0
  var response = Response()
  var headerList: UnsafeMutablePointer<curl_slist>?
  /// libcurl writes its words about a failure here.
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

  /// Milliseconds until the request has taken too long; `nil` when it may take any time.
  var remaining: Int? { deadline.map { max(0, $0 - Clock.now()) } }

  /// What is to be done with a transfer.
  enum Step {
    /// It is prepared for where the server sent it to.
    case redirect
    /// Begin another attempt at this time of the clock.
    case retry(at: Int)
    /// It has been reported.
    case end
  }

  /// Before the first attempt and each retry: from the start, wherever redirects had led to.
  func beginAttempt() {
    attempts += 1
    (url, method, sendsSecrets, redirects) = (request.url, request.method, true, 0)
    prepare()
  }

  /// Decides what follows a transfer that libcurl has finished.
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

  /// Where the server sends the client; `nil` when the response is the answer.
  private var redirection: String? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    var location: UnsafePointer<CChar>?
    se_curl_get_string(easy, CURLINFO_REDIRECT_URL, &location)
    return location.map { String(cString: $0) }
  }

  /// libcurl would send headers of the user on to every host, so redirects are followed here.
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
    // RFC 9110, 15.4: 307 and 308 repeat the request, the others ask with GET.
    if response.status < 307 { method = "GET" }
    url = location
    prepare()
    return .redirect
  }

  // MARK: Retries

  /// When to try again; `nil` when there is no try or no time left.
  private func retryTime() -> Int? {
    let limits = request.limits
    guard attempts <= limits.retries else { return nil }
    let pause = response.retryAfter ?? limits.retryPause << Int(attempts - 1)
    if response.retryAfter != nil, pause > limits.longestPause { return nil }
    if let remaining, pause >= remaining { return nil }
    return Clock.now() + pause
  }

  // MARK: The end

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

  /// Words about a limit are the program's own.
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
