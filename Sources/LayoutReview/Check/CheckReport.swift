import Diagnostics
import LayoutCore

/// What was found on the pages of a feed.
package struct CheckReport: Sendable {
  package var tree: LayoutTree
  /// In the order of the page.
  package var findings: [Finding]
  /// Findings that the configuration leaves alone.
  package var ignored: Int
  /// Findings that the baseline knows.
  package var known = 0
  /// About the configuration and the baseline; none of them is about the feed.
  package var remarks: [Diagnostic]

  /// Whether anything is a warning or more.
  package var hasFindings: Bool { findings.contains { $0.diagnostic.severity > .note } }

  func count(_ severity: Diagnostic.Severity) -> Int {
    findings.count { $0.diagnostic.severity == severity }
  }
}
