import SectionEngine

/// A check rule. Help, SARIF output and tests use the list `all`.
package struct CheckRule: Sendable {
  /// A threshold that a configuration can change.
  package struct Limit: Sendable {
    /// The key in a configuration, such as "size".
    package var name: String
    /// The default limit, in the unit that `meaning` states.
    package var standard: Double
    /// The default limit on Android; `nil` if it is `standard`.
    var android: Double?
    /// The limits that a configuration can set.
    package var range: ClosedRange<Double>
    /// The unit and the meaning, such as "points that a target is at least wide and high".
    package var meaning: String

    init(
      _ name: String, _ standard: Double, onAndroid android: Double? = nil,
      in range: ClosedRange<Double>, _ meaning: String
    ) {
      self.name = name
      self.standard = standard
      self.android = android
      self.range = range
      self.meaning = meaning
    }
  }

  /// The nodes of a section that have one cause, and so one finding.
  enum Scope: Sendable {
    /// Each node is a finding of its own.
    case node
    /// The same part of each item, such as the title of each card: its style is the cause.
    case part
    /// All nodes with the same aspect, such as one colour: its definition is the cause. If the
    /// layout owns the finding, its definition is the cause on the whole page.
    case section
  }

  /// The name in a configuration, such as "touch-target".
  package var id: String
  package var code: DiagnosticCode
  /// The default severity.
  package var severity = Diagnostic.Severity.warning
  /// The fault that the rule finds, as a phrase without a full stop.
  package var summary: String
  package var limits: [Limit] = []
  /// Whether the text of the node is part of the finding's fingerprint.
  package var isAboutText = false
  var scope = Scope.node
  /// Whether the rule examines boxes that the generic section chooses itself. It skips this section.
  var isAboutChosenBoxes = false
  /// Whether the rule finds faults of the feed data. Other rules skip sections drawn by a fallback.
  package var isAboutData = false
  /// Whether the rule draws another page of the feed.
  var drawsPages = false
  /// The owner of the rule's findings, unless a finding has a more precise one.
  package var owner = Finding.Owner.section
  let find: @Sendable (inout RuleRun) -> Void

  /// All rules in the order of their codes.
  package static let all: [CheckRule] = [
    .incompleteItem, .overlap, .clippedText, .truncatedText, .offScreen, .size, .minMax,
    .touchTarget, .contrast,
    .unknownColor, .pinnedHeader, .duplicateID, .emptySection, .unknownBlock, .missingAction,
    .malformedAction, .imageRatio, .largeText, .rtl, .client,
    .emptiedList, .unnamedControl, .engineWords, .lonelyStruckPrice, .stress,
    .roleInName, .sameName, .expectation, .app, .emptyPicture, .changedID, .rawExpression,
  ]

  package static func named(_ name: String) -> CheckRule? {
    all.first { $0.id == name || $0.code.rawValue == name }
  }
}

extension CheckRule {
  /// Creates a rule that examines each section separately.
  init(
    _ id: String, _ code: DiagnosticCode, _ summary: String, limits: [Limit] = [],
    severity: Diagnostic.Severity = .warning, isAboutText: Bool = false, scope: Scope = .node,
    isAboutChosenBoxes: Bool = false, isAboutData: Bool = false, owner: Finding.Owner = .section,
    find: @escaping @Sendable (CheckedSection, inout RuleRun) -> Void
  ) {
    self.init(
      id: id, code: code, severity: severity, summary: summary, limits: limits,
      isAboutText: isAboutText, scope: scope, isAboutChosenBoxes: isAboutChosenBoxes,
      isAboutData: isAboutData, owner: owner,
      find: { run in
        for section in run.sections { find(section, &run) }
      })
  }
}

/// The execution of one rule on one page.
struct RuleRun {
  let rule: CheckRule
  let pages: CheckPages
  /// The limits that differ from the defaults, by name.
  let limits: [String: Double]
  private(set) var findings: [Finding] = []
  /// For rules whose findings have one cause for several nodes: the first finding of each cause, and
  /// the number of further nodes.
  private var causes: [[String]: (finding: Int, others: Int)] = [:]

  var page: Page { pages.base }
  var sections: [CheckedSection] { pages.sections }

  func limit(_ name: String) -> Double {
    if let limit = limits[name] { return limit }
    guard let limit = rule.limits.first(where: { $0.name == name }) else { return 0 }
    return page.environment.platform == .android ? limit.android ?? limit.standard : limit.standard
  }

  static func findings(
    of rule: CheckRule, on pages: CheckPages, limits: [String: Double] = [:]
  ) -> [Finding] {
    var run = RuleRun(rule: rule, pages: pages, limits: limits)
    rule.find(&run)
    run.reportItemFaults()
    for cause in run.causes.values where cause.others > 0 {
      run.findings[cause.finding].diagnostic.notes.append("\(cause.others) more like it")
    }
    return run.findings
  }

  /// Reports a node, or a whole section if `node` is `nil`. If a fallback rendered the section,
  /// only rules about the data report anything.
  /// - Parameters:
  ///   - aspect: The violated part of the rule. Only findings with the same aspect are combined. It
  ///     is part of the finding's identity, so it contains no numbers that change with the feed.
  ///   - owner: The owner of this finding; `nil` for the rule's.
  ///   - byte: The offset in the node's text at which the reported part begins.
  ///   - place: The place in the feed; `nil` for that of the node's content.
  mutating func report(
    _ message: String, at node: Int? = nil, of section: CheckedSection, aspect: String = "",
    label: String? = nil, notes: [String] = [], helps: [String] = [], from byte: Int? = nil,
    place: SourceLocation? = nil, owner: Finding.Owner? = nil
  ) {
    guard rule.isAboutData || section.section.fallback == nil else { return }
    if rule.isAboutChosenBoxes, section.isGeneric { return }
    let path = section.path(of: node)
    let isAboutPage = rule.scope == .section && owner == .layout
    if rule.scope != .node {
      let part = rule.scope == .part ? Finding.withoutNumbers(path) : ""
      let key = [isAboutPage ? "" : "\(section.index)", aspect, part]
      if let known = causes[key] {
        causes[key] = (known.finding, known.others + 1)
        return
      }
      causes[key] = (findings.count, 0)
    }
    report(
      message, at: place ?? section.location(of: node, from: byte), of: section,
      path: path, aspect: aspect,
      text: rule.isAboutText ? node.map { section.node($0).text } ?? "" : "", label: label,
      notes: notes, helps: helps)
    let last = findings.count - 1
    if let owner { findings[last].owner = owner }
    findings[last].isAboutPage = isAboutPage
    if isAboutPage { return findings[last].content = stableHash(of: [aspect]) }
    // A finding for several items is not one of the first item's.
    findings[last].anchor = section.anchor(of: rule.scope == .node ? node : nil)
    findings[last].content = section.contentDigest(of: node)
  }

  /// Reports a finding at a location in the feed and at a path on the page.
  mutating func report(
    _ message: String, at location: SourceLocation?, of section: CheckedSection?, path: String?,
    aspect: String, text: String = "", label: String?, notes: [String], helps: [String],
    blockCode: String? = nil
  ) {
    findings.append(
      Finding(
        rule: rule.id, owner: rule.owner, section: section?.index, aspect: aspect, text: text,
        diagnostic: Diagnostic(
          rule.code, rule.severity, message, at: location, label: label, notes: notes,
          helps: helps, blockCode: blockCode ?? section?.section.blockCode,
          plugin: section?.provider, node: path)))
  }

  /// Reports a block.
  /// - Parameters:
  ///   - location: The place in the block; `nil` for that of its block code.
  ///   - fields: The paths of the values that the block lacks.
  ///   - isAll: Whether the block lacks all values that are read.
  mutating func report(
    _ message: String, of block: Block, aspect: String, label: String, notes: [String] = [],
    helps: [String], at location: SourceLocation? = nil, lacking fields: [String] = [],
    isAll: Bool = false
  ) {
    let section = sections.first { $0.section.blockCode == block.blockCode }
    report(
      message, at: location ?? (block.codeValue.exists ? block.codeValue : block.value).location,
      of: section, path: section?.path(of: nil), aspect: aspect, label: label, notes: notes,
      helps: helps, blockCode: block.blockCode)
    findings[findings.count - 1].lackedFields = fields
    findings[findings.count - 1].lacksAllFields = isAll
  }

  /// Sets the items that the last finding is about, as JSON paths.
  mutating func concern(_ items: [String]) { findings[findings.count - 1].items = items }

  /// Reports a finding that another rule made on another page of the same feed.
  /// - Parameter section: The section to which it belongs, and not only to an item; `nil` for none.
  mutating func report(
    _ finding: Finding, as message: String, notes: [String], of section: CheckedSection?
  ) {
    var finding = finding
    finding.become(rule)
    if let section { finding.anchor = section.anchor(of: nil) }
    finding.diagnostic.message = message
    finding.diagnostic.notes += notes
    findings.append(finding)
  }

  /// Reports findings of several sections as one finding of the page, with the first one's place.
  mutating func report(
    _ found: [Finding], as message: String, label: String, notes: [String], helps: [String]
  ) {
    let parts = found.map { part in
      var part = part
      part.become(rule)
      return part
    }
    guard var finding = parts.first else { return }
    finding.earlierFingerprints = parts.flatMap(\.earlierFingerprints)
    (finding.aspect, finding.anchor, finding.text) = ("page", "", "")
    (finding.section, finding.isAboutPage, finding.owner) = (nil, true, .section)
    finding.diagnostic.message = message
    finding.diagnostic.label = label
    finding.diagnostic.notes = notes
    finding.diagnostic.helps = helps
    findings.append(finding)
  }
}
