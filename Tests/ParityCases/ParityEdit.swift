internal import LayoutCore
internal import Renderers
internal import TestTools

/// One difference of an app from its page.
struct ParityEdit {
  enum Kind: String, CaseIterable {
    case sectionShift = "section shifted"
    case nodeShift = "node shifted"
    case sectionResize = "section resized"
    case nodeResize = "node resized"
    case taller = "text taller"
    case sectionRemoval = "section removed"
    case nodeRemoval = "node removed"
    case sectionInsertion = "section inserted"
    case viewInsertion = "view inserted"
    case textChange = "text changed"
  }

  var kind: Kind
  var node: ParityNode
  /// The number of the frame that changed: "x", "y", "width" or "height".
  var side = ""
  var amount = 0.0
}

/// Applies edits to the nodes of a page as an app that was built differently would.
struct ParityEditing {
  let root: ParityNode
  let screen: Rect
  let style: ParityStyle
  var random: SplitMix64
  private var edits: [ParityEdit] = []
  private var amounts: [Double] = [-14, -11, -5, -4, 3, 4, 5, 11, 13, 16, 19, 22, 25]

  init(root: ParityNode, screen: Rect, style: ParityStyle, random: SplitMix64) {
    self.root = root
    self.screen = screen
    self.style = style
    self.random = random
  }

  /// Changes some texts and applies 3 to 8 edits. Returns the edits that the screen shows.
  mutating func edit() -> [ParityEdit] {
    lose()
    let count = Int.random(in: 3...8, using: &random)
    for _ in 0..<60 where edits.count < count {
      guard let kind = ParityEdit.Kind.allCases.randomElement(using: &random) else { break }
      apply(kind)
    }
    return edits.filter { edit in
      guard !edit.node.ancestors.contains(where: \.isRemoved) else { return false }
      // Without a view, a section is surely on the screen only if a text follows it.
      let isWhole = [.sectionRemoval, .sectionInsertion, .viewInsertion].contains(edit.kind)
      let needsNext = isWhole && style.containers == 0
      return edit.node.isVisible(in: screen) && (!needsNext || isFollowed(edit.node))
    }
  }

  private func isFollowed(_ section: ParityNode) -> Bool {
    let texts = root.subtree.filter { $0.isText && !$0.isGone && $0.isVisible(in: screen) }
    return texts.contains { $0.absolute.y >= section.absolute.maxY && $0.text == $0.string }
  }

  /// Replaces 5 % of the texts with a translation, and removes 10 %.
  private mutating func lose() {
    for node in root.subtree where node.isText {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<5:
        node.text = "Übersetzt \(node.path.count)"
        node.touched = ["text", "x", "width", "height", "y"]
      case 5..<15: node.isRemoved = true
      default: break
      }
    }
  }

  /// Returns an amount that no other edit of the case has, and that is not a gap between sections.
  /// So one edit cannot explain the report of another.
  private mutating func amount() -> Double {
    guard let place = amounts.indices.randomElement(using: &random) else { return 31 }
    return amounts.remove(at: place)
  }

  /// The sections on the screen, without the ones that determine the scroll offset of the screen.
  private var sections: ArraySlice<ParityNode> {
    let visible = root.children.filter {
      !$0.isRemoved && !$0.isInserted && $0.absolute.intersection(screen).height > 0
    }
    let free = style.statesOffset && screen.y == 0 ? visible[...] : visible.dropFirst(2)
    // The height of a section without a view is unknown, and so is the offset of the next section.
    let first = root.children.firstIndex { $0.isInserted && !$0.isShown }
    let blurred = first.map { Set(root.children[($0 + 1)...].prefix(1).map(ObjectIdentifier.init)) }
    return free.filter { !(blurred?.contains(ObjectIdentifier($0)) ?? false) }[...]
  }

  /// Returns the texts of a section that are on the screen and that no edit changed.
  private func knownTexts(in section: ParityNode) -> [ParityNode] {
    section.subtree.filter {
      $0.isText && !$0.isGone && !$0.isInserted && $0.text == $0.string && $0.isVisible(in: screen)
    }
  }

  /// Returns a node on the screen that has a view, and enough unchanged texts around it to find it.
  private mutating func node(_ condition: (ParityNode) -> Bool) -> ParityNode? {
    let known = Set(edits.map { ObjectIdentifier($0.node) })
    let movable = sections
    let nodes = root.subtree.dropFirst().filter { node in
      guard node.isShown, node.draws, node.twins.count == 1, !node.isSection, !node.isInserted,
        !node.isGone, !node.isMerged,
        node.touched.isEmpty, !node.ancestors.contains(where: \.isMerged), condition(node),
        node.isVisible(in: screen), !known.contains(ObjectIdentifier(node))
      else { return false }
      guard movable.contains(where: { $0 === node.section }) else { return false }
      return knownTexts(in: node.section).count >= 3
    }
    return nodes.randomElement(using: &random)
  }

  private mutating func apply(_ kind: ParityEdit.Kind) {
    switch kind {
    case .sectionShift: shiftSection()
    case .nodeShift: shiftNode()
    case .sectionResize: resizeSection()
    case .nodeResize: resizeNode()
    case .taller: makeTaller()
    case .sectionRemoval: removeSection()
    case .nodeRemoval: removeNode()
    case .sectionInsertion: insertSection()
    case .viewInsertion: insertView()
    case .textChange: changeText()
    }
  }

  private mutating func shiftSection() {
    guard let section = sections.randomElement(using: &random), section.touched.isEmpty else {
      return
    }
    guard knownTexts(in: section).count > 1, !isBesideOtherReason(section) else { return }
    let amount = amount()
    section.app.y += amount
    push(after: section, by: amount)
    note(.sectionShift, section, "y", amount)
  }

  private mutating func shiftNode() {
    guard let node = node({ $0.children.isEmpty || !$0.string.isEmpty }) else { return }
    let amount = amount()
    let side = Bool.random(using: &random) ? "x" : "y"
    if side == "x" { node.app.x += amount } else { node.app.y += amount }
    note(.nodeShift, node, side, amount)
  }

  /// Whether a section before or after a section is only in the app, is missing in it, or moved alone.
  /// Then it is unknown which of the two edits explains the position.
  private func isBesideOtherReason(_ section: ParityNode) -> Bool {
    guard let place = root.children.firstIndex(where: { $0 === section }) else { return true }
    let near = root.children[max(0, place - 1)..<min(root.children.count, place + 2)]
    return near.contains { $0.isInserted || $0.isRemoved || $0.touched.contains("y") }
  }

  private mutating func resizeSection() {
    guard let section = sections.randomElement(using: &random), section.isShown,
      section.touched.isEmpty, !knownTexts(in: section).isEmpty
    else { return }
    let amount = amount() * 2
    section.app.height += amount
    push(after: section, by: amount)
    note(.sectionResize, section, "height", amount)
  }

  private mutating func resizeNode() {
    guard let node = node({ !$0.isText && !$0.scrollsAlongX && $0.page.height > 30 }) else {
      return
    }
    let amount = amount()
    if Bool.random(using: &random) {
      node.app.width += amount
      if Bool.random(using: &random) {
        for other in node.parent?.children ?? [] where other.page.x >= node.page.maxX - 0.5 {
          other.app.x += amount
        }
      }
      note(.nodeResize, node, "width", amount)
    } else {
      node.app.height += amount
      note(.nodeResize, node, "height", amount)
    }
  }

  private mutating func makeTaller() {
    guard let node = node({ $0.isText }) else { return }
    let amount = abs(amount())
    node.app.height += amount
    note(.taller, node, "height", amount)
    // A row is as high as its highest cell, so only one taller text of a section may move the nodes
    // below it.
    guard Bool.random(using: &random),
      !node.section.subtree.contains(where: { $0.touched.contains("height") && $0 !== node })
    else { return }
    var child = node
    while let parent = child.parent, parent.parent != nil {
      for other in parent.children where other.page.y >= child.page.maxY - 0.5 {
        other.app.y += amount
      }
      parent.app.height += amount
      parent.touched.insert("height")
      child = parent
    }
    push(after: child, by: amount)
  }

  private mutating func removeSection() {
    let candidates = sections.filter { section in
      section.isVisible(in: screen) && section.subtree.allSatisfy(\.touched.isEmpty)
        && section.subtree.contains { $0.isText && !$0.isGone && $0.isVisible(in: screen) }
        && !edits.contains { $0.node.section === section } && !hasTwin(section)
        && !isBesideOtherReason(section)
    }
    guard let section = candidates.randomElement(using: &random) else { return }
    section.isRemoved = true
    if let place = root.children.firstIndex(where: { $0 === section }),
      let next = root.children[(place + 1)...].first(where: { !$0.isInserted })
    {
      push(after: section, by: section.page.y - next.page.y)
    }
    edits.append(ParityEdit(kind: .sectionRemoval, node: section))
  }

  /// Whether a neighbour is equal to the section. Texts are compared only if some are left;
  /// otherwise it is unknown which of the two is missing in the app.
  private func hasTwin(_ section: ParityNode) -> Bool {
    func content(_ node: ParityNode, _ hasTexts: Bool) -> [String] {
      node.subtree.dropFirst().filter { !$0.isInserted }.map {
        "\($0.name) \(hasTexts ? $0.string : "") \($0.page.width) \($0.page.height)"
      }
    }
    guard let place = root.children.firstIndex(where: { $0 === section }) else { return false }
    let near = root.children[max(0, place - 1)..<min(root.children.count, place + 2)]
    return near.contains {
      let hasTexts = !knownTexts(in: $0).isEmpty
      return $0 !== section && content($0, hasTexts) == content(section, hasTexts)
    }
  }

  private mutating func removeNode() {
    let used = edits.map(\.node)
    let node = node { node in
      (node.isText || node.isPicture || ["card", "row", "cell"].contains(node.name))
        && !used.contains { $0 === node || $0.ancestors.contains { $0 === node } }
        && node.subtree.allSatisfy(\.touched.isEmpty)
        && (node.children.isEmpty || node.subtree.contains { $0.isText && !$0.isGone })
    }
    guard let node else { return }
    node.isRemoved = true
    edits.append(ParityEdit(kind: .nodeRemoval, node: node))
    // If all remaining cards move, the cause may also be that the carousel is scrolled.
    guard node.name == "card", style.statesOffset || node.page.x > 20, Bool.random(using: &random),
      let next = node.parent?.children.first(where: { $0.page.x > node.page.x + 1 })
    else { return }
    for other in node.parent?.children ?? [] where other.page.x > node.page.x + 1 {
      other.app.x -= next.page.x - node.page.x
    }
  }

  private mutating func insertSection() {
    guard let next = sections.randomElement(using: &random),
      next.isShown || next.subtree.allSatisfy({ !$0.touched.contains("y") }),
      style.sections > 0.5 || !root.children.contains(where: \.isInserted),
      let place = root.children.firstIndex(where: { $0 === next }), !isBesideOtherReason(next)
    else { return }
    let height = Double.random(in: 40...160, using: &random).rounded()
    let number = edits.count + 1
    let section = inserted("BLOCK", Rect(x: 0, y: next.app.y, width: 390, height: height), in: root)
    section.add(
      inserted(
        "Inserted heading \(number)", Rect(x: 10, y: 10, width: 140, height: 20), in: section))
    root.children.insert(section, at: place)
    let gap = place > 0 ? next.page.y - root.children[place - 1].page.maxY : 0
    let room = height + (root.children[place - 1 < 0 ? 0 : place - 1].isInserted ? 0 : gap)
    next.app.y += room
    push(after: next, by: room)
    edits.append(ParityEdit(kind: .sectionInsertion, node: section))
  }

  private mutating func insertView() {
    guard let section = sections.randomElement(using: &random) else { return }
    let frame = Rect(
      x: Double.random(in: 10...300, using: &random).rounded(),
      y: Double.random(in: 0...max(1, section.page.height - 20), using: &random).rounded(),
      width: 60, height: 18)
    let view = inserted("Inserted label \(edits.count + 1)", frame, in: section)
    section.add(view)
    edits.append(ParityEdit(kind: .viewInsertion, node: view))
  }

  private func inserted(_ text: String, _ frame: Rect, in parent: ParityNode) -> ParityNode {
    let node = ParityNode(
      path: "\(parent.path)/\(text)", name: text == "BLOCK" ? "section" : "text", string: text,
      page: frame)
    node.isInserted = true
    node.isShown = text != "BLOCK" || style.sections > 0.5
    node.parent = parent
    return node
  }

  private mutating func changeText() {
    guard let node = node({ $0.isText }) else { return }
    node.text = "Changed text \(edits.count + 1)"
    node.touched.insert("text")
    edits.append(ParityEdit(kind: .textChange, node: node))
  }

  private mutating func note(
    _ kind: ParityEdit.Kind, _ node: ParityNode, _ side: String, _ amount: Double
  ) {
    node.touched.insert(side)
    edits.append(ParityEdit(kind: kind, node: node, side: side, amount: amount))
  }

  private func push(after section: ParityNode, by amount: Double) {
    guard let place = root.children.firstIndex(where: { $0 === section }) else { return }
    for other in root.children[(place + 1)...] { other.app.y += amount }
  }
}
