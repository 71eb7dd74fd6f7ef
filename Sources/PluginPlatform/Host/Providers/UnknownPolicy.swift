/// How a block is drawn if no provider claims its code or showType.
package enum UnknownPolicy: String, Sendable, CaseIterable {
  /// The provider that claims "*" draws it, or it becomes a placeholder.
  case generic
  case placeholder
  /// It is skipped, with a note.
  case skip
  /// It becomes a placeholder, with an error.
  case fail
}
