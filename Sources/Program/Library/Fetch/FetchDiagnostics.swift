internal import SectionEngine

enum FetchDiagnostics {
  /// - Parameter url: The URL without secrets, as in `HTTPRequest.shown`.
  static func network(
    _ cause: Transport.Cause, detail: String?, url: String, limits: FetchLimits
  ) -> Diagnostic {
    // libcurl's messages for other causes contain times, which differ in every run.
    let needsDetail = [.insecure, .badEncoding, .interrupted].contains(cause)
    return Diagnostic(
      .networkFailure, .error, "no reply from `\(url)`", label: reason(cause, limits),
      notes: needsDetail ? detail.map { ["libcurl says: \($0)"] } ?? [] : [], helps: [help(cause)])
  }

  static func status(_ status: Int, url: String) -> Diagnostic {
    let help =
      switch status {
      case 401, 403, 407: "add your credentials: `--header 'Authorization: …'`"
      case 404, 410: "check the address: `--url BASE`, and the request in the feed layout"
      case 429, 500...599: "try again later"
      default: "see what it answers: `curl -v URL`"
      }
    return Diagnostic(
      .httpStatus, .error, "HTTP status \(status) from `\(url)`", label: "expected 200",
      helps: [help])
  }

  /// Reports that a cached reply is used, because of `--offline` or a network failure.
  static func kept(age: Int, url: String, insteadOf failure: Diagnostic? = nil) -> Diagnostic {
    Diagnostic(
      .cachedReply, failure == nil ? .note : .warning,
      "the reply of \(words(age: age)) ago is used for `\(url)`", label: failure?.label,
      notes: [
        failure == nil
          ? "no request was sent, because of `--offline`"
          : "the request failed in the network"
      ], helps: failure?.helps ?? [])
  }

  static func nothingKept(url: String) -> Diagnostic {
    Diagnostic(
      .networkFailure, .error, "no reply from `\(url)`",
      label: "`--offline` sends no request, and the cache has no reply to this one",
      helps: ["run it once without `--offline`, with the same headers"])
  }

  static func unavailable(_ reason: SystemLibrary.Failure) -> Diagnostic {
    let (label, help) = reason.words(for: "http", needing: "libcurl", package: "libcurl4")
    return Diagnostic(
      .fetcherUnavailable, .error, "http is not available", label: label,
      notes: ["feeds from files are drawn all the same"], helps: [help])
  }

  static func unusableCache(_ reason: String) -> Diagnostic {
    Diagnostic(
      .unusableCache, .warning, "replies cannot be kept", label: reason,
      notes: ["every request is sent in full"],
      helps: ["check the folder that XDG_CACHE_HOME names, or ~/.cache"])
  }

  /// Returns an age in its largest whole unit, such as "3 minutes".
  static func words(age seconds: Int) -> String {
    for (unit, size) in [("day", 86_400), ("hour", 3_600), ("minute", 60)] where seconds >= size {
      return counted(seconds / size, unit)
    }
    return counted(max(0, seconds), "second")
  }

  static func reason(_ cause: Transport.Cause, _ limits: FetchLimits) -> String {
    switch cause {
    case .timeout: "it took longer than \(limits.timeout) s"
    case .hostNotFound: "no host has this name"
    case .cannotConnect: "the host accepts no connection on this port"
    case .offline: "there is no network"
    case .insecure: "no secure connection to the host is possible"
    case .bodyTooLarge: "the reply is larger than \(limits.bodyBytes >> 20) MB"
    case .headerTooLarge: "the header of the reply is larger than \(limits.headerBytes >> 10) KB"
    case .badRedirect: "it redirects to something that is not http(s)"
    case .tooManyRedirects: "it redirects more than \(limits.redirects) times"
    case .badEncoding: "the compressed reply is damaged"
    case .interrupted: "the connection broke, or the reply is not HTTP"
    case .refused: "requests go only to the named hosts, with https, at public addresses"
    }
  }

  private static func help(_ cause: Transport.Cause) -> String {
    switch cause {
    case .timeout: "give it more time: `--timeout SECONDS`"
    case .hostNotFound: "check the name of the host"
    case .cannotConnect: "start the server, or check host and port"
    case .offline: "connect to a network, or use what is kept: `--offline`"
    case .insecure: "check the host; the certificate of a test server goes into the system's store"
    case .bodyTooLarge, .headerTooLarge: "check that the address is that of a feed"
    case .badRedirect, .tooManyRedirects: "name the address that it should lead to"
    case .refused: "name its host: `--host NAME`"
    case .badEncoding, .interrupted: "try again; `curl -v URL` shows what the server sends"
    }
  }
}
