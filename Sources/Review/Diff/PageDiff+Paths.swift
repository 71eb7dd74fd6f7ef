import SectionEngine

extension PageDiff {
  /// The paths of changed sections and nodes of the new page, in document order.
  package var changedPaths: [String] {
    let changed = Set(
      sections.flatMap { ($0.kinds.isEmpty ? [] : [$0.new]) + $0.marks.map(\.new) })
    let names = Dictionary(uniqueKeysWithValues: new.sections.map { ($0.line, $0.name) })
    var open: [String] = []
    return new.lines.indices.compactMap { index in
      let line = new.lines[index]
      open.removeLast(open.count - min(open.count, Int(line.level)))
      let path = names[index] ?? "\(open.last ?? "")/\(new.id(of: line))"
      open.append(path)
      return changed.contains(index) ? path : nil
    }
  }
}
