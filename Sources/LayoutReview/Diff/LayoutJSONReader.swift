import FeedDocument
import LayoutCore
import Renderers

/// Turns the objects of layout JSON into lines of a dump, with the keys of `DumpRenderer` in their
/// order.
struct LayoutJSONReader {
  /// Codes of diagnostics by the path of the node that they name.
  private var codes: [String: [String]] = [:]
  var bottom: DumpDocument.Section?
  /// The maximum rounding error of a frame.
  private var slack = 0.005

  init(diagnostics: FeedValue) {
    for diagnostic in diagnostics.children {
      guard let path = diagnostic["node"].string, let code = diagnostic["code"].string else {
        continue
      }
      if codes[path]?.contains(code) != true { codes[path, default: []].append(code) }
    }
    for path in codes.keys { codes[path]?.sort() }
  }

  /// Reads the header and the feed line.
  mutating func page(_ root: FeedValue) -> DumpDocument? {
    let environment = root["environment"]
    guard root["schemaVersion"].int64 == Int64(LayoutSchema.version),
      let scale = environment["scale"].int64, let name = root["feed"]["id"].string,
      let width = root["feed"]["width"].double, let height = root["feed"]["height"].double
    else { return nil }
    let frames = root["frames"]
    if frames["rounded"].bool != false { slack = 1 / Double(max(1, scale)) }
    var line = Attributes()
    line.add("appearance", environment["appearance"].string)
    line.add("locale", environment["locale"].string)
    line.add("direction", environment["direction"].string)
    line.add("text-size", environment["textSize"].string)
    line.add("metrics", environment["metrics"].string)
    line.add("layout", root["generator"]["layout"].string)
    line.add("sections", root["feed"]["sectionCount"].int64.map { "\($0)" })
    let viewport = root["viewport"]
    if viewport.exists {
      line.add("scroll-y", viewport["scrollY"].double.map(points))
      line.add("viewport", "\(points(width))x\(points(viewport["height"].double ?? 0))")
      let bars = (viewport["topInset"].double ?? 0, viewport["bottomInset"].double ?? 0)
      if bars.0 > 0 || bars.1 > 0 { line.add("bars", "\(points(bars.0))/\(points(bars.1))") }
    }
    return DumpDocument(
      header: DumpHeader(
        scale: Int(clamping: scale),
        frames: frames["nodes"].string == "section" ? .absolute : .parent,
        isUnrounded: frames["rounded"].bool == false),
      feed: DumpDocument.Feed(
        name: name, size: Size(width: width, height: height), attributes: line.list))
  }

  func section(
    _ value: FeedValue, _ keyword: DumpDocument.Section.Keyword
  ) -> DumpDocument.Section? {
    guard let code = value["blockCode"].string, let frame = value["frame"].rect else { return nil }
    var section = DumpDocument.Section(
      keyword: keyword, code: code, frame: frame, attributes: attributes(of: value, frame),
      codes: value["codes"].children.compactMap(\.string))
    let root = value["root"]
    guard root.exists else {
      if let count = value["elided"].int64, count > 0 {
        section.lines = [Self.elided(count, level: 0, depth: 1)]
      }
      return section
    }
    guard add(root, to: &section) else { return nil }
    return section
  }

  private static func elided(_ count: Int64, level: Int, depth: Int) -> DumpDocument.Line {
    DumpDocument.Line(
      level: level,
      .elided(
        count: Int(clamping: count), what: "\(count == 1 ? "node" : "nodes") (--depth \(depth))"))
  }

  /// Adds the lines of a subtree. Does not recurse, so depth does not use stack.
  private func add(_ root: FeedValue, to section: inout DumpDocument.Section) -> Bool {
    // Dumps omit the root if it adds nothing to its section.
    let isImplicit = root["id"].string == "root"
    var waiting: [(value: FeedValue, level: Int, path: String)] = []
    func push(_ value: FeedValue, level: Int, path: String) {
      for child in Array(value["children"].children).reversed() {
        waiting.append((child, level, path))
      }
    }
    if isImplicit {
      if let count = root["elided"].int64, count > 0 {
        section.lines.append(Self.elided(count, level: 0, depth: 1))
      }
      push(root, level: 0, path: section.code)
    } else {
      waiting.append((root, 0, section.code))
    }
    while let (value, level, path) = waiting.popLast() {
      guard let id = value["id"].string, let frame = value["frame"].rect else { return false }
      let own = codes.isEmpty ? "" : "\(path)/\(id)"
      section.lines.append(
        DumpDocument.Line(level: level, .node(node(value, id: id, frame, codes: codes[own] ?? []))))
      if let count = value["elided"].int64, count > 0 {
        section.lines.append(Self.elided(count, level: level + 1, depth: level + 2))
      }
      push(value, level: level + 1, path: own)
    }
    return true
  }

  private func node(
    _ value: FeedValue, id: String, _ frame: Rect, codes: [String]
  ) -> DumpDocument.Node {
    var name = id
    var index: Int?
    if id.hasSuffix("]"), let open = id.lastIndex(of: "["),
      let number = Int(id[id.index(after: open)...].dropLast())
    {
      name = String(id[..<open])
      index = number
    }
    let text = value["text"].string ?? ""
    let string = text.isEmpty ? value["label"].string ?? "" : text
    var flags: [String] = []
    if value["lines"]["truncated"].bool == true { flags.append("truncated") }
    if let visibility = value["visibility"].string { flags.append(visibility) }
    return DumpDocument.Node(
      name: name, index: index, string: string.isEmpty ? nil : string, frame: frame,
      attributes: attributes(ofNode: value), flags: flags, codes: codes)
  }

  // MARK: Attributes

  struct Attributes {
    private(set) var list: [DumpDocument.Attribute] = []

    mutating func add(_ key: String, _ value: String?) {
      if let value, !value.isEmpty { list.append(DumpDocument.Attribute(key, value)) }
    }

    /// Adds an attribute even if its value is empty.
    mutating func add(stated key: String, _ value: String) {
      list.append(DumpDocument.Attribute(key, value))
    }

    /// Adds an attribute if its value is positive.
    mutating func add(positive key: String, _ value: Double?, unit: String = "") {
      if let value, value > 0 { add(key, points(value) + unit) }
    }

    mutating func addInset(_ start: Double, _ end: Double) {
      guard start != 0 || end != 0 else { return }
      add("inset", start == end ? points(start) : "\(points(start))/\(points(end))")
    }

    mutating func add(_ key: String, edges value: FeedValue) {
      let edges = ["top", "end", "bottom", "start"].map { value[$0].double ?? 0 }
      guard edges.contains(where: { $0 != 0 }) else { return }
      add(
        key,
        edges.allSatisfy { $0 == edges[0] }
          ? points(edges[0]) : edges.map(points).joined(separator: "/"))
    }
  }

  private func attributes(of value: FeedValue, _ frame: Rect) -> [DumpDocument.Attribute] {
    var line = Attributes()
    line.add("rows", RowHeights.text(value["rowHeights"].children.compactMap(\.double)))
    let layout = value["layout"].string ?? "list"
    if layout != "list" { line.add("layout", layout) }
    line.add("columns", value["columns"].int64.map { "\($0)" })
    line.add("lanes", value["lanes"].int64.map { "\($0)" })
    line.add("align", value["rowAlignment"].string)
    line.add("align-items", value["itemAlignment"].string)
    line.add("scrolling", value["scrolling"].string)
    line.add(positive: "peek", value["peek"].double)
    line.add("group", value["currentGroup"].int64.map { "\($0)" })
    line.add("content", value["contentWidth"].double.map(points))
    let (rows, items) = (value["rowSpacing"].double ?? 0, value["itemSpacing"].double ?? 0)
    let scrolls = layout == "carousel" || layout == "pager"
    let hasBoth = scrolls ? (value["lanes"].int64 ?? 1) > 1 : layout != "list"
    if hasBoth, rows != items {
      line.add("gap", "\(points(rows))/\(points(items))")
    } else {
      line.add(positive: "gap", layout == "list" ? rows : items)
    }
    let insets = value["insets"]
    if layout == "list" {
      line.addInset(insets["top"].double ?? 0, insets["bottom"].double ?? 0)
    } else if scrolls {
      line.addInset(insets["start"].double ?? 0, insets["end"].double ?? 0)
    } else {
      line.add("inset", edges: insets)
    }
    line.add("margin", edges: value["margins"])
    line.add("place", value["placement"].string)
    line.add(positive: "gap-above", value["gapAbove"].double)
    line.add("background", value["backgroundExtent"].string)
    // Dumps compare exact heights. JSON has only one of them: its frame is on the grid.
    if let height = value["contentHeight"].double, abs(height - frame.height) >= slack {
      line.add("content-height", points(height))
    }
    line.add("pinned", value["pinned"].children.compactMap(\.string).joined(separator: "+"))
    if let id = value["provider"]["id"].string, let version = value["provider"]["version"].string {
      line.add("via", "\(id)@\(version)")
    }
    if let step = value["fallback"]["step"].string, let reason = value["fallback"]["reason"].string
    {
      line.add("fallback", "\(step): \(reason)")
    }
    line.add("title", value["title"].string)
    if value["closable"].bool == true { line.add("closable", "true") }
    return line.list
  }

  private func attributes(ofNode value: FeedValue) -> [DumpDocument.Attribute] {
    var line = Attributes()
    let own = value["attributes"]
    let item = value["item"]
    let spans = (item["columnSpan"].int64 ?? 1, item["rowSpan"].int64 ?? 1)
    if spans.0 > 1 || spans.1 > 1 { line.add("span", "\(spans.0)x\(spans.1)") }
    if item["fullBleed"].bool == true { line.add("bleed", "true") }
    if item["stretched"].bool == true { line.add("stretch", "true") }
    addCollection(own, to: &line)
    let kind = value["kind"].string
    addText(value, own, isText: kind == "text", to: &line)
    if kind == NodeKind.pageControl.word {
      line.add("count", own["count"].int64.map { "\($0)" })
      line.add("current", own["current"].int64.map { "\($0)" })
    }
    line.add("color", value["color"].string)
    line.add("background", value["background"].string)
    line.add(positive: "radius", own["radius"].double)
    line.add(positive: "aspect", own["aspect"].double)
    line.add("badge", value["badge"].string)
    let action = value["action"]["target"].string
    // A role that the kind or the action implies is omitted.
    if let role = value["role"].string,
      !(role == "button" && (kind == "button" || action != nil)),
      !(role == "image" && kind == "image")
    {
      line.add("role", role)
    }
    line.add("action", action)
    addAccessibility(value, to: &line)
    return line.list
  }

  /// Adds the keys of `--accessibility`. Those that repeat the line are omitted.
  private func addAccessibility(_ value: FeedValue, to line: inout Attributes) {
    let element = value["accessibility"]
    guard let order = element["order"].int64, let target = element["target"].rect else { return }
    line.add("reads", "\(order)")
    let text = value["text"].string ?? ""
    let shown = text.isEmpty ? value["label"].string ?? "" : text
    if let label = element["label"].string, label != shown {
      line.add(stated: "says", label)
    }
    if let role = element["role"].string, role != "text" { line.add("as", role) }
    let size = "\(points(target.width))x\(points(target.height))"
    line.add("target", "\(size)+\(points(target.x))+\(points(target.y))")
  }

  private func addCollection(_ own: FeedValue, to line: inout Attributes) {
    guard let axis = own["axis"].string else { return }
    line.add("axis", axis)
    let items = own["items"].int64.map { "\($0)" }
    if let pages = own["pages"].int64 {
      let lanes = own["lanes"].int64 ?? 1
      if lanes > 1 { line.add("items", items) }
      line.add("pages", "\(pages)")
      line.add("page", own["page"].int64.map { "\($0)" })
      if lanes > 1 { line.add("lanes", "\(lanes)") }
      line.add(positive: "interval", own["interval"].double, unit: "s")
    } else {
      line.add("items", items)
      line.add("content", own["content"].double.map(points))
    }
    line.add(positive: "gap", own["gap"].double)
    line.addInset(own["inset"].double ?? 0, own["insetEnd"].double ?? 0)
  }

  private func addText(
    _ value: FeedValue, _ own: FeedValue, isText: Bool, to line: inout Attributes
  ) {
    let lines = value["lines"]
    guard lines.exists, let count = lines["count"].int64 else { return }
    let (size, weight) = (value["font"]["size"].double ?? 0, value["font"]["weight"].int64 ?? 0)
    let plain = Font()
    if isText || size != Double(plain.size) || weight != Int64(plain.weight) {
      line.add("font", "\(points(size))/\(weight)")
    }
    if isText || count > 1 {
      let limit = lines["limit"].int64 ?? 0
      line.add("lines", limit > 0 ? "\(count)/\(limit)" : "\(count)")
    }
    if isText { line.add("align", own["align"].string) }
  }
}

extension FeedValue {
  fileprivate var rect: Rect? {
    guard let x = self["x"].double, let y = self["y"].double, let width = self["width"].double,
      let height = self["height"].double
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }
}
