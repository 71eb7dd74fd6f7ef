import Renderers
import Support

/// The reports of the feeds that one run checks. One feed is reported as itself, without a total.
package struct CheckReports: Sendable {
  package struct Feed: Sendable {
    /// The feed as typed; `nil` for the only feed of the project, or the sample of the layout.
    package var name: String?
    /// The path of the feed file; `nil` for the feed's id.
    package var file: String?
    /// `nil` if the feed could not be checked.
    package var report: CheckReport?
    /// The reasons why the feed could not be checked.
    package var failure: [Diagnostic] = []

    package init(name: String?, file: String? = nil, report: CheckReport? = nil) {
      (self.name, self.file, self.report) = (name, file, report)
    }
  }

  package var feeds: [Feed] = []

  package init() {}

  package var hasFindings: Bool { feeds.contains { $0.report?.hasFindings == true } }

  /// The summary: of one feed as in its report; of several "3 feeds: 2 warnings; feed 2; 4 known".
  var summary: String {
    guard let only = feeds.first, feeds.count == 1 else {
      return "\(counted(feeds.count, "feed")): \(counts)"
    }
    return only.report?.summary ?? "the check could not run"
  }

  /// The numbers of findings of all feeds, such as "2 warnings, 1 note; feed 3; 4 known; 1 failed".
  package var counts: String {
    let reports = feeds.compactMap(\.report)
    func part(_ count: Int, _ text: (Int) -> String) -> String? { count == 0 ? nil : text(count) }
    let found = [Diagnostic.Severity.error, .warning, .note].compactMap { severity in
      part(reports.reduce(0) { $0 + $1.count(severity) }) { counted($0, severity.rawValue) }
    }
    let others = [
      part(reports.reduce(0) { $0 + $1.known }) { "\($0) known" },
      part(reports.reduce(0) { $0 + $1.ignored }) { "\($0) ignored" },
      part(reports.reduce(0) { $0 + $1.foreign.count }) { "\($0) of other plugins" },
    ].compactMap(\.self)
    let owners = reports.flatMap(\.own.findings).byOwner
    return [
      found.isEmpty ? "no findings" : found.joined(separator: ", "),
      owners.isEmpty ? nil : owners,
      others.isEmpty ? nil : others.joined(separator: ", "),
      part(feeds.count - reports.count) { "\($0) failed" },
    ].compactMap(\.self).joined(separator: "; ")
  }

  /// Returns the report for people. Of several feeds, the first line is the total.
  /// - Parameter limit: As in the report of one feed.
  package func text(color: Bool, limit: Int) -> [UInt8] {
    if feeds.count == 1, let report = feeds[0].report {
      return report.text(color: color, limit: limit)
    }
    var out = ByteWriter()
    out.write(summary + "\n")
    for feed in feeds {
      out.write("\n== \(shown(feed.name ?? "", limit: 200))\n")
      if let report = feed.report {
        out.write(report.text(color: color, limit: limit))
      } else {
        out.write("it could not be checked\(feed.failure.first.map { ": \($0.message)" } ?? "")\n")
      }
    }
    return out.bytes
  }

  /// The report as JSON, described by `sectionengine schema check`. If one feed was checked, the
  /// document has the members of its report.
  package var json: [UInt8] {
    JSONWriter.document { json in
      if feeds.count == 1, let report = feeds[0].report { return report.write(to: &json) }
      json.objects("feeds", feeds) { json, feed in
        json.array("failure", feed.failure.map(\.message)) { $0.write($1) }
        json.write("name", feed.name ?? feed.file ?? "feed")
        if let report = feed.report { json.object("report") { report.write(to: &$0) } }
      }
      json.write("schemaVersion", 1)
    }
  }
}
