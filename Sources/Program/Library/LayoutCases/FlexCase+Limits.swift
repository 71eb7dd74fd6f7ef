package import Support
internal import FeedDocument

/// Warnings about numbers in styles that the engine does not use as written. They explain frames
/// that would be a surprise otherwise.
extension FlexCase {
  /// A warning for each number in the tree that exceeds the engine's longest length, or is negative
  /// where only sizes and factors are valid.
  /// - Complexity: O(tree).
  package var warnings: [Diagnostic] {
    var warnings: [Diagnostic] = []
    Self.addWarnings(ofNode: tree, to: &warnings)
    return warnings
  }

  private static func addWarnings(ofNode node: FeedValue, to warnings: inout [Diagnostic]) {
    for property in node["style"].children {
      let mayBeNegative = signedProperties.contains(property.key)
      addWarning(of: property, mayBeNegative, to: &warnings)
      for edge in property.children { addWarning(of: edge, mayBeNegative, to: &warnings) }
    }
    for child in node["children"].children { addWarnings(ofNode: child, to: &warnings) }
  }

  private static let signedProperties: Set<String> = ["margin", "inset", "flex"]
  /// The longest length that the engine accepts, in points.
  private static let longestLength = 1_000_000.0

  private static func addWarning(
    of value: FeedValue, _ mayBeNegative: Bool, to warnings: inout [Diagnostic]
  ) {
    guard let number = value.double else { return }
    let message: String
    let label: String
    if abs(number) > longestLength {
      message = "`\(value.key.prefix(30))` is beyond a million"
      label = "taken as \(number < 0 ? "-1000000" : "1000000")"
    } else if number < 0 && !mayBeNegative {
      message = "`\(value.key.prefix(30))` is negative"
      label = "taken as if it were not there"
    } else {
      return
    }
    warnings.append(
      Diagnostic(
        .unexpectedShape, .warning, message, at: value.location, label: label,
        helps: ["write a number that the page needs"]))
  }
}
