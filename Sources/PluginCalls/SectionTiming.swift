/// Nanoseconds of one section, of one round of measuring.
package struct SectionTiming: Sendable, Hashable {
  /// With a provider whose functions do nothing.
  package var nothing: Double
  /// `open` and `close` alone.
  package var opened: Double
  /// All calls but `build`.
  package var unbuilt: Double
  /// All calls.
  package var whole: Double

  package init(nothing: Double, opened: Double, unbuilt: Double, whole: Double) {
    self.nothing = nothing
    self.opened = opened
    self.unbuilt = unbuilt
    self.whole = whole
  }
}

extension FlatWriter {
  package mutating func add(_ timing: SectionTiming) {
    for number in [timing.nothing, timing.opened, timing.unbuilt, timing.whole] { add(number) }
  }
}

extension FlatReader {
  package mutating func timing() throws(Malformed) -> SectionTiming {
    SectionTiming(
      nothing: try number(), opened: try number(), unbuilt: try number(), whole: try number())
  }
}
