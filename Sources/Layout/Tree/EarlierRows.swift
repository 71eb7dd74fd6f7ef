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
  /// The range in `text` of the texts of a node's descendants. The range is contiguous, because the
  /// texts of a node are added after those of the nodes before it. Complexity: O(descendants).
  private func textRange(ofDescendantsOf node: Int) -> Range<Int> {
    var (start, end) = (Int.max, 0)
    func cover(_ value: some NamesTexts) {
      var value = value
      value.forEachText { range in
        guard range.count > 0 else { return }
        start = min(start, range.indices.lowerBound)
        end = max(end, range.indices.upperBound)
      }
    }
    forEachContent(ofDescendantsOf: node) { cover(contents[$0]) }
    for index in attributeIndices(ofDescendantsOf: node) {
      cover(attributes[index])
      for run in attributes[index].runs { cover(runs[run]) }
    }
    return start < end ? start..<end : 0..<0
  }

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

  /// Adds copies of the descendants of a node of another arena below the open node. Frames are not
  /// copied. Complexity: O(descendants + text).
  /// - Parameters:
  ///   - distance: Is added to the index of the feed value that a node shows.
  ///   - styles: The index of each style of the other arena in this arena; `UInt32.max` for a style
  ///     that was not looked up yet. Begin with an empty array for each pair of arenas.
  package mutating func addDescendants(
    of node: Int, in other: NodeArena, movingSourcesBy distance: Int, _ styles: inout [UInt32]
  ) {
    let end = other.end(of: node)
    guard node + 1 < end else { return }
    if styles.isEmpty { styles = Array(repeating: .max, count: other.styles.count) }
    let texts = other.textRange(ofDescendantsOf: node)
    let textDistance = text.count - texts.lowerBound
    text.append(contentsOf: other.text[texts])
    let nodeDistance = records.count - (node + 1)
    for var record in other.records[node + 1..<end] {
      let style = Int(record.style)
      if styles[style] == .max { styles[style] = styleIndex(of: other.styles[style]) }
      record.style = styles[style]
      record.subtreeEnd = UInt32(Int(record.subtreeEnd) + nodeDistance)
      if record.content != .max {
        var content = other.contents[Int(record.content)]
        content.moveTexts(by: textDistance)
        if content.source != 0 {
          content.source = UInt32(clamping: Int(content.source) + distance)
        }
        record.content = UInt32(contents.count)
        contents.append(content)
      }
      records.append(record)
    }
    frames.append(contentsOf: repeatElement(.zero, count: end - node - 1))
    for index in other.attributeIndices(ofDescendantsOf: node) {
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
  }

  private func forEachContent(ofDescendantsOf node: Int, _ body: (Int) -> Void) {
    for record in records[node + 1..<max(node + 1, end(of: node))] where record.content != .max {
      body(Int(record.content))
    }
  }

  private func attributeIndices(ofDescendantsOf node: Int) -> Range<Int> {
    guard !attributes.isEmpty else { return 0..<0 }
    let end = end(of: node)
    return attributes.partitioningIndex {
      Int($0.node) > node
    }..<attributes.partitioningIndex { Int($0.node) >= end }
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
