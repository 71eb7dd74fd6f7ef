import SectionEngine

/// A standard for accessibility, of which rules can judge a few criteria.
package enum AccessibilityStandard: String, Sendable, CaseIterable {
  /// Web Content Accessibility Guidelines 2.2, levels A and AA.
  case wcag22
  /// EN 301 549 V3.2.1, clause 11 (software), which adopts WCAG 2.1.
  case en301549

  package var title: String {
    switch self {
    case .wcag22: "WCAG 2.2, levels A and AA"
    case .en301549: "EN 301 549 V3.2.1, clause 11"
    }
  }

  /// The criteria of the standard that a page can be judged by, in the order of their numbers.
  package var criteria: [Criterion] {
    Criterion.all.filter { self == .wcag22 || $0.clause != nil }
  }
}

/// A success criterion of WCAG, and the check rules that find its failures.
package struct Criterion: Sendable, Hashable {
  /// The number in WCAG, such as "1.4.3".
  package let number: String
  package let title: String
  package let level: String
  /// The name of the section in the document WCAG 2.2.
  let anchor: String
  /// The clause of EN 301 549 V3.2.1; `nil` if that standard does not have the criterion.
  let clause: String?
  /// The ids of the check rules whose findings are failures.
  package let rules: [String]

  package static let all: [Criterion] = [
    .orientation, .contrast, .resizeText, .reflow, .nonTextContrast, .textSpacing, .labelInName,
    .targetSize,
  ]

  static let orientation = Criterion(
    number: "1.3.4", title: "Orientation", level: "AA", anchor: "orientation",
    clause: "11.1.3.4", rules: [])
  static let contrast = Criterion(
    number: "1.4.3", title: "Contrast (Minimum)", level: "AA", anchor: "contrast-minimum",
    clause: "11.1.4.3", rules: [CheckRule.contrast.id])
  static let resizeText = Criterion(
    number: "1.4.4", title: "Resize Text", level: "AA", anchor: "resize-text",
    clause: "11.1.4.4.1", rules: CheckRule.sizeDependent.map(\.id))
  static let reflow = Criterion(
    number: "1.4.10", title: "Reflow", level: "AA", anchor: "reflow", clause: "11.1.4.10.1",
    rules: CheckRule.sizeDependent.map(\.id))
  static let nonTextContrast = Criterion(
    number: "1.4.11", title: "Non-text Contrast", level: "AA", anchor: "non-text-contrast",
    clause: "11.1.4.11", rules: [])
  static let textSpacing = Criterion(
    number: "1.4.12", title: "Text Spacing", level: "AA", anchor: "text-spacing",
    clause: "11.1.4.12", rules: [])
  static let labelInName = Criterion(
    number: "2.5.3", title: "Label in Name", level: "A", anchor: "label-in-name",
    clause: "11.2.5.3.1", rules: [])
  static let targetSize = Criterion(
    number: "2.5.8", title: "Target Size (Minimum)", level: "AA", anchor: "target-size-minimum",
    clause: nil, rules: [CheckRule.touchTarget.id])

  /// Returns the number in a standard.
  package func number(in standard: AccessibilityStandard) -> String {
    standard == .en301549 ? clause ?? number : number
  }

  /// Returns the address of the criterion in a standard.
  package func address(in standard: AccessibilityStandard) -> String {
    switch standard {
    case .wcag22: "https://www.w3.org/TR/WCAG22/#\(anchor)"
    case .en301549:
      "https://www.etsi.org/deliver/etsi_en/301500_301599/301549/03.02.01_60/"
        + "en_301549v030201p.pdf#\(clause ?? number)"
    }
  }
}
