internal import CCurl
internal import SectionEngine
internal import Glibc

/// One request in progress, with redirects and retries. Used only on the thread of `Client`.
final class Transfer {
  let id: UInt64
  let easy: UnsafeMutableRawPointer
  private let order: Transport.Order
  private let deadline: Int

  private var url: String
  private var isPost: Bool
  private var sendsSecrets = true
  private var redirects = 0
  private var attempts = 1
  /// The `FileWatch.now` time at which the request must be sent; `nil` while it is in progress.
  private(set) var due: Int? = 0
  fileprivate var reply: ReplyParts
  private var headerList: UnsafeMutablePointer<curl_slist>?
  /// The buffer that libcurl writes descriptions of failures to.
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Returns `nil` if there is no memory.
  init?(id: UInt64, _ order: Transport.Order) {
    guard let easy = se_curl_easy_init() else { return nil }
    self.easy = easy
    self.id = id
    self.order = order
    reply = ReplyParts(limits: order.limits)
    url = order.request.url.text
    isPost = order.request.method == .post
    deadline = FileWatch.now() + FetchLimits.milliseconds(order.limits.timeout)
    words.pointee = 0
  }

  deinit {
    se_curl_easy_cleanup(easy)
    se_curl_free_list(headerList)
    words.deallocate()
  }

  /// The time in milliseconds until the request times out.
  private var remaining: Int { max(0, deadline - FileWatch.now()) }

  func begin() {
    due = nil
    prepare()
  }

  /// Handles the end of a request of libcurl. Either schedules another request, by setting `due`,
  /// or reports the result of the transfer. Returns whether the transfer has ended.
  func finished(_ code: CURLcode) -> Bool {
    let status = se_curl_get_long(easy, CURLINFO_RESPONSE_CODE)
    let systemError = se_curl_get_long(easy, CURLINFO_OS_ERRNO)
    let cause = reply.excess ?? Transport.Cause(code, systemError: systemError)
    if cause == nil, [301, 302, 303, 307, 308].contains(status),
      let location = se_curl_get_string(easy, CURLINFO_REDIRECT_URL)
    {
      return !follow(String(cString: location), status)
    }
    let mayPass = cause?.mayPass ?? [429, 502, 503, 504].contains(status)
    if order.request.method == .get, mayPass, let time = retryTime() {
      // A retry begins with the original URL, method and secrets.
      (url, isPost) = (order.request.url.text, order.request.method == .post)
      (sendsSecrets, redirects) = (true, 0)
      attempts += 1
      due = time
      return false
    }
    if let cause { report(cause) } else { completion(.reply(status: status, reply)) }
    return true
  }

  /// Schedules the request for a redirect; if the redirect is refused, reports this and returns
  /// false. libcurl must not follow redirects itself, because it would send secrets to every host.
  private func follow(_ location: String, _ status: Int) -> Bool {
    if let cause = refusal(of: location) {
      report(cause)
      return false
    }
    redirects += 1
    if origin(of: location) != origin(of: url) { sendsSecrets = false }
    // RFC 9110, 15.4: 307 and 308 repeat the request; after other redirects it becomes a GET.
    if status < 307 { isPost = false }
    url = location
    due = 0
    return true
  }

  /// Returns the reason to refuse a redirect, or `nil` to follow it.
  private func refusal(of location: String) -> Transport.Cause? {
    if redirects >= order.limits.redirects { return .tooManyRedirects }
    if !allows(location) { return .refused }
    return origin(of: location) == nil ? .badRedirect : nil
  }

  /// Whether the request may be sent to a URL. If `hosts` is set, only https to them is allowed.
  func allows(_ url: String) -> Bool {
    guard let hosts = order.hosts else { return true }
    return hosts.contains { origin(of: url)?.hasPrefix("https://\($0):") ?? false }
  }

  /// Returns the time of the next attempt; `nil` if no attempt or not enough time is left.
  private func retryTime() -> Int? {
    let limits = order.limits
    guard attempts <= limits.retries, reply.retryAfter ?? 0 <= limits.longestPause else {
      return nil
    }
    let pause = reply.retryAfter ?? limits.retryPause << (attempts - 1)
    return pause < remaining ? FileWatch.now() + pause : nil
  }

  /// Reports a failure, with libcurl's message if there is one.
  func report(_ cause: Transport.Cause) {
    completion(.network(cause, detail: words.pointee == 0 ? nil : String(cString: words)))
  }

  var completion: @Sendable (Transport.Response) -> Void { order.completion }

  // MARK: Options

  /// Sets all options for one request and discards the results of the previous one.
  private func prepare() {
    reply = ReplyParts(limits: order.limits)
    words.pointee = 0
    se_curl_easy_reset(easy)
    se_curl_set_string(easy, CURLOPT_URL, url)
    se_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    se_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, order.hosts == nil ? "http,https" : "https")
    let own = Unmanaged.passUnretained(self).toOpaque()
    if order.hosts != nil {
      // A proxy would resolve the host name, so the address could not be checked; none is used.
      se_curl_set_string(easy, CURLOPT_PROXY, "")
      se_curl_set_opener(easy, openPublicSocket, own)
    }
    se_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    let connecting = FetchLimits.milliseconds(min(10, order.limits.timeout))
    se_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, connecting)
    // 0 would mean no limit, but a request without time left must fail.
    se_curl_set_long(easy, CURLOPT_TIMEOUT_MS, max(1, remaining))
    se_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(order.limits.bodyBytes))
    // An empty string enables all compression methods of this libcurl.
    se_curl_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
    se_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    se_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    se_curl_set_pointer(easy, CURLOPT_PRIVATE, own)
    se_curl_set_body_sink(easy, bodySink, own)
    se_curl_set_header_sink(easy, headerSink, own)
    setHeaders()
    if isPost { setBody() }
  }

  private func setHeaders() {
    se_curl_free_list(headerList)
    headerList = nil
    for header in order.request.headers where sendsSecrets || !header.isSecret {
      // libcurl sends an empty header only in the form "Name;", and removes headers "Name:".
      headerList = se_curl_append(
        headerList, header.name + (header.value.isEmpty ? ";" : ": " + header.value))
    }
    // Without this line, libcurl delays large bodies by a second if a server ignores "Expect".
    headerList = se_curl_append(headerList, "Expect:")
    se_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
  }

  private func setBody() {
    let form = Array(order.request.form.utf8)
    se_curl_set_long(easy, CURLOPT_POST, 1)
    se_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(form.count))
    form.withUnsafeBytes { bytes in
      _ = se_curl_set_pointer(
        easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
  }
}

/// The parts of a reply that have arrived.
struct ReplyParts: Sendable {
  let limits: FetchLimits
  var body: [UInt8] = []
  var etag: String?
  var lastModified: String?
  /// The time that the server requests before a retry, in milliseconds.
  var retryAfter: Int?
  var mayBeStored = true
  var headerBytes = 0
  /// The limit that the reply exceeded, which ended the transfer; otherwise `nil`.
  var excess: Transport.Cause?

  /// Reads a header line. Returns false if the lines together are longer than the limit.
  mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= limits.headerBytes else {
      excess = .headerTooLarge
      return false
    }
    // A status line begins a new response, so values of interim and proxy responses are dropped.
    if line.starts(with: "HTTP/".utf8) {
      (etag, lastModified, retryAfter, mayBeStored) = (nil, nil, nil, true)
      return true
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let value = Self.trimmed(line[(colon + 1)...])
    switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
    case "etag": etag = value
    case "last-modified": lastModified = value
    case "retry-after": retryAfter = Self.milliseconds(value)
    case "cache-control":
      mayBeStored = !value.lowercased().split { $0 == "," || $0 == " " }.contains("no-store")
    default: break
    }
    return true
  }

  /// Appends a part of the decompressed body. Returns false if the body exceeds the limit.
  mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= limits.bodyBytes else {
      excess = .bodyTooLarge
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> String {
    var rest = text
    func isSpace(_ byte: UInt8?) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 10 }
    while isSpace(rest.first) { rest.removeFirst() }
    while isSpace(rest.last) { rest.removeLast() }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Returns a Retry-After in milliseconds; `nil` for a date, because clocks may differ.
  private static func milliseconds(_ text: String) -> Int? {
    guard let seconds = Int(text), seconds >= 0 else { return nil }
    return seconds.multipliedReportingOverflow(by: 1_000).overflow ? Int.max : seconds * 1_000
  }
}

extension Transport.Cause {
  /// Maps a code of libcurl to a cause; returns `nil` for a complete response.
  fileprivate init?(_ code: CURLcode, systemError: Int) {
    switch code {
    case CURLE_OK: return nil
    case CURLE_OPERATION_TIMEDOUT: self = .timeout
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .hostNotFound
    case CURLE_COULDNT_CONNECT:
      self = [ENETUNREACH, ENETDOWN].contains(Int32(systemError)) ? .offline : .cannotConnect
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
      self = .insecure
    case CURLE_FILESIZE_EXCEEDED: self = .bodyTooLarge
    // libcurl fails with this code if a single header line exceeds 100 KB.
    case CURLE_OUT_OF_MEMORY: self = .headerTooLarge
    case CURLE_BAD_CONTENT_ENCODING: self = .badEncoding
    default: self = .interrupted
    }
  }

  /// Whether the failure may be temporary, so that a retry can succeed.
  fileprivate var mayPass: Bool { [.timeout, .cannotConnect, .interrupted].contains(self) }
}

/// Returns the scheme, host and port of an http(s) URL; secrets are sent to one origin only.
private func origin(of url: String) -> String? {
  func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
    guard let text = se_curl_url_part(url, part, flags) else { return nil }
    defer { se_curl_free(text) }
    return String(cString: text).lowercased()
  }
  guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https",
    let host = part(CURLUPART_HOST), let port = part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT))
  else { return nil }
  return "\(scheme)://\(host):\(port)"
}

// libcurl calls these functions on the client's thread. The client keeps the transfer alive.

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
  Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

private func bodySink(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return context.map { transfer($0).reply.takeBody(part) } ?? false ? part.count : 0
}

private func headerSink(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return context.map { transfer($0).reply.takeHeader(line) } ?? false ? line.count : 0
}

private func openPublicSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address else { return CURL_SOCKET_BAD }
  let target = address.pointee
  guard withUnsafePointer(to: &address.pointee.addr, se_is_public_address) else {
    transfer(context).reply.excess = .refused
    return CURL_SOCKET_BAD
  }
  return socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.`protocol`)
}
