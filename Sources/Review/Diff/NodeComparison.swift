import SectionEngine

/// Compares the nodes of two sections from the top down, then decides from the bottom up what to
/// report. Linear on average. Iterative, so deep trees do not overflow the stack.
struct NodeComparison {
  let old: Page.Lines
  let new: Page.Lines
  /// The difference in points up to which lengths are equal.
  let tolerance: Double
  let pixel: Double
  /// The difference of one rounding in points, if the pages round differently; else `nil`.
  private let slack: Double?
  /// For each line of the old page, the number of texts before it. Only for pages that round
  /// differently.
  private let textsBefore: [Int]
  /// The difference up to which positions on the page are equal, in points.
  private let placeTolerance: Double
  let pageWidthGrowth: Double
  private(set) var rounded = 0
  private(set) var following = 0

  /// Whether the section moved by a fraction of a pixel, so that edges may be rounded differently.
  private var isRounded = false
  var records: [NodeRecord] = []
  private var stack: [NodeRecord] = []

  init(_ old: Page.Lines, _ new: Page.Lines, tolerance: Double, placeTolerance: Double) {
    self.placeTolerance = placeTolerance
    self.old = old
    self.new = new
    self.tolerance = max(tolerance, 0.005)
    pixel = 1 / max(1, min(old.header.scale, new.header.scale))
    slack = old.roundingSlack(beside: new)
    var texts = [0]
    if slack != nil {
      for line in old { texts.append(texts[texts.count - 1] + (line.string.isEmpty ? 0 : 1)) }
    }
    textsBefore = texts
    pageWidthGrowth = new.size.width - old.size.width
  }

  mutating func compare(_ oldSection: Int, _ newSection: Int, isRounded: Bool) -> Result {
    self.isRounded = isRounded
    records.removeAll(keepingCapacity: true)
    stack.append(NodeRecord(old: oldSection, new: newSection))
    while let record = stack.popLast() { visit(record) }
    return result()
  }

  private mutating func visit(_ record: NodeRecord) {
    var record = record
    guard record.old >= 0, record.new >= 0 else {
      records.append(record)
      return
    }
    let (a, b) = (old[record.old], new[record.new])
    let isSection = record.parent < 0
    if !isSection, record.places == nil, old.hasSameLines(record.old, as: record.new, of: new) {
      return
    }
    let reordering = record.change.kinds
    record.change = LineChange(
      old, a, new, b, slack: slack.map { _ in allowance(below: record.old) },
      placeSlack: placeTolerance)
    record.change.kinds.formUnion(reordering)
    if record.isBelowReplaced { record.change.dropContent() }
    if record.change.kinds.contains(.text) { record.change.drop("lines") }
    setGeometry(of: &record, a.frame, b.frame, isSection: isSection)
    dropRepeatedText(of: &record)
    let index = records.count
    records.append(record)
    visitChildren(of: record, at: index)
  }

  private mutating func setGeometry(
    of record: inout NodeRecord, _ a: Rect, _ b: Rect, isSection: Bool
  ) {
    let shift = (x: b.x - a.x, y: b.y - a.y)
    let growth = (width: b.width - a.width, height: b.height - a.height)
    let all = [growth.width, growth.height] + (isSection ? [shift.x] : [shift.x, shift.y])
    guard all.contains(where: { abs($0) > tolerance }) else { return }
    if isRounded, all.allSatisfy({ abs($0) <= pixel + 0.005 }) {
      rounded += 1
      return
    }
    // A box can also take the space that texts beside it need or leave.
    let room = allowance(below: record.parent < 0 ? record.old : records[record.parent].old)
    let isMovedX = abs(shift.x) > room && !record.isExplained.x
    let isMovedY = abs(shift.y) > room && !record.isExplained.y && !isSection
    let isWider = abs(growth.width) > room
    let isHigher = abs(growth.height) > room
    if abs(pageWidthGrowth) > tolerance, !isHigher, !isMovedY {
      let widens = isWider && !isMovedX && abs(growth.width - pageWidthGrowth) <= pixel + 0.005
      let follows =
        !isWider && isMovedX
        && [pageWidthGrowth, pageWidthGrowth / 2].contains { abs(shift.x - $0) <= pixel + 0.005 }
      if widens || follows {
        following += 1
        return
      }
    }
    if isMovedX || isMovedY { record.change.kinds.insert(.moved) }
    if (isWider || isHigher) && !record.isYielding { record.change.kinds.insert(.resized) }
  }

  /// Returns the difference in points up to which lengths of a node are equal. If the pages round
  /// differently, each text in the node can add a pixel. O(1).
  private func allowance(below line: Int) -> Double {
    guard let slack else { return tolerance }
    let texts = textsBefore[Int(old[line].end)] - textsBefore[line]
    return max(tolerance, slack * Double(texts))
  }

  /// Removes a change of text that an ancestor reports: an item's label can repeat a text inside.
  private func dropRepeatedText(of record: inout NodeRecord) {
    guard record.change.kinds.contains(.text) else { return }
    let words = (old.text(old[record.old].string), new.text(new[record.new].string))
    guard words.0 != words.1 else { return }
    var ancestor = record.parent
    while ancestor >= 0 {
      if let told = records[ancestor].words, told == words {
        record.change.kinds.remove(.text)
        // A new width of the text is a consequence of the new text.
        let height = old[record.old].frame.height - new[record.new].frame.height
        if abs(height) <= tolerance { record.change.kinds.remove(.resized) }
        return
      }
      // An item's label repeats only texts up to four levels below the item.
      guard record.level - records[ancestor].level < 4 else { break }
      ancestor = records[ancestor].parent
    }
    record.words = words
  }

  private mutating func visitChildren(of record: NodeRecord, at index: Int) {
    if old.lineCount(record.old) == 1, new.lineCount(record.new) == 1 { return }
    let children = ChildPairing(old, record.old, new, record.new)
    if children.oldIsPartial || children.newIsPartial { compareElided(below: record, at: index) }
    stack.append(contentsOf: entries(of: children, record, at: index).reversed())
  }

  /// Compares the numbers of elided nodes, which are all that a page records of them.
  private mutating func compareElided(below record: NodeRecord, at index: Int) {
    func countBelow(_ page: Page.Lines, _ line: Int) -> (count: Int?, isCut: Bool) {
      let end = Int(page[line].end)
      // With `--depth`, one line represents all descendants of a node: "9 nodes (--depth 1)".
      if end == line + 2, page[line + 1].kind == .elided,
        page.text(page[line + 1].name).contains("(--depth")
      {
        return (page[line + 1].number, true)
      }
      let isWhole = page[line + 1..<end].allSatisfy { $0.kind != .elided }
      return (isWhole ? end - line - 1 : nil, false)
    }
    let (before, after) = (countBelow(old, record.old), countBelow(new, record.new))
    guard before.isCut || after.isCut else { return }
    records[index].isCut = true
    if let old = before.count, let new = after.count, old != new {
      records[index].change.values.append(
        PageDiff.ValueChange(key: "nodes below", old: "\(old)", new: "\(new)"))
      records[index].change.kinds.insert(.restyled)
    }
  }

  /// Returns the records of the children, in pairing order.
  private func entries(
    of children: ChildPairing, _ record: NodeRecord, at index: Int
  ) -> [NodeRecord] {
    let pairing = children.pairing
    var placement = ChildPlacement(
      children, record, old, new, tolerance: tolerance, pixel: pixel, isRounded: isRounded)
    let isBelowReplaced = record.isBelowReplaced || record.isReplaced
    return pairing.steps.compactMap { origin, place in
      var child = NodeRecord(
        old: origin < 0 ? -1 : children.olds[origin], new: place < 0 ? -1 : children.news[place])
      child.parent = index
      child.level = record.level + 1
      child.isBelowReplaced = isBelowReplaced
      guard origin >= 0, place >= 0 else {
        let isGone = place < 0
        let isPartial = isGone ? children.newIsPartial : children.oldIsPartial
        if records[index].isCut || isBelowReplaced { return nil }
        // The other page may elide the same node because it is off screen.
        let (page, line) = isGone ? (old, child.old) : (new, child.new)
        if isPartial, page.tail(of: page[line]).flags.contains("offscreen") { return nil }
        child.change.kinds = isGone ? isPartial ? .left : .removed : isPartial ? .entered : .added
        return child
      }
      child.isByPlace = children.byPlace.contains(place)
      child.isExplained = placement.isExplained(place)
      child.isYielding = placement.hasCause && new.isSpacer(child.new)
      if !pairing.isUnmoved[place] {
        child.places = (origin + 1, place + 1)
        child.change.kinds.insert(.moved)
      }
      return child
    }
  }
}

extension Page.Lines {
  /// Returns whether a node is a spacer, which only fills the free space.
  fileprivate func isSpacer(_ line: Int) -> Bool {
    self[line].string.isEmpty && bytes[self[line].name.range].elementsEqual("spacer".utf8)
  }
}
