internal import CSectionABI
internal import LayoutCore

extension HostContext {
  mutating func measure(
    _ text: se_str, fontSize: Double, weight: UInt32, maxWidth: Double, maxLines: UInt32
  ) -> se_size {
    guard violation == nil else { return se_size() }
    do throws(ResultViolation) {
      let bytes = try BorderChecks.text(text, "text")
      let font = try NodeConversion.font(size: fontSize, weight: weight, factor: textFactor)
      guard !maxWidth.isNaN else { throw ResultViolation("max_width", "is NaN") }
      // 0 means unlimited; a negative computed width leaves no space at all.
      let width = maxWidth == 0 ? .infinity : max(0, maxWidth)
      let size = measurer.measure(bytes, font: font, maxWidth: width, maxLines: Int(maxLines))
      return se_size(width: size.width, height: size.height)
    } catch {
      recorder?.measure(text, fontSize: fontSize, weight: weight, maxWidth: maxWidth, maxLines)
      note(error.of("measure_text during \(call.name)"))
      return se_size()
    }
  }
}
