import SectionEngine

/// The differences between an app and a page as text, Markdown or JSON.
extension AppComparison {
  struct Line {
    var mark: String
    var label: String
    var details: String
    /// The kinds of the difference; empty if only nodes of a section differ.
    var kinds: PageDiff.Kinds
    /// The frames of the box and of its view in feed coordinates; `nil` for a side without it.
    var page, app: Rect?
    /// The lines about the nodes of a section.
    var nodes: [Line] = []
  }

  var headline: String {
    "\(shown(feed)) beside \(shown(scrollView)): "
      + "\(counted(comparedSections, "section")) and "
      + "\(counted(comparedNodes, "node")) compared, tolerance \(points(tolerance))"
  }

  /// The word for the app's side: "app", "design", or the name of the second app.
  var side: String { sides.app == "app" && source == .figma ? "design" : sides.app }

  /// Returns the words for a side as a place: "on the page", "in the old one", "on Android".
  func place(_ side: String) -> String {
    switch side {
    case "page": "on the page"
    case "app", "design": "in the \(side)"
    case "old", "new": "in the \(side) one"
    default: "on \(side)"
    }
  }

  var lines: [Line] {
    var lines: [Line] = []
    func add(
      _ mark: String, _ label: String, _ details: String, _ kinds: PageDiff.Kinds = [],
      page: Rect? = nil, app: Rect? = nil
    ) {
      lines.append(
        Line(mark: mark, label: label, details: details, kinds: kinds, page: page, app: app))
    }
    for section in sections {
      let path = shown(section.path, limit: 80)
      if let own = section.own {
        add("~", path, words(own), own.kinds, page: own.page, app: own.app)
      } else {
        let places = places(of: section.path)
        add("~", path, "", page: places.page, app: places.app)
      }
      lines[lines.count - 1].nodes = section.nodes.map { node in
        let path = String(node.path.dropFirst(section.path.count + 1))
        return Line(
          mark: "", label: shown(path, limit: 60), details: words(node), kinds: node.kinds,
          page: node.page, app: node.app)
      }
    }
    for difference in autoLayout {
      let places = places(of: difference.path)
      let name = difference.path.isEmpty ? "page" : shown(difference.path, limit: 80)
      add("~", name, difference.text, .moved, page: places.page, app: places.app)
    }
    for push in pushes {
      let sections =
        push.count == 1
        ? shown(push.first) : "\(shown(push.first)) to \(shown(push.last)) (\(push.count))"
      add("", sections, "moved \(signed(push.distance)) with what is above")
    }
    for path in missing {
      add(
        "-", shown(path, limit: 80), "on screen, but not \(place(side))", .removed,
        page: places(of: path).page)
    }
    for node in missingNodes {
      let text = node.text.isEmpty ? "" : "\"\(shown(node.text, limit: 32))\" "
      add(
        "-", shown(node.path, limit: 80), "\(text)\(node.frame.words), not \(place(side))",
        .removed, page: node.frame)
    }
    for stranger in strangers {
      var name = stranger.identifier.map { "\(stranger.view) `\($0)`" } ?? stranger.view
      if let text = stranger.text { name += " \"\(shown(text, limit: 32))\"" }
      add(
        "+", shown(name, limit: 120), "\(stranger.frame.words), not \(place(sides.page))", .added,
        app: stranger.frame)
    }
    return lines
  }

  /// The comparison in a line: "same", or "changed: 1 section differs, 3 agree; 8 of 8 texts …".
  package var stat: String { isEmpty && isReliable ? "same" : "changed: \(summary); \(matched)" }

  /// The summary: "1 section differs, 3 agree, 9 not shown by the app; greatest deviation 22 (…)".
  package var summary: String {
    var parts: [String] = []
    func add(_ count: Int, _ words: String) { if count > 0 { parts.append(words) } }
    let differing = sections.count
    add(differing, "\(counted(differing, "section")) \(differing == 1 ? "differs" : "differ")")
    let number = differing == 0 ? counted(agreeing, "section") : "\(agreeing)"
    add(agreeing, "\(number) \(agreeing == 1 ? "agrees" : "agree")")
    add(missing.count, "\(missing.count) missing")
    add(missingNodes.count, "\(counted(missingNodes.count, "node")) missing")
    add(autoLayout.count, "\(counted(autoLayout.count, "distance")) unlike the auto layout")
    let isNamed = ["app", "design"].contains(side)
    add(notShown, "\(notShown) not shown \(isNamed ? "by the \(side)" : place(side))")
    add(strangers.count, "\(counted(strangers.count, "view")) not \(place(sides.page))")
    let summary = parts.joined(separator: ", ")
    guard let greatest, greatest.greatest > 0 else { return summary }
    let (words, path) = (["x", "y", "width", "height"], shown(greatest.path, limit: 80))
    let side = zip(greatest.sides, words).first { abs($0.0) == greatest.greatest }?.1 ?? ""
    return summary + "; greatest deviation \(points(greatest.greatest)) (\(side) of \(path))"
  }

  /// The match rate: "41 of 44 texts and 12 of 13 sections matched".
  package var matched: String {
    let sections = "\(comparedSections) of \(counted(comparedSections + missing.count, "section"))"
    return "\(texts.matched) of \(counted(texts.visible, "text")) and \(sections) matched"
      + (isReliable ? "" : "; fewer than two thirds, so the differences are not reliable")
  }

  /// Returns the frame of a box, and that of its view or of the views of its content, in feed
  /// coordinates; `nil` for what does not exist.
  func places(of path: String) -> (page: Rect?, app: Rect?) {
    guard let box = matching.page.boxOfPath[path] else { return (nil, nil) }
    let item = matching.items[box]
    let items = item >= 0 ? [item] : matching.page.subtree(of: box).map { matching.items[$0] }
    let frames = items.filter { $0 >= 0 }.map {
      matching.content.items[$0].frame.moved(by: -base.x, -base.y)
    }
    return (
      matching.page[box].frame, frames.first.map { frames.dropFirst().reduce($0) { $0.union($1) } }
    )
  }

  /// Returns the parts of a deviation that exceed the tolerance: "+3 y, +10 high"; then the parts that
  /// other boxes explain. Together they are app minus page.
  private func changes(of deviation: Deviation) -> String {
    func words(_ frame: Rect) -> String {
      zip([frame.x, frame.y, frame.width, frame.height], ["x", "y", "wide", "high"])
        .filter { $0.0 != 0 }.map { "\(signed($0.0)) \($0.1)" }.joined(separator: ", ")
    }
    let (own, others) = (words(deviation.difference), words(deviation.explained))
    if own.isEmpty || others.isEmpty { return own }
    return "\(own); \(others) with other boxes"
  }

  private func words(_ deviation: AppComparison.Deviation) -> String {
    let changes = changes(of: deviation)
    var parts: [String] = []
    if !deviation.texts.isEmpty {
      let texts = deviation.texts.map { "\"\(shown($0, limit: 32))\"" }
      parts.append("\(sides.page) \(texts[0]), \(side) \(texts[1])")
    }
    if !changes.isEmpty {
      parts.append(
        "\(sides.page) \(deviation.page.words), \(side) \(deviation.app.words) (\(changes))")
    }
    return parts.joined(separator: ", ")
  }

  package func text(color: Bool) -> String {
    func styled(_ text: String, _ parameters: String) -> String {
      color ? TerminalText.styled(text, parameters: parameters) : text
    }
    var out = styled(headline, "1") + "\n"
    let cells = CellWidth()
    let column = min(lines.flatMap(\.nodes).map { cells.width(of: $0.label) }.max() ?? 0, 56)
    for line in lines {
      let tone = ["~": "33", "-": "31", "+": "32"][line.mark]
      let label = "\(line.mark.isEmpty ? " " : line.mark) \(line.label)"
      out += tone.map { styled(label, $0) } ?? label
      out += (line.details.isEmpty ? "" : "  \(line.details)") + "\n"
      for node in line.nodes {
        let space = String(repeating: " ", count: max(0, column - cells.width(of: node.label)))
        out += "    \(node.label)\(space)  \(node.details)\n"
      }
    }
    return out + summary + "\n" + matched + "\n"
  }

  package var markdown: String {
    var out =
      "**\(Markdown.plain(headline))**\n\n\(Markdown.plain(summary))\n\n\(Markdown.plain(matched))\n"
    guard !isEmpty || !pushes.isEmpty else { return out }
    out += "\n| | box | difference |\n|---|---|---|\n"
    for line in lines.flatMap({ [$0] + $0.nodes }) {
      out +=
        "| \(line.mark) | \(Markdown.plain(line.label)) | \(Markdown.plain(line.details)) |\n"
    }
    return out
  }

  /// Returns the differences as findings, one for each marked line of the report.
  /// - Parameter isOneOfMany: Whether the suite and its findings name the frame of the design.
  package func suite(isOneOfMany: Bool) -> FindingReport.Suite {
    let name = isOneOfMany ? "\(feed) beside \(scrollView)" : feed
    let findings = lines.compactMap { line -> FindingReport.Entry? in
      let kind = ["~": "changed", "-": "missing", "+": "stranger"][line.mark]
      let words = [isOneOfMany ? name : "", line.label, line.details].filter { !$0.isEmpty }
      return kind.map {
        .init(
          changed: $0, words.joined(separator: ": "),
          details: line.nodes.map { "\($0.label): \($0.details)" }, in: name, test: line.label)
      }
    }
    return FindingReport.Suite(name: name, tests: [], findings: findings)
  }

  /// Returns one comparison as an object; several, one per frame of a design, as a list.
  package static func json(_ comparisons: [AppComparison], _ pairs: ScreenPairs? = nil) -> [UInt8] {
    JSONWriter.document { json in
      guard comparisons.count != 1 || pairs != nil else {
        return comparisons[0].write(to: &json)
      }
      json.write("$schema", ReviewSchema.diffIdentifier)
      json.write("different", comparisons.contains { !$0.isEmpty })
      json.objects("frames", comparisons) { $1.write(to: &$0) }
      if let pairs {
        json.objects("pairs", pairs.pairs) { json, pair in
          json.write("frame", pairs.frames[pair.frame])
          json.write("screen", pairs.screens[pair.screen])
          json.write("share", pairs.shares[pair.frame][pair.screen])
        }
      }
      json.write("schemaVersion", ReviewSchema.diffVersion)
      if let pairs {
        json.array("unmatchedFrames", pairs.unmatchedFrames) { $0.write($1) }
        json.array("unmatchedScreens", pairs.unmatchedScreens) { $0.write($1) }
      }
    }
  }

  private func write(to json: inout JSONWriter) {
    json.write("$schema", ReviewSchema.diffIdentifier)
    json.write("agreeing", agreeing)
    if !autoLayout.isEmpty {
      json.objects("autoLayout", autoLayout) { json, difference in
        json.write("count", difference.count)
        json.write("design", difference.design)
        json.write("distance", difference.kind.rawValue)
        json.write("page", difference.page)
        json.write("path", difference.path)
      }
    }
    json.object("compared") { json in
      json.write("nodes", comparedNodes)
      json.write("sections", comparedSections)
    }
    json.write("different", !isEmpty)
    json.write("feed", feed)
    json.object("matched") { json in
      json.write("sections", comparedSections)
      json.write("texts", texts.matched)
      json.write("visibleSections", comparedSections + missing.count)
      json.write("visibleTexts", texts.visible)
    }
    json.array("missing", missing) { $0.write($1) }
    json.objects("missingNodes", missingNodes) { json, node in
      json.write("frame", node.frame)
      json.write("path", node.path)
      if !node.text.isEmpty { json.write("text", node.text) }
    }
    json.write("notShown", notShown)
    json.objects("pushes", pushes) { json, push in
      json.write("count", push.count)
      json.write("distance", push.distance)
      json.write("first", push.first)
      json.write("last", push.last)
    }
    json.write("reliable", isReliable)
    json.write("schemaVersion", ReviewSchema.diffVersion)
    json.write("scrollView", scrollView)
    json.objects("sections", sections) { json, section in
      json.objects("nodes", section.nodes) { $0.write(deviation: $1) }
      if let own = section.own { json.object("own") { $0.write(deviation: own) } }
      json.write("path", section.path)
    }
    if sides != ReferencePage.Sides() {
      json.object("sides") { json in
        json.write("app", sides.app)
        json.write("page", sides.page)
      }
    }
    json.objects("strangers", strangers) { json, stranger in
      json.write("frame", stranger.frame)
      if let identifier = stranger.identifier { json.write("identifier", identifier) }
      if let text = stranger.text { json.write("text", text) }
      json.write("view", stranger.view)
    }
    json.write("tolerance", tolerance)
  }
}

extension AppComparison.Deviation {
  /// The kinds of the difference.
  fileprivate var kinds: PageDiff.Kinds {
    var kinds: PageDiff.Kinds = []
    if difference.x != 0 || difference.y != 0 { kinds.insert(.moved) }
    if difference.width != 0 || difference.height != 0 { kinds.insert(.resized) }
    if !texts.isEmpty { kinds.insert(.text) }
    return kinds
  }
}

extension JSONWriter {
  fileprivate mutating func write(deviation: AppComparison.Deviation) {
    write("app", deviation.app)
    write("by", deviation.difference)
    if deviation.explained != .zero { write("byOthers", deviation.explained) }
    write("page", deviation.page)
    write("path", deviation.path)
    if deviation.texts.count == 2 {
      object("text") { json in
        json.write("app", deviation.texts[1])
        json.write("page", deviation.texts[0])
      }
    }
    write("view", deviation.view)
  }
}
