import Support
import LayoutCore
import Renderers

/// Formats changes as words and numbers, the same in text and Markdown.
struct ChangeWords {
  let diff: PageDiff

  /// A part of a line. `isChanged` highlights it.
  struct Part: Equatable {
    var text: String
    var isChanged = false
  }

  /// Returns a section's changes: "414x240 -> 414x262 (+22 high)", "title "A" -> "B"".
  func details(of section: PageDiff.Section) -> [[Part]] {
    var details: [[Part]] = []
    if section.isReordered {
      details.append([
        Part(text: "\(ordinal(section.places.old)) -> \(ordinal(section.places.new))")
      ])
    }
    if section.old >= 0, section.new >= 0 {
      let (a, b) = (diff.old.lines[section.old].frame, diff.new.lines[section.new].frame)
      if section.kinds.contains(.resized) { details.append([Part(text: sizes(a, b))]) }
      if let gap = section.gap {
        details.append([Part(text: "gap above \(points(gap.old)) -> \(points(gap.new))")])
      } else if section.kinds.contains(.moved), !section.isReordered {
        details.append([Part(text: moves(a, b))])
      }
    } else {
      details.append([Part(text: diff.shown(section.old, section.new).line.frame.words)])
    }
    return details + values(section.values)
  }

  /// Returns a node's path such as "carousel/card[3]", with its text or that of an ancestor.
  func label(of node: PageDiff.Node) -> String {
    let (page, line) = diff.shown(node.old, node.new)
    let text = node.kinds.contains(.text) && node.old >= 0 && node.new >= 0 ? .none : line.string
    let context = text.isEmpty ? node.context : page.text(text)
    let path = shown(node.path.joined(separator: "/"), limit: 60)
    return context.isEmpty ? path : "\(path) \(quoted(context))"
  }

  func details(of node: PageDiff.Node) -> [[Part]] {
    guard node.old >= 0, node.new >= 0 else {
      switch node.kinds {
      case .entered: return [[Part(text: "on screen now")]]
      case .left: return [[Part(text: "no longer on screen")]]
      default: return [[Part(text: diff.shown(node.old, node.new).line.frame.sizeWords)]]
      }
    }
    var details: [[Part]] = []
    let (a, b) = (diff.old.lines[node.old], diff.new.lines[node.new])
    if node.kinds.contains(.text), a.string != b.string || !a.string.isEmpty {
      let (old, new) = (diff.old.text(a.string), diff.new.text(b.string))
      if old != new { details.append(texts(old, new)) }
    }
    if let places = node.places {
      details.append([Part(text: "\(ordinal(places.old)) -> \(ordinal(places.new))")])
    }
    if node.kinds.contains(.resized) { details.append([Part(text: sizes(a.frame, b.frame))]) }
    if node.kinds.contains(.moved), node.places == nil {
      details.append([Part(text: moves(a.frame, b.frame))])
    }
    return details + values(node.values)
  }

  private func values(_ values: [PageDiff.ValueChange]) -> [[Part]] {
    values.map { value in
      switch value.key {
      case "truncated":
        return [Part(text: value.new == nil ? "no longer truncated" : "now truncated")]
      case "action", "badge", "title":
        guard let old = value.old, let new = value.new else { break }
        return [Part(text: "\(value.key) ")] + texts(old, new)
      default: break
      }
      func word(_ value: String?) -> String { value.map { shown($0, limit: 40) } ?? "none" }
      return [Part(text: "\(value.key) \(word(value.old)) -> \(word(value.new))")]
    }
  }

  /// Returns both texts with the differing part highlighted. Long common parts are shortened.
  private func texts(_ old: String, _ new: String) -> [Part] {
    let change = TextDifference(old, new)
    return [Part(text: "\"")] + change.parts(of: change.old) + [Part(text: "\" -> \"")]
      + change.parts(of: change.new) + [Part(text: "\"")]
  }

  private func sizes(_ a: Rect, _ b: Rect) -> String {
    "\(a.sizeWords) -> \(b.sizeWords) ("
      + [(b.width - a.width, "wide"), (b.height - a.height, "high")].filter { abs($0.0) >= 0.005 }
      .map { "\(signed($0.0)) \($0.1)" }.joined(separator: ", ") + ")"
  }

  private func moves(_ a: Rect, _ b: Rect) -> String {
    "\(a.originWords) -> \(b.originWords) ("
      + [("x", b.x - a.x), ("y", b.y - a.y)].filter { abs($0.1) >= 0.005 }
      .map { "\($0.0) \(signed($0.1))" }.joined(separator: ", ") + ")"
  }

  func quoted(_ text: String) -> String { "\"\(shown(text, limit: 32))\"" }

  /// Returns "5 more cards alike", or `nil` if the change represents one node only.
  func alike(_ node: PageDiff.Node) -> String? {
    guard let alike = node.alike else { return nil }
    let more = "\(alike.count) more \(plural(alike.name, alike.count))"
    return node.isNew || node.isGone ? more : "\(more) alike"
  }

  /// A line of the list of a section's nodes.
  enum NodeLine {
    case node(PageDiff.Node)
    /// The number of siblings alike, below the changes of the first of them.
    case alike(String, depth: Int)
  }

  /// Returns the lines for the first changes of a section's nodes.
  func lines(of section: PageDiff.Section, limit: Int) -> [NodeLine] {
    var lines: [NodeLine] = []
    var pending: [(words: String, depth: Int)] = []
    func close(from depth: Int) {
      while let last = pending.last, last.depth >= depth {
        pending.removeLast()
        lines.append(.alike(last.words, depth: last.depth))
      }
    }
    for node in section.nodes.prefix(limit) {
      close(from: node.depth)
      lines.append(.node(node))
      if let alike = alike(node) { pending.append((alike, node.depth)) }
    }
    close(from: 0)
    return lines
  }

  /// Returns "sections 4-13".
  func sections(of push: PageDiff.Push) -> String {
    push.first == push.last ? "section \(push.first)" : "sections \(push.first)-\(push.last)"
  }

  /// Returns "sections 4-13 moved +22".
  func words(_ push: PageDiff.Push) -> String {
    "\(sections(of: push)) moved \(signed(push.distance))"
  }

  /// The counts, such as "1 section resized, 10 pushed, 2 unchanged"; empty without sections.
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
    let (a, b) = (diff.old.feed.size, diff.new.feed.size)
    func words(_ size: Size) -> String { "\(points(size.width)) x \(points(size.height))" }
    guard a != b else { return words(a) }
    let growth = b.height - a.height
    return "\(words(a)) -> \(words(b))" + (abs(growth) < 0.005 ? "" : " (\(signed(growth)))")
  }

  /// Lines about the page as a whole.
  var remarks: [String] {
    var lines: [String] = []
    if !diff.environment.isEmpty {
      let values = diff.environment.map {
        "\($0.key) \($0.old.map { shown($0) } ?? "none") -> \($0.new.map { shown($0) } ?? "none")"
      }
      lines.append("environment: " + values.joined(separator: ", "))
    }
    for provider in diff.providers {
      let sections = counted(provider.sections, "section")
      lines.append(
        "provider: \(shown(provider.id)) \(shown(provider.old)) -> \(shown(provider.new)) (\(sections))"
      )
    }
    if diff.following > 0 {
      let follow = diff.following == 1 ? "1 box follows" : "\(diff.following) boxes follow"
      lines.append("\(follow) the width of the page")
    }
    if diff.rounded > 0 {
      let differ = diff.rounded == 1 ? "1 box differs" : "\(diff.rounded) boxes differ"
      lines.append("\(differ) by a rounded pixel")
    }
    return lines
  }
}

/// Returns "+22" or "-3.5".
func signed(_ value: Double) -> String { value > 0 ? "+\(points(value))" : points(value) }

/// Returns "1st", "22nd" or "13th".
func ordinal(_ number: Int) -> String {
  let isTeen = (11...13).contains(number % 100)
  switch number % 10 {
  case 1 where !isTeen: return "\(number)st"
  case 2 where !isTeen: return "\(number)nd"
  case 3 where !isTeen: return "\(number)rd"
  default: return "\(number)th"
  }
}

private func plural(_ name: String, _ count: Int) -> String {
  let name = shown(name, limit: 24)
  guard count != 1, name.utf8.last.map({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) == true,
    !name.hasSuffix("s")
  else { return name }
  return name + "s"
}
