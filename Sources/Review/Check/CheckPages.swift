import SectionEngine

/// The pages of one feed that a check examines.
package struct CheckPages: Sendable {
  /// A page, and the index of each of its sections.
  typealias Examined = (page: Page, sections: [CheckedSection])

  /// The page in the requested environment.
  var base: Page
  /// The indices of the sections of `base`.
  let sections: [CheckedSection]
  /// Creates the page in the other appearance, on demand, so that only one page besides `base` is
  /// in memory. If the result is `nil`, the rules that need the page are skipped.
  var otherAppearance: @Sendable () -> Examined? = { nil }
  /// Creates the page at the largest text size; `nil` if `base` already has that text size.
  var largestText: @Sendable () -> Examined? = { nil }
  var mirrored: @Sendable () -> Examined? = { nil }
  /// Creates the page with texts of at least twice their size; `nil` if `base` already has them.
  var doubledText: @Sendable () -> Examined? = { nil }
  /// Creates the page on a screen of 320 points; `nil` if that of `base` is as narrow.
  var narrow: @Sendable () -> Examined? = { nil }
  /// The diagnostics of the additional pages that rules created.
  private let found = Monitor([Diagnostic]())
  /// The blocks of the feed.
  var blocks: [Block] = []
  /// The faults of the blocks' items; `nil` until a rule needs them.
  let faults = Monitor<[ItemFault]?>(nil)
  /// The page at the base revision, and the blocks of its feed; `nil` and empty without one.
  private(set) var earlier: Examined?
  private(set) var earlierBlocks: [Block] = []
  /// The numbers of items that had a member on the earlier page, by the diagnostic about it.
  private(set) var losses: [Diagnostic: Int] = [:]
  /// The sources that were refused, unreadable or not given, so that blocks lack their parts.
  var lostSources: [FeedLayout.Source] = []
  /// The reasons for which sources are lost, by source.
  var lossReasons: [String: [Diagnostic]] = [:]
  /// The clients to which the feed may be sent.
  var clients: [Client] = []
  var expectations = Expectations()
  /// The views of the app or the layers of a design, in points, to compare with the page.
  package var apps: [ViewHierarchy] = []
  /// The page of the feed; `stresses` are the content changes to test on it.
  var feedPage: FeedPage?
  var stresses: [Stress] = []

  /// The diagnostics of `base`, then those of the additional pages that rules created so far.
  package var diagnostics: [Diagnostic] {
    let known = Set(base.diagnostics)
    return base.diagnostics + found.withState { $0.filter { !known.contains($0) } }
  }

  init(_ examined: Examined) { (base, sections) = examined }

  init(_ page: Page) { self.init((page, page.checkedSections())) }

  package init(
    _ base: FeedPage, bothAppearances: Bool, clients: [Client] = [],
    expectations: Expectations = Expectations(), stresses: [Stress] = [],
    since earlier: FeedPage? = nil
  ) {
    self.init(base.examined())
    let members = base.memberFindings(since: earlier)
    self.base.diagnostics += members.diagnostics
    losses = members.losses
    self.earlier = earlier?.examined(isExamined: false)
    earlierBlocks = earlier.map { Array($0.scene.feed.blocks) } ?? []
    if let earlier {
      self.base.diagnostics += base.scene.feed.emptiedSources(since: earlier.scene.feed)
    }
    func changed(
      isExamined: Bool = true, _ change: (inout LayoutEnvironment) -> Void
    ) -> @Sendable () -> Examined? {
      var environment = base.environment
      change(&environment)
      return { [found, environment] in
        let page = base.engine.page(base.scene.replacing(environment: environment))
        found.change { $0 += page.diagnostics }
        return page.examined(isExamined: isExamined)
      }
    }
    (self.clients, self.expectations) = (clients, expectations)
    feedPage = stresses.isEmpty ? nil : base
    self.stresses = stresses
    blocks = Array(base.scene.feed.blocks)
    let feed = base.scene.feed
    lostSources = feed.layout.sources.filter { feed.lostSources.contains($0.name) }
    lossReasons = Dictionary(grouping: feed.losses, by: \.source)
      .mapValues { $0.flatMap(\.failure.diagnostics) }
    if bothAppearances {
      otherAppearance = changed { $0.appearance = $0.appearance == .light ? .dark : .light }
    }
    let doubled: LayoutEnvironment.TextSize =
      base.environment.platform == .android ? .android200 : .ax3
    if ![doubled, .ax4, .ax5].contains(base.environment.textSize) {
      doubledText = changed { $0.textSize = doubled }
    }
    if base.environment.width > 320 { narrow = changed { $0.width = 320 } }
    if base.environment.textSize != .ax5 { largestText = changed { $0.textSize = .ax5 } }
    // For the mirrored page, rules compare only frames, so its nodes are not examined.
    mirrored = changed(isExamined: false) { $0.direction = $0.direction == .ltr ? .rtl : .ltr }
  }
}

extension CheckPages {
  /// Whether a value of a block would come from a source that is lost.
  /// - Parameter path: The path from the block, such as "$.head.title".
  func hasLostSource(ofBlock code: String?, at path: String) -> Bool {
    lostSources.contains { source in
      guard let code, source.shape.block?.code == code else { return false }
      guard var name = source.part?.name else { return true }
      var start = "$"
      name.withUTF8 { JSONPath.append($0, to: &start) }
      return path == start || path.hasPrefix(start + ".") || path.hasPrefix(start + "[")
    }
  }

  /// Whether an error reports why a source is lost, so that SE1019, and SE4010 about a path to its
  /// values, repeat it.
  /// - Parameter isPlain: Returns whether the configuration sets no severity for a code.
  func isExplained(_ finding: Finding, where isPlain: (DiagnosticCode) -> Bool) -> Bool {
    guard isPlain(finding.diagnostic.code) else { return false }
    switch finding.diagnostic.code {
    case .unmatchedName:
      guard var key = finding.quoted.split(separator: ".").first.map(String.init) else {
        return false
      }
      var path = "$"
      key.withUTF8 { JSONPath.append($0, to: &path) }
      return hasLostSource(ofBlock: finding.diagnostic.blockCode, at: path)
    case .lostSource:
      return (lossReasons[finding.quoted] ?? []).contains {
        $0.severity == .error && isPlain($0.code) && base.diagnostics.contains($0)
      }
    default: return false
    }
  }

  /// Returns the owner of a diagnostic in which a provider declines a block or warns about a value:
  /// the feed, or the layout if it is about a setting. `nil` if the provider is at fault: it warns
  /// about no value, or a client reads the same fields of the block and finds all.
  func ownerOfReport(_ diagnostic: Diagnostic) -> Finding.Owner? {
    let isRefusal = diagnostic.code == .providerDeclined
    guard isRefusal || diagnostic.code == .providerWarning, let location = diagnostic.location
    else { return nil }
    let own = blocks.filter { $0.blockCode == diagnostic.blockCode }
    if own.contains(where: { $0.settings.exists && $0.settings.location.file == location.file }) {
      return .layout
    }
    let block = own.first { block in
      let path = block.value.location.path
      return location.path == path && isRefusal
        || location.path.hasPrefix(path + ".") || location.path.hasPrefix(path + "[")
    }
    guard let block else { return nil }
    let isComplete = clients.contains { client in
      guard let known = client.entry(for: block).map({ client.blocks[$0] }),
        let plugin = known.plugin, diagnostic.plugin?.hasPrefix(plugin + "@") == true
      else { return false }
      return !known.fields.isEmpty && known.fields.allSatisfy { $0.lack(in: [block.value]) == nil }
    }
    return isRefusal && isComplete ? nil : .feed
  }
}

extension Page {
  /// Returns the index of each section.
  /// - Parameters:
  ///   - isExamined: Whether rules examine the nodes, or use only their frames.
  ///   - block: Returns the block of a section.
  func checkedSections(
    isExamined: Bool = true, block: (Int) -> Block? = { _ in nil }
  ) -> [CheckedSection] {
    let names = sectionNames
    return sections.indices.map {
      CheckedSection($0, named: names[$0], of: self, block: block($0), isExamined: isExamined)
    }
  }
}

extension FeedPage {
  /// Returns the page and the index of each section.
  func examined(isExamined: Bool = true) -> CheckPages.Examined {
    (laidOut, laidOut.checkedSections(isExamined: isExamined, block: block(ofSection:)))
  }
}
