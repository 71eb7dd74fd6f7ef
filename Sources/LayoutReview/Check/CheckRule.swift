import Diagnostics

/// One thing that `sectionengine check` looks for.
///
/// Help, configuration, its schema, SARIF and the documentation are made of `all`, so that a rule which
/// stands there is known everywhere.
package struct CheckRule: Sendable {
  /// A number that decides, and that a configuration may change.
  package struct Limit: Sendable {
    /// Its key in a configuration: "size".
    package var name: String
    package var standard: Double
    package var range: ClosedRange<Double>
    /// "points", "ratio": and what it is of.
    package var meaning: String
  }

  /// The word for it in a configuration: "touch-target".
  package var id: String
  package var code: DiagnosticCode
  /// Unless a configuration says otherwise.
  package var severity: Diagnostic.Severity
  /// What it finds, in a sentence without a full stop.
  package var summary: String
  package var limits: [Limit]
  /// The text that a node shows belongs to what identifies a finding, since another text is another
  /// finding.
  package var isAboutText: Bool
  let find: @Sendable (inout RuleRun) -> Void

  init(
    _ id: String, _ code: DiagnosticCode, _ summary: String,
    severity: Diagnostic.Severity = .warning, limits: [Limit] = [], isAboutText: Bool = false,
    find: @escaping @Sendable (inout RuleRun) -> Void
  ) {
    self.id = id
    self.code = code
    self.severity = severity
    self.summary = summary
    self.limits = limits
    self.isAboutText = isAboutText
    self.find = find
  }

  /// In the order of their codes.
  package static let all: [CheckRule] = [
    .overlap, .clippedText, .truncatedText, .offScreen, .size, .minMax, .touchTarget, .contrast,
    .unknownColor, .pinnedHeader, .duplicateID, .emptySection, .unknownBlock, .missingAction,
    .malformedAction, .imageRatio, .largeText, .rtl,
  ]

  /// The rule of an id, or of a code.
  package static func named(_ name: String) -> CheckRule? {
    all.first { $0.id == name || $0.code.rawValue == name }
  }
}

/// One rule at work on one page.
struct RuleRun {
  let rule: CheckRule
  let pages: CheckPages
  /// By the names of the rule's limits, where they are not the standard ones.
  let limits: [String: Double]
  private(set) var findings: [Finding] = []

  init(_ rule: CheckRule, on pages: CheckPages, limits: [String: Double] = [:]) {
    self.rule = rule
    self.pages = pages
    self.limits = limits
  }

  var page: CheckedPage { pages.base }

  func limit(_ name: String) -> Double {
    limits[name] ?? rule.limits.first { $0.name == name }?.standard ?? 0
  }

  /// What the rule finds on these pages. Complexity: O(nodes log siblings).
  static func findings(
    of rule: CheckRule, on pages: CheckPages, limits: [String: Double] = [:]
  ) -> [Finding] {
    var run = RuleRun(rule, on: pages, limits: limits)
    rule.find(&run)
    return run.findings
  }

  /// Reports a node, or a whole section where there is none.
  /// - Parameters:
  ///   - aspect: what of the rule is broken; findings that differ in it are never folded into one.
  ///   - byte: of the node's text, from which on it is meant.
  mutating func report(
    _ message: String, at node: Int? = nil, of section: CheckedSection, aspect: String = "",
    label: String? = nil, notes: [String] = [], helps: [String] = [], from byte: Int? = nil
  ) {
    let text = rule.isAboutText ? node.map { section.node($0).text } ?? "" : ""
    findings.append(
      Finding(
        rule: rule.id, section: section.index, aspect: aspect, text: text,
        diagnostic: Diagnostic(
          rule.code, rule.severity, message, at: section.location(of: node, from: byte),
          label: label, notes: notes, helps: helps, blockCode: section.section.blockCode,
          plugin: section.provider, node: section.path(of: node))))
  }

  /// Reports what another rule found on another page of the same feed.
  mutating func report(_ finding: Finding, as message: String, notes: [String]) {
    var finding = finding
    finding.aspect = "\(finding.rule) \(finding.aspect)"
    finding.rule = rule.id
    finding.diagnostic.code = rule.code
    finding.diagnostic.severity = rule.severity
    finding.diagnostic.message = message
    finding.diagnostic.notes += notes
    findings.append(finding)
  }
}
