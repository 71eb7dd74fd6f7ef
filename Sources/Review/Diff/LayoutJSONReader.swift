import SectionEngine

/// Writes the objects of layout JSON as dump lines, equal to those of `DumpRenderer`.
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

  mutating func readHeader(_ root: FeedValue, to writer: inout DumpWriter) -> Bool {
    let environment = root["environment"]
    guard root["schemaVersion"].int64 == Int64(LayoutSchema.version),
      let scale = environment["scale"].double, scale >= 0, let name = root["feed"]["id"].string,
      let width = root["feed"]["width"].double, let height = root["feed"]["height"].double
    else { return false }
    let frames = root["frames"]
    if frames["rounded"].bool != false { slack = 1 / max(1, scale) }
    let header = DumpHeader(
      scale: scale,
      frames: frames["nodes"].string == "section" ? .absolute : .parent,
      isUnrounded: frames["rounded"].bool == false)
    writer.begin(header, feed: name, size: Size(width: width, height: height)) { out in
      out.write(
        environment,
        [
          "appearance": "appearance", "locale": "locale", "direction": "direction",
          "text-size": "textSize", "platform": "platform", "metrics": "metrics",
          "text": "textEngine",
        ])
      out.write(root["generator"], ["layout": "layout"])
      out.write(root["feed"], ["sections": "sectionCount"])
      let viewport = root["viewport"]
      guard viewport.exists else { return }
      out.write(viewport, ["scroll-y": "scrollY"])
      out.write(key: "viewport")
      out.write(size: Size(width: width, height: viewport["height"].double ?? 0))
      let (top, bottom) = (viewport["topInset"].double ?? 0, viewport["bottomInset"].double ?? 0)
      if top > 0 || bottom > 0 {
        out.write(attribute: "bars", word: "\(points(top))/\(points(bottom))")
      }
    }
    return true
  }

  func readSection(
    _ value: FeedValue, _ keyword: FlatPage.Keyword, to writer: inout DumpWriter
  ) -> Bool {
    guard let code = value["blockCode"].string, let frame = value["frame"].rect
    else { return false }
    writer.section(keyword, code, frame: frame) { out in
      write(attributesOfSection: value, frame, to: &out)
      for code in value["codes"].children.compactMap(\.string) { out.write(code: code) }
    }
    let root = value["root"]
    if root.exists { return readNodes(root, code: code, to: &writer) }
    writeElided(value, level: 1, to: &writer)
    return true
  }

  private func writeElided(_ value: FeedValue, level: Int, to writer: inout DumpWriter) {
    if let count = value["elided"].int64, count > 0 {
      writer.elided(Int(clamping: count), depth: level, level: level)
    }
  }

  /// Reads the nodes of a subtree. Iterative, so deep trees do not overflow the stack.
  private func readNodes(
    _ root: FeedValue, code: String, to writer: inout DumpWriter
  ) -> Bool {
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
      let isRead = readNode(value, id: id, level: level, codes: codes[own], to: &writer)
      guard isRead else { return false }
      writeElided(value, level: level + 1, to: &writer)
      push(value, level: level + 1, path: own)
    }
    return true
  }

  private func readNode(
    _ value: FeedValue, id: String, level: Int, codes: [String], to writer: inout DumpWriter
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
    let visibility = value["visibility"].string
    guard visibility.map(ByteWriter.isBare) ?? true else { return false }
    let string = value.shownText
    writer.node(
      name, number: number, string: string.isEmpty ? nil : string, frame: frame, level: level,
      kind: NodeKind.allCases.first { $0.word == value["kind"].string }
    ) { out in
      write(attributesOfNode: value, to: &out)
      if value["lines"]["ranges"].exists { out.write(lines: value["lines"].textLines) }
      if value["lines"]["truncated"].bool == true { out.write(flag: "truncated") }
      if let visibility { out.write(flag: visibility) }
      for code in codes { out.write(code: code) }
    }
    return true
  }

  private func write(
    attributesOfSection value: FeedValue, _ frame: Rect, to out: inout ByteWriter
  ) {
    out.write(key: "rows")
    out.write(rowHeights: value["rowHeights"].children.compactMap(\.double))
    let layout = value["layout"].string ?? "list"
    if layout != "list" { out.write(attribute: "layout", word: layout) }
    out.write(
      value,
      [
        "columns": "columns", "lanes": "lanes", "align": "rowAlignment",
        "align-items": "itemAlignment", "scrolling": "scrolling", "peek": "peek",
        "group": "currentGroup", "content": "contentWidth",
      ])
    let (rows, items) = (value["rowSpacing"].double ?? 0, value["itemSpacing"].double ?? 0)
    let scrolls = layout == "carousel" || layout == "pager"
    let hasBoth = scrolls ? (value["lanes"].int64 ?? 1) > 1 : layout != "list"
    if hasBoth, rows != items {
      out.write(attribute: "gap", word: "\(points(rows))/\(points(items))")
    } else {
      out.write(attribute: "gap", positive: layout == "list" ? rows : items)
    }
    let insets = value["insets"]
    if layout == "list" {
      out.writeInset(start: insets["top"].double ?? 0, end: insets["bottom"].double ?? 0)
    } else if scrolls {
      out.writeInset(start: insets["start"].double ?? 0, end: insets["end"].double ?? 0)
    } else {
      out.write(attribute: "inset", edges: insets.edges)
    }
    out.write(attribute: "margin", edges: value["margins"].edges)
    out.write(
      value,
      ["place": "placement", "gap-above": "gapAbove", "background": "backgroundExtent"])
    // A dump has this attribute if the exact heights of content and frame differ. In JSON the
    // frame height is rounded to pixels, so a difference below `slack` is ignored.
    if let height = value["contentHeight"].double, abs(height - frame.height) >= slack {
      out.write(attribute: "content-height", number: height)
    }
    let pinned = value["pinned"].children.compactMap(\.string)
    if !pinned.isEmpty { out.write(attribute: "pinned", word: pinned.joined(separator: "+")) }
    if let id = value["provider"]["id"].string, let version = value["provider"]["version"].string {
      out.write(attribute: "via", word: "\(id)@\(version)")
    }
    let fallback = value["fallback"]
    if let step = fallback["step"].string, let reason = fallback["reason"].string {
      out.write(attribute: "fallback", word: "\(step): \(reason)")
    }
    out.write(value, ["title": "title"])
    if value["closable"].bool == true { out.write(attribute: "closable", word: "true") }
  }

  private func write(attributesOfNode value: FeedValue, to out: inout ByteWriter) {
    let own = value["attributes"]
    let item = value["item"]
    let (columns, rows) = (item["columnSpan"].int64 ?? 1, item["rowSpan"].int64 ?? 1)
    if columns > 1 || rows > 1 { out.write(attribute: "span", word: "\(columns)x\(rows)") }
    if item["fullBleed"].bool == true { out.write(attribute: "bleed", word: "true") }
    if item["stretched"].bool == true { out.write(attribute: "stretch", word: "true") }
    writeCollection(own, to: &out)
    let kind = value["kind"].string
    writeText(value, own, isText: kind == "text", to: &out)
    if kind == NodeKind.pageControl.word {
      out.write(own, ["count": "count", "current": "current"])
    }
    out.write(value, ["color": "color", "background": "background"])
    out.write(own, ["radius": "radius", "aspect": "aspect"])
    out.write(value, ["badge": "badge"])
    let action = value["action"]
    // Omits a role that the kind or the action implies.
    let implied = action["target"].exists ? [kind, "button"] : [kind]
    let role = value["role"].string
    if (role != "button" && role != "image") || !implied.contains(role) {
      out.write(value, ["role": "role"])
    }
    out.write(action, ["action": "target", "action-type": "type"])
    if value["content"].exists { out.write(contentOf: 0, in: NodeArena(content: value["content"])) }
    out.write(value["lines"], ["scale": "scale"])
    writeAccessibility(value, to: &out)
  }

  /// Writes the attributes of `--accessibility`. Omits those that repeat other values of the line.
  private func writeAccessibility(_ value: FeedValue, to out: inout ByteWriter) {
    let element = value["accessibility"]
    guard element["order"].exists, let target = element["target"].rect else { return }
    out.write(element, ["reads": "order"])
    if let label = element["label"].string, label != value.shownText {
      out.write(attribute: "says", word: label)
    }
    if element["role"].string != "text" { out.write(element, ["as": "role"]) }
    out.write(target: target)
  }

  private func writeCollection(_ own: FeedValue, to out: inout ByteWriter) {
    guard own["axis"].exists else { return }
    out.write(own, ["axis": "axis"])
    if own["pages"].exists {
      let hasLanes = (own["lanes"].int64 ?? 1) > 1
      if hasLanes { out.write(own, ["items": "items"]) }
      out.write(own, ["pages": "pages", "page": "page"])
      if hasLanes { out.write(own, ["lanes": "lanes"]) }
      out.write(attribute: "interval", positive: own["interval"].double, unit: "s")
    } else {
      out.write(own, ["items": "items", "content": "content", "scroll": "scroll"])
    }
    out.write(attribute: "gap", positive: own["gap"].double)
    out.writeInset(start: own["inset"].double ?? 0, end: own["insetEnd"].double ?? 0)
  }

  private func writeText(
    _ value: FeedValue, _ own: FeedValue, isText: Bool, to out: inout ByteWriter
  ) {
    let lines = value["lines"]
    guard lines.exists, let count = lines["count"].int64 else { return }
    let (size, weight) = (value["font"]["size"].double ?? 0, value["font"]["weight"].int64 ?? 0)
    let plain = Font()
    if isText || size != Double(plain.size) || weight != Int64(plain.weight) {
      out.write(attribute: "font", word: "\(points(size))/\(weight)")
    }
    if isText || count > 1 {
      let limit = lines["limit"].int64 ?? 0
      out.write(attribute: "lines", word: limit > 0 ? "\(count)/\(limit)" : "\(count)")
    }
    if isText { out.write(own, ["align": "align"]) }
  }
}

extension ByteWriter {
  /// Writes members of an object as attributes: numbers and nonempty texts.
  fileprivate mutating func write(
    _ object: FeedValue, _ membersByKey: KeyValuePairs<String, String>
  ) {
    for (key, member) in membersByKey {
      let value = object[member]
      if let word = value.string, !word.isEmpty {
        write(attribute: key, word: word)
      } else if let number = value.double {
        write(attribute: key, number: number)
      }
    }
  }

  fileprivate mutating func write(
    attribute key: String, positive number: Double?, unit: String = ""
  ) {
    if let number, number > 0 { write(attribute: key, number: number, unit: unit) }
  }
}

extension FeedValue {
  /// The rectangle with the members x, y, width and height; `nil` if one is missing.
  var rect: Rect? {
    guard let x = self["x"].double, let y = self["y"].double, let width = self["width"].double,
      let height = self["height"].double
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// The text of a node; the label if it has no text.
  fileprivate var shownText: String {
    let text = self["text"].string ?? ""
    return text.isEmpty ? self["label"].string ?? "" : text
  }

  /// The lines of a text, from the member `ranges`.
  fileprivate var textLines: [TextLine] {
    self["ranges"].children.map { line in
      let start = Int(clamping: max(0, line["start"].int64 ?? 0))
      let end = max(start, Int(clamping: line["end"].int64 ?? 0))
      return TextLine(range: start..<end, width: line["width"].double ?? 0, isTruncated: false)
    }
  }

  fileprivate var edges: EdgeInsets {
    EdgeInsets(
      top: self["top"].double ?? 0, end: self["end"].double ?? 0,
      bottom: self["bottom"].double ?? 0, start: self["start"].double ?? 0)
  }
}
