internal import CCurl

/// The scheme, host and port of a URL; secrets are bound to an origin.
struct Origin: Hashable {
  private var scheme: String
  private var host: String
  private var port: String

  /// Parses a URL; `nil` if it is not an http or https URL.
  init?(_ url: String) {
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
    (self.scheme, self.host, self.port) = (scheme, host, port)
  }
}
