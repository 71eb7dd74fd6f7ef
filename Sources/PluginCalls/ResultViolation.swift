/// Something that a plugin handed over and the contract forbids.
package struct ResultViolation: Error, Hashable {
  /// "width", "row_height of row 3".
  package var subject: String
  /// "is NaN", "returned -4 points".
  package var finding: String
  /// A size beyond `BorderLimits`, as opposed to a value without meaning.
  package var isLimit = false

  init(_ subject: String, _ finding: String, isLimit: Bool = false) {
    self.subject = subject
    self.finding = finding
    self.isLimit = isLimit
  }

  package var message: String { "\(subject) \(finding)" }

  /// The same finding about a part of something: "width" -> "width of node 4 in row 3".
  func of(_ owner: String) -> ResultViolation {
    var copy = self
    copy.subject = "\(subject) of \(owner)"
    return copy
  }

  /// A number as people write it.
  package static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-infinity" : "infinity" }
    let integer = value.rounded(.towardZero)
    return integer == value && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}
