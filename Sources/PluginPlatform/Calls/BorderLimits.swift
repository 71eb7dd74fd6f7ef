internal import LayoutCore

/// Limits of a plugin's results; beyond them, a section fails with SE3007.
package enum BorderLimits {
  // Limits of a plugin.
  package static let idBytes = 64
  package static let versionBytes = 32
  static let providers = 256
  /// Limit of the block codes, and of the showTypes, of one provider.
  package static let claims: UInt32 = 4096
  package static let claimBytes = 256

  // Limits of a section.
  package static let rows: UInt32 = 10_000
  /// Columns and lanes of a section, and columns that an item spans.
  static let columns = UInt32(Section.mostColumns)
  package static let nodes = 100_000
  /// The root has depth 1.
  package static let depth = 256
  /// Runs of texts, of `section.content/1`.
  package static let runs = 100_000
  static let textBytesPerSection = 4 << 20
  static let warnings = 100
  /// Bytes that `measure_text` measures for a section; a text counts as at least 16.
  static let measuredBytes = 16 << 20

  /// Bytes of the transcripts that workers return for all sections of a page.
  package static let pageBytes = 256 << 20

  // Limits of a renderer.
  static let renderers: UInt32 = 64
  static let rendererNameBytes = 32
  /// Size of the output of one page, in bytes.
  package static let outputBytes = 64 << 20

  // Limits of a node.
  package static let textBytes = 64 << 10
  static let nameBytes = 64
  /// Dots of a page control, lanes of a pager.
  static let count: UInt32 = 10_000
  /// Limit of every length, in points. A Float keeps hundredths below 100 000.
  static let points = 1_000_000.0
  static let fontSize = 10_000.0
  static let messageBytes = 4096
}
