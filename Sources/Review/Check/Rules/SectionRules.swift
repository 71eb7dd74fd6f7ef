import SectionEngine

extension CheckRule {
  static let pinnedHeader = CheckRule(
    id: "pinned-header", code: .coveringPinnedPart,
    summary: "a pinned part or a floating section covers content",
    limits: [
      .init("share", 0.25, in: 0...1, "the share of the screen's height that pinned nodes may take")
    ]
  ) { run in
    let bands = FloatingBands(run.page, run.sections)
    for section in run.sections {
      section.reportPinnedParts(&run)
      if let band = bands.band(over: section) { section.report(coveredBy: band, &run) }
    }
  }

  static let emptySection = CheckRule(
    "empty-section", .emptySection, "a section shows nothing", isAboutData: true,
    owner: .feed
  ) { section, run in
    let hasContent = section.nodes.contains {
      section.shows[$0] && !section.isHidden[$0] && !section.frames[$0].isEmpty
    }
    // A divider has nothing to show, and shows nothing on purpose.
    if !hasContent, let block = section.block, block.isDivider { return }
    guard !hasContent else { return }
    let frame = section.section.frame
    run.report(
      "section shows nothing", of: section,
      label: "\(sizeText(frame)) without a text, picture or symbol",
      helps: ["leave the block out of the feed, or give it items"])
  }

  /// Replaces the diagnostic SE3002, which combines several blocks in one warning.
  static let unknownBlock = CheckRule(
    id: "unknown-block", code: .uncoveredBlock,
    summary: "a block's code has no provider, so a fallback draws it", isAboutData: true,
    owner: .setup
  ) { run in
    let unknown = DiagnosticCode.unknownBlock
    // A block that its showType draws is not unknown: a feed can name the section by either.
    let sections = run.sections.filter {
      $0.section.fallback.map { $0.step != .showType } == true
        && $0.section.diagnosticCodes.contains(unknown.rawValue)
    }
    for group in sections.grouped(by: \.section.blockCode) {
      guard let section = group.first, let fallback = section.section.fallback else { continue }
      let drawn =
        fallback.step == .generic ? "drawn by the generic section" : "drawn as a placeholder"
      let code = section.section.blockCode
      let known = run.page.diagnostics.first { $0.code == unknown && $0.blockCode ?? "" == code }
      run.report(
        "no provider is registered for `\(shown(code))`", of: section,
        aspect: fallback.step.rawValue, label: "unknown block code",
        notes: group.count > 1 ? [drawn, "\(group.count) blocks have the code"] : [drawn],
        helps: known?.helps ?? ["list providers with `sectionengine plugin list`"])
    }
  }
}

extension Block {
  /// The maximum number of values of a block that are examined.
  private static let mostValues = 512

  /// Whether the block has nothing that a section could show, and no place for it: no
  /// text, and no list, object or text that is empty.
  fileprivate var isDivider: Bool {
    let code = blockCode.lowercased()
    if ["divider", "separator", "spacer"].contains(where: code.contains) { return true }
    guard value.kind == .object else { return false }
    var open = [value]
    var rest = Self.mostValues
    while let container = open.popLast() {
      for child in container.children {
        rest -= 1
        let isEmpty = child.count == 0 && child.kind != .number && child.kind != .bool
        if rest < 0 || isEmpty || child.kind == .array || HumanText.isText(child) { return false }
        if child.kind == .object { open.append(child) }
      }
    }
    return true
  }
}

extension CheckedSection {
  /// Reports pinned parts that take much of the screen, or that cover rows before scrolling.
  fileprivate func reportPinnedParts(_ run: inout RuleRun) {
    let screen = run.page.environment.height
    let rows = Set(section.section.rows.map(\.node))
    for (part, word) in [(section.section.header, "header"), (section.section.footer, "footer")] {
      guard let part, part.isPinned, nodes.contains(part.node) else { continue }
      let frame = frames[part.node]
      if frame.height > run.limit("share") * screen + Rect.slack {
        let percent = Int((min(frame.height / screen, 1e6) * 100).rounded())
        run.report(
          "pinned \(word) takes \(percent) % of the screen",
          at: part.node, of: self, aspect: "share",
          label: "\(points(frame.height)) of \(points(screen)) pt",
          notes: ["it covers content that scrolls below it while its section is on the screen"],
          helps: ["make it lower, or do not pin it"])
      }
      for overlap in overlaps where overlap.upper == part.node {
        guard rows.contains(overlap.lower),
          min(overlap.area.width, overlap.area.height) >= 1
        else { continue }
        run.report(
          "pinned \(word) covers `\(shortName(of: overlap.lower))` at rest",
          at: part.node, of: self, aspect: "rest",
          label: "by \(sizeText(overlap.area))",
          helps: ["let the height of the \(word) be that of its content"])
      }
    }
  }

  /// Reports the first text under a floating section that no scrolling uncovers.
  fileprivate func report(coveredBy band: FloatingBands.Band, _ run: inout RuleRun) {
    let origin = section.frame
    let area = Rect(
      x: band.area.x - origin.x, y: band.area.y - origin.y, width: band.area.width,
      height: band.area.height)
    let covered = nodes.first { node in
      guard !isHidden[node], shows[node], self.node(node).kind.isRunningText,
        let ink = ink[node]
      else { return false }
      let common = ink.intersection(area)
      return common.width >= 1 && common.height >= 1
    }
    guard let covered else { return }
    let (edge, setting) = band.isAtTop ? ("start", "first") : ("end", "last")
    run.report(
      "\(shortName(of: covered)) is covered at the \(edge) of the page", at: covered, of: self,
      aspect: "floating \(edge)", label: "below `\(shown(band.blockCode))`, which floats",
      notes: ["the page does not scroll further, so the text stays covered"],
      helps: ["give the page room: `spacing.\(setting)` of the feed layout"], owner: .layout)
  }
}

/// The parts of a page that floating sections cover at its start and at its end, where no scrolling
/// moves the content away from them.
private struct FloatingBands {
  struct Band {
    /// The covered part, in feed coordinates.
    var area: Rect
    var blockCode: String
    var isAtTop: Bool
  }

  private var bands: [Band] = []

  init(_ page: Page, _ sections: [CheckedSection]) {
    let floating = sections.map(\.section).filter { $0.placement != .flow }
    // A page ends at the lower edge of the screen, or above it if it does not scroll.
    let edge = floating.filter { $0.placement == .floatBottom }.map(\.frame.maxY).max() ?? 0
    let scrolled = max(0, page.height - edge)
    for section in floating where section.placement != .overlay {
      let isAtTop = section.placement == .floatTop
      var area = section.frame
      if !isAtTop { area.y += scrolled }
      bands.append(Band(area: area, blockCode: section.blockCode, isAtTop: isAtTop))
    }
  }

  /// Returns the band that covers a part of a section of the flow; `nil` for none. Complexity:
  /// O(floating sections).
  func band(over section: CheckedSection) -> Band? {
    guard section.section.placement == .flow else { return nil }
    return bands.first { !$0.area.intersection(section.section.frame).isEmpty }
  }
}
