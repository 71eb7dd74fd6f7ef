package import SectionEngine

/// Readers and descriptions that the file formats of section cases share.
extension FeedValue {
  /// Returns a length in points.
  package func requireLength() throws(CaseIssue) -> Double {
    guard let double else {
      throw malformed("`\(key)` is not a number", expected: "a length in points")
    }
    return double
  }

  /// Returns a length, or 0 if it is absent or null.
  package func optionalLength() throws(CaseIssue) -> Double {
    kind == .missing || kind == .null ? 0 : try requireLength()
  }

  /// Returns a list of exactly `count` lengths.
  package func requireLengths(_ count: Int, _ meaning: String) throws(CaseIssue) -> [Double] {
    guard kind == .array, self.count == count else {
      throw malformed("`\(key)` is not \(meaning)", expected: meaning)
    }
    var lengths: [Double] = []
    for child in children { lengths.append(try child.requireLength()) }
    return lengths
  }

  /// Returns a rectangle from `[x, y, width, height]`.
  package func requireRect() throws(CaseIssue) -> Rect {
    let lengths = try requireLengths(4, "[x, y, width, height]")
    return Rect(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
  }

  /// Returns insets from `[top, left, bottom, right]`; zero if they are absent.
  package func optionalInsets() throws(CaseIssue) -> EdgeInsets {
    guard exists else { return .zero }
    let lengths = try requireLengths(4, "[top, left, bottom, right]")
    return EdgeInsets(top: lengths[0], end: lengths[3], bottom: lengths[2], start: lengths[1])
  }
}

extension Rect {
  /// The distance in points by which frames in the formats of sections may differ.
  package static let caseTolerance = 1e-3

  private var lengths: [Double] { [x, y, width, height] }

  /// The rectangle as "left top width height".
  private var caseWords: String { lengths.map(CaseNumber.text).joined(separator: " ") }

  /// Returns the difference from an expected frame, or `nil` if there is none.
  package func difference(from expected: Rect) -> String? {
    let isSame = zip(lengths, expected.lengths).allSatisfy { abs($0 - $1) <= Self.caseTolerance }
    return isSame ? nil : "expected \(expected.caseWords), found \(caseWords)"
  }
}
