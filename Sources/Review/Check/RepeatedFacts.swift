import SectionEngine

extension [Finding] {
  /// Returns the findings without those that repeat the fact of another finding, which is about the
  /// same block code and at least as severe:
  /// - An unknown block, if a client does not know its code.
  /// - A refusal of the generic section, if its block is reported as unknown.
  /// - A refusal, if a client reports that the block has no field, or not the one that is refused.
  /// - A path of the layout without a value, if a client reports this value as a missing field. The
  ///   client's finding takes over the help. Also a note, if the block without the value is refused.
  /// - A member that some items lack, if as many actions, pictures or names are reported as missing.
  /// - A missing action, if the layout's path of actions is reported.
  /// - A target without a name, if the layout's path of names is reported.
  /// - A missing action, if a client reports the member with it as missing.
  /// - A value that items lack, if each of them has a finding about its node.
  /// - A name that items share, if they have one identifier: they are the same item.
  /// - An item without an identity, and a provider's warning about an item, if the item is not drawn.
  /// - A provider's warning about a value, if a finding about the items reports this value.
  ///
  /// O(n) for n findings, times the number of aspects of one rule and block code.
  /// - Parameter isPlain: Returns whether the configuration sets no severity for a rule or a code. A
  ///   finding with a configured severity stays.
  func withoutRepeatedFacts(where isPlain: (String) -> Bool) -> [Finding] {
    let byAspect = grouped { [$0.rule, $0.blockCode, $0.aspect] }
    let reported = Dictionary(grouping: byAspect) { [$0[0].rule, $0[0].blockCode] }
    var helps: [String: [String]] = [:]
    /// The members that items without a name lack.
    var names: [String: String] = [:]
    let undrawn = undrawnElements
    var kept = filter { finding in
      if isPlain(finding.rule), finding.elementPath.map(undrawn.contains) == true { return false }
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
        let place = finding.diagnostic.location?.path ?? ""
        if others(of: CheckRule.client.id).joined().contains(where: {
          $0.lacksAllFields || (!$0.lackedFields.isEmpty && place.hasSuffix($0.lackedPart))
        }) {
          return false
        }
        return finding.diagnostic.plugin?.hasPrefix("generic@") != true
          || (unknownCode.isEmpty && others(of: CheckRule.unknownBlock.id).isEmpty)
      case .unmatchedName:
        let client = others(of: CheckRule.client.id).joined().first { $0.lacks(finding.quoted) }
        // If a value around is missing, other members of the block are no advice.
        if let client, client.lackedPart.hasSuffix("." + finding.quoted) {
          helps[client.fingerprint, default: []] += finding.diagnostic.helps
        }
        let refused = others(of: DiagnosticCode.providerDeclined.rawValue).joined()
          .compactMap(\.diagnostic.location?.path)
        let isRefused = refused.contains { setting.hasSuffix(" " + $0) }
        return client == nil && (finding.diagnostic.severity > .note || !isRefused)
      case .absentMember:
        let number = finding.losses > 0 ? finding.losses : finding.leadingNumber ?? 1
        let unnamed = others(of: CheckRule.unnamedControl.id).joined()
        if finding.namesItems, finding.diagnostic.severity == .note,
          unnamed.count >= number
        {
          for control in unnamed { names[control.fingerprint] = finding.diagnostic.message }
          return false
        }
        let idle =
          setting.hasSuffix(".item.action")
          ? others(of: CheckRule.missingAction.id, "sibling").joined().count : 0
        let items = Finding.itemRules.flatMap { others(of: $0, "." + finding.quoted).joined() }
        return idle + items.reduce(0) { $0 + $1.items.count } < number
      case _ where !finding.items.isEmpty:
        // The layout's path of names replaces the findings about targets without a name.
        let isPath = others(of: DiagnosticCode.absentMember.rawValue).joined().contains {
          $0.quoted == finding.quoted && $0.namesItems
        }
        let nodes = finding.nodeRules.filter { !isPath || $0 != CheckRule.unnamedControl.id }
          .flatMap { others(of: $0).joined() }
        return !finding.items.allSatisfy { item in nodes.contains { $0.isAbout(item) } }
      case .unnamedControl:
        return !others(of: DiagnosticCode.absentMember.rawValue).joined()
          .contains(where: \.namesItems)
      case .sameName:
        let path = finding.diagnostic.location?.path ?? ""
        return !others(of: CheckRule.duplicateID.id).joined().contains { repeated in
          repeated.items.contains { path == $0 || path.hasPrefix($0 + ".") }
        }
      case .providerWarning:
        let items = Finding.itemRules.flatMap { others(of: $0).joined() }
        return !items.contains(where: finding.isAboutValue)
      case .missingAction:
        if others(of: CheckRule.client.id).joined().contains(where: finding.isAboutObject) {
          return false
        }
        return !others(of: DiagnosticCode.unmatchedName.rawValue).joined().contains {
          $0.diagnostic.location?.path.hasSuffix(".item.action") == true
        }
      default: return true
      }
    }
    for index in kept.indices where kept[index].rule == CheckRule.client.id {
      kept[index].diagnostic.helps += (helps[kept[index].fingerprint] ?? []).uniqued
    }
    for index in kept.indices where kept[index].rule == CheckRule.unnamedControl.id {
      kept[index].diagnostic.notes += names[kept[index].fingerprint].map { [$0] } ?? []
    }
    return kept
  }
}

extension [Finding] {
  /// The paths of items that have a finding of their own and are not drawn. Other findings give the
  /// number of these in a list, and the path of the first one.
  fileprivate var undrawnElements: Set<String> {
    let own = Set(compactMap(\.elementPath))
    guard !own.isEmpty else { return [] }
    return reduce(into: []) { paths, finding in
      guard finding.diagnostic.code == .undrawnItems, let place = finding.diagnostic.location,
        let all = finding.wholeNumber, let drawn = finding.leadingNumber
      else { return }
      let first = "\(place.file) \(place.path)"
      let list = first.prefix(through: first.lastIndex(of: "[") ?? first.startIndex)
      let others = own.filter { path in
        path.hasPrefix(list) && !path.dropFirst(list.count).dropLast().contains("]")
      }
      paths.formUnion(others.count <= all - drawn ? others : own.intersection([first]))
    }
  }
}

extension Finding {
  /// The rules about values of items.
  fileprivate static let itemRules = [
    CheckRule.incompleteItem, .emptyPicture, .missingAction, .malformedAction,
  ].map(\.id)
  /// The rules about the nodes of items that report the same fact as this finding about items.
  fileprivate var nodeRules: [String] {
    let ofUse: [CheckRule] =
      switch diagnostic.code {
      case .incompleteItem: [.unnamedControl]
      case .missingAction, .malformedAction: [.missingAction, .malformedAction]
      default: []
      }
    return [DiagnosticCode.undrawnItems.rawValue] + ofUse.map(\.id)
  }

  /// Whether the finding is about a node or a value of an item, and the feed is at fault.
  fileprivate func isAbout(_ item: String) -> Bool {
    guard owner == .feed, items.isEmpty, let path = diagnostic.location?.path else { return false }
    return path.hasPrefix(item)
      && (path == item || ".[".contains(path.dropFirst(item.count).prefix(1)))
  }

  /// The file and the path of the element of a list that a diagnostic of the page is about.
  fileprivate var elementPath: String? {
    guard [.missingItemIdentity, .providerWarning].contains(diagnostic.code),
      let place = diagnostic.location, place.path.hasSuffix("]")
    else { return nil }
    return "\(place.file) \(place.path)"
  }

  /// Whether this finding is about the value that items have in another form.
  fileprivate func isAboutValue(of fault: Finding) -> Bool {
    guard let path = diagnostic.location?.path else { return false }
    return fault.items.contains { path == $0 + "." + fault.quoted }
  }

  /// Whether this finding is about the object without the member that a client misses.
  fileprivate func isAboutObject(of client: Finding) -> Bool {
    guard let path = diagnostic.location?.path,
      let end = client.lackedPart.lastIndex(of: "."), end > client.lackedPart.startIndex
    else { return false }
    let object = client.lackedPart[..<end].replacing("[*]", with: "")
    let key = client.lackedPart[end...].lowercased()
    return FieldHints.actionWords.contains(where: key.contains)
      && Self.withoutNumbers(path).hasSuffix(object)
  }

  /// Whether the finding is about the feed layout's path of the items' names.
  fileprivate var namesItems: Bool {
    diagnostic.notes.first?.hasSuffix(".item.title") == true
  }

  fileprivate var blockCode: String { diagnostic.blockCode ?? "" }

  /// The leading part of the fields that a client misses, without its "$", such as ".head".
  fileprivate var lackedPart: String { Self.dotted(aspect.split(separator: "$").last ?? "") }

  /// Returns a path in the notation of feed layouts, without quotes: ".2b.title" for "['2b'].title".
  private static func dotted(_ path: Substring) -> String {
    String(path.replacing("['", with: ".").replacing("']", with: ""))
  }

  /// Whether a client misses the field at a path of the layout, from the block or from an item.
  fileprivate func lacks(_ path: String) -> Bool {
    !lackedFields.isEmpty && lackedPart.hasSuffix("." + path)
      || lackedFields.map { Self.dotted($0[...]) }.contains {
        $0.hasSuffix("." + path) || $0.contains(".\(path)[*]")
      }
  }

  /// The first part of the message in backticks.
  var quoted: String {
    let parts = diagnostic.message.split(separator: "`", omittingEmptySubsequences: false)
    return parts.dropFirst().first.map(String.init) ?? ""
  }

  /// The number of all, such as 18 of "2 of 18 items have no `subtitle`".
  var wholeNumber: Int? {
    let words = diagnostic.message.split(separator: " ", maxSplits: 3)
    return words.count > 3 && words[1] == "of" ? Int(words[2]) : nil
  }

  /// The number at the beginning of the message, such as 2 of "2 of 18 items have no `subtitle`".
  var leadingNumber: Int? { Int(diagnostic.message.prefix { $0 != " " }) }
}
