package import SectionEngine

/// Warnings about numbers in styles that the engine does not use as written.
extension FlexCase {
  /// A warning for each number that exceeds the engine's longest length, or is wrongly negative.
  package var warnings: [Diagnostic] { Self.warnings(ofNode: tree) }

  private static func warnings(ofNode node: FeedValue) -> [Diagnostic] {
    let own = node["style"].children.flatMap { property in
      let mayBeNegative = signedProperties.contains(property.key)
      return ([property] + property.children).compactMap { warning(of: $0, mayBeNegative) }
    }
    return own + node["children"].children.flatMap(warnings)
  }

  private static let signedProperties: Set<String> = ["margin", "inset", "flex"]
  /// The longest length that the engine accepts, in points.
  private static let longestLength = 1_000_000.0

  private static func warning(of value: FeedValue, _ mayBeNegative: Bool) -> Diagnostic? {
    guard let number = value.double else { return nil }
    let isLong = abs(number) > longestLength
    guard isLong || (number < 0 && !mayBeNegative) else { return nil }
    return Diagnostic(
      .unexpectedShape, .warning,
      "`\(value.key.prefix(30))` is \(isLong ? "beyond a million" : "negative")",
      at: value.location,
      label: isLong
        ? "taken as \(number < 0 ? "-1000000" : "1000000")" : "taken as if it were not there",
      helps: ["write a number that the page needs"])
  }
}
