import Support
import LayoutCore

extension CheckRule {
  static let duplicateID = CheckRule(
    "duplicate-id", .duplicateIdentity,
    "items are the same, or targets that read the same lead to different places", isAboutText: true
  ) { run in
    for section in run.page.sections {
      section.reportRepeatedItems(&run)
      section.reportAmbiguousTargets(&run)
    }
  }

  static let imageRatio = CheckRule(
    "image-ratio", .imageWithoutRatio, "nothing says how large an image is before it is loaded"
  ) { run in
    for section in run.page.sections {
      for node in section.nodes where !section.isHidden[node] && section.hasUnknownSize(node) {
        run.report(
          "\(section.shortName(of: node)) has no size until it is loaded", at: node, of: section,
          label: sizeText(section.frames[node]),
          notes: ["what stands below it jumps when the picture arrives"],
          helps: ["give it a width and a height, or an aspect ratio"])
      }
    }
  }
}

extension CheckedSection {
  /// An item is identified by its action and its text.
  private struct Identity: Hashable {
    var parent: Int32
    var type, target, text: String
  }

  fileprivate func reportRepeatedItems(_ run: inout RuleRun) {
    var first: [Identity: Int] = [:]
    for node in nodes where targets[node] == Int32(node) && !isHidden[node] {
      let view = self.node(node)
      let identity = Identity(
        parent: parents[node], type: view.actionType, target: view.actionTarget,
        text: reading(of: node))
      guard let earlier = first[identity] else {
        first[identity] = node
        continue
      }
      run.report(
        "\(shortName(of: node)) is the same as \(shortName(of: earlier))", at: node, of: self,
        aspect: "item", notes: ["both say the same, and lead to `\(shown(view.actionTarget))`"],
        helps: ["send each item once: an app that updates items by identity mixes them up"])
    }
  }

  fileprivate func reportAmbiguousTargets(_ run: inout RuleRun) {
    var first: [Identity: Int] = [:]
    for node in nodes where targets[node] == Int32(node) && !isHidden[node] {
      let label = self.node(node).label
      guard !label.isEmpty else { continue }
      // Two songs with the same name in two charts are distinguished by their charts.
      let identity = Identity(parent: parents[node], type: "", target: "", text: label)
      guard let earlier = first[identity] else {
        first[identity] = node
        continue
      }
      guard !hasSameAction(earlier, node) else { continue }
      run.report(
        "\(shortName(of: node)) reads the same as \(shortName(of: earlier))", at: node, of: self,
        aspect: "label",
        notes: [
          "`\(shown(label))` leads to `\(shown(self.node(node).actionTarget))` and to "
            + "`\(shown(self.node(earlier).actionTarget))`"
        ],
        helps: ["say in the label what tells them apart"])
    }
  }

  /// Returns the text of a node: its label, its text, or the texts of its descendants.
  private func reading(of root: Int) -> String {
    let view = node(root)
    if !view.label.isEmpty { return view.label }
    var texts: [String] = []
    for index in subtree(root) where node(index).content.text.count > 0 {
      texts.append(node(index).text)
    }
    return texts.joined(separator: "\n")
  }
}
