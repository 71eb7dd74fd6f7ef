/// Something that holds of every input does not hold of this one.
package struct Violation: Error {
  package let what: String
  package init(_ what: String) { self.what = what }
}

/// States what holds of every input.
func hold(_ isTrue: Bool, _ what: @autoclosure () -> String) throws(Violation) {
  if !isTrue { throw Violation(what()) }
}
