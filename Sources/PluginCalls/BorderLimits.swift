internal import LayoutCore

/// What a plugin may hand over. Beyond these, a section fails with SE3007 instead of taking the
/// page's memory and time.
package enum BorderLimits {
  // Of a plugin.
  package static let idBytes = 64
  package static let versionBytes = 32
  static let providers = 256
  /// Block codes, and as many showTypes, of one provider.
  package static let claims: UInt32 = 4096
  package static let claimBytes = 256

  // Of a section.
  package static let rows: UInt32 = 10_000
  /// Columns and lanes of a section, columns that an item spans.
  static let columns = UInt32(LayoutSection.mostColumns)
  package static let nodes = 100_000
  /// The root has depth 1.
  package static let depth = 256
  static let textBytesPerSection = 4 << 20
  static let warnings = 100

  // Of a page.
  /// Of what plugins in a worker say of all its sections.
  package static let pageBytes = 256 << 20

  // Of a renderer.
  static let renderers: UInt32 = 64
  static let rendererNameBytes = 32
  /// What a page may become.
  package static let outputBytes = 64 << 20

  // Of a node.
  package static let textBytes = 64 << 10
  static let nameBytes = 64
  /// Dots of a page control, lanes of a pager.
  static let count: UInt32 = 10_000
  /// In points, of every length: what the layout engine takes. A Float keeps hundredths below 100 000.
  static let points = 1_000_000.0
  static let fontSize = 10_000.0
  static let messageBytes = 4096
}
