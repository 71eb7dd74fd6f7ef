/// What becomes of a block whose code and showType nobody claims.
package enum UnknownPolicy: String, Sendable, CaseIterable {
  /// The provider that claims "*", and a placeholder where that one cannot.
  case generic
  case placeholder
  /// No section, with a note.
  case skip
  /// A placeholder, and an error.
  case fail
}
