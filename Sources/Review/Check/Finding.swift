import Renderers
import Support

/// A finding of a check rule, or a warning or error of rendering the page.
package struct Finding: Sendable {
  /// The party that has to change something, so that the finding goes away.
  package enum Owner: String, Sendable, CaseIterable {
    /// The feed: a value, which is missing, new or unsuitable.
    case feed
    /// The feed layout: a path, a size or a colour.
    case layout
    /// The plugin that draws the section: its boxes and colours.
    case section
    /// The set-up: a plugin or a font is missing or fails.
    case setup
  }

  /// The id of the rule, or the code of a rendering diagnostic.
  package var rule: String
  package var owner: Owner
  /// The index of the section on the page; `nil` if the finding is not about a section.
  var section: Int?
  var aspect: String
  /// The text of the node if the rule is about texts; else empty.
  var text: String
  package var diagnostic: Diagnostic
  /// The item of the feed, such as "item playlist:17", or else the block, such as "block 17", that
  /// has the finding; empty if the feed identifies neither.
  var anchor = ""
  /// A digest of the content at the node, which tells findings with one identity apart: 8 digits for
  /// the item, and 8 for the beginning of the section.
  var content: String
  /// The JSON paths of the items that the finding is about; empty if it is about a node.
  var items: [String] = []
  /// Whether the finding is about the boxes or colours of a plugin that the project does not own.
  /// It is then a note.
  package var isForeign = false
  /// The number of items that lack a member and had it on the page at the base revision.
  var losses = 0
  /// Whether the finding combines faults of several sections, so that its node is only an example.
  var isAboutPage = false
  /// The paths of the fields that a client reads and the feed lacks; empty for other findings.
  var lackedFields: [String] = []
  /// Whether the blocks have none of the fields that the client reads.
  var lacksAllFields = false
  /// The fingerprints in baselines of version 1; several if the finding combines several of them.
  var earlierFingerprints: [String] = []

  /// - Parameter owner: `nil` derives it from the code of a rendering diagnostic.
  init(
    rule: String, owner: Owner? = nil, section: Int?, aspect: String, text: String,
    diagnostic: Diagnostic, content: String? = nil
  ) {
    self.rule = rule
    self.owner = owner ?? Owner(drawing: diagnostic.code)
    self.section = section
    self.aspect = aspect
    self.text = text
    self.diagnostic = diagnostic
    self.content = content ?? stableHash(of: [diagnostic.message, diagnostic.label ?? ""])
    earlierFingerprints = [earlierFingerprint]
  }

  /// A hash of the finding's identity, as 16 hexadecimal digits: rule, aspect, item or block, and
  /// node path without numbers; for rules about texts, also the text. Several findings can have one
  /// identity. It does not depend on positions.
  package var fingerprint: String {
    // Rendering diagnostics are distinguished by their messages, except for counts and positions.
    let words =
      rule == diagnostic.code.rawValue
      ? diagnostic.code == .absentMember
        ? quoted : diagnostic.message.filter { !("0"..."9").contains($0) }
      : text
    return stableHash(of: ["2", rule, aspect, anchor, place, words])
  }

  /// The number that a baseline holds: of the items that lack a member, else 1.
  var number: Int { diagnostic.code == .absentMember ? leadingNumber ?? 1 : 1 }

  /// The number of all items, of which some lack a member; `nil` for other findings.
  var total: Int? { diagnostic.code == .absentMember ? wholeNumber : nil }

  /// The node's path, or else the JSON path, without numbers: "RAIL/card/text" for
  /// "RAIL#2/card[3]/text". A finding about no node and no place has its block code.
  var place: String {
    if isAboutPage { return "" }
    guard let node = diagnostic.node else {
      let path = (diagnostic.location?.path).map(Self.withoutNumbers)
      return [diagnostic.blockCode, path].compactMap(\.self).joined(separator: " ")
    }
    guard let code = diagnostic.blockCode, node.hasPrefix(code + "#") else {
      return Self.withoutNumbers(node)
    }
    let rest = node.dropFirst(code.count + 1).drop { $0.isASCII && $0.isNumber }
    return Self.withoutNumbers(code + rest)
  }

  /// A hash of rule, aspect, path and text, in which the path has the numbers of sections.
  private var earlierFingerprint: String {
    let place = diagnostic.node.map(Self.withoutNumbers) ?? diagnostic.location?.path ?? ""
    let words = rule == diagnostic.code.rawValue ? diagnostic.message : text
    return stableHash(of: [rule, aspect, place, words])
  }

  /// Makes the finding one of `rule`, which examines another page of the feed.
  mutating func become(_ rule: CheckRule) {
    aspect = "\(self.rule) \(aspect)"
    self.rule = rule.id
    diagnostic.code = rule.code
    diagnostic.severity = rule.severity
    earlierFingerprints = [earlierFingerprint]
    if !rule.isAboutText { text = "" }
  }

  /// Returns a path without item numbers: "RAIL/card/text" for "RAIL/card[3]/text".
  static func withoutNumbers(_ path: String) -> String {
    let bracket = UInt8(ascii: "[")
    var parts = path.utf8.split(separator: bracket, omittingEmptySubsequences: false)[...]
    var result = Array(parts.removeFirst())
    for part in parts {
      let rest = part.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let isNumber = rest.startIndex > part.startIndex && rest.first == UInt8(ascii: "]")
      result += isNumber ? Array(rest.dropFirst()) : [bracket] + part
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Finding {
  /// The finding for the list and the marks of a redline.
  package var marked: RedlineFinding { RedlineFinding(diagnostic, rule: rule) }

  /// Creates the finding of a diagnostic that no rule reports.
  /// - Parameter owner: `nil` derives it from the code.
  init(_ diagnostic: Diagnostic, section: Int?, owner: Owner? = nil) {
    self.init(
      rule: diagnostic.code.rawValue, owner: owner, section: section, aspect: "", text: "",
      diagnostic: diagnostic)
  }
}

extension Finding.Owner {
  /// Who has to change what, as a sentence without a full stop.
  package var duty: String {
    switch self {
    case .feed: "the feed has to change, because a value is missing, new or unsuitable"
    case .layout: "the feed layout has to change: a path, a size or a colour"
    case .section: "the plugin that draws the section has to change: its boxes or colours"
    case .setup:
      "the set-up has to change, because a plugin, a font or a source is missing or fails"
    }
  }

  /// The owner of a rendering diagnostic. None is the section's, because a lost section must not
  /// pass as a matter of its plugin.
  init(drawing code: DiagnosticCode) {
    self =
      switch code.rawValue.prefix(3) {
      case _ where Self.codesOfSetup.contains(code): .setup
      case "SE1": .feed
      case "SE2": .layout
      case _ where code == .unmatchedName: .layout
      default: .setup
      }
  }

  /// The codes about a document that is not given or not reached. No feed can correct this.
  private static let codesOfSetup: [DiagnosticCode] = [
    .unreadableSource, .networkFailure, .missingParameter, .absentSource,
  ]
}

extension DiagnosticCode {
  /// The owner of most findings with the code; `nil` if it is no finding about a page.
  package var owner: Finding.Owner? {
    if let rule = CheckRule.named(rawValue) { return rule.owner }
    return ["SE1", "SE2", "SE3"].contains(rawValue.prefix(3)) ? Finding.Owner(drawing: self) : nil
  }
}

extension [Finding] {
  /// The findings by section index. Findings without a section are first. The sort is stable.
  var inOrder: [Finding] {
    enumerated().sorted {
      ($0.element.section ?? -1, $0.offset) < ($1.element.section ?? -1, $1.offset)
    }.map(\.element)
  }

  /// The numbers of findings by owner, such as "feed 2, section 1"; empty without findings.
  var byOwner: String {
    Finding.Owner.allCases.compactMap { owner in
      let count = self.count { $0.owner == owner }
      return count == 0 ? nil : "\(owner.rawValue) \(count)"
    }.joined(separator: ", ")
  }
}
