/// Nanoseconds per section, from one round of measurement.
package struct SectionTiming: FlatNumbers, Sendable, Hashable {
  /// Time with a provider whose functions do nothing.
  package var nothing: Double
  /// Time of `open` and `close` alone.
  package var opened: Double
  /// Time of all calls except `build`.
  package var unbuilt: Double
  /// Time of all calls.
  package var whole: Double

  package init(nothing: Double, opened: Double, unbuilt: Double, whole: Double) {
    self.nothing = nothing
    self.opened = opened
    self.unbuilt = unbuilt
    self.whole = whole
  }
}
