import Support
import LayoutCore

/// The findings on the pages of a feed.
package struct CheckReport: Sendable {
  package var tree: LayoutTree
  /// The findings in the order of the page.
  package var findings: [Finding]
  /// The number of findings that the configuration ignores.
  package var ignored: Int
  /// The number of findings that the baseline contains.
  package var known = 0
  /// Diagnostics about the configuration and the baseline, not about the feed.
  package var remarks: [Diagnostic]

  /// Whether any finding is a warning or an error.
  package var hasFindings: Bool { findings.contains { $0.diagnostic.severity > .note } }

  func count(_ severity: Diagnostic.Severity) -> Int {
    findings.count { $0.diagnostic.severity == severity }
  }
}
