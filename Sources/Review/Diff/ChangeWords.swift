import Page
import SectionEngine

/// Formats changes as words and numbers, equal in text and Markdown.
struct ChangeWords {
  let diff: PageDiff
  /// The hosts of pictures that changed on many nodes, which one remark reports.
  private let hosts: PictureHosts
  /// The block codes that several sections have. Shown titles distinguish these sections.
  private let repeated: Set<String>

  init(diff: PageDiff) {
    self.diff = diff
    hosts = PictureHosts(of: diff)
    repeated = Set(
      [diff.oldLines, diff.newLines].flatMap(\.sections).map(\.name).filter { $0.contains("#") })
  }

  /// Returns a space and the quoted title of a section that appeared, disappeared or moved, or whose
  /// code is repeated; without a title its first text. Else "".
  func title(of section: PageDiff.Section) -> String {
    let code = section.name.prefix { $0 != "#" }
    let isRepeated = section.name.contains("#") || repeated.contains("\(code)#2")
    let isPlaced = section.kinds.word != nil || section.isReordered
    guard isRepeated || isPlaced else { return "" }
    let (page, line) = diff.shown(section.old, section.new)
    let title = page.tail(of: line).attributes["title"]
    // The texts of a removed section are listed anyway.
    let hasTexts = isPlaced && !section.kinds.contains(.removed)
    let index = section.new >= 0 ? section.new : section.old
    let name = title ?? (hasTexts ? page.texts(in: index).first : nil)
    return name.map { " \"\(shown($0, limit: 40))\"" } ?? ""
  }

  /// The changed sections and runs of pushed sections, without sections in which only the hosts of
  /// pictures changed.
  var entries: [PageDiff.Entry] {
    diff.entries.filter { entry in
      guard case .section(let section) = entry else { return true }
      return !hosts.explain(section)
    }
  }

  /// The changed nodes of a section, without those in which only the host of a picture changed.
  func nodes(of section: PageDiff.Section) -> [PageDiff.Node] { hosts.others(of: section) }

  /// A part of a line. `isChanged` marks it for highlighting.
  struct Part: Equatable {
    var text: String
    var isChanged = false
  }

  /// Returns the changes of a section, such as "414x240 -> 414x262 (+22 high)".
  func details(of section: PageDiff.Section) -> [[Part]] {
    guard section.old >= 0, section.new >= 0 else {
      let frame = diff.shown(section.old, section.new).line.frame.words
      return [[Part(text: frame)]] + textsGone(section.kinds, section.old)
    }
    let places = section.isReordered ? section.places : nil
    return geometry(section.kinds, section.old, section.new, places, gap: section.gap)
      + values(section.values)
  }

  /// Returns a node's path, such as "carousel/card[3]", with the text of the node or an ancestor.
  func label(of node: PageDiff.Node) -> String {
    let (page, line) = diff.shown(node.old, node.new)
    let text = node.kinds.contains(.text) && node.old >= 0 && node.new >= 0 ? .none : line.string
    let context = text.isEmpty ? node.context : page.text(text)
    let path = shown(node.path.joined(separator: "/"), limit: 60)
    return context.isEmpty ? path : "\(path) \"\(shown(context, limit: 32))\""
  }

  func details(of node: PageDiff.Node) -> [[Part]] {
    guard node.old >= 0, node.new >= 0 else {
      let words: [PageDiff.Kinds: String] = [
        .entered: "on screen now", .left: "no longer on screen",
      ]
      let size = diff.shown(node.old, node.new).line.frame.sizeWords
      return [[Part(text: words[node.kinds] ?? size)]] + textsGone(node.kinds, node.old)
    }
    let old = diff.oldLines.text(diff.oldLines[node.old].string)
    let new = diff.newLines.text(diff.newLines[node.new].string)
    return (node.kinds.contains(.text) && old != new ? [texts(old, new)] : [])
      + geometry(node.kinds, node.old, node.new, node.places) + values(node.values)
  }

  /// Returns the texts of a removed section or node, except for the text in its label.
  private func textsGone(_ kinds: PageDiff.Kinds, _ line: Int) -> [[Part]] {
    guard kinds.contains(.removed), line >= 0 else { return [] }
    let own = diff.oldLines.text(diff.oldLines[line].string)
    let texts = diff.oldLines.texts(in: line).filter { $0 != own }.map {
      "\"\(shown($0, limit: 32))\""
    }
    return texts.isEmpty ? [] : [[Part(text: listed(texts, atMost: Self.most))]]
  }

  /// The maximum number of listed texts of one removed section or node.
  private static let most = 8

  /// Returns the changes of the index, the size and the position.
  private func geometry(
    _ kinds: PageDiff.Kinds, _ old: Int, _ new: Int, _ places: (old: Int, new: Int)?,
    gap: (old: Double, new: Double)? = nil
  ) -> [[Part]] {
    let (a, b) = (diff.oldLines[old].frame, diff.newLines[new].frame)
    var details: [String] = []
    if let places { details.append("\(ordinal(places.old)) -> \(ordinal(places.new))") }
    if kinds.contains(.resized) {
      let growth = [(b.width - a.width, "wide"), (b.height - a.height, "high")]
        .filter { abs($0.0) >= 0.005 }.map { "\(signed($0.0)) \($0.1)" }.joined(separator: ", ")
      details.append("\(a.sizeWords) -> \(b.sizeWords) (\(growth))")
    }
    if let gap {
      details.append("gap above \(points(gap.old)) -> \(points(gap.new))")
    } else if kinds.contains(.moved), places == nil {
      let shift = [("x", b.x - a.x), ("y", b.y - a.y)].filter { abs($0.1) >= 0.005 }
        .map { "\($0.0) \(signed($0.1))" }.joined(separator: ", ")
      details.append("\(a.originWords) -> \(b.originWords) (\(shift))")
    }
    return details.map { [Part(text: $0)] }
  }

  private func values(_ values: [PageDiff.ValueChange]) -> [[Part]] {
    values.map { value in
      if value.key == "truncated" {
        return [Part(text: value.new == nil ? "no longer truncated" : "now truncated")]
      }
      if Self.entry(of: value.key)?.isFromFeed == true, let old = value.old, let new = value.new {
        return [Part(text: "\(value.key) ")] + texts(old, new)
      }
      return [Part(text: "\(value.key) \(words(value, limit: 40))")]
    }
  }

  private static func entry(of key: String) -> Attribute.Entry? {
    (Attribute(key: key, of: .node) ?? Attribute(key: key, of: .section))?.entry
  }

  private func words(_ value: PageDiff.ValueChange, limit: Int) -> String {
    [value.old, value.new].map {
      $0.map { shown($0, limit: limit) } ?? Self.entry(of: value.key)?.standard?.description
        ?? "none"
    }.joined(separator: " -> ")
  }

  /// Returns old and new text. The differing part is highlighted; long common parts are shortened.
  private func texts(_ old: String, _ new: String) -> [Part] {
    let change = TextDifference(old, new)
    return [Part(text: "\"")] + change.parts(of: change.old) + [Part(text: "\" -> \"")]
      + change.parts(of: change.new) + [Part(text: "\"")]
  }

  /// Returns "5 more cards alike"; `nil` if the change represents only one node.
  func alike(_ node: PageDiff.Node) -> String? {
    guard let alike = node.alike else { return nil }
    let more = "\(alike.count) more \(plural(alike.name, alike.count))"
    let texts = node.alikeTexts.map { old, new in
      "\"\(shown(old, limit: 24))\"" + (new.map { " -> \"\(shown($0, limit: 24))\"" } ?? "")
    }
    let rest = texts.isEmpty ? "" : ": \(texts.joined(separator: ", "))"
    return (node.kinds.word == nil ? "\(more) alike" : more) + rest
  }

  /// A line about a node, or a line about similar siblings below the changes of the first sibling.
  struct NodeLine {
    /// The node; `nil` for a line about siblings.
    var node: PageDiff.Node?
    var depth: Int
    var label: String
    var details: [[Part]] = []
  }

  func lines(of section: PageDiff.Section, limit: Int) -> [NodeLine] {
    var lines: [NodeLine] = []
    var pending: [NodeLine] = []
    func close(from depth: Int) {
      while let last = pending.last, last.depth >= depth { lines.append(pending.removeLast()) }
    }
    for node in nodes(of: section).prefix(limit) {
      close(from: node.depth)
      lines.append(
        NodeLine(node: node, depth: node.depth, label: label(of: node), details: details(of: node)))
      if let alike = alike(node) { pending.append(NodeLine(depth: node.depth, label: alike)) }
    }
    close(from: 0)
    return lines
  }

  func sections(of push: PageDiff.Push) -> String {
    push.first == push.last ? "section \(push.first)" : "sections \(push.first)-\(push.last)"
  }

  /// Returns "sections 4-13 moved +22".
  func words(_ push: PageDiff.Push) -> String {
    "\(sections(of: push)) moved \(signed(push.distance))"
  }

  /// The numbers of changes, such as "1 section resized, 10 pushed, 2 unchanged"; may be empty.
  var counts: String {
    let counts = diff.counts
    return [
      (counts.added, "added"), (counts.removed, "removed"), (counts.moved, "moved"),
      (counts.resized, "resized"), (counts.changed, "changed"), (counts.pushed, "pushed"),
      (counts.unchanged, "unchanged"),
    ].filter { $0.0 > 0 }.enumerated().map { index, part in
      "\(index == 0 ? counted(part.0, "section") : "\(part.0)") \(part.1)"
    }.joined(separator: ", ")
  }

  /// The page size, such as "414 x 1470 -> 414 x 1492 (+22)".
  var size: String {
    let (a, b) = (diff.oldLines.size, diff.newLines.size)
    func words(_ size: Size) -> String { "\(points(size.width)) x \(points(size.height))" }
    guard a != b else { return words(a) }
    let growth = b.height - a.height
    return "\(words(a)) -> \(words(b))" + (abs(growth) < 0.005 ? "" : " (\(signed(growth)))")
  }

  /// The lines about the page as a whole.
  var remarks: [String] {
    var lines: [String] = []
    let losses = Set(PageDiff.losses.map(\.rawValue))
    for (title, changes) in [
      ("environment", diff.environment.filter { !losses.contains($0.key) }),
      ("of the feed, but not on the page", diff.environment.filter { losses.contains($0.key) }),
    ] where !changes.isEmpty {
      let values = changes.map { "\($0.key) \(words($0, limit: 60))" }
      lines.append("\(title): " + values.joined(separator: ", "))
    }
    for provider in diff.providers {
      let versions = "\(shown(provider.old)) -> \(shown(provider.new))"
      let sections = counted(provider.sections, "section")
      lines.append("provider: \(shown(provider.id)) \(versions) (\(sections))")
    }
    lines += hosts.words
    return lines + Self.boxes(diff.following, "follow", "the width of the page")
  }

  /// The lines about what only follows from the changes. They come after the changes.
  var consequences: [String] { Self.boxes(diff.rounded, "differ", "by a rounded pixel") }

  private static func boxes(_ count: Int, _ verb: String, _ cause: String) -> [String] {
    count == 0
      ? [] : [count == 1 ? "1 box \(verb)s \(cause)" : "\(count) boxes \(verb) \(cause)"]
  }
}

extension Page.Lines {
  /// Returns the distinct texts and labels of a line and the lines inside it.
  func texts(in line: Int) -> [String] {
    (line..<Swift.max(line + 1, Int(self[line].end))).map { text(self[$0].string) }
      .filter { !$0.isEmpty }.uniqued
  }
}

/// Returns a signed number: "+22" or "-3.5".
func signed(_ value: Double) -> String { value > 0 ? "+\(points(value))" : points(value) }

/// Returns an ordinal number: "1st", "22nd" or "13th".
func ordinal(_ number: Int) -> String {
  let isTeen = (11...13).contains(number % 100)
  return "\(number)" + (isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
}

private func plural(_ name: String, _ count: Int) -> String {
  let name = shown(name, limit: 24)
  let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
  let takesS = count != 1 && name.utf8.last.map(letters.contains) == true && !name.hasSuffix("s")
  return takesS ? name + "s" : name
}

/// The common start and end of two texts, and the differing parts between them. O(characters).
struct TextDifference {
  let old: [Character]
  let new: [Character]
  private let prefix: Int
  private let suffix: Int

  /// The maximum number of characters compared per text.
  private static let most = 4_000
  /// The number of common characters shown on each side of the differing part.
  private static let context = 8
  /// The maximum number of characters shown of the differing part.
  private static let limit = 32

  init(_ old: String, _ new: String) {
    self.old = Array(shown(old, limit: Self.most))
    self.new = Array(shown(new, limit: Self.most))
    prefix = zip(self.old, self.new).prefix { $0 == $1 }.count
    suffix =
      zip(self.old.dropFirst(prefix).reversed(), self.new.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
  }

  /// Returns the common start, the differing part and the common end of a text, each shortened.
  func parts(of text: [Character]) -> [ChangeWords.Part] {
    let changed = text[prefix..<text.count - suffix]
    let before = text.prefix(prefix)
    let after = text.suffix(suffix)
    let isShort = max(old.count, new.count) <= Self.limit
    let isLong = changed.count > Self.limit
    let cutsBefore = !isShort && prefix > Self.context
    let cutsAfter = !isShort && suffix > Self.context
    let reversed = before.reversed() as [Character]
    let start =
      cutsBefore
      ? "…" + String(reversed.prefix(Self.length(of: reversed, near: Self.context)).reversed())
      : String(before)
    let middle =
      isLong
      ? String(changed.prefix(Self.length(of: Array(changed), near: Self.limit))) + "…"
      : String(changed)
    let end =
      cutsAfter
      ? String(after.prefix(Self.length(of: Array(after), near: Self.context))) + "…"
      : String(after)
    // If the differing part is shortened, the common end is omitted.
    return [
      ChangeWords.Part(text: start), ChangeWords.Part(text: middle, isChanged: true),
      ChangeWords.Part(text: isLong ? "" : end),
    ].filter { !$0.text.isEmpty }
  }
}

extension TextDifference {
  /// Returns how many of the first characters are shown, so that no word is cut: about `wanted`, and
  /// at most a word more. In a script without spaces, a word can end after each character.
  private static func length(of text: [Character], near wanted: Int) -> Int {
    func isCut(_ length: Int) -> Bool {
      length > 0 && length < text.count && text[length - 1].isOfWord && text[length].isOfWord
    }
    if let shorter = (0...wanted).reversed().first(where: { !isCut($0) }), shorter > 0 {
      return shorter
    }
    return (wanted...wanted + longestWord).first { !isCut($0) } ?? wanted
  }

  private static let longestWord = 16
}

extension Character {
  /// Whether the character is part of a word of letters and digits, in a script with spaces.
  fileprivate var isOfWord: Bool {
    guard isLetter || isNumber, let scalar = unicodeScalars.first else { return false }
    // Thai to Burmese, then kana and ideographs: scripts without spaces.
    return ![0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xF900...0xFAFF]
      .contains { $0.contains(scalar.value) } && scalar.value < 0x2_0000
  }
}

extension Rect {
  /// The frame in dump format: "@0,540 414x180".
  var words: String { "@\(originWords) \(sizeWords)" }
  var originWords: String { "\(points(x)),\(points(y))" }
  var sizeWords: String { "\(points(width))x\(points(height))" }
}

/// Returns a size as "36 x 20 pt".
func sizeText(_ size: Rect) -> String {
  "\(points(size.width)) x \(points(size.height)) pt"
}
