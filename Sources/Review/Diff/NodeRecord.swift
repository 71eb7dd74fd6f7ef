import Renderers

/// A pair of nodes to compare, or a node that only one page has.
struct NodeRecord {
  /// Lines; -1 if the page does not have the node.
  let old: Int
  let new: Int
  /// Index of the parent's record; -1 for the section.
  var parent = -1
  var level = 0
  var change = LineChange()
  /// Whether other changes explain its position, along each axis.
  var isExplained = (x: false, y: false)
  var isByNumber = false
  var isBelowReplaced = false
  /// Whether a page elides its children.
  var isCut = false
  /// Whether it is a spacer beside a change.
  var isYielding = false
  var places: (old: Int, new: Int)?
  /// The texts that it reports.
  var words: (String, String)?

  // Computed from the bottom up.
  var hasChange = false
  /// Whether its subtree has a change of text or order, so that it is not folded with siblings.
  var isUnique = false
  var signature = 0
  /// The number of added children minus that of removed ones.
  var balance = 0

  init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }

  /// Whether another item took its place, so that its content is not comparable.
  var isReplaced: Bool { isByNumber && change.kinds.contains(.text) }

  struct Result {
    var section: LineChange
    var nodes: [PageDiff.Node]
    /// Equal for sections whose nodes changed in the same way; `nil` if texts changed.
    var signature: Int?
  }

  /// Returns the changes of records in document order, the first of which is the section.
  static func result(
    of records: inout [NodeRecord], _ old: FlatPage, _ new: FlatPage
  ) -> Result {
    for index in records.indices.reversed() { settle(index, in: &records, old, new) }
    let isShown = fold(&records, old, new)
    var nodes: [PageDiff.Node] = []
    /// The names from the nearest reported ancestor to the record, by record.
    var routes = [Route](repeating: Route(), count: records.count)
    /// Records with similar siblings whose subtrees are not complete.
    var open: [Int] = []
    func close(until parent: Int) {
      while let last = open.last, last != parent, !records.isAncestor(last, of: parent) {
        open.removeLast()
        let depth = routes[last].depth
        guard let node = nodes.lastIndex(where: { $0.depth == depth }) else { continue }
        let (page, line) = records[last].shown(old, new)
        nodes[node].alike = (isShown[last].alike, page.text(line.name))
      }
    }
    for index in records.indices.dropFirst() where isShown[index].isShown {
      let record = records[index]
      close(until: record.parent)
      var route = routes[record.parent].below
      let (page, line) = record.shown(old, new)
      route.path.append(page.id(of: line))
      let string = page.text(line.string)
      if record.change.kinds.isEmpty {
        if !string.isEmpty { route.context = string }
      } else {
        nodes.append(
          PageDiff.Node(
            kinds: record.change.kinds, old: record.old, new: record.new, path: route.path,
            depth: route.depth, context: string.isEmpty ? route.context : "",
            values: record.change.values, places: record.places))
        route.isTold = true
      }
      routes[index] = route
      if isShown[index].alike > 0 { open.append(index) }
    }
    close(until: 0)
    let hasWords = records.contains {
      !$0.change.kinds.isDisjoint(with: [.text, .action, .added, .removed, .entered, .left])
    }
    return Result(
      section: records[0].change, nodes: nodes, signature: hasWords ? nil : records[0].signature)
  }

  private struct Route {
    var path: [String] = []
    var context = ""
    var depth = 0
    /// Whether it has a line of its own.
    var isTold = false

    /// The route of its children.
    var below: Route { isTold ? Route(depth: depth + 1) : self }
  }

  /// Decides what a record reports, after all of its descendants.
  private static func settle(
    _ index: Int, in records: inout [NodeRecord], _ old: FlatPage, _ new: FlatPage
  ) {
    var record = records[index]
    if let count = record.change.count {
      let difference = (count.new.flatMap { Int($0) } ?? 0) - (count.old.flatMap { Int($0) } ?? 0)
      if record.isBelowReplaced || difference != record.balance {
        record.change.values.insert(count, at: 0)
        record.change.kinds.insert(.restyled)
      }
    }
    if !record.change.derived.isEmpty, record.change.kinds.isEmpty, !record.hasChange,
      record.old >= 0, record.new >= 0,
      // If a size counts as unchanged, so do the values that follow from it.
      old.lines[record.old].frame.width == new.lines[record.new].frame.width,
      old.lines[record.old].frame.height == new.lines[record.new].frame.height
    {
      record.change.values += record.change.derived
      record.change.kinds.insert(.restyled)
    }
    var hasher = Hasher()
    hasher.combine(record.signature)
    record.hashOwn(into: &hasher, old, new)
    if record.places != nil || (record.words != nil && !record.isByNumber) {
      record.isUnique = true
    }
    record.hasChange = record.hasChange || !record.change.kinds.isEmpty
    record.signature = hasher.finalize()
    records[index] = record
    guard record.parent >= 0, record.hasChange else { return }
    records[record.parent].hasChange = true
    if record.isUnique { records[record.parent].isUnique = true }
    var combined = Hasher()
    combined.combine(records[record.parent].signature)
    combined.combine(record.signature)
    records[record.parent].signature = combined.finalize()
    if record.change.kinds.contains(.added) { records[record.parent].balance += 1 }
    if record.change.kinds.contains(.removed) { records[record.parent].balance -= 1 }
  }

  private func hashOwn(into hasher: inout Hasher, _ old: FlatPage, _ new: FlatPage) {
    hasher.combine(change.kinds)
    let (page, line) = shown(old, new)
    if parent >= 0 {
      page.bytes.withUnsafeBytes {
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[line.name.range]))
      }
    }
    func combine(_ value: Double) { hasher.combine((value * 100).rounded()) }
    if self.old >= 0, self.new >= 0 {
      let before = old.lines[self.old].frame
      if change.kinds.contains(.resized) {
        combine(line.frame.width - before.width)
        combine(line.frame.height - before.height)
      }
      if change.kinds.contains(.moved), places == nil {
        combine(line.frame.x - before.x)
        combine(line.frame.y - before.y)
      }
    } else {
      combine(line.frame.width)
      combine(line.frame.height)
    }
    for value in change.values {
      hasher.combine(value.key)
      // Action and badge differ from item to item.
      if !["action", "badge"].contains(value.key) { hasher.combine(value) }
    }
  }

  /// Returns which records are shown, and the number of similar siblings: of siblings that changed
  /// in the same way, only the first is shown. Unchanged records are not shown.
  private static func fold(
    _ records: inout [NodeRecord], _ old: FlatPage, _ new: FlatPage
  ) -> [(isShown: Bool, alike: Int)] {
    struct Key: Hashable { let parent, signature: Int }
    var firsts: [Key: Int] = [:]
    var result = [(isShown: Bool, alike: Int)](repeating: (false, 0), count: records.count)
    for index in records.indices {
      let record = records[index]
      guard record.hasChange, record.parent < 0 || result[record.parent].isShown else { continue }
      result[index].isShown = true
      guard record.parent >= 0, !record.isUnique else { continue }
      let key = Key(parent: record.parent, signature: record.signature)
      if let first = firsts[key] {
        result[index].isShown = false
        result[first].alike += 1
      } else {
        firsts[key] = index
      }
    }
    return result
  }

  /// Returns the page that has the node, the new one if both have it, and its line there.
  private func shown(
    _ old: FlatPage, _ new: FlatPage
  ) -> (page: FlatPage, line: FlatPage.Line) {
    self.new >= 0 ? (new, new.lines[self.new]) : (old, old.lines[self.old])
  }
}

extension [NodeRecord] {
  /// Returns whether a record is an ancestor of another one, or the same.
  /// - Complexity: O(levels between them).
  fileprivate func isAncestor(_ ancestor: Int, of index: Int) -> Bool {
    var index = index
    while index > ancestor { index = self[index].parent }
    return index == ancestor
  }
}
