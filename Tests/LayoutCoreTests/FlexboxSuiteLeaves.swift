import LayoutCore

/// The measure functions of the suites (`measure` and `baseline` of a node).
struct SuiteLeaves: LeafMeasuring {
  var nodes: [[String: Any]]

  func hasContent(_ node: Int) -> Bool { nodes[node]["measure"] != nil }

  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? {
    guard let json = nodes[node]["baseline"] as? [String: Any] else { return nil }
    if let fraction = number(json["fraction"]) { return height * fraction }
    return number(json["value"])
  }

  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size {
    var json = nodes[node]["measure"] as? [String: Any] ?? [:]
    if case .atMost(0) = width {
      if let least = number(nodes[node]["minContentWidth"]) {
        return Size(width: Double(least), height: 0)
      }
      json = nodes[node]["minContentMeasure"] as? [String: Any] ?? json
    }
    func value(_ key: String) -> Float { number(json[key]) ?? 0 }
    let w = width.value
    let h = height.value
    func size(_ width: Float, _ height: Float) -> Size {
      Size(width: Double(width), height: Double(height))
    }
    func clamped(_ natural: Float, _ constraint: SizeConstraint) -> Float {
      switch constraint {
      case .undefined: natural
      case .atMost(let most): min(most, natural)
      case .exactly(let exact): exact
      }
    }
    func exactOr(_ natural: Float, _ constraint: SizeConstraint) -> Float {
      if case .exactly(let exact) = constraint { exact } else { natural }
    }
    switch json["kind"] as? String {
    case "intrinsic-text":
      let style = nodes[node]["style"] as? [String: Any] ?? [:]
      return intrinsicText(
        Array(
          (json["text"] as? String ?? "").split(separator: " ", omittingEmptySubsequences: false)),
        value("widthPerChar"), value("heightPerChar"), width, height,
        isColumn: (style["flexDirection"] as? String ?? "column").hasPrefix("column"))
    case "ahem-text":
      return ahemText(json, width, height)
    case "clamped":
      return size(clamped(value("width"), width), clamped(value("height"), height))
    case "exact-or-natural":
      return size(exactOr(value("width"), width), exactOr(value("height"), height))
    case "fill-or-natural":
      return size(w ?? value("width"), h ?? value("height"))
    case "fill-or-natural-width-for-height":
      return size(w ?? value("width"), h ?? value("height"))
    case "width-at-most-clamped":
      if case .atMost(let most) = width { return size(min(most, value("width")), value("height")) }
      return size(value("width"), value("height"))
    case "scaled-constraint":
      return size((w ?? 0) * value("factor"), (h ?? 0) * value("factor"))
    case "wrap-step":
      if let w, w < value("naturalWidth") {
        return size(value("wrappedWidth"), value("wrappedHeight"))
      }
      return size(value("naturalWidth"), value("naturalHeight"))
    case "word-wrap-model":
      let line = value("lineHeight")
      if let w, w < value("wordWidth") { return size(value("wordWidth"), 3 * line) }
      if let w, w < value("naturalWidth") { return size(w, 2 * line) }
      return size(value("naturalWidth"), line)
    default:
      return size(value("width"), value("height"))
    }
  }

  private func intrinsicText(
    _ words: [Substring], _ cw: Float, _ ch: Float, _ width: SizeConstraint,
    _ height: SizeConstraint, isColumn: Bool
  ) -> Size {
    let natural = Float(words.reduce(words.count - 1) { $0 + $1.count }) * cw
    let longest = Float(words.map(\.count).max() ?? 0) * cw
    let measured: Float
    switch width {
    case .undefined: measured = natural
    // The engine's question for the smallest width.
    case .atMost(0): measured = longest
    case .atMost(let most): measured = min(most, natural)
    case .exactly(let exact): measured = exact
    }
    let limit = isColumn ? measured : max(longest, measured)
    var lines = 1
    var line: Float = 0
    for word in words {
      let advance = Float(word.count) * cw
      if line > 0 && line + cw + advance > limit {
        lines += 1
        line = advance
      } else {
        line += (line > 0 ? cw : 0) + advance
      }
    }
    let content = Float(lines) * ch
    switch height {
    case .undefined: return Size(width: Double(measured), height: Double(content))
    case .atMost(let most): return Size(width: Double(measured), height: Double(min(content, most)))
    case .exactly(let exact): return Size(width: Double(measured), height: Double(exact))
    }
  }

  /// Chrome's test font: pieces between zero-width spaces, every character a square.
  private func ahemText(
    _ json: [String: Any], _ width: SizeConstraint, _ height: SizeConstraint
  ) -> Size {
    let advance = number(json["charWidth"]) ?? 10
    let line = number(json["charHeight"]) ?? 10
    let isVertical = json["writingMode"] as? String == "vertical"
    let pieces = (json["text"] as? String ?? "").split(separator: "\u{200b}")
      .map { Float($0.count) * advance }
    let longest = pieces.max() ?? 0
    let total = pieces.reduce(0, +)
    func inline(_ constraint: SizeConstraint) -> Float {
      switch constraint {
      case .undefined: total
      case .atMost(let most): min(total, max(longest, most))
      case .exactly(let exact): exact
      }
    }
    func block(_ inline: Float) -> Float {
      var lines: Float = 1
      var used: Float = 0
      for piece in pieces {
        if used > 0 && used + piece > inline {
          lines += 1
          used = piece
        } else {
          used += piece
        }
      }
      return pieces.isEmpty ? 0 : lines * line
    }
    if isVertical {
      let extent = inline(height)
      return Size(width: Double(width.exact ?? block(extent)), height: Double(extent))
    }
    let extent = inline(width)
    return Size(width: Double(extent), height: Double(height.exact ?? block(extent)))
  }
}

extension SizeConstraint {
  var value: Float? {
    switch self {
    case .undefined: nil
    case .atMost(let value), .exactly(let value): value
    }
  }
  var exact: Float? { if case .exactly(let value) = self { value } else { nil } }
}
