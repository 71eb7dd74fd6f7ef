/// A result of a plugin that violates the contract.
package struct ResultViolation: Error, Hashable {
  /// The subject of the message, such as "width" or "row_height of row 3".
  package var subject: String
  /// The rest of the message, such as "is NaN" or "returned -4 points".
  package var finding: String
  /// Whether the violation is that a size exceeds `BorderLimits`.
  package var isLimit = false

  init(_ subject: String, _ finding: String, isLimit: Bool = false) {
    self.subject = subject
    self.finding = finding
    self.isLimit = isLimit
  }

  static let tooManyNodes = ResultViolation(
    "the section", "has more than \(BorderLimits.nodes) nodes", isLimit: true)

  static let tooMuchMeasured = ResultViolation(
    "measure_text", "measures more than \(BorderLimits.measuredBytes) bytes for the section",
    isLimit: true)

  package var message: String { "\(subject) \(finding)" }

  /// Returns a copy with `owner` added to the subject: "width" becomes "width of node 4 in row 3".
  func of(_ owner: String) -> ResultViolation {
    var copy = self
    copy.subject = "\(subject) of \(owner)"
    return copy
  }

  /// Returns a number as text; an integer has no decimal point.
  package static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-infinity" : "infinity" }
    let integer = value.rounded(.towardZero)
    return integer == value && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}
