import Support
import LayoutCore

/// The findings on the pages of a feed.
package struct CheckReport: Sendable {
  package var tree: LayoutTree
  package var findings: [Finding]
  package var ignored: Int
  package var known = 0
  /// Diagnostics about the configuration and the baseline, not about the feed.
  package var remarks: [Diagnostic]

  package var hasFindings: Bool { findings.contains { $0.diagnostic.severity > .note } }

  func count(_ severity: Diagnostic.Severity) -> Int {
    findings.count { $0.diagnostic.severity == severity }
  }
}
