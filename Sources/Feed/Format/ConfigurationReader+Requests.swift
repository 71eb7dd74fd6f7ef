internal import FeedDocument

extension ConfigurationReader {
  /// Reads an absolute http or https URL without query, fragment and user information.
  mutating func baseURL(_ value: FeedValue) -> String? {
    guard string(value) != nil else { return nil }
    let expected = "a URL like `https://example.com/api/`"
    return read(value, expected: expected, \.string, where: FeedLayout.isBaseURL)
  }

  mutating func parameters(_ value: FeedValue) -> [FeedLayout.Parameter] {
    members(value).map { member in
      checkKey(of: member, names: "parameter")
      if FeedLayout.Paging.Advance.placeholders.contains(member.key) {
        refuse(
          member, "`\(member.key)` cannot name a parameter",
          label: "`{\(member.key)}` is what the paged source counts")
      }
      return .init(name: member.key, standard: member.kind == .null ? nil : string(member))
    }
  }

  mutating func request(_ value: FeedValue) -> FeedLayout.RequestTemplate? {
    guard object(value, required: ["url"], optional: ["method", "query", "form", "headers"])
    else { return nil }
    let url = string(value["url"]) ?? ""
    if !FeedLayout.isURLTemplate(url) {
      mismatch(value["url"], expected: "a path like `home/list`, or a URL of http or https")
    }
    let method: FeedLayout.RequestTemplate.Method = word(value["method"]) ?? .get
    if value["form"].exists, method != .post {
      refuse(
        value["form"], "`form` is the body of a POST", label: "expected `\"method\": \"POST\"`")
    }
    return .init(
      url: url, method: method, query: fields(value["query"]), form: fields(value["form"]),
      headers: headers(value["headers"]))
  }

  private mutating func fields(_ value: FeedValue) -> [FeedLayout.RequestTemplate.Field] {
    members(value).map { .init(name: $0.key, value: string($0) ?? "") }
  }

  private mutating func headers(_ value: FeedValue) -> [FeedLayout.RequestTemplate.Field] {
    members(value).map { member in
      if !FeedLayout.isHeaderName(member.key) {
        refuse(
          member, "\(member.key.excerpt) cannot name a header",
          label: "expected letters, digits and `-`")
      }
      if member.string?.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) == true
      {
        mismatch(member, expected: "one line of text")
      }
      return .init(name: member.key, value: string(member) ?? "")
    }
  }
}

extension FeedLayout {
  /// Whether relative URLs can be resolved against the string.
  package static func isBaseURL(_ string: String) -> Bool {
    guard string.isHTTP, let url = URLReference(string), url.query == nil, url.fragment == nil
    else { return false }
    return url.authority?.isEmpty == false && !url.hasUserInformation
      && !string.contains(where: "{}\\\"<>".contains)
  }

  /// Whether the template is relative, or has the scheme http or https.
  static func isURLTemplate(_ string: String) -> Bool {
    !string.unicodeScalars.contains { $0.value <= 32 || $0.value == 127 }
      && (string.isHTTP || !string.prefix { !"/?#{".contains($0) }.contains(":"))
  }

  /// Whether the name is a token as defined in RFC 9110, 5.6.2.
  static func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        ConfigurationReader.isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0)
      }
  }
}

extension String {
  fileprivate var isHTTP: Bool { hasPrefix("https://") || hasPrefix("http://") }
}
