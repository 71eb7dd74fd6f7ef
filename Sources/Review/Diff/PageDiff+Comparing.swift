import SectionEngine

extension PageDiff {
  /// Compares two pages: their lines, which are projected if a page has none. O(n) on average for n
  /// lines; O(n log n) if sections are reordered.
  package init(from old: Page, to new: Page, tolerance: Double = 0) {
    var (a, b) = (old.lines(beside: new), new.lines(beside: old))
    // Both sides of a subtraction are rounded to 0.01 points.
    let isConverted = a.header.frames != .parent || b.header.frames != .parent
    let slack = a.roundingSlack(beside: b) ?? 0
    a.makeParentRelative()
    b.makeParentRelative()
    self.init(old: old, new: new, oldLines: a, newLines: b)
    self.tolerance = max(tolerance, isConverted ? slack + 0.021 : slack)
    // If the pages round differently, each section and each text can add a pixel.
    let rounded = b.count { $0.level == 0 || !$0.string.isEmpty }
    placeTolerance = slack > 0 ? self.tolerance * Double(rounded + 1) : self.tolerance
    compareEnvironment()
    var comparison = SectionComparison(self)
    comparison.compare()
    self = comparison.diff
  }

  private mutating func compareEnvironment() {
    func add(_ key: String, _ a: String?, _ b: String?) {
      if a != b { environment.append(ValueChange(key: key, old: a, new: b)) }
    }
    let (a, b) = (oldLines, newLines)
    add("feed", old.feedID, new.feedID)
    add("width", points(a.size.width), points(b.size.width))
    add("scale", scaleText(a.header.scale), scaleText(b.header.scale))
    // The number of sections is not compared, because added and removed sections are reported. The
    // layout rules are not compared, because frames of different rules are compared within a pixel.
    let ignored = ["sections", "layout-rules"]
    var keys: [String] = []
    for fact in a.facts + b.facts
    where !ignored.contains(fact.key) && !keys.contains(fact.key) {
      keys.append(fact.key)
    }
    for key in keys { add(key, a.facts[key], b.facts[key]) }
    // A copied block replaces the block that it was copied from, so the sections can be equal.
    for code in Self.losses { add(code.rawValue, a.count(of: code), b.count(of: code)) }
  }

  /// The diagnostics about parts of the feed that the page does not show. Each new one is a
  /// difference, because what the feed lost is on neither page.
  package static let losses: [DiagnosticCode] = [.missingBlockCode, .repeatedBlock, .undrawnItems]
}

extension Page {
  /// Returns the lines of the page, or of a projection that has what the lines of another page have.
  fileprivate func lines(beside other: Page) -> Lines {
    if let lines { return lines }
    let options = other.lines.map { RenderOptions(matching: $0) } ?? RenderOptions(all: true)
    return projected(options).lines ?? Lines()
  }
}

extension RenderOptions {
  /// The options with which a page is projected to be compared with the lines of another page: with
  /// items off screen unless the lines leave them out, and with bars, accessible elements and lines of
  /// texts if the lines have them. O(lines).
  package init(matching lines: Page.Lines) {
    func has(_ attribute: Attribute) -> Bool {
      let key = attribute.entry.key.description
      return lines.contains { !lines.attribute(key, of: $0).isEmpty }
    }
    self.init(
      all: !lines.contains {
        $0.kind == .elided && lines.bytes[$0.name.range].elementsEqual("offscreen".utf8)
      },
      chrome: lines.sections.contains { $0.keyword != .section })
    accessibility = has(.reads)
    textLines = has(.textLines)
  }
}

extension Page.Lines {
  /// The number of points by which equal lengths can differ if two pages round differently, a pixel;
  /// else `nil`.
  func roundingSlack(beside other: Page.Lines) -> Double? {
    guard header.isUnrounded != other.header.isUnrounded || rules != other.rules else { return nil }
    // Dumps also round to 0.01 points.
    return 1 / Swift.max(1, Swift.min(header.scale, other.header.scale)) + 0.011
  }

  /// Returns the number of diagnostics with a code, as the summary of the dump states it.
  fileprivate func count(of code: DiagnosticCode) -> String? {
    guard let summary, let place = summary.ranges(of: "\(code.rawValue) (").first else {
      return nil
    }
    return String(summary[place.upperBound...].prefix { $0.isNumber })
  }
}

private struct SectionComparison {
  private(set) var diff: PageDiff
  let old: Page.Lines
  let new: Page.Lines
  let oldSections: [Page.SectionLine]
  let newSections: [Page.SectionLine]
  let pairing: Pairing
  /// The positions among the sections, starting at 1; 0 for bars.
  let oldPlaces: [Int]
  let newPlaces: [Int]
  let tolerance: Double
  let slack: Double
  var nodes: NodeComparison
  var providers: [PageDiff.ValueChange: Int] = [:]
  var likes: [Int: String] = [:]
  var push: PageDiff.Push?

  init(_ diff: PageDiff) {
    self.diff = diff
    (old, new) = (diff.oldLines, diff.newLines)
    oldSections = old.sections
    newSections = new.sections
    pairing = Pairing(old, oldSections, new, newSections)
    oldPlaces = Self.places(of: oldSections)
    newPlaces = Self.places(of: newSections)
    nodes = NodeComparison(
      old, new, tolerance: diff.tolerance, placeTolerance: diff.placeTolerance)
    tolerance = nodes.tolerance
    // Dumps round to 0.01 points, so a distance can differ by one pixel plus 0.01 points.
    slack = max(tolerance, nodes.pixel + 0.011)
  }

  private static func places(of sections: [Page.SectionLine]) -> [Int] {
    var place = 0
    return sections.map { section in
      guard section.keyword == .section else { return 0 }
      place += 1
      return place
    }
  }

  mutating func compare() {
    for (origin, index) in pairing.steps {
      if origin >= 0, index >= 0 {
        compare(index, origin)
      } else if index >= 0 {
        flush()
        let (section, places) = (newSections[index], (0, newPlaces[index]))
        diff.sections.append(
          .init(kinds: .added, old: -1, new: section.line, name: section.name, places: places))
        diff.counts.added += 1
      } else {
        let (section, places) = (oldSections[origin], (oldPlaces[origin], 0))
        diff.sections.append(
          .init(kinds: .removed, old: section.line, new: -1, name: section.name, places: places))
        diff.counts.removed += 1
      }
    }
    flush()
    diff.rounded = nodes.rounded
    diff.following = nodes.following
    diff.providers = providers.map { change, count in
      let (old, new) = (change.old ?? "", change.new ?? "")
      return PageDiff.Provider(
        id: String(new.prefix { $0 != "@" }), old: String(old.drop { $0 != "@" }.dropFirst()),
        new: String(new.drop { $0 != "@" }.dropFirst()), sections: count)
    }.sorted { ($0.id, $0.old, $0.new) < ($1.id, $1.old, $1.new) }
  }

  private mutating func compare(_ index: Int, _ origin: Int) {
    let (oldLine, newLine) = (oldSections[origin].line, newSections[index].line)
    let (a, b) = (old[oldLine], new[newLine])
    let isUnmoved = pairing.isUnmoved[index]
    let shift = b.frame.y - a.frame.y
    let isShifted = abs(shift) > max(tolerance, diff.placeTolerance)
    var section = PageDiff.Section(
      kinds: [], old: oldLine, new: newLine, name: newSections[index].name,
      places: (oldPlaces[origin], newPlaces[index]), isReordered: !isUnmoved)
    if !isUnmoved { section.kinds.insert(.moved) }
    if isUnmoved, isShifted || a.frame.height != b.frame.height || index > 0 {
      compareGap(of: &section, index, origin)
    }
    let isPushed = isShifted && isUnmoved && newPlaces[index] > 0 && !isPlaced(a, b)
    if isPushed { extend(by: shift, newPlaces[index]) } else { flush() }
    if !isSame(oldLine, newLine) {
      // Row heights do not depend on the position, so their differences are not rounding errors.
      let isRounded =
        (abs(shift) > 0.005 || old.header.scale != new.header.scale)
        && old.text(old.attribute("rows", of: a)) == new.text(new.attribute("rows", of: b))
      var result = nodes.compare(oldLine, newLine, isRounded: isRounded)
      if section.gap != nil || isBelowOther(index, origin) { result.section.drop("gap-above") }
      add(result, to: &section)
    }
    // A resized section pushes the sections below, even by a single pixel, so the run ends here.
    if section.kinds.contains(.resized) { flush() }
    guard !section.kinds.isEmpty || !section.nodes.isEmpty else {
      if isPushed { diff.counts.pushed += 1 } else { diff.counts.unchanged += 1 }
      return
    }
    if section.isReordered {
      diff.counts.moved += 1
    } else if section.kinds.contains(.resized) {
      diff.counts.resized += 1
    } else {
      diff.counts.changed += 1
    }
    diff.sections.append(section)
  }

  /// Returns whether two sections differ only in their y position.
  private func isSame(_ oldLine: Int, _ newLine: Int) -> Bool {
    let (a, b) = (old[oldLine], new[newLine])
    guard a.frame.x == b.frame.x, a.frame.width == b.frame.width, a.frame.height == b.frame.height
    else { return false }
    return old.hasSameLines(oldLine, as: newLine, of: new, isSection: true)
  }

  private mutating func add(_ result: NodeComparison.Result, to section: inout PageDiff.Section) {
    var change = result.section
    if let provider = change.provider { providers[provider, default: 0] += 1 }
    let told = result.nodes.contains { node in
      guard node.kinds.contains(.text), node.old >= 0, node.new >= 0 else { return false }
      let title = change.values.first { $0.key == "title" }
      return title?.old == old.text(old[node.old].string)
        && title?.new == new.text(new[node.new].string)
    }
    if told {
      change.values.removeAll { $0.key == "title" }
      change.kinds.remove(.text)
    }
    section.kinds.formUnion(change.kinds)
    section.values = change.values
    section.nodes = result.nodes
    section.marks = result.marks
    guard let signature = result.signature, result.nodes.count > 1 else { return }
    section.likeSection = likes[signature]
    likes[signature] = section.likeSection ?? section.name
  }

  // MARK: Positions of sections

  /// Returns whether a section is a floating or overlay section on either page.
  private func isPlaced(_ a: Page.Line, _ b: Page.Line) -> Bool {
    !old.attribute("place", of: a).isEmpty || !new.attribute("place", of: b).isEmpty
  }

  /// Returns the indices of the sections above a pair of sections; -1 for none.
  private func previous(_ index: Int, _ origin: Int) -> (old: Int, new: Int) {
    (
      origin > 0 && oldPlaces[origin] > 1 ? origin - 1 : -1,
      index > 0 && newPlaces[index] > 1 ? index - 1 : -1
    )
  }

  /// Returns whether the gap above a section is between other codes than before, so that it follows
  /// from a change of the section above.
  private func isBelowOther(_ index: Int, _ origin: Int) -> Bool {
    let (oldPrevious, previous) = previous(index, origin)
    guard oldPrevious >= 0, previous >= 0 else { return oldPrevious != previous }
    let (a, b) = (old[oldSections[oldPrevious].line], new[newSections[previous].line])
    return !old.hasSameBytes(a.name, as: b.name, of: new)
  }

  /// Detects a changed gap to the section above, if that section is the same on both pages.
  private func compareGap(of section: inout PageDiff.Section, _ index: Int, _ origin: Int) {
    let (a, b) = (old[section.old].frame, new[section.new].frame)
    let (oldPrevious, previous) = previous(index, origin)
    let isSame =
      previous < 0
      ? oldPrevious < 0 : oldPrevious >= 0 && Int(pairing.origins[previous]) == oldPrevious
    guard isSame else { return }
    let above = previous < 0 ? 0 : new[newSections[previous].line].frame.maxY
    let oldAbove = oldPrevious < 0 ? 0 : old[oldSections[oldPrevious].line].frame.maxY
    let gap = (old: a.y - oldAbove, new: b.y - above)
    // A floating section has no gap, so its position is compared.
    let isPlaced = isPlaced(old[section.old], new[section.new])
    guard isPlaced ? abs(b.y - a.y) > tolerance : abs(gap.new - gap.old) > slack else { return }
    if !isPlaced { section.gap = gap }
    section.kinds.insert(.moved)
  }

  private mutating func extend(by shift: Double, _ place: Int) {
    if let distance = push?.distance, abs(distance - shift) <= slack {
      push?.last = place
    } else {
      flush()
      push = PageDiff.Push(
        first: place, last: place, distance: shift, position: diff.sections.count)
    }
  }

  private mutating func flush() {
    if let push { diff.pushes.append(push) }
    push = nil
  }
}
