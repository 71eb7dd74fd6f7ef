extension Value {
  /// Reports a problem with this value that does not fail the section.
  public func warn(_ message: String) {
    lend(message) { host.pointee.warn(host, raw, se_str(), $0) }
  }

  /// Runs `body`. Passes a thrown error to the host's `fail`, and returns the status. Must be
  /// called on the payload's root, at which errors without a position are reported.
  /// - Parameter declined: The status to return for a `Decline`.
  @inline(__always)
  func report(declined: se_status = SE_FAILED, _ body: () throws -> Void) -> se_status {
    do {
      try body()
      return SE_OK
    } catch {
      return report(error, declined: declined)
    }
  }

  @inline(never)
  private func report(_ error: any Error, declined: se_status) -> se_status {
    if let decline = error as? Decline {
      fail(at: decline.source, path: "", message: decline.reason)
      return declined
    }
    let error = PayloadError(error, reading: self, base: source)
    fail(at: error.source, path: error.path, message: error.message)
    return SE_FAILED
  }

  private func fail(at source: Source?, path: String, message: String) {
    let place = source.map { se_value(index: $0.index) } ?? raw
    lend(path) { path in lend(message) { host.pointee.fail(host, place, path, $0) } }
  }
}
