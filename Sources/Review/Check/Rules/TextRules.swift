import SectionEngine

extension CheckRule {
  static let clippedText = CheckRule(
    "clipped-text", .clippedText, "the box of a text is smaller than its lines",
    limits: [.init("least", 0.5, in: 0...100, "the least reported missing length, in points")],
    isAboutText: true
  ) { section, run in
    for node in section.nodes where section.shows[node] && !section.frames[node].isEmpty {
      guard let fit = section.fit(of: node) else { continue }
      guard fit.isClipped(least: run.limit("least")) else {
        if let cut = section.cut(of: node, least: run.limit("least")) {
          run.report(
            "\(section.shortName(of: node)) is cut off", at: node, of: section, aspect: "window",
            label: "\(points(cut.points)) pt of it are not visible",
            notes: ["`\(section.path(of: cut.window))` cuts off content outside of it"],
            helps: ["let it wrap or shrink, or make the box around it larger"],
            owner: section.ownerOfSizes)
        }
        continue
      }
      let lines = counted(fit.lineCount, "line")
      let isLow = fit.missingHeight >= run.limit("least")
      let shown = max(1, Int(min((fit.height + 0.01) / fit.lineHeight, 1e6)))
      run.report(
        "\(section.shortName(of: node)) is clipped", at: node, of: section,
        label: isLow
          ? "\(points(max(0, fit.height))) pt for \(lines) of \(points(fit.lineHeight)) pt"
          : "\(points(fit.naturalWidth)) pt wide, in \(points(max(0, fit.width))) pt",
        helps: [
          isLow
            ? "let its height be automatic, or give the box around it room"
            : "let it wrap, or make its box wider"
        ],
        from: isLow ? section.firstHiddenByte(of: node, lines: shown) : nil,
        owner: isLow ? section.ownerOfSizes : nil)
    }
  }

  /// A note, because a line limit is a decision to cut longer texts: a longer text of another day
  /// breaks nothing.
  static let truncatedText = CheckRule(
    "truncated-text", .truncatedText, "a text needs more lines than it may have, and ends with …",
    severity: .note, isAboutText: true, isAboutChosenBoxes: true, owner: .feed
  ) { section, run in
    for node in section.nodes where section.shows[node] && !section.frames[node].isEmpty {
      guard let fit = section.fit(of: node), fit.isTruncated,
        !fit.isClipped(least: CheckRule.clippedText.limits[0].standard)
      else { continue }
      let limit = Int(section.node(node).content.maxLines)
      run.report(
        "\(section.shortName(of: node)) is truncated", at: node, of: section,
        label: "does not fit: \(points(fit.width)) pt × \(counted(limit, "line"))",
        helps: [section.helpForTruncated(node)],
        from: section.firstHiddenByte(of: node, lines: limit))
    }
  }
}

extension CheckedSection {
  /// Returns how far letters exceed the nearest ancestor that cuts them off; `nil` if no ancestor
  /// does. Stops at a scrolling container.
  fileprivate func cut(of node: Int, least: Double) -> (points: Double, window: Int)? {
    let ink = inkOfContent(node)
    for window in ancestors(of: node) {
      let view = self.node(window)
      guard view.kind != .carousel, view.kind != .pager else { return nil }
      let isCut = { (overflow: Style.Overflow) in overflow == .hidden || overflow == .clip }
      let frame = frames[window]
      var outside = 0.0
      if isCut(view.style.overflowX) { outside = max(frame.x - ink.x, ink.maxX - frame.maxX) }
      if isCut(view.style.overflowY) {
        outside = max(outside, frame.y - ink.y, ink.maxY - frame.maxY)
      }
      if outside >= max(least, Rect.slack) { return (outside, window) }
      guard view.style.overflowX != .scroll, view.style.overflowY != .scroll else { return nil }
    }
    return nil
  }

  fileprivate func helpForTruncated(_ node: Int) -> String {
    guard let setting = lineLimitSetting(of: node) else {
      return "shorten it, or let `\(provider)` give it more room"
    }
    return "shorten it, or raise `\(setting.path)` (\(setting.file))"
  }

  /// Returns the feed layout's setting that limits the lines of a text: the `maximumLines` of a
  /// matching object, if its value equals the limit of the node; else `nil`.
  ///
  /// In "songColumn.artist.maximumLines", "artist" is the name of the text's node, and each word of
  /// "songColumn" is the name of an ancestor, in any order. For a text without a name, the keys are
  /// "title" and "label".
  func lineLimitSetting(of index: Int) -> (path: String, file: String)? {
    guard let block, block.settings.exists else { return nil }
    let limit = Int64(node(index).content.maxLines)
    let around = Set(ancestors(of: index).map { node($0).name.lowercased() })
    let name = node(index).name
    let names = name == NodeKind.text.word ? ["title", "label"] : [name]
    for group in block.settings.children where group.kind == .object {
      guard Self.words(of: group.key).allSatisfy(around.contains) else { continue }
      for name in names where group[name]["maximumLines"].int64 == limit {
        return ("\(group.key).\(name).maximumLines", group[name]["maximumLines"].location.file)
      }
    }
    return nil
  }

  /// Returns the lowercase words of a key: "song" and "column" for "songColumn".
  static func words(of key: String) -> [String] {
    var words: [String] = [""]
    for character in key {
      if character.isUppercase, words.last?.isEmpty == false { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
