import Support
import LayoutCore

/// The measured height of a section, drawn left of the page: a bracket and a number in a lane.
struct RedlineHeight {
  var section: Int
  var lane: Int
  /// Whether the number is drawn. Without room for it, only the legend shows the height.
  var showsNumber: Bool

  /// The maximum number of lanes. More lanes would move the page too far to the right.
  static let mostLanes = 4

  /// Assigns the heights to lanes. Omits a section that shows only its name, or if all lanes are
  /// occupied.
  static func lanes(of wireframe: Wireframe) -> [RedlineHeight] {
    /// For each lane, the y coordinates where its last bracket and its last number end.
    var lanes = [(bracket: Double, number: Double)](
      repeating: (-.infinity, -.infinity), count: mostLanes)
    var result: [RedlineHeight] = []
    let sections = wireframe.sections.map(\.frame).enumerated().sorted {
      ($0.element.y, $0.element.maxY, $0.offset) < ($1.element.y, $1.element.maxY, $1.offset)
    }
    for (index, frame) in sections where !wireframe.sections[index].isNamed {
      let middle = frame.y + frame.height / 2
      let half = RedlineLabel.size(of: "").height / 2
      let free = lanes.indices.filter { lanes[$0].bracket <= frame.y }
      let lane = free.first { lanes[$0].number <= middle - half }
      guard let chosen = lane ?? free.first else { continue }
      lanes[chosen].bracket = max(lanes[chosen].bracket, frame.maxY)
      if lane != nil { lanes[chosen].number = middle + half }
      result.append(RedlineHeight(section: index, lane: chosen, showsNumber: lane != nil))
    }
    return result
  }
}

/// The lines of the legend that describe one section.
struct RedlineLegendEntry {
  var section: Int
  var lines: [(text: String, style: RedlineTextStyle)]
  /// The top edge in feed coordinates, at or below the end of the previous entry.
  var y: Double

  static let lineHeight = 17.0
  static let gap = 8.0
  static let width = 340.0

  var height: Double { Double(lines.count) * Self.lineHeight + Self.gap }

  /// Returns the entries from top to bottom, each as near to its section as possible. A section that
  /// shows only its name has none.
  static func entries(of wireframe: Wireframe) -> [RedlineLegendEntry] {
    let sections = wireframe.sections.enumerated().filter { !$0.element.isNamed }.sorted {
      ($0.element.frame.y, $0.offset) < ($1.element.frame.y, $1.offset)
    }
    var end = -Double.infinity
    return sections.map { index, section in
      let entry = RedlineLegendEntry(
        section: index, lines: lines(of: section), y: max(end, section.frame.y + 4))
      end = entry.y + entry.height
      return entry
    }
  }

  private static func lines(
    of section: Wireframe.Section
  ) -> [(text: String, style: RedlineTextStyle)] {
    var result: [(text: String, style: RedlineTextStyle)] = []
    func add(_ text: String, _ style: RedlineTextStyle, atMost limit: Int = 1) {
      for line in broken(text, atMost: limit) { result.append((line, style)) }
    }
    add(section.path, .code)
    if !section.title.isEmpty { add("“\(section.title)”", .note) }
    let (y, height) = (points(section.frame.y), points(section.frame.height))
    let rows = section.rows.replacing("x", with: " × ").replacing("+", with: " + ")
    let place = section.placement == .flow ? "" : " · \(section.placement.word)"
    add("y \(y) · h \(height) · rows \(rows)\(place)", .note)
    if !section.provider.isEmpty { add(section.provider, .note) }
    if !section.fallback.isEmpty { add(section.fallback, .warning, atMost: 2) }
    for finding in section.findings { add("⚠ \(finding)", .warning, atMost: 3) }
    return result
  }

  private static func broken(_ text: String, atMost limit: Int) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      RecordedTextMeasurer().lines(
        bytes, font: Font(size: 12), maxWidth: width, maxLines: limit
      ).map { line in
        String(decoding: bytes[line.range], as: UTF8.self) + (line.isTruncated ? "…" : "")
      }
    }
  }
}
