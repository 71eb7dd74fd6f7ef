/// One finding about an input: what happened, where, what it costs, and what to do about it.
///
/// Whatever a feed, a feed layout or a plugin can cause is a diagnostic and never a throw, so that
/// one bad block costs that block and not the page.
public struct Diagnostic: Sendable, Hashable {
  /// How bad it is: a note costs nothing, a warning little, an error what was asked for.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    case note, warning, error

    /// By rank: note, warning, error.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
  }

  /// Names the kind of finding; `sectionengine explain CODE` prints its page.
  public var code: DiagnosticCode
  /// Note, warning or error.
  public var severity: Severity
  /// Lower case, found and expected, without a full stop. The line that prints it stays below
  /// 80 columns.
  public var message: String
  /// Where, if it is about a place of a source.
  public var location: SourceLocation?
  /// Stands beside the carets: "expected an array of 1 or more, found null".
  public var label: String?
  /// Consequences: "the section is drawn as a placeholder".
  public var notes: [String]
  /// Further notes for people alone: where a plugin died. Machine formats leave them out, since they
  /// depend on what a plugin was built with.
  public var trace: [String] = []
  /// Actions that can be typed or done.
  public var helps: [String]
  /// Code of the block that it is about.
  public var blockCode: String?
  /// `id@version`, or the path, of the plugin that it is about.
  public var plugin: String?
  /// Path of the layout node that it is about: "HOMEPAGE_BANNER/pager/image[0]".
  public var node: String?

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
