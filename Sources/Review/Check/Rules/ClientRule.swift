import SectionEngine

extension CheckRule {
  static let client = CheckRule(
    id: "client", code: .lostOnClient,
    summary: "a client given with --client loses a part of the feed", owner: .feed
  ) { run in
    for client in run.pages.clients {
      client.reportUnknownBlocks(of: run.pages.blocks, to: &run)
      client.reportMissingFields(of: run.pages.blocks, to: &run)
      client.reportMissingFeatures(of: run.pages.blocks, to: &run)
    }
  }
}

extension Client {
  fileprivate func reportUnknownBlocks(of blocks: some Collection<Block>, to run: inout RuleRun) {
    let unknown = blocks.filter { block in
      entry(for: block).map { self.blocks[$0].claim == .wildcard } ?? true
    }
    for group in unknown.grouped(by: \.blockCode) {
      let treatment =
        switch self.unknown {
        case .skip: "left out"
        case .placeholder: "drawn as a placeholder"
        case .fallback: "drawn by its default provider"
        }
      run.report(
        "`\(name)` does not know the block code `\(shown(group[0].blockCode))`", of: group[0],
        aspect: "\(name) unknown", label: treatment,
        notes: group.count == 1
          ? [] : ["the same holds for \(counted(group.count - 1, "more block"))"],
        helps: ["send it a block that it knows"])
    }
  }

  fileprivate func reportMissingFields(of blocks: some Collection<Block>, to run: inout RuleRun) {
    for group in blocks.grouped(by: { entry(for: $0) ?? -1 }) {
      guard let number = entry(for: group[0]) else { continue }
      let entry = self.blocks[number]
      let values = group.map(\.value)
      // Fields below the same missing value are reported together.
      let missing = entry.fields.compactMap { field in
        field.lack(in: values).map { (lack: $0, field: field.text) }
      }.filter { missing in
        // The lost source has an error of its own.
        !group.contains { run.pages.hasLostSource(ofBlock: $0.blockCode, at: missing.lack.part) }
      }
      for fields in missing.grouped(by: \.lack.part) {
        let lack = fields[0].lack
        let inner = fields.map(\.field).filter { $0 != lack.part }.map { "`\(shown($0))`" }
        let found = lack.found.flatMap { $0.isNothing ? nil : $0 }
        let needed = found.map { _ in
          fields[0].field.hasPrefix(lack.part + "[*]") ? "elements in " : "members in "
        }
        let words = lack.found.map { "it is \($0.inWords)" }
        run.report(
          "no block of the \(entry.claim.words) has \(needed ?? "")`\(shown(lack.part))`, "
            + "which `\(name)` reads",
          of: group[0], aspect: "\(name) field \(lack.part)",
          label: group.count == 1
            ? words ?? "it is not here"
            : (words.map { $0 + ", and not " } ?? "nor ")
              + "in \(counted(group.count - 1, "more block"))",
          notes: inner.isEmpty ? [] : ["for \(listed(inner, atMost: 8))"],
          helps: ["keep the field as long as this version is in use"],
          at: (lack.found ?? lack.outer)?.location,
          lacking: fields.map(\.field), isAll: missing.count == entry.fields.count)
      }
    }
  }

  /// Reports missing features that a block requires, as in `"requires": {"video": "1.2"}`.
  fileprivate func reportMissingFeatures(of blocks: some Collection<Block>, to run: inout RuleRun) {
    var seen: Set<String> = []
    for block in blocks {
      for member in block.value["requires"].children {
        let text = member.string ?? member.double.map { "\($0)" } ?? ""
        let least = text == "*" ? [] : Feature.version(text)
        // A value without a digit ("soon") is ignored. An invalid version ("v2") counts as missing.
        guard least != nil || text.contains(where: \.isNumber) else { continue }
        let own = features.filter { $0.name == member.key }
        guard !own.contains(where: { least.map($0.isAtLeast) ?? false }),
          seen.insert("\(member.key)/\(text)").inserted
        else { continue }
        run.report(
          "`\(name)` lacks the feature `\(shown("\(member.key)/\(text)"))`, which a block requires",
          of: block, aspect: "\(name) feature \(member.key)/\(text)",
          label: least == nil
            ? "`\(shown(text))` is not a version such as 1.2"
            : own.isEmpty
              ? "it has no version of it" : "it has \(own.map(\.text).joined(separator: ", "))",
          helps: ["send it a block that does without"])
      }
    }
  }
}
