import SectionEngine

extension [Finding] {
  /// Returns the findings without those that repeat the fact of another finding, which is about the
  /// same block code and at least as severe:
  /// - An unknown block, if a client does not know its code.
  /// - A refusal of the generic section, if its block is reported as unknown.
  /// - A path of the layout without a value, if a client reports this value as a missing field. The
  ///   client's finding takes over the help.
  /// - A member that some items lack, if as many actions or pictures are reported as missing.
  /// - A missing action, if the layout's path of actions is reported.
  ///
  /// O(n) for n findings, times the number of aspects of one rule and block code.
  /// - Parameter isPlain: Returns whether the configuration sets no severity for a rule or a code. A
  ///   finding with a configured severity stays.
  func withoutRepeatedFacts(where isPlain: (String) -> Bool) -> [Finding] {
    let byAspect = grouped { [$0.rule, $0.blockCode, $0.aspect] }
    let reported = Dictionary(grouping: byAspect) { [$0[0].rule, $0[0].blockCode] }
    var helps: [String: [String]] = [:]
    var kept = filter { finding in
      guard !finding.blockCode.isEmpty, isPlain(finding.rule) else { return true }
      /// Returns the findings of another rule about the block code, by aspect.
      func others(of rule: String, _ aspect: String = "") -> [[Finding]] {
        (reported[[rule, finding.blockCode]] ?? []).filter {
          $0[0].aspect.hasSuffix(aspect)
            && $0[0].diagnostic.severity >= finding.diagnostic.severity
        }
      }
      let setting = finding.diagnostic.notes.first ?? ""
      let unknownCode = others(of: CheckRule.client.id, " unknown")
      switch finding.diagnostic.code {
      case .uncoveredBlock: return unknownCode.isEmpty
      case .providerDeclined:
        return finding.diagnostic.plugin?.hasPrefix("generic@") != true
          || (unknownCode.isEmpty && others(of: CheckRule.unknownBlock.id).isEmpty)
      case .unmatchedName:
        let client = others(of: CheckRule.client.id, "." + finding.quoted).first?.first
        if let client { helps[client.fingerprint, default: []] += finding.diagnostic.helps }
        return client == nil
      case .absentMember where setting.hasSuffix(".item.action"):
        return others(of: CheckRule.missingAction.id, "sibling").joined().count
          < finding.leadingNumber ?? 1
      case .absentMember where setting.hasSuffix(".item.image"):
        let empty = others(of: CheckRule.emptyPicture.id, "." + finding.quoted).joined()
        return empty.reduce(0) { $0 + ($1.leadingNumber ?? 0) } < finding.leadingNumber ?? 1
      case .missingAction:
        return !others(of: DiagnosticCode.unmatchedName.rawValue).joined().contains {
          $0.diagnostic.location?.path.hasSuffix(".item.action") == true
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

  /// The number at the beginning of the message, such as 2 of "2 of 18 items have no `subtitle`".
  var leadingNumber: Int? { Int(diagnostic.message.prefix { $0 != " " }) }
}
