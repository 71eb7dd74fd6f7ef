import SectionEngine

extension [Finding] {
  /// Returns the findings without those that repeat the fact of another finding:
  /// - An unknown block, if a client does not know its code.
  /// - A refusal of the generic section, if its block is reported as unknown.
  /// - A path of the layout without a value, if a client reports this value as a missing field. The
  ///   client's finding takes over the help.
  /// - A member that some items lack, if their actions or pictures are reported as missing.
  /// - A missing action, if the layout's path of actions is reported.
  ///
  /// - Parameter isPlain: Returns whether the configuration sets no severity for a rule or a code. A
  ///   finding with a configured severity stays.
  func withoutEchoes(where isPlain: (String) -> Bool) -> [Finding] {
    let rules = Dictionary(grouping: self, by: \.rule)
    let clients = rules[CheckRule.client.id] ?? []
    let strange = Set(clients.filter { $0.aspect.hasSuffix(" unknown") }.map(\.blockCode))
    let unknown = strange.union(rules[CheckRule.unknownBlock.id]?.map(\.blockCode) ?? [])
    var helps: [String: [String]] = [:]
    var kept = filter { finding in
      guard !finding.blockCode.isEmpty, isPlain(finding.rule) else { return true }
      let setting = finding.diagnostic.notes.first ?? ""
      func others(of rule: CheckRule, _ aspect: String) -> [Finding] {
        (rules[rule.id] ?? []).filter {
          $0.blockCode == finding.blockCode && $0.aspect.hasSuffix(aspect)
        }
      }
      switch finding.diagnostic.code {
      case .uncoveredBlock: return !strange.contains(finding.blockCode)
      case .providerDeclined:
        return finding.diagnostic.plugin?.hasPrefix("generic@") != true
          || !unknown.contains(finding.blockCode)
      case .unmatchedName:
        let client = others(of: .client, "." + finding.quoted).first
        if let client { helps[client.fingerprint, default: []] += finding.diagnostic.helps }
        return client == nil
      case .absentMember where setting.hasSuffix(".item.action"):
        let idle = others(of: .missingAction, "sibling").count
        return idle == 0 || idle < Int(finding.diagnostic.message.prefix { $0 != " " }) ?? 0
      case .absentMember where setting.hasSuffix(".item.image"):
        return others(of: .emptyPicture, "." + finding.quoted).isEmpty
      case .missingAction:
        return !(rules[DiagnosticCode.unmatchedName.rawValue] ?? []).contains { path in
          path.blockCode == finding.blockCode && path.diagnostic.severity > .note
            && path.diagnostic.location?.path.hasSuffix(".item.action") == true
        }
      default: return true
      }
    }
    for index in kept.indices where kept[index].rule == CheckRule.client.id {
      kept[index].diagnostic.helps += helps[kept[index].fingerprint] ?? []
    }
    return kept
  }
}

extension Finding {
  fileprivate var blockCode: String { diagnostic.blockCode ?? "" }

  /// The first part of the message in backticks.
  var quoted: String {
    let parts = diagnostic.message.split(separator: "`", omittingEmptySubsequences: false)
    return parts.dropFirst().first.map(String.init) ?? ""
  }
}
