internal import CSectionABI

extension HostContext {
  mutating func fail(_ place: se_value, _ path: se_str, _ message: se_str) {
    recorder?.report(.fail, place, path, message)
    failure = report(place, path, message)
  }

  mutating func warn(_ place: se_value, _ path: se_str, _ message: se_str) {
    recorder?.report(.warn, place, path, message)
    add(warning: report(place, path, message))
  }

  private func report(_ place: se_value, _ path: se_str, _ message: se_str) -> Report {
    Report(place: place.index, path: Self.text(path), message: Self.text(message))
  }

  /// Repairs and truncates a message instead of refusing it, since it explains a failure.
  private static func text(_ text: se_str) -> String {
    guard let data = text.data, text.length > 0 else { return "" }
    let bytes = UnsafeRawBufferPointer(
      start: data, count: min(text.length, BorderLimits.messageBytes))
    return String(decoding: bytes, as: UTF8.self)
  }
}
