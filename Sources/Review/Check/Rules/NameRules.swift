import SectionEngine

extension CheckRule {
  /// Source: Accessibility Test Framework for Android, "Item type labels".
  static let roleInName = CheckRule(
    "role-in-name", .roleInName, "a label ends in the role that a screen reader adds"
  ) { section, run in
    for index in section.nodes where !section.isHidden[index] && !section.frames[index].isEmpty {
      let node = section.node(index)
      let isPicture = node.kind == .image || node.kind == .icon
      let acts = section.targets[index] == Int32(index) || node.isButton
      let roles = acts ? buttonRoles : isPicture ? pictureRoles : []
      guard let role = roles.first(where: { node.label.ends(inWord: $0) }),
        // A label that is also visible is the feed's text, and has to be read as it is shown.
        !section.subtree(index).contains(where: { section.node($0).text == node.label })
      else { continue }
      run.report(
        "\(section.shortName(of: index)) is named with its role", at: index, of: section,
        label: "`\(shown(node.label))`", helps: ["leave `\(role)` out, which is spoken anyway"],
        owner: section.source(of: index) == 0 ? nil : .feed)
    }
  }

  // Omits the Chinese word for "link", because ordinary phrases end in it.
  private static let buttonRoles = ["button", "link", "按钮", "按鈕", "按键"]
  private static let pictureRoles = ["image", "picture", "icon", "图片", "圖片", "图像", "图标", "圖示"]

  /// Source: Accessibility Test Framework for Android, "Item descriptions". Compares only siblings,
  /// because every item of a list may contain the same control.
  static let sameName = CheckRule(
    "same-name", .sameName, "two targets side by side have one name and different actions",
    isAboutData: true, owner: .feed
  ) { section, run in
    let names = section.targetNames.filter { !$0.name.isEmpty }
    // One name is one finding, however many targets have it.
    for alike in names.grouped(by: { ["\(section.listAround($0.node))", $0.name.lowercased()] }) {
      let others = alike.dropFirst().filter { !section.hasSameAction(alike[0].node, $0.node) }
      guard let node = others.first?.node else { continue }
      run.report(
        "\(section.shortName(of: node)) has the name of another target", at: node, of: section,
        label: "`\(shown(alike[0].name))`, as \(section.path(of: alike[0].node))",
        notes: others.count > 1 ? ["\(others.count - 1) more targets have the name"] : [],
        helps: ["give each a label that names its destination"])
    }
  }
}

extension CheckedSection {
  /// The visible targets, each with the complete name that a screen reader announces.
  fileprivate var targetNames: [(node: Int, name: String)] {
    var names: [Int: [String]] = [:]
    for index in nodes where targets[index] >= 0 && !isHidden[index] {
      let (target, node) = (Int(targets[index]), node(index))
      let isNamed = index != target && !self.node(target).label.isEmpty
      let words = node.label.isEmpty && node.kind != .icon ? node.text : node.label
      if !isNamed, !words.isEmpty { names[target, default: []].append(words) }
    }
    return names.keys.sorted().filter { !frames[$0].isEmpty }
      .map { ($0, names[$0, default: []].joined(separator: ", ")) }
  }

  /// Returns the nearest ancestor that has several children; the root if there is none.
  fileprivate func listAround(_ node: Int) -> Int {
    var (inner, outer) = (node, Int(parents[node]))
    while outer > 0, outer == inner - 1, subtree(outer).upperBound == subtree(inner).upperBound {
      (inner, outer) = (outer, Int(parents[outer]))
    }
    return outer
  }
}

extension String {
  /// Whether the text ends in a word after other text, ignoring case. Chinese needs no space.
  fileprivate func ends(inWord word: String) -> Bool {
    let text = lowercased()
    guard let end = text.lastIndex(where: \.isLetter) else { return false }
    let words = text[...end]
    guard words.hasSuffix(word), let before = words.dropLast(word.count).last else { return false }
    return !word.utf8.allSatisfy { $0 < 0x80 } || !before.isLetter
  }
}
