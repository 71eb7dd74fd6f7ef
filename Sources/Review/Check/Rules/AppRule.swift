import SectionEngine

extension CheckRule {
  /// Reports differences between the page and a dump of the app or a design.
  static let app = CheckRule(
    id: "app", code: .unlikeApp,
    summary: "the app or the design of --app shows the page differently", isAboutData: true,
    owner: .layout
  ) { run in
    for views in run.pages.apps { run.compare(views) }
  }
}

extension RuleRun {
  fileprivate mutating func compare(_ views: ViewHierarchy) {
    let page = page.projected(RenderOptions(all: true))
    let found = AppComparison.best(views, page: ReferencePage(page), tolerance: 0.5)
    guard let found, found.isReliable else {
      return report(
        "the page is not what the app shows", node: nil, label: found?.matched,
        notes: [], helps: ["dump the app with this feed, or name its page: `sectionengine diff`"])
    }
    // A section that only moved because of sections above has no mark, and is not reported.
    for line in found.lines where !line.mark.isEmpty {
      report(
        line.mark == "+" ? "the page lacks a view of the app" : "the app shows it differently",
        node: line.mark == "+" ? nil : line.label,
        label: line.details.isEmpty ? nil : line.details,
        notes: (line.mark == "+" ? [line.label] : [])
          + line.nodes.map { "\($0.label): \($0.details)" },
        helps: ["correct the side that is not as it was designed"])
    }
  }

  private mutating func report(
    _ message: String, node: String?, label: String?, notes: [String], helps: [String]
  ) {
    let section = sections.first { section in
      let name = section.path(of: nil)
      return node == name || node?.hasPrefix(name + "/") == true
    }
    report(
      message, at: section?.location(of: nil), of: section, path: node,
      aspect: "\(message) \(label ?? "")", label: label, notes: notes, helps: helps)
  }
}
