import Page
import Renderers

extension NodeComparison {
  struct Result {
    var section: LineChange
    var nodes: [PageDiff.Node]
    var marks: [PageDiff.Mark]
    /// A hash that is equal for sections whose nodes changed alike; `nil` if texts, actions or the
    /// set of nodes changed.
    var signature: Int?
  }

  /// Returns the changes of the records in document order. The first record is the section.
  mutating func result() -> Result {
    for index in records.indices.reversed() { settle(index) }
    fold()
    var nodes: [PageDiff.Node] = []
    /// For each record, the names below the nearest reported ancestor, down to the record.
    var routes = [Route](repeating: Route(), count: records.count)
    /// The current record and its ancestors, as far as they represent omitted siblings.
    var open: [Int] = []
    func close(until parent: Int) {
      while let last = open.last, !isAncestor(last, of: parent) {
        open.removeLast()
        let depth = routes[last].depth
        guard let node = nodes.lastIndex(where: { $0.depth == depth }) else { continue }
        let (page, line) = shown(records[last])
        nodes[node].alike = (records[last].alike, page.text(line.name))
        nodes[node].alikeTexts = records[last].alikeTexts
      }
    }
    for index in records.indices.dropFirst() where records[index].isShown {
      let record = records[index]
      close(until: record.parent)
      var route = routes[record.parent].below
      let (page, line) = shown(record)
      route.path.append(page.id(of: line))
      let string = page.text(line.string)
      if record.change.kinds.isEmpty {
        if !string.isEmpty { route.context = string }
      } else {
        nodes.append(
          .init(
            kinds: record.change.kinds, old: record.old, new: record.new, path: route.path,
            depth: route.depth, context: string.isEmpty ? route.context : "",
            values: record.change.values, places: record.places))
        route.isTold = true
      }
      routes[index] = route
      if record.alike > 0 { open.append(index) }
    }
    close(until: 0)
    let hasWords = records.contains {
      !$0.change.kinds.isDisjoint(with: [.text, .action, .added, .removed, .entered, .left])
    }
    let marks = records.dropFirst().filter { !$0.change.kinds.isEmpty }.map {
      PageDiff.Mark(kinds: $0.change.kinds, old: $0.old, new: $0.new)
    }
    return Result(
      section: records[0].change, nodes: nodes, marks: marks,
      signature: hasWords ? nil : records[0].signature)
  }

  private struct Route {
    var path: [String] = []
    var context = ""
    var depth = 0
    /// Whether the record is reported on a line of its own.
    var isTold = false

    var below: Route { isTold ? Route(depth: depth + 1) : self }
  }

  /// Decides what a record reports. Its descendants must be settled before.
  private mutating func settle(_ index: Int) {
    var record = records[index]
    if let count = record.change.count {
      let difference = (Int(count.new ?? "") ?? 0) - (Int(count.old ?? "") ?? 0)
      if record.isBelowReplaced || difference != record.balance {
        record.change.values.insert(count, at: 0)
        record.change.kinds.insert(.restyled)
      }
    }
    if !record.change.derived.isEmpty, record.change.kinds.isEmpty, !record.hasChange,
      record.old >= 0, record.new >= 0,
      // A size difference within the tolerance is not reported, and neither are its consequences.
      old[record.old].frame.width == new[record.new].frame.width,
      old[record.old].frame.height == new[record.new].frame.height
    {
      record.change.values += record.change.derived
      record.change.kinds.insert(.restyled)
    }
    if record.places != nil || (record.words != nil && !record.isByPlace) {
      record.isUnique = true
    }
    record.hasChange = record.hasChange || !record.change.kinds.isEmpty
    record.signature = signature(of: record)
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

  /// Returns a hash of the changes of the record and its descendants.
  private func signature(of record: NodeRecord) -> Int {
    var hasher = Hasher()
    hasher.combine(record.signature)
    hasher.combine(record.change.kinds)
    let (page, line) = shown(record)
    if record.parent >= 0 {
      page.bytes.withUnsafeBytes {
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[line.name.range]))
      }
    }
    func combine(_ value: Double) { hasher.combine((value * 100).rounded()) }
    if record.old >= 0, record.new >= 0 {
      let before = old[record.old].frame
      if record.change.kinds.contains(.resized) {
        combine(line.frame.width - before.width)
        combine(line.frame.height - before.height)
      }
      if record.change.kinds.contains(.moved), record.places == nil {
        combine(line.frame.x - before.x)
        combine(line.frame.y - before.y)
      }
    } else {
      combine(line.frame.width)
      combine(line.frame.height)
    }
    for value in record.change.values {
      hasher.combine(value.key)
      // The values of these attributes are different for every item.
      if !["action", "action-type", "badge", "item", "picture"].contains(value.key) {
        hasher.combine(value)
      }
    }
    return hasher.finalize()
  }

  /// Decides which records are shown: of siblings that changed alike, only the first.
  private mutating func fold() {
    struct Key: Hashable { let parent, signature: Int }
    var firsts: [Key: Int] = [:]
    /// For each omitted record, and for its descendants: the sibling that is shown instead.
    var shown: [Int: Int] = [:]
    func fold(_ index: Int, into first: Int) {
      shown[index] = first
      let record = records[index]
      if record.change.kinds.contains(.removed), let text = old.texts(in: record.old).first {
        if records[first].alikeTexts.count < 8 { records[first].alikeTexts.append((text, nil)) }
      } else if let words = record.words, records[first].alikeTexts.count < 3 {
        records[first].alikeTexts.append((words.0, words.1))
      }
    }
    for index in records.indices {
      let record = records[index]
      if let first = shown[record.parent] { fold(index, into: first) }
      guard record.hasChange, record.parent < 0 || records[record.parent].isShown else { continue }
      let key = Key(parent: record.parent, signature: record.signature)
      if record.parent >= 0, !record.isUnique, let first = firsts[key] {
        records[first].alike += 1
        fold(index, into: first)
      } else {
        records[index].isShown = true
        if !record.isUnique { firsts[key] = index }
      }
    }
  }

  private func shown(_ record: NodeRecord) -> (page: Page.Lines, line: Page.Line) {
    record.new >= 0 ? (new, new[record.new]) : (old, old[record.old])
  }

  /// Returns whether a record is an ancestor of another record, or the same record.
  private func isAncestor(_ ancestor: Int, of index: Int) -> Bool {
    var index = index
    while index > ancestor { index = records[index].parent }
    return index == ancestor
  }
}
