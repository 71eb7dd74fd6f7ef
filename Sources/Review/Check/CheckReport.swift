import SectionEngine

package struct CheckReport: Sendable {
  package var page: Page
  package var findings: [Finding]
  /// The ids of the rules that were applied.
  package var rules: [String]
  /// The number of findings that the configuration ignores.
  package var ignored: Int
  /// The findings that the baseline or the base revision has.
  package var knownFindings: [Finding] = []
  package var known: Int { knownFindings.count }
  /// The devices of a merged report; empty for a report about one device.
  package var devices: [String] = []
  /// The diagnostics about the configuration and the baseline, not about the feed.
  package var remarks: [Diagnostic]

  package var hasFindings: Bool { findings.contains { $0.diagnostic.severity > .note } }
  /// The report without findings that only the owner of another plugin can correct.
  package var own: CheckReport {
    var report = self
    report.findings.removeAll(where: \.isForeign)
    return report
  }
  /// The findings about the boxes and colours of plugins that the project does not own.
  var foreign: [Finding] { findings.filter(\.isForeign) }

  func count(_ severity: Diagnostic.Severity) -> Int {
    findings.count { $0.diagnostic.severity == severity && !$0.isForeign }
  }

  private func count(_ owner: Finding.Owner) -> Int {
    findings.count { $0.owner == owner && !$0.isForeign }
  }

  /// Writes the members of the report as JSON, described by `sectionengine schema check`. Only the
  /// findings with one cause in a plugin are combined; the summary counts each of them.
  func write(to json: inout JSONWriter) {
    json.object("environment") { json in
      json.write("appearance", page.environment.appearance.rawValue)
      json.write("direction", page.environment.direction.rawValue)
      json.write("height", page.environment.height)
      json.write("locale", page.environment.locale)
      if page.environment.platform != .ios {
        json.write("platform", page.environment.platform.rawValue)
      }
      json.write("scale", exact: page.environment.scale)
      json.write("textSize", page.environment.textSize.rawValue)
      json.write("width", page.environment.width)
    }
    json.write("feed", page.feedID)
    json.write("findings", findings)
    json.write("layout", page.layoutName)
    json.write("schemaVersion", 1)
    json.object("summary") { json in
      json.write("errors", count(.error))
      json.write("foreign", foreign.count)
      json.write("ignored", ignored)
      json.write("known", known)
      json.write("notes", count(.note))
      json.object("owners") { json in
        json.write("feed", count(.feed))
        json.write("layout", count(.layout))
        json.write("section", count(.section))
        json.write("setup", count(.setup))
      }
      json.write("sections", page.sections.count)
      json.write("warnings", count(.warning))
    }
  }
}

extension CheckReport {
  /// Merges the reports of several devices. A finding that is not on all devices lists its devices.
  package init?(merging reports: [(device: String, report: CheckReport)]) {
    guard let first = reports.first?.report else { return nil }
    self = first
    guard reports.count > 1 else { return }
    devices = reports.map(\.device)
    var found: [(key: [String], finding: Finding, device: String)] = []
    for (device, report) in reports {
      var counts: [[String]: Int] = [:]
      for finding in report.findings {
        let node = finding.diagnostic.node ?? finding.diagnostic.location?.path ?? ""
        let key = [finding.fingerprint, finding.isAboutPage ? "" : node]
        counts[key, default: 0] += 1
        found.append((key + ["\(counts[key, default: 0])"], finding, device))
      }
    }
    findings =
      found.grouped { $0.key }.map { group in
        var finding = group[0].finding
        if group.count < reports.count {
          finding.diagnostic.notes.append("on \(listed(group.map(\.device), atMost: 8))")
        }
        return finding
      }.inOrder
    ignored = reports.map(\.report.ignored).max() ?? 0
    // Keeps the remarks that all devices have: entries that match no finding on any device.
    remarks = first.remarks.filter { remark in
      reports.allSatisfy { $0.report.remarks.contains(remark) }
    }
  }
}

extension JSONWriter {
  /// Writes findings. What a plugin does at several places of the page is one finding with its places.
  package mutating func write(_ key: StaticString, _ findings: [Finding]) {
    array(key, findings.grouped(by: \.causeInPlugin)) { json, cause in
      cause[0].write(places: cause.count > 1 ? cause : [], to: &json)
    }
  }
}

extension Finding {
  /// The rule, the plugin and the part of its sections; `nil` if the plugin is not at fault.
  fileprivate var causeInPlugin: [String]? {
    guard owner == .section, let plugin = diagnostic.plugin, let node = diagnostic.node else {
      return nil
    }
    let part = Self.withoutNumbers(node).split(separator: "/").dropFirst().joined(separator: "/")
    return [rule, aspect, "\(diagnostic.severity)", plugin, part]
  }

  fileprivate func write(places: [Finding], to json: inout JSONWriter) {
    json.beginObject()
    if let blockCode = diagnostic.blockCode { json.write("blockCode", blockCode) }
    json.write("code", diagnostic.code.rawValue)
    json.write("fingerprint", fingerprint)
    json.array("help", diagnostic.helps) { $0.write($1) }
    if isForeign { json.write("isForeign", true) }
    if let label = diagnostic.label { json.write("label", label) }
    if let location = diagnostic.location { json.write(location) }
    json.write("message", diagnostic.message)
    if let node = diagnostic.node { json.write("node", node) }
    json.array("notes", diagnostic.notes) { $0.write($1) }
    json.write("owner", owner.rawValue)
    if !places.isEmpty {
      json.objects("places", places) { json, place in
        json.write("fingerprint", place.fingerprint)
        if let location = place.diagnostic.location { json.write(location) }
        if let node = place.diagnostic.node { json.write("node", node) }
      }
    }
    if let plugin = diagnostic.plugin { json.write("plugin", plugin) }
    json.write("rule", rule)
    json.write("severity", diagnostic.severity.rawValue)
    json.endObject()
  }
}
