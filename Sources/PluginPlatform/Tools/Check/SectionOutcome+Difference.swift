internal import Support
internal import LayoutCore
internal import PluginHost

extension SectionOutcome {
  /// Returns the first difference in words, or `nil` if the outcomes are equal.
  func difference(to other: SectionOutcome) -> String? {
    func isEqual(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
      a.message == b.message && a.label == b.label
    }
    switch (self, other) {
    case (.section(let a, let first), .section(let b, let second)):
      return Self.difference(a, b)
        ?? (first.elementsEqual(second, by: isEqual) ? nil : "warns of something else")
    case (.declined(let a), .declined(let b)), (.failed(let a), .failed(let b)),
      (.lost(let a), .lost(let b)):
      return isEqual(a, b) ? nil : "gives another reason"
    default: return "is \(verb) once and \(other.verb)"
    }
  }

  private var verb: String {
    switch self {
    case .section: "drawn"
    case .declined: "declined"
    case .failed: "failed"
    case .lost: "lost"
    }
  }

  private static func difference(_ a: Section, _ b: Section) -> String? {
    if a.rows.count != b.rows.count {
      return "has \(b.rows.count) rows instead of \(a.rows.count)"
    }
    for (index, (first, second)) in zip(a.rows, b.rows).enumerated() where first != second {
      guard first.height != second.height else { return "row \(index) asks for something else" }
      return "row \(index) is \(height(second.height)) high instead of \(height(first.height))"
    }
    if frame(a) != frame(b) { return "has another frame" }
    if description(a) != description(b) { return "describes the section otherwise" }
    return difference(a.arena, b.arena)
  }

  private static func height(_ value: Double?) -> String {
    value.map { "\($0) pt" } ?? "automatically"
  }

  private static func frame(_ section: Section) -> [Double?] {
    [section.frameRequest.x, section.frameRequest.width, section.frameRequest.height]
  }

  /// All values that `describe` sets.
  private static func description(_ section: Section) -> String {
    "\(section.title) \(section.layout) \(section.insets) \(section.margins) \(section.rowSpacing) "
      + "\(section.itemSpacing) \(section.minimumHeight) \(section.columns) \(section.lanes) "
      + "\(section.rowAlignment) \(section.itemAlignment) \(section.orthogonalScrolling) "
      + "\(section.peek) \(section.currentGroup) \(section.placement) "
      + "\(section.backgroundExtent) \(String(describing: section.header)) "
      + "\(String(describing: section.footer)) \(section.background ?? -1)"
  }

  private static func difference(_ a: NodeArena, _ b: NodeArena) -> String? {
    if a.count != b.count { return "has \(b.count) nodes instead of \(a.count)" }
    for node in 0..<a.count {
      let first = a.records[node]
      let second = b.records[node]
      if first.kind != second.kind || first.subtreeEnd != second.subtreeEnd {
        return "node \(node) is another one"
      }
      if a.styles[Int(first.style)] != b.styles[Int(second.style)] {
        return "node \(node) has another style"
      }
      if a.content(of: node) != b.content(of: node) { return "node \(node) has another content" }
    }
    return a.text == b.text ? nil : "has other texts"
  }
}
