/// An invariant that does not hold for an input.
package struct Violation: Error {
  package let what: String
  package init(_ what: String) { self.what = what }
}

/// Throws a violation if an invariant is false.
func hold(_ isTrue: Bool, _ what: @autoclosure () -> String) throws(Violation) {
  if !isTrue { throw Violation(what()) }
}
