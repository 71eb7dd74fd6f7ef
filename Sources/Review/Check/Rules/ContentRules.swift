import SectionEngine

extension CheckRule {
  static let emptiedList = CheckRule(
    "emptied-list", .emptiedList, "a section shows a heading and no content", isAboutData: true,
    owner: .feed
  ) { section, run in
    guard let heading = section.heading else { return }
    let inside = section.subtree(heading)
    let visible = section.nodes.filter {
      section.shows[$0] && !section.isHidden[$0] && !section.frames[$0].isEmpty
    }
    guard visible.contains(where: inside.contains), visible.allSatisfy(inside.contains) else {
      return
    }
    let below = section.section.frame.height - section.frames[heading].maxY
    let lists = section.nodes.filter { section.node($0).kind.isCollection && !inside.contains($0) }
    let list = section.block?.emptyList
    guard below >= 20 || lists.contains(where: { $0 > 0 }) || list != nil else { return }
    let space = "above \(points(max(0, below))) pt without content"
    run.report(
      "section shows a heading and nothing below it", at: heading, of: section,
      label: list.map { "`\(shown($0.key))` is \($0.inWords)" } ?? space,
      notes: list == nil ? [] : ["the heading is \(space)"],
      helps: ["leave the block out of the feed while its list is empty"], place: list?.location)
  }

  /// Source: WCAG 2.2, success criteria 4.1.2 and 2.4.4 (level A).
  static let unnamedControl = CheckRule(
    id: "unnamed-control", code: .unnamedControl,
    summary: "a target or a link has no name for screen readers"
  ) { run in
    let unnamed = run.sections.map(\.unnamedTargets)
    // If a plugin names some targets, the feed has no name for the others.
    var named: Set<[String]> = []
    if unnamed.contains(where: { !$0.isEmpty }) {
      for (section, unnamed) in zip(run.sections, unnamed) {
        let names = section.namesOfTargets(except: unnamed)
        named.formUnion(names.map { [section.provider, $0] })
      }
    }
    for (section, unnamed) in zip(run.sections, unnamed) {
      for node in unnamed {
        let isNamed = named.contains([section.provider, section.node(node).name])
        run.report(
          "\(section.shortName(of: node)) has an action and no name", at: node, of: section,
          label: "no text, label or badge",
          helps: ["give it a label, which a screen reader reads"],
          place: section.placeOfName(of: node),
          owner: isNamed || section.namesItems ? .feed : nil)
      }
      section.reportUnnamedLinks(&run)
    }
  }

  static let engineWords = CheckRule(
    "engine-words", .engineWords, "a screen reader speaks words of the engine, not of the feed",
    scope: .part
  ) { section, run in
    let isEnglish = run.page.environment.locale.lowercased().hasPrefix("en")
    for index in section.nodes where !section.isHidden[index] && !section.frames[index].isEmpty {
      let node = section.node(index)
      let isKind = !node.label.isEmpty && NodeKind.allCases.contains { $0.word == node.label }
      let counts = node.kind == .pageControl && node.label.isEmpty && node.content.count > 1
      guard isKind || (counts && !isEnglish) else { continue }
      run.report(
        "\(section.shortName(of: index)) is read in the engine's words", at: index, of: section,
        label: isKind ? "`\(node.label)`" : "`page 1 of \(node.content.count)`, in English",
        helps: ["give it a label in the language of the page"])
    }
  }

  static let lonelyStruckPrice = CheckRule(
    "struck-price", .lonelyStruckPrice, "a struck price has no current price beside it",
    isAboutText: true, isAboutData: true, owner: .feed
  ) { section, run in
    for node in section.nodes where section.shows[node] && !section.isHidden[node] {
      guard section.runs(of: node).contains(where: { $0.traits.contains(.strike) }) else {
        continue
      }
      let (struck, current) = section.prices(in: node)
      let scope = section.targets[node] >= 0 ? section.targets[node] : section.parents[node]
      guard struck, !current,
        scope < 0
          || !section.subtree(Int(scope)).contains(where: {
            $0 != node && section.shows[$0] && section.prices(in: $0).current
          })
      else { continue }
      run.report(
        "\(section.shortName(of: node)) has a struck price only", at: node, of: section,
        label: "no current price beside it",
        helps: ["send the current price, or do not strike this one"])
    }
  }
}

extension Block {
  /// The value in place of the list that the layout names, or else the first empty list outside of
  /// other lists; `nil` if there is none.
  fileprivate var emptyList: FeedValue? {
    if let path = settings["generic"]["items"].settingPath {
      let list = value.value(atPath: path)
      return list.exists && !(list.isContainer && list.count > 0) ? list : nil
    }
    var open = [value]
    while let value = open.popLast() {
      if value.kind == .array, value.count == 0 { return value }
      if value.kind == .object { open += Array(value.children).reversed() }
    }
    return nil
  }
}

extension CheckedSection {
  fileprivate func reportUnnamedLinks(_ run: inout RuleRun) {
    for node in nodes where shows[node] && !isHidden[node] {
      let bytes = Array(self.node(node).text.utf8)
      for link in runs(of: node) where link.actionTarget.count > 0 {
        let part = bytes[link.range.clamped(to: 0..<bytes.count)]
        let words = String(decoding: part, as: UTF8.self)
        guard link.image.count > 0 || !words.contains(where: { $0.isLetter || $0.isNumber }) else {
          continue
        }
        run.report(
          "link in \(shortName(of: node)) has no name", at: node, of: self,
          aspect: "link", label: link.image.count > 0 ? "a picture" : "no letter or digit",
          helps: ["let its range contain words that name its destination"])
      }
    }
  }

  /// Whether the layout has the path of the items' names, so that an item without one lacks it.
  fileprivate var namesItems: Bool {
    isGeneric && block?.settings["generic"]["item"]["title"].settingPath != nil
  }

  /// Returns the place at which a target lacks its name: an empty text, or else its item.
  fileprivate func placeOfName(of node: Int) -> SourceLocation? {
    let empty = subtree(node).first {
      self.node($0).kind == .text && source(of: $0) != 0 && self.node($0).text.isEmpty
    }
    return empty.flatMap { location(of: $0) } ?? item(of: node)?.location
  }

  func runs(of node: Int) -> [TextRun] {
    arena.attributes(of: node).map { $0.runs.map { arena.runs[$0] } } ?? []
  }

  /// The header part of the section, or else the first node with the role or name of a header.
  fileprivate var heading: Int? {
    if let header = section.header?.node, nodes.contains(header) { return header }
    return nodes.first {
      arena.content(of: $0)?.role == .header || node($0).name == "header"
    }
  }

  /// Returns the node names of targets that a screen reader can name. If a target with such a node
  /// name has no name, the plugin draws names, and the feed has none for this target.
  fileprivate func namesOfTargets(except unnamed: [Int]) -> Set<String> {
    let unnamed = Set(unnamed)
    return Set(
      nodes.lazy.filter { targets[$0] == Int32($0) && !isHidden[$0] && !unnamed.contains($0) }
        .map { node($0).name })
  }

  /// The visible tap targets without a text or label for screen readers.
  fileprivate var unnamedTargets: [Int] {
    var isNamed = [Bool](repeating: false, count: count)
    for index in nodes where targets[index] >= 0 && !isHidden[index] {
      guard let content = arena.content(of: index) else { continue }
      let hasText = content.text.count > 0 && arena.records[index].kind != .icon
      if hasText || content.label.count > 0 || content.badge.count > 0 {
        isNamed[Int(targets[index])] = true
      }
    }
    return nodes.filter { node in
      guard targets[node] == Int32(node), !isNamed[node], !isHidden[node] else { return false }
      // A surrounding target with the same action may have the name.
      let isNamedAround = sameTarget(around: node).map { isNamed[$0] } ?? false
      return !frames[node].isEmpty && !isNamedAround
    }
  }

  /// Returns whether a text has struck-through digits, and whether it has other digits.
  fileprivate func prices(in node: Int) -> (struck: Bool, current: Bool) {
    let lines = runs(of: node).filter { $0.traits.contains(.strike) }
    let digits = self.node(node).text.utf8.enumerated()
      .filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0.element) }
    let areStruck = digits.map { digit in lines.contains { $0.range.contains(digit.offset) } }
    return (areStruck.contains(true), areStruck.contains(false))
  }
}
