import Page
import SectionEngine

/// Adds the objects of layout JSON to a page as lines, equal to those of its dump.
struct LayoutJSONReader {
  private let codes: NodeCodes
  /// The maximum rounding error of a frame, in points.
  private var slack = 0.005

  init(diagnostics: FeedValue) {
    codes = NodeCodes(
      diagnostics.children.compactMap { diagnostic in
        diagnostic["code"].string.map { (diagnostic["node"].string, $0) }
      })
  }

  /// Returns the facts about the page as a whole, without lines; `nil` if one is missing.
  mutating func readHead(_ root: FeedValue) -> Page.Lines? {
    let environment = root["environment"]
    guard root["schemaVersion"].int64 == Int64(LayoutSchema.version),
      let scale = environment["scale"].double, scale >= 0, root["feed"]["id"].string != nil,
      let width = root["feed"]["width"].double, let height = root["feed"]["height"].double
    else { return nil }
    let frames = root["frames"]
    if frames["rounded"].bool != false { slack = 1 / max(1, scale) }
    var head = Page.Lines()
    head.header = DumpHeader(
      scale: scale,
      frames: frames["nodes"].string == "section" ? .absolute : .parent,
      isUnrounded: frames["rounded"].bool == false)
    head.size = Size(width: width.asWritten, height: height.asWritten)
    head.facts = PageFact.allCases.compactMap { fact in
      fact.text(fact.value(in: root, width: width))
    }
    return head
  }

  func readSection(
    _ value: FeedValue, _ keyword: SectionKeyword, to writer: inout LineWriter
  ) -> Bool {
    guard let code = value["blockCode"].string, let frame = value["frame"].rect
    else { return false }
    var values = AttributeValues()
    values.read(value, .section)
    // A dump has the height of the content only if the exact heights of content and frame differ. In
    // JSON the frame height is rounded to pixels, so a difference below `slack` is ignored.
    if let height = value["contentHeight"].double, abs(height - frame.height) < slack {
      values.remove(.contentHeight)
    }
    writer.section(keyword, code, frame: frame) { out in
      out.write(values)
      for code in value["codes"].children.compactMap(\.string) { out.write(code: code) }
    }
    let root = value["root"]
    if root.exists { return readNodes(root, code: code, to: &writer) }
    writeElided(value, level: 1, to: &writer)
    return true
  }

  private func writeElided(_ value: FeedValue, level: Int, to writer: inout LineWriter) {
    if let count = value["elided"].int64, count > 0 {
      writer.elided(Int(clamping: count), depth: level, level: level)
    }
  }

  /// Reads the nodes of a subtree. Iterative, so deep trees do not overflow the stack.
  private func readNodes(
    _ root: FeedValue, code: String, to writer: inout LineWriter
  ) -> Bool {
    var values = AttributeValues()
    var waiting: [(value: FeedValue, level: Int, path: String)] = []
    func push(_ value: FeedValue, level: Int, path: String) {
      for child in Array(value["children"].children).reversed() {
        waiting.append((child, level, path))
      }
    }
    // Layout JSON gives the id "root" to a root that dumps omit.
    if root["id"].string == "root" {
      writeElided(root, level: 1, to: &writer)
      push(root, level: 1, path: code)
    } else {
      waiting.append((root, 1, code))
    }
    while let (value, level, path) = waiting.popLast() {
      guard let id = value["id"].string else { return false }
      let own = codes.isEmpty ? "" : "\(path)/\(id)"
      let isRead = readNode(
        value, id: id, level: level, codes: codes[own], &values, to: &writer)
      guard isRead else { return false }
      writeElided(value, level: level + 1, to: &writer)
      push(value, level: level + 1, path: own)
    }
    return true
  }

  private func readNode(
    _ value: FeedValue, id: String, level: Int, codes: [String], _ values: inout AttributeValues,
    to writer: inout LineWriter
  ) -> Bool {
    guard let frame = value["frame"].rect else { return false }
    var name = id
    var number = -1
    if id.hasSuffix("]"), let open = id.lastIndex(of: "["),
      let index = Int(id[id.index(after: open)...].dropLast())
    {
      guard index >= 0 else { return false }
      name = String(id[..<open])
      number = index
    }
    guard value["visibility"].string.map(ByteWriter.isBare) ?? true else { return false }
    values.read(value, .node)
    let string = values.shownText
    writer.node(
      name, number: number, string: string.isEmpty ? nil : string, frame: frame, level: level,
      kind: NodeKind.allCases.first { $0.word == value["kind"].string }
    ) { out in
      out.write(values)
      for code in codes { out.write(code: code) }
    }
    return true
  }
}

extension PageFact {
  /// Returns the value that layout JSON has; `nil` if it has none, or an empty text.
  /// - Parameter width: The width of the page.
  fileprivate func value(in root: FeedValue, width: Double) -> Value? {
    let object = root[entry.object.description]
    let value = object[entry.member.description]
    switch self {
    case .viewport: return object.exists ? .size(width, value.double ?? 0) : nil
    case .bars:
      let second = entry.second.flatMap { object[$0.description].double }
      return .pair(value.double ?? 0, second ?? 0)
    default:
      if let word = value.string { return word.isEmpty ? nil : .word(word) }
      return value.double.map { .number($0) }
    }
  }
}
