/// The rows that a section keeps from an earlier drawing of the same section, so that neither its
/// provider nor the layout makes them again.
///
/// The provider promises that a row depends only on its element of an array of the payload, on the
/// settings and on the environment (`section.rows/1`). Both drawings have the same environment,
/// settings and provider.
package struct EarlierRows: Sendable {
  package struct Row: Sendable, Hashable {
    /// The index of the row in the earlier section; -1 if the row is new.
    package var earlier: Int32
    /// The distance from the earlier element to the row's element, in indices of feed values.
    package var distance: Int32

    package init(earlier: Int32, distance: Int32) {
      self.earlier = earlier
      self.distance = distance
    }

    package static let new = Row(earlier: -1, distance: 0)
    package var isNew: Bool { earlier < 0 }
  }

  /// The earlier section, laid out.
  package let section: PlacedSection
  /// One element per row of the new section.
  package let rows: [Row]
  /// The index of the array, in the document of the new block.
  package let elements: UInt32

  package init(of section: PlacedSection, rows: [Row], elements: UInt32) {
    self.section = section
    self.rows = rows
    self.elements = elements
  }

  /// Whether these rows are those of a newly drawn section. If its provider names another array, or
  /// has another number of rows, all its rows are new.
  package func areRows(of section: Section) -> Bool {
    section.rowElements == elements && section.rows.count == rows.count
  }
}

extension Section {
  /// Adds a distance to the indices of feed values: those that nodes show, and that of the elements.
  package mutating func moveSources(by distance: Int) {
    arena.moveSources(by: distance)
    if rowElements != 0 { rowElements = UInt32(clamping: Int(rowElements) + distance) }
  }

  /// Whether the sections differ at most in the values that they come from, which move in a document,
  /// and in warnings about their rows.
  package func isDrawn(as other: Section) -> Bool {
    guard arena.isDrawn(as: other.arena) else { return false }
    func withoutPlaces(_ section: Section) -> Section {
      var section = section
      section.arena = NodeArena()
      section.rowElements = 0
      for row in section.rows.indices { section.rows[row].hasWarnings = false }
      return section
    }
    return withoutPlaces(self) == withoutPlaces(other)
  }
}

extension NodeArena {
  /// Returns whether the descendants of a node show no feed values outside of a range.
  /// Complexity: O(descendants).
  package func hasSources(ofDescendantsOf node: Int, onlyIn values: Range<UInt32>) -> Bool {
    var isInside = true
    forEachContent(ofDescendantsOf: node) {
      let source = contents[$0].source
      if source != 0 && !values.contains(source) { isInside = false }
    }
    return isInside
  }

  /// Reserves memory for the nodes of another arena and for a share of them again, so that adding
  /// them does not move nodes in memory.
  package mutating func reserve(_ other: NodeArena, growingBy growth: Double) {
    func capacity(_ count: Int) -> Int { Int(Double(count) * (1 + growth)) + 64 }
    records.reserveCapacity(capacity(other.records.count))
    frames.reserveCapacity(capacity(other.frames.count))
    contents.reserveCapacity(capacity(other.contents.count))
    text.reserveCapacity(capacity(other.text.count))
    attributes.reserveCapacity(capacity(other.attributes.count))
  }

  /// Adds rows with copies of the descendants of consecutive rows of another section's arena, below
  /// the open node. Frames are not copied. Returns the distance from the indices of their nodes there
  /// to those here. Complexity: O(nodes + text).
  /// - Parameters:
  ///   - content: The content of each row's own node.
  ///   - distance: Is added to the index of the feed value that a node shows.
  ///   - styles: The index of each style of the other arena in this arena; `UInt32.max` for a style
  ///     that was not looked up yet. Begin with an empty array for each pair of arenas.
  @discardableResult
  package mutating func addRows(
    _ rows: ArraySlice<Section.Row>, of other: NodeArena, content: NodeContent,
    movingSourcesBy distance: Int, _ styles: inout [UInt32]
  ) -> Int {
    guard let start = rows.first?.node, let last = rows.last?.node else { return 0 }
    let nodes = start..<other.end(of: last)
    if styles.isEmpty { styles = Array(repeating: .max, count: other.styles.count) }
    let nodeDistance = records.count - start
    let texts = other.textRange(ofDescendantsOf: rows)
    let textDistance = text.count - texts.lowerBound
    text.append(contentsOf: other.text[texts])
    // Contents are in the order of their nodes, so those of consecutive nodes are consecutive.
    let copied = other.contentRange(of: nodes)
    let contentDistance = UInt32(truncatingIfNeeded: contents.count - copied.lowerBound)
    contents.append(contentsOf: other.contents[copied])
    records.append(contentsOf: other.records[nodes])
    var next = rows.startIndex
    for node in nodes.lowerBound + nodeDistance..<records.count {
      records[node].subtreeEnd = UInt32(Int(records[node].subtreeEnd) + nodeDistance)
      if records[node].content != .max { records[node].content &+= contentDistance }
      let own = records[node].content == .max ? nil : Int(records[node].content)
      if next < rows.endIndex, rows[next].node + nodeDistance == node {
        var style = Style()
        if let height = rows[next].height { style.height = .points(Float(height)) }
        records[node].style = styleIndex(of: style, for: records[node].kind)
        if let own { contents[own] = content }
        next += 1
      } else {
        let style = Int(records[node].style)
        if styles[style] == .max { styles[style] = styleIndex(of: other.styles[style]) }
        records[node].style = styles[style]
        if let own { contents[own].move(textsBy: textDistance, sourceBy: distance) }
      }
    }
    frames.append(contentsOf: repeatElement(.zero, count: nodes.count))
    for index in other.attributeIndices(of: nodes) {
      var copy = other.attributes[index]
      copy.node = UInt32(Int(copy.node) + nodeDistance)
      copy.moveTexts(by: textDistance)
      let first = runs.count
      for run in copy.runs {
        var run = other.runs[run]
        run.moveTexts(by: textDistance)
        runs.append(run)
      }
      if !copy.runs.isEmpty { copy.runs = first..<runs.count }
      attributes.append(copy)
    }
    return nodeDistance
  }

  /// The range in `text` of the texts of the descendants of consecutive rows. The range is contiguous,
  /// because the texts of a node are added after those of the nodes before it. Complexity: O(nodes).
  private func textRange(ofDescendantsOf rows: ArraySlice<Section.Row>) -> Range<Int> {
    var (start, end) = (Int.max, 0)
    func cover(_ value: some NamesTexts) {
      var value = value
      value.forEachText { range in
        guard range.count > 0 else { return }
        start = min(start, range.indices.lowerBound)
        end = max(end, range.indices.upperBound)
      }
    }
    func cover(_ row: Section.Row) {
      forEachContent(ofDescendantsOf: row.node) { cover(contents[$0]) }
      for index in attributeIndices(of: row.node + 1..<self.end(of: row.node)) {
        cover(attributes[index])
        for run in attributes[index].runs { cover(runs[run]) }
      }
    }
    // The first texts are in the first row that has any, and the last ones in the last.
    for row in rows where end == 0 { cover(row) }
    let first = start
    (start, end) = (Int.max, 0)
    for row in rows.reversed() where end == 0 { cover(row) }
    return first < end ? first..<end : 0..<0
  }

  private func forEachContent(ofDescendantsOf node: Int, _ body: (Int) -> Void) {
    for record in records[node + 1..<max(node + 1, end(of: node))] where record.content != .max {
      body(Int(record.content))
    }
  }

  private func contentRange(of nodes: Range<Int>) -> Range<Int> {
    let hasContent = { (node: Int) in self.records[node].content != .max }
    guard let first = nodes.first(where: hasContent), let last = nodes.last(where: hasContent)
    else {
      return 0..<0
    }
    return Int(records[first].content)..<Int(records[last].content) + 1
  }

  private func attributeIndices(of nodes: Range<Int>) -> Range<Int> {
    guard !attributes.isEmpty else { return 0..<0 }
    return attributes.partitioningIndex {
      Int($0.node) >= nodes.lowerBound
    }..<attributes.partitioningIndex { Int($0.node) >= nodes.upperBound }
  }
}

/// A value that names texts of its arena.
private protocol NamesTexts {
  /// Calls `body` with every text. `EarlierRowsTests` compares copies of nodes that have all texts.
  mutating func forEachText(_ body: (inout TextRange) -> Void)
}

extension NamesTexts {
  mutating func moveTexts(by distance: Int) {
    forEachText { if $0.count > 0 { $0.start = UInt32(Int($0.start) + distance) } }
  }
}

extension NodeContent: NamesTexts {
  fileprivate mutating func move(textsBy textDistance: Int, sourceBy sourceDistance: Int) {
    if textDistance != 0 { moveTexts(by: textDistance) }
    if source != 0 && sourceDistance != 0 {
      source = UInt32(clamping: Int(source) + sourceDistance)
    }
  }

  fileprivate mutating func forEachText(_ body: (inout TextRange) -> Void) {
    body(&name)
    body(&text)
    body(&label)
    body(&badge)
    body(&actionType)
    body(&actionTarget)
    body(&color)
    body(&background)
  }
}

extension NodeAttributes: NamesTexts {
  fileprivate mutating func forEachText(_ body: (inout TextRange) -> Void) {
    body(&picture)
    body(&tint)
    body(&placeholder)
    body(&borderColor)
    body(&shadow.color)
    body(&resourceType)
    body(&resourceID)
    body(&state)
  }
}

extension TextRun: NamesTexts {
  fileprivate mutating func forEachText(_ body: (inout TextRange) -> Void) {
    body(&family)
    body(&color)
    body(&background)
    body(&actionType)
    body(&actionTarget)
    body(&image)
  }
}
