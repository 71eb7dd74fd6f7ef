internal import FeedDocument
internal import LayoutCore

/// Reads and words that the formats of sections have in common.
extension FeedValue {
  /// A length in points.
  func requireLength() throws(CaseIssue) -> Double {
    guard let double else {
      throw malformed("`\(key)` is not a number", expected: "a length in points")
    }
    return double
  }

  /// A length, or 0 where it is absent or null.
  func optionalLength() throws(CaseIssue) -> Double {
    kind == .missing || kind == .null ? 0 : try requireLength()
  }

  /// A list of lengths of some number.
  func requireLengths(_ count: Int, _ meaning: String) throws(CaseIssue) -> [Double] {
    guard kind == .array, self.count == count else {
      throw malformed("`\(key)` is not \(meaning)", expected: meaning)
    }
    var lengths: [Double] = []
    for child in children { lengths.append(try child.requireLength()) }
    return lengths
  }

  /// `[x, y, width, height]`.
  func requireRect() throws(CaseIssue) -> Rect {
    let lengths = try requireLengths(4, "[x, y, width, height]")
    return Rect(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
  }

  /// `[top, left, bottom, right]`; zero where it is absent.
  func optionalInsets() throws(CaseIssue) -> EdgeInsets {
    guard exists else { return .zero }
    let lengths = try requireLengths(4, "[top, left, bottom, right]")
    return EdgeInsets(top: lengths[0], end: lengths[3], bottom: lengths[2], start: lengths[1])
  }
}

extension Rect {
  /// Points by which frames of the formats of sections may differ.
  static let caseTolerance = 1e-3

  private var lengths: [Double] { [x, y, width, height] }

  /// "left top width height".
  private var caseWords: String { lengths.map(CaseNumber.text).joined(separator: " ") }

  /// What differs from an expected frame; `nil` when nothing does.
  func difference(from expected: Rect) -> String? {
    let isSame = zip(lengths, expected.lengths).allSatisfy { abs($0 - $1) <= Self.caseTolerance }
    return isSame ? nil : "expected \(expected.caseWords), found \(caseWords)"
  }
}

extension FeedValue {
  /// Runs each case of a file: the lines that say what differs, none where the case passes.
  func checkCases(
    _ differences: (FeedValue) throws(CaseIssue) -> [String]
  ) throws(CaseIssue) -> CaseReport {
    var report = CaseReport()
    for value in try required("cases").requireArray().children {
      do throws(CaseIssue) {
        let lines = try differences(value.requireObject())
        if lines.isEmpty { report.passed += 1 } else { report.failed += 1 }
        report.failures += lines
      } catch {
        report.add(error)
      }
    }
    return report
  }
}
