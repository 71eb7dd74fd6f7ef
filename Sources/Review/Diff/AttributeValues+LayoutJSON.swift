import Page
import SectionEngine

extension AttributeValues {
  /// Reads a section or node from its object in layout JSON: the attributes that dumps have, too. The
  /// table of attributes names the members. A member with a value of another type is not read. The
  /// function first removes all values, texts and runs.
  mutating func read(_ object: FeedValue, _ scope: Attribute.Scope) {
    removeAll()
    storage.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    /// The object with the key that was looked up last; most members are in few objects.
    var outer: (key: String, value: FeedValue) = ("", object)
    func member(_ path: [String]) -> FeedValue {
      guard path.count > 1 else { return object[path[0]] }
      if outer.key != path[0] { outer = (path[0], object[path[0]]) }
      guard outer.value.exists else { return outer.value }
      return path.dropFirst().reduce(outer.value) { $0[$1] }
    }
    for (attribute, form, first, second) in scope == .node ? Self.ofNodes : Self.ofSections {
      guard let first else {
        if attribute == .spacing { addSpace(of: object) }
        continue
      }
      let value = member(first)
      if let read = self.value(of: value, second: second.map(member), form) {
        add(attribute, read)
      }
    }
  }

  /// The attributes that a dump can have or needs, with the paths of their members.
  private static let ofNodes = Attribute.allCases.filter { $0.scope == .node && $0 <= .text }
    .map { ($0, $0.entry.form, $0.entry.member?.path, $0.entry.second?.path) }
  private static let ofSections = Attribute.allCases.filter { $0 <= .closable }
    .map { ($0, $0.entry.form, $0.entry.member?.path, $0.entry.second?.path) }

  private mutating func addSpace(of section: FeedValue) {
    let layout = section["layout"].string ?? "list"
    let scrolls = layout == "carousel" || layout == "pager"
    addSpace(
      rows: section["rowSpacing"].double ?? 0, items: section["itemSpacing"].double ?? 0,
      insets: section["insets"].edges, isList: layout == "list", scrolls: scrolls,
      hasBothAxes: scrolls ? (section["lanes"].int64 ?? 1) > 1 : layout != "list")
  }

  /// Returns the value that one or two members have; `nil` if they have none.
  private mutating func value(
    of value: FeedValue, second: FeedValue?, _ form: Attribute.Form
  ) -> AttributeValue? {
    guard value.exists || second?.exists == true else { return nil }
    switch form {
    case .text: return text(value).map { .text($0) }
    case .word, .markWord: return value.string.map { .word($0) }
    case .integer: return value.int64.map { .integer(Int(clamping: $0)) }
    case .length, .seconds: return value.double.map { .number($0) }
    case .flag: return value.bool == true ? .flag(true) : nil
    case .mark, .boolean: return value.bool.map { .flag($0) }
    case .words: return .words(value.strings)
    case .indexPath:
      return .indexPath(value.children.compactMap { $0.int64.map { Int(clamping: $0) } })
    case .heights: return .heights(value.children.compactMap(\.double))
    case .spacing: return nil
    case .edges: return .edges(value.edges)
    case .provider, .fallback:
      guard let first = value.string, let second = second?.string else { return nil }
      return .words([first, second])
    case .span:
      let (columns, rows) = (value.int64 ?? 1, second?.int64 ?? 1)
      return columns > 1 || rows > 1 ? .pair(Int(clamping: columns), Int(clamping: rows)) : nil
    case .lines:
      return value.int64.map { .pair(Int(clamping: $0), Int(clamping: second?.int64 ?? 0)) }
    case .insets, .font: return .numbers(value.double ?? 0, second?.double ?? 0)
    case .frame, .area: return value.rect.map { .frame($0) }
    case .corners: return .corners(.init(words: value.strings))
    case .runs:
      let first = runs.count
      for run in value.children { runs.append(self.run(run)) }
      return first < runs.count ? .runs(first..<runs.count) : nil
    case .shadow: return shadow(value).map { .shadow($0) }
    case .resource:
      guard let id = text(value) else { return nil }
      return .resource(type: second.flatMap { text($0) } ?? .empty, id: id)
    case .textLines: return .textLines(value.textLines)
    }
  }

  /// Adds a text to the storage; returns `nil` if the value is none, or empty.
  private mutating func text(_ value: FeedValue) -> TextRange? {
    guard let text = value.string, !text.isEmpty else { return nil }
    let start = storage.count
    storage.append(contentsOf: text.utf8)
    return TextRange(start: UInt32(start), count: UInt32(storage.count - start))
  }

  private mutating func run(_ value: FeedValue) -> TextRun {
    let start = Int(clamping: max(0, value["start"].int64 ?? 0))
    var run = TextRun(range: start..<max(start, Int(clamping: value["end"].int64 ?? 0)))
    run.font = Font(
      size: value["size"].float, weight: UInt16(clamping: value["weight"].int64 ?? 0))
    run.traits = .init(words: value["traits"].strings)
    run.letterSpacing = value["letterSpacing"].float
    run.lineHeight = value["lineHeight"].float
    run.baselineOffset = value["baselineOffset"].float
    run.family = text(value["family"]) ?? .empty
    run.color = text(value["color"]) ?? .empty
    run.background = text(value["background"]) ?? .empty
    run.actionTarget = text(value["action"]["target"]) ?? .empty
    run.actionType = text(value["action"]["type"]) ?? .empty
    run.image = text(value["image"]["address"]) ?? .empty
    run.imageWidth = value["image"]["width"].float
    run.imageHeight = value["image"]["height"].float
    return run
  }

  private mutating func shadow(_ value: FeedValue) -> NodeAttributes.Shadow? {
    guard let color = text(value["color"]) else { return nil }
    var shadow = NodeAttributes.Shadow()
    shadow.color = color
    (shadow.x, shadow.y, shadow.blur) = (value["x"].float, value["y"].float, value["blur"].float)
    return shadow
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

  fileprivate var edges: EdgeInsets {
    EdgeInsets(
      top: self["top"].double ?? 0, end: self["end"].double ?? 0,
      bottom: self["bottom"].double ?? 0, start: self["start"].double ?? 0)
  }

  fileprivate var float: Float { Float(double ?? 0) }
  fileprivate var strings: [String] { children.compactMap(\.string) }

  /// The lines of a text, from the member `ranges`.
  fileprivate var textLines: [TextLine] {
    children.map { line in
      let start = Int(clamping: max(0, line["start"].int64 ?? 0))
      let end = max(start, Int(clamping: line["end"].int64 ?? 0))
      return TextLine(range: start..<end, width: line["width"].double ?? 0, isTruncated: false)
    }
  }
}
