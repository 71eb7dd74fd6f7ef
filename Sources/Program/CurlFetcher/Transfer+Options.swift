internal import CCurl
internal import CFetchABI

extension Transfer {
  /// Sets all options for one request and discards the results of the previous one.
  func prepare() {
    response = Response()
    words.pointee = 0
    curl_easy_reset(easy)
    let limits = request.limits
    se_curl_set_string(easy, CURLOPT_URL, url)
    se_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    se_curl_set_string(
      easy, CURLOPT_PROTOCOLS_STR, request.hosts == nil ? "http,https" : "https")
    if request.hosts != nil {
      // A proxy would resolve the name, so that its address could not be checked.
      se_curl_set_string(easy, CURLOPT_PROXY, "")
      se_curl_set_opener(easy, openPublicSocket, Unmanaged.passUnretained(self).toOpaque())
    }
    se_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    se_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connect_ms))
    // Zero would mean no limit; a request without time left must fail within a millisecond.
    if let remaining { se_curl_set_long(easy, CURLOPT_TIMEOUT_MS, max(1, remaining)) }
    se_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(clamping: limits.body_bytes))
    // An empty string enables all compressions of this libcurl.
    se_curl_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
    se_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    se_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    let own = Unmanaged.passUnretained(self).toOpaque()
    se_curl_set_pointer(easy, CURLOPT_PRIVATE, own)
    se_curl_set_body_sink(easy, bodySink, own)
    se_curl_set_header_sink(easy, headerSink, own)
    setHeaders()
    if method == "POST" { setBody() }
  }

  private func setHeaders() {
    curl_slist_free_all(headerList)
    headerList = nil
    for header in request.headers where sendsSecrets || !header.isSecret {
      // A header without a value is written with a semicolon; with a colon it would be removed.
      let line = header.name + (header.value.isEmpty ? ";" : ": " + header.value)
      headerList = curl_slist_append(headerList, line) ?? headerList
    }
    // Without this, a body above a megabyte waits a second for a server that ignores "Expect".
    headerList = curl_slist_append(headerList, "Expect:") ?? headerList
    se_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
  }

  private func setBody() {
    se_curl_set_long(easy, CURLOPT_POST, 1)
    se_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
    request.body.withUnsafeBytes { bytes in
      _ = se_curl_set_pointer(
        easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
  }
}

// libcurl calls these functions on the client's thread while the client holds the transfer.

private func bodySink(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer.response.takeBody(part, limit: transfer.request.limits.body_bytes)
    ? part.count : 0
}

private func openPublicSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address else { return CURL_SOCKET_BAD }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let target = address.pointee
  let isPublic = withUnsafePointer(to: &address.pointee.addr) { se_is_public_address($0) }
  guard isPublic != 0 else {
    transfer.response.excess = SE_FETCH_REFUSED
    return CURL_SOCKET_BAD
  }
  return socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.`protocol`)
}

private func headerSink(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer.response.takeHeader(line, limit: transfer.request.limits.header_bytes)
    ? line.count : 0
}
