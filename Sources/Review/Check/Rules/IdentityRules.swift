import SectionEngine

extension CheckRule {
  static let duplicateID = CheckRule(
    id: "duplicate-id", code: .duplicateIdentity,
    summary:
      "items are the same or have one id, or targets with equal labels have different actions",
    isAboutText: true, isAboutData: true, owner: .feed
  ) { run in
    for section in run.page.sections {
      section.reportRepeatedItems(&run)
      section.reportAmbiguousTargets(&run)
    }
    run.reportRepeatedIdentifiers()
  }

  static let imageRatio = CheckRule(
    "image-ratio", .imageWithoutRatio, "the size of an image is unknown until it is loaded"
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
  /// Returns the targets whose identity repeats, each with the first target of that identity.
  private func repeatedTargets(by identity: (Int) -> [String]?) -> [(node: Int, first: Int)] {
    nodes.filter { targets[$0] == Int32($0) && !isHidden[$0] }.grouped(by: identity)
      .flatMap { group in group.dropFirst().map { (node: $0, first: group[0]) } }
      .sorted { $0.node < $1.node }
  }

  fileprivate func reportRepeatedItems(_ run: inout RuleRun) {
    // The identity of an item is its parent, action and text.
    let repeated = repeatedTargets { node in
      let view = self.node(node)
      return ["\(parents[node])", view.actionType, view.actionTarget, reading(of: node)]
    }
    for (node, first) in repeated {
      run.report(
        "\(shortName(of: node)) is the same as \(shortName(of: first))", at: node, of: self,
        aspect: "item",
        notes: ["both have the same content, and lead to `\(shown(self.node(node).actionTarget))`"],
        helps: ["send each item once: an app that updates items by identity mixes them up"])
    }
  }

  fileprivate func reportAmbiguousTargets(_ run: inout RuleRun) {
    let repeated = repeatedTargets { node in
      let label = self.node(node).label
      // Includes the parent: equal labels in different containers are not duplicates.
      return label.isEmpty ? nil : ["\(parents[node])", label]
    }
    for (node, first) in repeated where !hasSameAction(first, node) {
      let (view, other) = (self.node(node), self.node(first))
      run.report(
        "\(shortName(of: node)) reads the same as \(shortName(of: first))", at: node, of: self,
        aspect: "label",
        notes: [
          "`\(shown(view.label))` leads to `\(shown(view.actionTarget))` and to "
            + "`\(shown(other.actionTarget))`"
        ],
        helps: ["give them different labels"])
    }
  }

  /// Returns the label of a node; else its text and the texts of its descendants.
  private func reading(of root: Int) -> String {
    let view = node(root)
    if !view.label.isEmpty { return view.label }
    return subtree(root).filter { node($0).content.text.count > 0 }.map { node($0).text }
      .joined(separator: "\n")
  }
}
