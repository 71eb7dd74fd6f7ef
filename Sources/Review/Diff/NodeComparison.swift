import LayoutCore
import Renderers

/// Compares the nodes of two sections. It does not recurse, so depth does not use stack.
///
/// First it compares every pair of nodes from the top down; then it decides from the bottom up what
/// to report: identical changes of siblings are folded into one, and values that follow from others
/// are dropped. Linear in the lines on average.
struct NodeComparison {
  let old: FlatPage
  let new: FlatPage
  /// Smaller differences in points are ignored.
  let tolerance: Double
  let pixel: Double
  /// The growth of the page's width.
  let pageGrowth: Double
  private(set) var rounded = 0
  private(set) var following = 0

  private var isRounded = false
  private var records: [NodeRecord] = []
  private var stack: [NodeRecord] = []

  init(_ old: FlatPage, _ new: FlatPage, tolerance: Double) {
    self.old = old
    self.new = new
    self.tolerance = max(tolerance, 0.005)
    pixel = 1 / Double(max(1, min(old.header.scale, new.header.scale)))
    pageGrowth = new.feed.size.width - old.feed.size.width
  }

  /// - Parameters:
  ///   - oldSection: the line of the section in the old page.
  ///   - newSection: the line of the section in the new page.
  ///   - isRounded: whether the section moved by a part of a pixel, so that edges may be rounded
  ///     differently.
  /// - Returns: the changes, and the section's own change with `derived` resolved.
  mutating func compare(
    _ oldSection: Int, _ newSection: Int, isRounded: Bool
  ) -> NodeRecord.Result {
    self.isRounded = isRounded
    records.removeAll(keepingCapacity: true)
    let root = NodeRecord(old: oldSection, new: newSection)
    stack.append(root)
    while let record = stack.popLast() { visit(record) }
    return NodeRecord.result(of: &records, old, new)
  }

  // MARK: From the top down

  private mutating func visit(_ record: NodeRecord) {
    var record = record
    guard record.old >= 0, record.new >= 0 else {
      records.append(record)
      return
    }
    let a = old.lines[record.old]
    let b = new.lines[record.new]
    let isSection = record.parent < 0
    if !isSection, record.places == nil, hasSameSubtree(record.old, record.new) { return }
    let reordering = record.change.kinds
    record.change = LineChange(old, a, new, b)
    record.change.kinds.formUnion(reordering)
    if record.isBelowReplaced { record.change.dropContent() }
    if record.change.kinds.contains(.text) { record.change.dropLines() }
    setGeometry(of: &record, a.frame, b.frame, isSection: isSection)
    dropRepeatedText(of: &record)
    let index = records.count
    records.append(record)
    visitChildren(of: record, at: index)
  }

  /// Returns whether the bytes of two subtrees are the same, so that they have no differences.
  private func hasSameSubtree(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = (old.lines[a], new.lines[b])
    guard Int(x.end) - a == Int(y.end) - b, x.level == y.level else { return false }
    return old.hasSameBytes(
      FlatPage.Span(Int(x.name.start)..<old.endOfBytes(below: a)),
      as: FlatPage.Span(Int(y.name.start)..<new.endOfBytes(below: b)), of: new)
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
    var (isMovedX, isMovedY) = (abs(shift.x) > tolerance, abs(shift.y) > tolerance && !isSection)
    if record.isExplained.x { isMovedX = false }
    if record.isExplained.y { isMovedY = false }
    let isWider = abs(growth.width) > tolerance
    let isHigher = abs(growth.height) > tolerance
    if abs(pageGrowth) > tolerance, !isHigher, !isMovedY {
      let widens = isWider && !isMovedX && abs(growth.width - pageGrowth) <= pixel + 0.005
      let follows =
        !isWider && isMovedX
        && [pageGrowth, pageGrowth / 2].contains { abs(shift.x - $0) <= pixel + 0.005 }
      if widens || follows {
        following += 1
        return
      }
    }
    if isMovedX || isMovedY { record.change.kinds.insert(.moved) }
    if (isWider || isHigher) && !record.isYielding { record.change.kinds.insert(.resized) }
  }

  /// Drops a change of text that an ancestor reports already, because the label of an item repeats
  /// a text below it.
  private func dropRepeatedText(of record: inout NodeRecord) {
    guard record.change.kinds.contains(.text) else { return }
    let words = (
      old.text(old.lines[record.old].string), new.text(new.lines[record.new].string)
    )
    guard words.0 != words.1 else { return }
    var ancestor = record.parent
    while ancestor >= 0 {
      if let told = records[ancestor].words, told == words {
        record.change.kinds.remove(.text)
        // The width follows from the text.
        let height = old.lines[record.old].frame.height - new.lines[record.new].frame.height
        if abs(height) <= tolerance { record.change.kinds.remove(.resized) }
        return
      }
      // An item's label repeats only texts near it.
      guard record.level - records[ancestor].level < 4 else { break }
      ancestor = records[ancestor].parent
    }
    record.words = words
  }

  // MARK: Children

  private mutating func visitChildren(of record: NodeRecord, at index: Int) {
    let (a, b) = (old.lines[record.old], new.lines[record.new])
    if Int(a.end) == record.old + 1, Int(b.end) == record.new + 1 { return }
    let pairing = ChildPairing(old, record.old, new, record.new)
    compareElided(pairing, of: record, at: index)
    let children = entries(of: pairing, record, at: index)
    stack.append(contentsOf: children.reversed())
  }

  /// Compares the numbers of elided nodes. Whether the nodes themselves were added or removed is
  /// unknown.
  private mutating func compareElided(
    _ pairing: ChildPairing, of record: NodeRecord, at index: Int
  ) {
    guard pairing.oldIsPartial || pairing.newIsPartial else { return }
    func countBelow(_ page: FlatPage, _ line: Int) -> (count: Int?, isCut: Bool) {
      let end = Int(page.lines[line].end)
      if end == line + 2, page.lines[line + 1].isCut(in: page) {
        return (page.lines[line + 1].number, true)
      }
      let isWhole = page.lines[line + 1..<end].allSatisfy { $0.kind != .elided }
      return (isWhole ? end - line - 1 : nil, false)
    }
    let before = countBelow(old, record.old)
    let after = countBelow(new, record.new)
    guard before.isCut || after.isCut else { return }
    records[index].isCut = true
    if let old = before.count, let new = after.count, old != new {
      records[index].change.values.append(
        PageDiff.ValueChange(key: "nodes below", old: "\(old)", new: "\(new)"))
      records[index].change.kinds.insert(.restyled)
    }
  }

  /// Returns the records of the children in the new order. A removed child follows its old
  /// predecessor.
  private mutating func entries(
    of pairing: ChildPairing, _ record: NodeRecord, at index: Int
  ) -> [NodeRecord] {
    var placement = ChildPlacement(
      pairing, record, old, new, tolerance: tolerance, slack: pixel,
      isRounded: isRounded)
    var result: [NodeRecord] = []
    var nextOld = 0
    func child(old: Int, new: Int) -> NodeRecord {
      var child = NodeRecord(old: old, new: new)
      child.parent = index
      child.level = record.level + 1
      child.isBelowReplaced = record.isBelowReplaced || record.isReplaced
      return child
    }
    func addGone(before end: Int) {
      while nextOld < end {
        let line = pairing.olds[nextOld]
        if pairing.destinations[nextOld] < 0 {
          var gone = child(old: line, new: -1)
          gone.change.kinds = pairing.newIsPartial ? .left : .removed
          let isShown = !pairing.newIsPartial || !old.isOffscreen(line)
          if isShown, !records[index].isCut, !gone.isBelowReplaced { result.append(gone) }
        }
        nextOld += 1
      }
    }
    for place in pairing.news.indices {
      let line = pairing.news[place]
      let origin = Int(pairing.origins[place])
      guard origin >= 0 else {
        var come = child(old: -1, new: line)
        come.change.kinds = pairing.oldIsPartial ? .entered : .added
        let isShown = !pairing.oldIsPartial || !new.isOffscreen(line)
        if isShown, !records[index].isCut, !come.isBelowReplaced { result.append(come) }
        continue
      }
      if pairing.isUnmoved[place] { addGone(before: origin) }
      var pair = child(old: pairing.olds[origin], new: line)
      pair.isByNumber = pairing.isByNumber[place]
      pair.isExplained = placement.isExplained(place)
      pair.isYielding = placement.hasCause && new.isSpacer(line)
      if !pairing.isUnmoved[place] {
        pair.places = (origin + 1, place + 1)
        pair.change.kinds.insert(.moved)
      }
      result.append(pair)
    }
    addGone(before: pairing.olds.count)
    return result
  }
}
