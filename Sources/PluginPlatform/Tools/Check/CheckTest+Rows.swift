internal import FeedDocument
internal import LayoutCore
internal import PluginHost

extension CheckTest {
  /// The promise of `section.rows/1`: a row depends on its element alone.
  static let rows = CheckTest(
    "rows", "rows depend on nothing but their element, where section.rows/1 says so"
  ) { examination, result throws(WorkerFault) in
    var promises = false
    var variants: [Variant] = []
    try examination.draw(examination.samples, &result) { sample, outcome, _ in
      guard case .section(let section, _) = outcome, section.rowElements != 0 else { return }
      promises = true
      variants += Variant.all(of: section, drawnFrom: sample)
    }
    guard result.status == .passed else { return }
    guard promises else { return result.skip("it does not use section.rows/1") }
    let worker = try examination.start()
    let batch = worker.draw(variants.map(\.sample.job))
    for (variant, drawing) in zip(variants, batch.drawings) {
      guard let difference = variant.difference(in: drawing.outcome) else { continue }
      result.find(
        difference, at: variant.sample.name,
        help: "draw each row from its element alone, or return no array from `elements`")
    }
    if let end = batch.end {
      result.status = end.isSilence ? .timedOut : .crashed
      result.find(end.cause, help: "the test `samples` tells more")
    }
  }

  /// A block whose list has some of the elements of a sample, in another order.
  private struct Variant {
    let sample: Sample
    /// The section with all elements.
    let section: Section
    /// For each row of the variant, the row of the sample with the same element.
    let rows: [Int]
    /// The words that follow a difference, such as "if the elements are in reverse order".
    let words: String

    /// The number of elements that are drawn alone.
    private static let mostAlone = 8

    static func all(of section: Section, drawnFrom sample: Sample) -> [Variant] {
      let rows = section.rows.indices
      guard let last = rows.last else { return [] }
      var orders: [([Int], String)] = rows.prefix(mostAlone).map { ([$0], "if it is the only row") }
      if last >= mostAlone { orders.append(([last], "if it is the only row")) }
      if last > 0 {
        orders.append((rows.reversed(), "if the elements are in reverse order"))
        orders.append((Array(rows.dropFirst()), "without the first element"))
        orders.append((Array(rows.dropLast()), "without the last element"))
      }
      orders.append((rows.flatMap { [$0, $0] }, "if each element is there twice"))
      return orders.map { rows, words in
        Variant(
          sample: sample.changed(sample.name, isHostile: false) { request in
            request.block = request.block.withElements(rows, ofArray: section.rowElements)
            request.codeValue = nil
          },
          section: section, rows: rows, words: words)
      }
    }

    /// Returns the first row that is drawn otherwise, with its difference; `nil` if there is none.
    func difference(in outcome: SectionOutcome) -> String? {
      guard case .section(let other, _) = outcome else { return "is not drawn \(words)" }
      guard other.rowElements != 0, other.rows.count == rows.count else {
        return "has \(other.rows.count) rows for \(rows.count) elements \(words)"
      }
      for (row, original) in rows.enumerated() {
        if let difference = section.row(original).difference(to: other.row(row)) {
          return "row \(original) \(difference) \(words)"
        }
      }
      return nil
    }
  }
}

/// One row of a section without its place in the section.
private struct IsolatedRow {
  var row: Section.Row
  var arena: NodeArena

  /// Returns the first difference as a phrase, with the attribute; `nil` if both are equal.
  func difference(to other: IsolatedRow) -> String? {
    if row.height != other.row.height { return "has another height" }
    if row != other.row { return "asks for another width or span" }
    return arena.difference(to: other.arena)
  }
}

extension Section {
  /// Returns a row with indices and feed values that do not depend on its place.
  fileprivate func row(_ index: Int) -> IsolatedRow {
    var row = rows[index]
    var copy = NodeArena()
    var styles: [UInt32] = []
    row.height = nil
    copy.addRows([row], of: arena, content: NodeContent(), movingSourcesBy: 0, &styles)
    row.height = rows[index].height
    let sources = copy.contents.map(\.source).filter { $0 != 0 }
    if let first = sources.min() { copy.moveSources(by: 1 - Int(first)) }
    (row.node, row.hasWarnings) = (0, false)
    return IsolatedRow(row: row, arena: copy)
  }
}

extension FeedValue {
  /// Returns a copy of the value, in which an array has only some of its elements.
  /// - Parameters:
  ///   - positions: The positions of the elements, in their new order.
  ///   - array: The index of the array, which is this value or inside of it.
  fileprivate func withElements(_ positions: [Int], ofArray array: UInt32) -> FeedValue {
    var builder = DocumentBuilder(name: "payload")
    builder.copy(self, positions, array)
    return builder.finish().root
  }
}

extension DocumentBuilder {
  fileprivate mutating func copy(_ value: FeedValue, _ positions: [Int], _ array: UInt32) {
    guard value.index <= array, array < max(value.end, value.index + 1) else {
      _ = copy(value)
      return
    }
    if value.index == array {
      let elements = Array(value.children)
      _ = beginArray(inPlaceOf: value)
      for position in positions where elements.indices.contains(position) {
        _ = copy(elements[position])
      }
      return endArray()
    }
    if value.kind == .object {
      _ = beginObject(inPlaceOf: value)
      for child in value.children {
        key(child.key)
        copy(child, positions, array)
      }
      return endObject()
    }
    _ = beginArray(inPlaceOf: value)
    for child in value.children { copy(child, positions, array) }
    endArray()
  }
}
