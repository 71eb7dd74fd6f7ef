import SectionEngine

extension CheckRule {
  static let duplicateID = CheckRule(
    id: "duplicate-id", code: .duplicateIdentity, summary: "items are the same or have one id",
    isAboutText: true, isAboutData: true, owner: .feed
  ) { run in
    for section in run.sections { section.reportRepeatedItems(&run) }
    run.reportRepeatedContent()
    run.reportRepeatedIdentifiers()
  }

  static let imageRatio = CheckRule(
    "image-ratio", .imageWithoutRatio, "the size of an image is unknown until it is loaded",
    scope: .part
  ) { section, run in
    for node in section.nodes where !section.isHidden[node] && section.hasUnknownSize(node) {
      run.report(
        "\(section.shortName(of: node)) has no size until it is loaded", at: node, of: section,
        label: sizeText(section.frames[node]),
        notes: ["content below it moves when the picture arrives"],
        helps: ["give it a width and a height, or an aspect ratio"])
    }
  }
}

extension CheckedSection {
  fileprivate func reportRepeatedItems(_ run: inout RuleRun) {
    // The identity of an item is its parent, action, texts and pictures.
    let visible = nodes.filter { targets[$0] == Int32($0) && !isHidden[$0] }
    let repeated = visible.grouped { node -> [String] in
      let view = self.node(node)
      return ["\(parents[node])", view.actionType, view.actionTarget, reading(of: node)]
    }.flatMap { group in group.dropFirst().map { (node: $0, first: group[0]) } }
    for (node, first) in repeated.sorted(by: { $0.node < $1.node }) {
      run.report(
        "\(shortName(of: node)) is the same as \(shortName(of: first))", at: node, of: self,
        aspect: "item",
        notes: ["both have the same content, and lead to `\(shown(self.node(node).actionTarget))`"],
        helps: ["send each item once: an app that updates items by identity mixes them up"])
    }
  }

  /// Returns the labels, texts and pictures of a node and its descendants.
  private func reading(of root: Int) -> String {
    subtree(root).flatMap { index in
      let picture = arena.attributes(of: index).map { arena.string($0.picture) }
      return [node(index).label, node(index).text, picture ?? ""].filter { !$0.isEmpty }
    }.joined(separator: "\n")
  }
}
