internal import CSectionABI

extension HostContext {
  /// Appends bytes to the output, which is validated as UTF-8 only when it is complete.
  mutating func write(_ text: se_str) {
    guard violation == nil, text.length != 0 else { return }
    do throws(ResultViolation) {
      guard call.kind == .render else {
        throw ResultViolation("write", "was called during \(call.name), not during render")
      }
      guard text.length > 0, text.length <= BorderLimits.outputBytes - outputCount else {
        throw ResultViolation(
          "the output", "has more than \(BorderLimits.outputBytes) bytes", isLimit: true)
      }
      guard text.data != nil else {
        throw ResultViolation("a text of the output", "has \(text.length) bytes at NULL")
      }
      let bytes = text.bytes
      outputCount += bytes.count
      if let recorder { recorder.write(bytes) } else { output.append(contentsOf: bytes) }
    } catch {
      recorder?.refusedWrite(text)
      note(error)
    }
  }

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

  /// Returns a plugin's message or path. Truncates it and replaces invalid UTF-8, but never fails.
  private static func text(_ text: se_str) -> String {
    String(decoding: text.bytes.prefix(BorderLimits.messageBytes), as: UTF8.self)
  }

  mutating func measure(
    _ text: se_str, fontSize: Double, weight: UInt32, maxWidth: Double, maxLines: UInt32
  ) -> se_size {
    guard violation == nil else { return se_size() }
    do throws(ResultViolation) {
      let bytes = try BorderChecks.text(text, "text")
      let font = try BorderChecks.font(size: fontSize, weight: weight, scale: textScale)
      measuredBytes += max(16, bytes.count)
      guard measuredBytes <= BorderLimits.measuredBytes else {
        recorder?.called(.tooMuchMeasured)
        note(.tooMuchMeasured)
        return se_size()
      }
      guard !maxWidth.isNaN else { throw ResultViolation("max_width", "is NaN") }
      // 0 means unlimited. A plugin may compute a negative width; it is treated as a width of 0.
      let width = maxWidth == 0 ? .infinity : max(0, maxWidth)
      let size = measurer.measureBox(bytes, font: font, maxWidth: width, maxLines: Int(maxLines))
      return se_size(width: size.width, height: size.height)
    } catch {
      recorder?.measure(text, fontSize: fontSize, weight: weight, maxWidth: maxWidth, maxLines)
      note(error.of("measure_text during \(call.name)"))
      return se_size()
    }
  }
}
