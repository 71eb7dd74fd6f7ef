extension Block {
  /// Returns the size of a text as the engine will lay it out, in points.
  ///
  /// - Parameters:
  ///   - fontSize: The font size before the environment's text scale, as in
  ///     ``NodeConvertible/font(_:_:)``.
  ///   - maxWidth: The maximum width in points; `nil` is unlimited.
  ///   - maxLines: The maximum number of lines; 0 is unlimited.
  public func measureText(
    _ text: String, fontSize: Double, weight: FontWeight = .regular, maxWidth: Double? = nil,
    maxLines: Int = 0
  ) -> Size {
    let size = lend(text) {
      host.pointee.measure_text(
        host, $0, fontSize, weight.rawValue, maxWidth ?? 0, UInt32(clamping: maxLines))
    }
    return Size(width: size.width, height: size.height)
  }
}
