import LayoutCore

/// A measurer in which every character is half the font size wide, lines are 1.25 font sizes high,
/// and a text can break between any two characters. Expected sizes are therefore simple products.
final class HalfEmMeasurer: TextMeasurer {
  /// The cost that the measurer reports before the first measurement, in visits per character.
  let preparationCost: Int

  init(preparation: Int = 0) { preparationCost = preparation }

  var name: String { "half-em" }
  func lineHeight(_ font: Font) -> Double { Double(font.size) * 1.25 }
  func ascent(_ font: Font) -> Double { Double(font.size) }

  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    let lines = lines(text, font: font, maxWidth: maxWidth, maxLines: maxLines)
    return TextMetrics(
      width: lines.map(\.width).max() ?? 0, height: Double(lines.count) * lineHeight(font),
      lineCount: lines.count, isTruncated: lines.last?.isTruncated ?? false)
  }

  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    let advance = Double(font.size) / 2
    let perLine = maxWidth.isFinite ? max(1, Int((maxWidth / advance).rounded(.down))) : text.count
    var lines: [TextLine] = []
    var start = 0
    while start < text.count {
      let end = min(text.count, start + perLine)
      if maxLines > 0 && lines.count == maxLines {
        lines[maxLines - 1].isTruncated = true
        break
      }
      lines.append(
        TextLine(range: start..<end, width: Double(end - start) * advance, isTruncated: false))
      start = end
    }
    return lines
  }
}

extension LayoutEnvironment {
  /// An environment whose lengths are not rounded, for frames that are computed by hand.
  static func exact(
    width: Double, direction: LayoutEnvironment.Direction = .ltr
  ) -> LayoutEnvironment {
    var environment = LayoutEnvironment(width: width, direction: direction)
    environment.isExact = true
    return environment
  }
}

extension NodeArena {
  /// Adds a box with the default style.
  mutating func addBox(children: (inout NodeArena) -> Void) {
    begin(.box)
    children(&self)
    end()
  }

  /// Adds a node with its children.
  mutating func add(
    _ kind: NodeKind = .box, _ configure: (inout Style) -> Void = { _ in }, text: String = "",
    size: Float = 10, maxLines: UInt32 = 0, count: UInt32 = 0, imageAspectRatio: Float = 0,
    children: (inout NodeArena) -> Void = { _ in }
  ) {
    var style = Style()
    configure(&style)
    var content = NodeContent()
    content.text = addText(Array(text.utf8))
    content.font = Font(size: size)
    content.maxLines = maxLines
    content.count = count
    content.imageAspectRatio = imageAspectRatio
    begin(kind, style: style, content: content)
    children(&self)
    end()
  }
}

/// Lays out a tree as the only row of a section.
func laidOut(
  width: Double = 400, direction: LayoutEnvironment.Direction = .ltr, height: Double? = nil,
  _ build: (inout NodeArena) -> Void
) -> PlacedSection {
  LayoutEngine(
    environment: LayoutEnvironment(width: width, direction: direction), measurer: HalfEmMeasurer()
  ).layOut([section(rowHeights: [height], bare: true, build)])[0]
}

/// A section whose root's children are its rows, in order.
func section(
  rowHeights: [Double?], bare: Bool = false, _ build: (inout NodeArena) -> Void
) -> Section {
  var section = Section(
    blockCode: "TEST", provider: Section.Provider(id: "test", version: "1"))
  build(&section.arena)
  var node = bare ? 0 : 1
  for height in rowHeights {
    section.rows.append(Section.Row(node: node, height: height))
    node = Int(section.arena.records[node].subtreeEnd)
  }
  return section
}

extension PlacedSection {
  /// The frames of every node in document order as "x y width height", with whole numbers without a
  /// fraction.
  var frameLines: [String] {
    arena.frames.map { record in
      [record.x, record.y, record.width, record.height].map { value in
        value == value.rounded() ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
      }.joined(separator: " ")
    }
  }
}
