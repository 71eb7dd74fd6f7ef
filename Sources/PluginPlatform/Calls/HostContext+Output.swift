internal import CSectionABI

extension HostContext {
  /// Appends to the output. The text may end inside a character that the next text completes: the
  /// whole output is validated after `render` returns.
  mutating func write(_ text: se_str) {
    guard violation == nil, text.length != 0 else { return }
    do throws(ResultViolation) {
      guard case .render = call else {
        throw ResultViolation("write", "was called during \(call.name), not during render")
      }
      guard text.length > 0, text.length <= BorderLimits.outputBytes - outputCount else {
        throw ResultViolation(
          "the output", "has more than \(BorderLimits.outputBytes) bytes", isLimit: true)
      }
      guard let data = text.data else {
        throw ResultViolation("a text of the output", "has \(text.length) bytes at NULL")
      }
      let bytes = UnsafeBufferPointer(
        start: UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self), count: text.length)
      outputCount += bytes.count
      if let recorder { recorder.write(bytes) } else { output.append(contentsOf: bytes) }
    } catch {
      recorder?.refusedWrite(text)
      note(error)
    }
  }
}
