/// A text with runs or paragraph attributes, which is laid out in these steps:
///
/// 1. Spans: the text is divided at the ends of its runs.
/// 2. Clusters: adjacent spans of one font are measured together, as browsers shape them. Breaks
///    are computed for the whole text. A picture is one cluster, with a break on both sides.
/// 3. Lines: filled greedily by the rules of `LineFiller`; `truncation` applies to the last line.
/// 4. Heights: the spans of a line share a baseline. The line height is the sum of the maximum
///    extents above and below it, unless the paragraph has a line height.
/// 5. Scale: if the text is truncated and may shrink, the largest multiple of 1/64 with which it
///    fits, or else the minimum scale.
struct StyledText {
  /// The UTF-8 bytes of the texts of all nodes.
  private let texts: UnsafeBufferPointer<UInt8>
  let text: UnsafeBufferPointer<UInt8>
  let content: NodeContent
  let attributes: NodeAttributes
  let runs: ArraySlice<TextRun>
  let measurer: any TextMeasurer

  /// - Parameters:
  ///   - texts: The UTF-8 bytes of the texts of all nodes.
  ///   - runs: The runs of all texts.
  init(
    _ texts: UnsafeBufferPointer<UInt8>, _ content: NodeContent, _ attributes: NodeAttributes,
    _ runs: [TextRun], _ measurer: any TextMeasurer
  ) {
    self.texts = texts
    text = Self.part(content.text, of: texts)
    self.content = content
    self.attributes = attributes
    self.runs = runs[attributes.runs]
    self.measurer = measurer
  }

  private static func part(
    _ range: TextRange, of texts: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: texts[Int(range.start)..<Int(range.start + range.count)])
  }

  /// A part of the text with one style.
  struct Span: Sendable, Hashable {
    var range: Range<Int>
    /// The index of the run; `nil` for text without a run.
    var run: Int?
    var font: Font
    var spacing: Double
    /// The height that the span needs above and below the baseline, in points.
    var above = 0.0
    var below = 0.0
    /// The width of a picture; `nil` for text.
    var imageWidth: Double?
    /// The distance above the baseline at which the span is drawn, in points.
    var offset = 0.0
    /// Whether fallback fonts make the lines of the span higher: not if it states a line height.
    var isNatural = false

    func isMeasured(with other: Span) -> Bool {
      imageWidth == nil && other.imageWidth == nil && font == other.font
        && spacing == other.spacing
    }
  }

  struct Cluster: Sendable, Hashable {
    var start: Int
    var span: Int
    var advance: Double
    /// Whether a line may (1) or must (2) end before the cluster.
    var opportunity: UInt8
    var isSpace: Bool
    /// The place of the font in the fallback order.
    var font: UInt8 = 0
  }

  /// Lays out the text within a width; shrinks it if it does not fit and may shrink.
  ///
  /// Complexity: O(bytes + runs), up to 8 times for a text that shrinks.
  func lines(maxWidth: Double, maxLines: Int) -> StyledLines {
    var best = filled(maxWidth, maxLines, scale: 1)
    let smallest = Double(attributes.minimumScale)
    guard best.isTruncated, smallest > 0, smallest < 1 else { return best }
    var (low, high) = (Int((smallest * 64).rounded(.up)), 63)
    best = filled(maxWidth, maxLines, scale: smallest)
    while low <= high {
      let middle = (low + high) / 2
      let lines = filled(maxWidth, maxLines, scale: Double(middle) / 64)
      if lines.isTruncated {
        high = middle - 1
      } else {
        (best, low) = (lines, middle + 1)
      }
    }
    return best
  }

  private func filled(_ maxWidth: Double, _ maxLines: Int, scale: Double) -> StyledLines {
    let spans = spans(scale: scale)
    let base = font(content.font, scale)
    let ellipsis = "…".utf8.withContiguousStorageIfAvailable {
      measurer.measure($0, font: base, maxWidth: .infinity, maxLines: 1).width
    }
    var lines = StyledLines(
      spans: spans, clusters: clusters(spans), ellipsis: ellipsis ?? 0, scale: scale,
      indent: Double(attributes.firstLineIndent), end: text.count)
    var filler = StyledLineFiller(
      rest: lines.clusters[...],
      limit: maxWidth.isNaN ? .infinity : max(maxWidth, 0) + 0.01,
      maxLines: maxLines, ellipsis: lines.ellipsis, indent: lines.indent,
      truncation: attributes.truncation)
    while let line = filler.next() { lines.append(height(of: line, in: lines)) }
    return lines
  }

  // MARK: 1. Spans

  private func font(_ font: Font, _ scale: Double) -> Font {
    var font = font
    font.size = Float(Double(font.size) * scale)
    return font
  }

  private func spans(scale: Double) -> [Span] {
    var spans: [Span] = []
    var end = 0
    for (index, run) in zip(runs.indices, runs) {
      if end < run.range.lowerBound { spans.append(plain(end..<run.range.lowerBound, scale)) }
      spans.append(span(of: run, index, scale))
      end = run.range.upperBound
    }
    if end < text.count { spans.append(plain(end..<text.count, scale)) }
    return spans
  }

  /// Returns the span of a part of the text that has no run.
  private func plain(_ range: Range<Int>, _ scale: Double) -> Span {
    span(of: TextRun(range: range), nil, scale)
  }

  private func span(of run: TextRun, _ index: Int?, _ scale: Double) -> Span {
    var own = Font(
      size: run.font.size > 0 ? run.font.size : content.font.size,
      weight: run.font.weight > 0 ? run.font.weight : content.font.weight)
    if run.family.count > 0 || run.traits.contains(.italic) {
      own = measurer.styled(
        own, family: String(decoding: Self.part(run.family, of: texts), as: UTF8.self),
        isItalic: run.traits.contains(.italic))
    }
    let font = font(own, scale)
    let spacing = run.letterSpacing != 0 ? run.letterSpacing : attributes.letterSpacing
    var span = Span(
      range: run.range, run: index, font: font, spacing: Double(spacing) * scale)
    let offset = Double(run.baselineOffset) * scale
    guard run.image.count == 0 else {
      span.imageWidth = Double(run.imageWidth)
      (span.above, span.below) = (Double(run.imageHeight) + offset, -offset)
      return span
    }
    let natural = measurer.lineHeight(font)
    let height = run.lineHeight > 0 ? Double(run.lineHeight) : natural
    let ascent = measurer.ascent(font) + (height - natural) / 2
    (span.above, span.below) = (ascent + offset, height - ascent - offset)
    (span.offset, span.isNatural) = (offset, run.lineHeight <= 0)
    return span
  }

  // MARK: 2. Clusters

  private func clusters(_ spans: [Span]) -> [Cluster] {
    var clusters: [Cluster] = []
    clusters.reserveCapacity(text.count)
    var first = 0
    while first < spans.count {
      var last = first
      while last + 1 < spans.count, spans[last].isMeasured(with: spans[last + 1]) { last += 1 }
      addClusters(of: first...last, spans, to: &clusters)
      first = last + 1
    }
    setOpportunities(of: &clusters, spans)
    return clusters
  }

  private func addClusters(
    of group: ClosedRange<Int>, _ spans: [Span], to clusters: inout [Cluster]
  ) {
    let range = spans[group.lowerBound].range.lowerBound..<spans[group.upperBound].range.upperBound
    if let width = spans[group.lowerBound].imageWidth {
      clusters.append(
        Cluster(
          start: range.lowerBound, span: group.lowerBound, advance: width, opportunity: 1,
          isSpace: false))
      return
    }
    var span = group.lowerBound
    let part = UnsafeBufferPointer(rebasing: text[range])
    let measured = measurer.clusters(
      part, font: spans[span].font, isSpaced: spans[span].spacing != 0)
    var width = 0.0
    for (index, cluster) in measured.enumerated() {
      let start = range.lowerBound + cluster.start
      while span < group.upperBound, start >= spans[span].range.upperBound { span += 1 }
      let isSpaced = cluster.advance > 0 && !cluster.isCursive
      var advance = cluster.advance + (isSpaced ? spans[span].spacing : 0)
      width += advance
      // Browsers round the width of each part of an element separately.
      let next = index + 1 < measured.count ? measured[index + 1].start : range.count
      if cluster.endsItem || range.lowerBound + next >= spans[span].range.upperBound {
        advance += measurer.rounded(width) - width
        width = 0
      }
      clusters.append(
        Cluster(
          start: start, span: span, advance: advance, opportunity: cluster.opportunity,
          isSpace: cluster.isSpace, font: cluster.font))
    }
  }

  /// Sets the break opportunities from a measurement of the whole text, because at the end of a run
  /// they depend on the text on both sides.
  private func setOpportunities(of clusters: inout [Cluster], _ spans: [Span]) {
    guard spans.count > 1 || attributes.breaksWords else { return }
    let whole = measurer.clusters(text, font: content.font, isSpaced: false)
    var index = 0
    var isAfterImage = false
    for position in clusters.indices {
      while index < whole.count, whole[index].start < clusters[position].start { index += 1 }
      let isKnown = index < whole.count && whole[index].start == clusters[position].start
      var opportunity = isKnown ? whole[index].opportunity : 0
      let isImage = spans[clusters[position].span].imageWidth != nil
      if isImage || isAfterImage || attributes.breaksWords, !clusters[position].isSpace {
        opportunity = max(opportunity, 1)
      }
      isAfterImage = isImage
      clusters[position].opportunity = opportunity
    }
  }

  // MARK: 4. Heights

  private func height(of line: StyledLines.Line, in lines: StyledLines) -> StyledLines.Line {
    var line = line
    let parts = [line.clusters, line.suffix].filter { !$0.isEmpty }
    var used = parts.flatMap { part in
      lines.spans[lines.clusters[part.lowerBound].span...lines.clusters[part.upperBound - 1].span]
    }
    if used.isEmpty { used = [plain(0..<0, lines.scale)] }
    var extent = BaselineExtent(
      above: used.map { $0.above }.max() ?? 0, below: used.map { $0.below }.max() ?? 0)
    if measurer.variesLineHeights {
      for part in parts { addFallbacks(of: lines.clusters[part], lines.spans, to: &extent) }
    }
    (line.ascent, line.height) = (extent.above, extent.height)
    let stated = Double(attributes.lineHeight)
    if stated > 0 {
      line.ascent += (stated - line.height) / 2
      line.height = stated
    }
    return line
  }

  /// Adds the extents of the fallback fonts of a line.
  private func addFallbacks(
    of clusters: ArraySlice<Cluster>, _ spans: [Span], to extent: inout BaselineExtent
  ) {
    var last: (span: Int, font: UInt8) = (-1, 0)
    for cluster in clusters where cluster.font > 0 && (cluster.span, cluster.font) != last {
      last = (cluster.span, cluster.font)
      let span = spans[cluster.span]
      guard span.isNatural else { continue }
      let own = measurer.extent(span.font, fallback: cluster.font)
      extent = extent.union(
        BaselineExtent(above: own.above + span.offset, below: own.below - span.offset))
    }
  }
}

extension NodeAttributes {
  /// Whether `StyledText` lays out the text: it has runs or paragraph attributes.
  var affectsText: Bool {
    lineHeight != 0 || letterSpacing != 0 || firstLineIndent != 0 || breaksWords
      || truncation != .tail || (minimumScale > 0 && minimumScale < 1) || !runs.isEmpty
  }
}

extension StyledText {
  /// Returns the lines that a frame shows: as many as fit in its height, but at least one.
  func fitted(maxWidth: Double, height: Double) -> FittedText {
    var lines = lines(maxWidth: maxWidth, maxLines: Int(content.maxLines))
    let isTruncated = lines.isTruncated
    let count = lines.count(inHeight: height)
    let isLow = count < lines.lines.count
    if isLow { lines = self.lines(maxWidth: maxWidth, maxLines: count) }
    return FittedText(
      lines: lines.textLines, isTruncated: isTruncated || isLow, styled: lines)
  }
}
