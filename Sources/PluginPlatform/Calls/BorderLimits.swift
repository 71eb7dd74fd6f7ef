internal import LayoutCore

/// Limits of a plugin's table, sections and pages. A plugin whose table exceeds a limit is refused.
/// A section or page that exceeds a limit fails with SE3007, but surplus warnings are dropped, long
/// messages are truncated, and a call of `section.content/1` that exceeds a limit is ignored.
package enum BorderLimits {
  // Limits of a plugin's table.
  package static let idBytes = 64
  package static let versionBytes = 32
  static let providers = 256
  /// Maximum number of block codes of one provider, and maximum number of its showTypes.
  package static let claims: UInt32 = 4096
  package static let claimBytes = 256

  // Limits of a section.
  package static let rows: UInt32 = 10_000
  /// Maximum number of columns and lanes of a section, and of columns that an item spans.
  static let columns = UInt32(Section.mostColumns)
  package static let nodes = 100_000
  /// Maximum depth of a section's tree of nodes; the root has depth 1.
  package static let depth = 256
  /// Maximum number of text runs in a section (extension `section.content/1`).
  package static let runs = 100_000
  static let textBytesPerSection = 4 << 20
  static let warnings = 100
  /// Maximum bytes that `measure_text` measures for a section; a text counts as at least 16 bytes.
  static let measuredBytes = 16 << 20

  /// Maximum size of the transcripts that workers return for all sections of a page, in bytes.
  package static let pageBytes = 256 << 20

  // Limits of a renderer.
  static let renderers: UInt32 = 64
  static let rendererNameBytes = 32
  /// Maximum size of the output of one page, in bytes.
  package static let outputBytes = 64 << 20

  // Limits of a node.
  package static let textBytes = 64 << 10
  static let nameBytes = 64
  /// Maximum number of dots of a page control, or of lanes of a pager.
  static let count: UInt32 = 10_000
  /// Maximum of every length, in points. Up to this value, a Float is exact to 0.1.
  static let points = 1_000_000.0
  /// Maximum font size, in points.
  static let fontSize = 10_000.0
  /// Maximum size of a message to `fail` or `warn`, and of its path, in bytes.
  static let messageBytes = 4096
}
