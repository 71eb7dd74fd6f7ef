/// The maximum width of a line in units of the advances, and the size of a unit in points.
struct LineWidth {
  var unit: Double
  var limit: Int

  /// The excess in points with which a line still fits: frames are stored as `Float`, and a text
  /// must break in its frame as it did when it was measured.
  static var tolerance: Double { 0.01 }

  /// - Parameter maxWidth: The maximum width in points. Negative values are treated as 0, and NaN
  ///   as infinity.
  init(_ maxWidth: Double, unit: Double) {
    self.unit = unit.isFinite && unit > 0 ? unit : 0
    let units = (max(maxWidth, 0) + Self.tolerance) / self.unit
    // Larger than any text's width, but small enough that sums do not overflow.
    let unlimited = Int.max >> 3
    limit = maxWidth.isNaN || !(units < Double(unlimited)) ? unlimited : Int(units)
  }

  func points(_ units: Int) -> Double { Double(units) * unit }
}

extension ClusterAdvances {
  /// Measures a text without any allocation; see `TextMeasurer.measure`.
  func measure(
    _ text: UnsafeBufferPointer<UInt8>, width: LineWidth, lineHeight: Double, maxLines: Int
  ) -> TextMetrics {
    var widest = 0
    var lineCount = 0
    var isTruncated = false
    if let units = singleLine(text, limit: width.limit) {
      (widest, lineCount) = (units, text.isEmpty ? 0 : 1)
    } else {
      var filler = LineFiller(text, advances: self, limit: width.limit, maxLines: maxLines)
      while let line = filler.next() {
        widest = max(widest, line.width)
        lineCount += 1
        isTruncated = line.isTruncated
      }
    }
    return TextMetrics(
      width: width.points(widest), height: Double(lineCount) * lineHeight, lineCount: lineCount,
      isTruncated: isTruncated)
  }

  /// Returns the lines of a text; see `TextMeasurer.lines`.
  func lines(
    _ text: UnsafeBufferPointer<UInt8>, width: LineWidth, maxLines: Int
  ) -> [TextLine] {
    var filler = LineFiller(text, advances: self, limit: width.limit, maxLines: maxLines)
    var lines: [TextLine] = []
    while let line = filler.next() {
      lines.append(
        TextLine(
          range: line.range, width: width.points(line.width), isTruncated: line.isTruncated))
    }
    return lines
  }

  /// Returns the clusters of a text; see `TextMeasurer.clusters`.
  func clusters(_ text: UnsafeBufferPointer<UInt8>, unit: Double) -> [TextCluster] {
    var cursor = ClusterCursor(text, advances: self, rules: .unicode)
    var clusters: [TextCluster] = []
    while !cursor.isAtEnd {
      clusters.append(
        TextCluster(
          start: cursor.start, advance: Double(cursor.advance) * unit,
          opportunity: cursor.opportunity.rawValue, isSpace: cursor.isSpace,
          isCursive: CursiveScript.contains(text.scalar(at: cursor.start).value)))
      cursor.moveToNext(self, .unicode)
    }
    return clusters
  }

  /// Returns the width of a text that fits on one line and in which every scalar is a cluster,
  /// without searching for break opportunities; `nil` for all other texts.
  ///
  /// Most texts of a feed qualify: Latin without combining marks, ideographs, kana.
  private func singleLine(_ text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int? {
    var total = 0
    var ink = 0
    var offset = 0
    while offset < text.count {
      let scalar = text.scalar(at: offset)
      let properties = CharacterProperties(scalar.value)
      guard properties.grapheme == .other else { return nil }
      let advance = advance(of: scalar.value, properties)
      total += advance
      if advance > 0, !properties.isSpace {
        ink = total
        if ink > limit { return nil }
      }
      offset += scalar.count
    }
    return ink
  }
}
