package import SectionEngine

/// The page of one case.
package struct SectionPage {
  private let name: String
  private let viewport: Viewport
  private let environment: LayoutEnvironment
  private let sections: [PlacedSection]

  package init(_ value: FeedValue) throws(CaseIssue) {
    name = try value.required("name").requireString()
    let bounds = try value.required("visibleBounds").requireRect()
    viewport = Viewport(offset: bounds.y, height: bounds.height)
    let scale = try value.required("scale").requireLength()
    var described: [Section] = []
    for section in try value.required("sections").requireArray().children {
      described.append(try Self.section(section, scale: scale))
    }
    let width = try value.required("collectionWidth").requireLength()
    environment = LayoutEnvironment(width: width)
    sections = LayoutEngine(environment: environment, measurer: Self.measurer).layOut(described)
  }

  /// No node has a text, so the measurer has no effect.
  private static let measurer = FixedTextMeasurer(advance: 0, lineHeight: 0)

  /// The page for renderers.
  package var page: Page {
    Page(
      feedID: name, title: "", layoutName: "", environment: environment, sections: sections,
      measurer: Self.measurer)
  }

  private static func section(
    _ value: FeedValue, scale: Double
  ) throws(CaseIssue) -> Section {
    var section = Section(
      blockCode: "CASE", provider: Section.Provider(id: "case", version: "1"))
    section.margins = try value["sectionInsets"].optionalInsets()
    section.insets = try value["itemInsets"].optionalInsets()
    section.itemSpacing = try value["horizontalSpacing"].optionalLength()
    section.rowSpacing = try value["verticalSpacing"].optionalLength()
    section.itemWidthScale = scale
    section.backgroundExtent = .section
    section.arena.begin(.box)
    func leaf() -> Int {
      defer { section.arena.end() }
      return section.arena.begin(.box)
    }
    for item in try value.required("items").requireArray().children {
      var row = Section.Row(node: leaf(), height: try item.required("height").requireLength())
      (row.width, row.isFullBleed) = try width(item.required("width"))
      row.isStretched = try item["stretchToTallestInRow"].optionalBool(false)
      section.rows.append(row)
    }
    func supplement(_ value: FeedValue) throws(CaseIssue) -> Section.Supplement? {
      guard value.kind == .object else { return nil }
      return Section.Supplement(
        node: leaf(), isPinned: try value["pinned"].optionalBool(false),
        height: try value.required("height").requireLength())
    }
    section.header = try supplement(value["header"])
    section.footer = try supplement(value["footer"])
    if try value["background"].optionalBool(false) { section.background = leaf() }
    section.arena.end()
    return section
  }

  /// Reads a width: "full", "fullBleed" or a fraction such as "1/3".
  private static func width(
    _ value: FeedValue
  ) throws(CaseIssue) -> (Section.RowWidth, isFullBleed: Bool) {
    let word = try value.requireString()
    switch word {
    case "full": return (.automatic, false)
    case "fullBleed": return (.automatic, true)
    default:
      let parts = word.split(separator: "/").compactMap { Double($0) }
      guard parts.count == 2, parts[0] > 0, parts[1] >= parts[0] else {
        throw .unsupported(feature: "width \(word)")
      }
      return (.fraction(parts[0] / parts[1]), false)
    }
  }

  /// Compares all sections with their expected frames. Returns one line per frame that differs.
  package mutating func differences(from expected: FeedValue) throws(CaseIssue) -> [String] {
    guard expected.count == sections.count else {
      throw expected.malformed("sections are missing", expected: "as many as the page has")
    }
    var lines: [String] = []
    var index = 0
    for value in expected.children {
      let section = sections[index]
      func compare(_ part: String, _ found: Rect?, _ expected: FeedValue) throws(CaseIssue) {
        guard expected.kind == .array || found != nil else { return }
        guard expected.kind == .array, let found else {
          lines.append("\(name) section \(index) \(part): there is one too many or too few")
          return
        }
        if let difference = found.difference(from: try expected.requireRect()) {
          lines.append("\(name) section \(index) \(part): \(difference)")
        }
      }
      try compare("header", viewport.headerFrame(of: section), value["header"])
      try compare("footer", viewport.footerFrame(of: section), value["footer"])
      try compare("background", section.background.map { frame($0, section) }, value["background"])
      let items = try value.required("items").requireArray()
      guard items.count == section.rows.count else {
        throw items.malformed("items are missing", expected: "as many as the section has")
      }
      for (row, item) in zip(section.rows.indices, items.children) {
        try compare("item \(row)", frame(section.rows[row].node, section), item)
      }
      let end = try value.required("maxY").requireLength()
      if abs(section.frame.maxY - end) > Rect.caseTolerance {
        lines.append("\(name) section \(index) ends at \(section.frame.maxY), expected \(end)")
      }
      index += 1
    }
    return lines
  }

  /// Returns a node's frame in page coordinates.
  private func frame(_ node: Int, _ section: PlacedSection) -> Rect {
    let frame = LayoutNode(arena: section.arena, index: node).frame
    return Rect(
      x: section.frame.x + frame.x, y: section.frame.y + frame.y, width: frame.width,
      height: frame.height)
  }
}
