/// One finding about an input: what happened, where, its consequences, and what to do about it.
///
/// Problems that a feed, a feed layout or a plugin can cause are diagnostics and never thrown
/// errors, so that one bad block does not prevent the rest of the page.
public struct Diagnostic: Sendable, Hashable {
  /// The severity: a note has no consequences, a warning has minor ones, an error prevents the
  /// requested result.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    case note, warning, error

    /// Orders by severity: note, warning, error.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
  }

  /// The kind of finding; `sectionengine explain CODE` prints the explanation of a code.
  public var code: DiagnosticCode
  /// The severity: note, warning or error.
  public var severity: Severity
  /// The message: the value that was found and the value that was expected, in lower case, without
  /// a full stop. The printed line is shorter than 80 columns.
  public var message: String
  /// The location, if the finding is about a place of a source.
  public var location: SourceLocation?
  /// The text next to the carets: "expected an array of 1 or more, found null".
  public var label: String?
  /// Consequences, such as "the section is drawn as a placeholder".
  public var notes: [String]
  /// Further notes for people, such as where a plugin crashed. Machine formats omit them, because
  /// they depend on how a plugin was built.
  public var trace: [String] = []
  /// Actions that the user can type or take.
  public var helps: [String]
  /// The code of the block that the finding is about.
  public var blockCode: String?
  /// `id@version`, or the path, of the plugin that the finding is about.
  public var plugin: String?
  /// The path of the layout node that the finding is about: "HOMEPAGE_BANNER/pager/image[0]".
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

/// A value that was read from a source, and the findings about the source.
package struct Diagnosed<Value> {
  package var value: Value
  package var diagnostics: [Diagnostic]

  package init(_ value: Value, _ diagnostics: [Diagnostic] = []) {
    self.value = value
    self.diagnostics = diagnostics
  }

  /// Calls `read` with the value unless it is `nil`. Adds the findings of `read` to the existing
  /// ones.
  package func flatMap<Wrapped, Result>(
    _ read: (Wrapped) -> Diagnosed<Result?>
  ) -> Diagnosed<Result?> where Value == Wrapped? {
    guard let value else { return Diagnosed<Result?>(nil, diagnostics) }
    let result = read(value)
    return Diagnosed<Result?>(result.value, diagnostics + result.diagnostics)
  }
}

extension Diagnosed: Sendable where Value: Sendable {}
