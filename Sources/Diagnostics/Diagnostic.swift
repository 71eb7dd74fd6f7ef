/// One finding about an input: what happened, where, what it costs, and what to do about it.
///
/// Whatever a feed, a feed layout or a plugin can cause is a diagnostic and never a throw, so that
/// one bad block costs that block and not the page.
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    case note, warning, error

    package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
  }

  package var code: DiagnosticCode
  package var severity: Severity
  /// Lower case, found and expected, without a full stop. The line that prints it stays below
  /// 80 columns.
  package var message: String
  package var location: SourceLocation?
  /// Stands beside the carets: "expected an array of 1 or more, found null".
  package var label: String?
  /// Consequences: "the section is drawn as a placeholder".
  package var notes: [String]
  /// Actions that can be typed or done.
  package var helps: [String]
  /// Code of the block that it is about.
  package var blockCode: String?
  /// `id@version`, or the path, of the plugin that it is about.
  package var plugin: String?
  /// Path of the layout node that it is about: "HOMEPAGE_BANNER/pager/image[0]".
  package var node: String?

  package init(
    _ code: DiagnosticCode, _ severity: Severity, _ message: String,
    at location: SourceLocation? = nil, label: String? = nil,
    notes: [String] = [], helps: [String] = [],
    blockCode: String? = nil, plugin: String? = nil, node: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.label = label
    self.notes = notes
    self.helps = helps
    self.blockCode = blockCode
    self.plugin = plugin
    self.node = node
  }
}
