/// A greedy line breaker for a shaped text, with the rules of `LineFiller`. If a break changes the
/// shapes of the text around it, the line is measured with the changed shapes.
struct ShapedLineFiller {
  struct Line {
    var clusters: Range<Int>
    /// The width in points.
    var width: Double
    var isTruncated: Bool
    /// The clusters with the spaces that hang at the end. Their fonts count for the line's height.
    var withSpaces: Range<Int>
  }

  private let ruler: ShapedRuler
  private let limit: Double
  private let maxLines: Int
  private var position = 0
  private var lineCount = 0
  private var isFinished = false

  init(_ ruler: ShapedRuler, limit: Double, maxLines: Int) {
    self.ruler = ruler
    self.limit = limit
    self.maxLines = maxLines
  }

  var text: ShapedText { ruler.text }

  /// Returns the extent of a line; `nil` if it uses only the first font.
  func extent(of line: Line) -> BaselineExtent? { ruler.extent(of: line.withSpaces) }

  /// Returns the next line, or `nil` after the last one.
  ///
  /// Complexity: O(clusters) for all lines, plus shaping the text at line ends again.
  mutating func next() -> Line? {
    guard !isFinished, position < text.count else { return nil }
    lineCount += 1
    let isLast = lineCount == maxLines
    let start = position
    let scan = ruler.scan(from: start, limit: limit)
    if scan.overflow == nil {
      // The rest of the paragraph fits.
      let width = ruler.measure(start..<scan.end, ink: scan.ink).rounded
      if width <= limit || scan.ink == start {
        position = scan.end
        if isLast, position < text.count { return cut(from: start, before: scan.ink) }
        return Line(
          clusters: start..<scan.ink, width: width, isTruncated: false, withSpaces: start..<scan.end
        )
      }
    }
    return broken(from: start, before: scan.overflow ?? scan.ink - 1, isLast)
  }

  /// Returns a line that ends at the last break opportunity that fits, or else before the first
  /// cluster that does not fit.
  private mutating func broken(
    from start: Int, before overflow: Int, _ isLast: Bool
  ) -> Line {
    if isLast { return cut(from: start, before: overflow) }
    for end in stride(from: overflow, to: start, by: -1)
    where text.clusters[end].opportunity == 1 {
      let (line, width) = line(from: start, to: end)
      if width <= limit {
        position = end
        return line
      }
    }
    position = max(overflow, start + 1)
    while true {
      let (line, width) = line(from: start, to: position)
      if width + ruler.hyphen(before: position) <= limit || position == start + 1 {
        // Spaces and a line break after a word that was cut hang, as after other lines.
        while position < text.count, text.clusters[position].flags.contains(.isSpace),
          text.clusters[position].opportunity != 2
        {
          position += 1
        }
        return line
      }
      position -= 1
    }
  }

  /// Returns the line that ends before a cluster, and the exact width that has to fit.
  private func line(from start: Int, to end: Int) -> (line: Line, width: Double) {
    let ink = ruler.inkEnd(start, end)
    let width = ruler.measure(start..<end, ink: ink)
    let line = Line(
      clusters: start..<ink, width: width.rounded, isTruncated: false, withSpaces: start..<end)
    return (line, width.exact)
  }

  /// Ends the last allowed line with "…", after as many clusters as fit with it.
  private mutating func cut(from start: Int, before overflow: Int) -> Line {
    isFinished = true
    var end = ruler.inkEnd(start, overflow)
    while end > start {
      let width = ruler.measure(start..<end, ink: end).rounded + ruler.ellipsis
      if width <= limit {
        return Line(
          clusters: start..<end, width: width, isTruncated: true, withSpaces: start..<end)
      }
      end = ruler.inkEnd(start, end - 1)
    }
    return Line(
      clusters: start..<start, width: ruler.ellipsis, isTruncated: true, withSpaces: start..<start)
  }
}

/// Measures parts of a shaped text at a font size, in points.
struct ShapedRuler {
  let text: ShapedText
  let chain: ShapeMemory.Chain
  /// The length of a shaper unit in points, for each font of the chain.
  let units: [Double]
  let rounding: FontSet.Rounding
  /// The space after each cluster, in points.
  let letterSpacing: Double
  /// The distance between tab stops, in points.
  let tab: Double
  let ellipsis: Double
  /// The width of a hyphen, if long words break after soft hyphens with a hyphen; otherwise `nil`.
  let hyphen: Double?
  /// The extent of each font of the text; empty if all lines have the extent of the first font.
  let extents: [BaselineExtent?]

  struct Scan {
    /// The index after the paragraph's last cluster and its line break.
    var end: Int
    /// The index after the last cluster that is not a trailing space.
    var ink: Int
    /// The first cluster that does not fit; `nil` if the rest of the paragraph fits.
    var overflow: Int?
  }

  /// Finds the first cluster that does not fit on a line, or the end of the paragraph.
  func scan(from start: Int, limit: Double) -> Scan {
    var scan = Scan(end: text.count, ink: start)
    var x = 0.0
    var run = runIndex(start)
    var first = start
    while run < text.runs.count {
      let item = text.runs[run]
      switch item.kind {
      case .control:
        for cluster in max(first, item.clusters.lowerBound)..<item.clusters.upperBound
        where cluster > start && text.clusters[cluster].opportunity == 2 {
          scan.end = cluster
          return scan
        }
      case .tab: x = tabStop(after: x)
      case .text:
        let letterSpacing = letterSpacing(in: item)
        for piece in item.pieces where text.pieces[piece].clusters.upperBound > first {
          let clusters = text.pieces[piece].clusters
          let unit = units[text.pieces[piece].font]
          let from = max(first, clusters.lowerBound)
          let base = text.clusters[from].offset
          for cluster in from..<clusters.upperBound {
            if cluster > start, text.clusters[cluster].opportunity == 2 {
              scan.end = cluster
              return scan
            }
            if text.clusters[cluster].hangs { continue }
            let next =
              cluster + 1 < clusters.upperBound
              ? text.clusters[cluster + 1].offset : text.advances[piece]
            let end = x + Double(next - base) * unit + letterSpacing * Double(cluster + 1 - from)
            // Shaping the line's end again can make the line narrower, but by less than a cluster.
            if end > limit {
              scan.overflow = cluster
              return scan
            }
            scan.ink = cluster + 1
          }
          x += Double(text.advances[piece] - base) * unit
          x += letterSpacing * Double(clusters.upperBound - from)
        }
      }
      first = item.clusters.upperBound
      run += 1
    }
    return scan
  }

  /// Returns the width of the hyphen for a break inside a word before a cluster: 0 if it needs no
  /// hyphen, infinity if no break is allowed.
  ///
  /// Blink breaks a word that is too long for a line after a soft hyphen, even without hyphenation,
  /// but not before a soft hyphen.
  func hyphen(before cluster: Int) -> Double {
    guard let hyphen else { return 0 }
    func isSoftHyphen(_ cluster: Int) -> Bool {
      let start = Int(text.clusters[cluster].start)
      return text.bytes[start...].starts(with: [0xC2, 0xAD])
    }
    return isSoftHyphen(cluster) ? .infinity : isSoftHyphen(cluster - 1) ? hyphen : 0
  }

  /// Returns the index after the last cluster of a line that is not a trailing space.
  func inkEnd(_ start: Int, _ end: Int) -> Int {
    (text.clusters[start..<end].lastIndex { !$0.hangs } ?? start - 1) + 1
  }

  /// Returns the width of a line up to `ink`, without trailing spaces. The exact width has to fit
  /// if the line ends inside a part that is rounded as a whole.
  ///
  /// Trailing spaces are shaped with the line, so the letter before them keeps its kerning.
  func measure(_ line: Range<Int>, ink: Int) -> (rounded: Double, exact: Double) {
    var x = 0.0
    // The text of one embedding level since the last tab; its width is rounded as a whole.
    var item = (level: UInt8(0), width: 0.0)
    var index = runIndex(line.lowerBound)
    while index < text.runs.count, text.runs[index].clusters.lowerBound < ink {
      let run = text.runs[index]
      if run.kind != .text || run.level != item.level || run.startsItem {
        x += rounding.round(item.width)
        item = (run.level, 0)
      }
      switch run.kind {
      case .control: break
      case .tab: x = rounding.round(tabStop(after: x))
      case .text:
        let part = line.clamped(to: run.clusters)
        item.width += width(of: part, ink: ink, in: run)
        item.width +=
          letterSpacing(in: run) * Double(min(part.upperBound, ink) - part.lowerBound)
      }
      index += 1
    }
    return (x + rounding.round(item.width), x + item.width)
  }

  /// Returns the width of a part of a run up to `ink`. The ends of the part are shaped again where
  /// a break changes them.
  private func width(of part: Range<Int>, ink: Int, in run: ShapedText.Run) -> Double {
    func isSafe(_ cluster: Int) -> Bool {
      cluster == run.clusters.lowerBound || cluster == run.clusters.upperBound
        || !text.clusters[cluster].flags.contains(.isUnsafe)
    }
    var first = part.lowerBound
    while first < part.upperBound, !isSafe(first) { first += 1 }
    var last = part.upperBound
    while last > first, !isSafe(last) { last -= 1 }
    if first >= last { return reshaped(part, ink, run) }
    return reshaped(part.lowerBound..<first, ink, run)
      + sum(first..<min(last, max(ink, first)), run)
      + reshaped(last..<part.upperBound, ink, run)
  }

  private func sum(_ part: Range<Int>, _ run: ShapedText.Run) -> Double {
    var width = 0.0
    for piece in run.pieces {
      let clusters = text.pieces[piece].clusters
      let own = part.clamped(to: clusters)
      guard !own.isEmpty else { continue }
      let end =
        own.upperBound < clusters.upperBound
        ? text.clusters[own.upperBound].offset : text.advances[piece]
      width += Double(end - text.clusters[own.lowerBound].offset) * units[text.pieces[piece].font]
    }
    return width
  }

  private func reshaped(_ part: Range<Int>, _ ink: Int, _ run: ShapedText.Run) -> Double {
    guard part.lowerBound < min(part.upperBound, ink) else { return 0 }
    var advances = [RunShaper.Advance](repeating: .none, count: part.count)
    text.bytes.withUnsafeBufferPointer {
      chain.shaper.shape(
        $0, text.clusters[part.lowerBound..<part.upperBound + 1], run, into: &advances)
    }
    return advances.prefix(ink - part.lowerBound).reduce(0) {
      $0 + Double($1.units) * units[$1.font]
    }
  }

  /// Returns the clusters with their advances in points, unrounded.
  func clusterAdvances() -> [TextCluster] {
    var clusters: [TextCluster] = []
    var level: UInt8 = 0
    var piece = 0
    for run in text.runs {
      if run.kind != .text || run.level != level || run.startsItem, !clusters.isEmpty {
        clusters[clusters.count - 1].endsItem = true
      }
      level = run.level
      let letterSpacing = letterSpacing(in: run)
      for cluster in run.clusters {
        let own = text.clusters[cluster]
        let spacing = own.flags.contains(.isZeroWidth) ? 0 : letterSpacing
        while piece < text.pieces.count - 1, text.pieces[piece].clusters.upperBound <= cluster {
          piece += 1
        }
        let advance =
          switch run.kind {
          case .control: 0.0
          case .tab: tab
          case .text: sum(cluster..<cluster + 1, run) + spacing
          }
        clusters.append(
          TextCluster(
            start: Int(own.start), advance: advance, opportunity: own.opportunity,
            isSpace: own.flags.contains(.isSpace),
            isCursive: CursiveScript.contains(tag: run.script),
            font: UInt8(clamping: text.pieces[piece].font)))
      }
    }
    return clusters
  }

  /// Returns the space after each cluster of a run, in points.
  func letterSpacing(in run: ShapedText.Run) -> Double {
    letterSpacing != 0 && CursiveScript.contains(tag: run.script) ? 0 : letterSpacing
  }

  /// Returns the index of the run that contains a cluster.
  private func runIndex(_ cluster: Int) -> Int {
    text.runs.partitioningIndex { $0.clusters.upperBound > cluster }
  }

  /// Returns the extent of a line, at least that of the first font; `nil` if it uses no other font.
  func extent(of line: Range<Int>) -> BaselineExtent? {
    guard let first = extents.first, let first, !line.isEmpty else { return nil }
    var extent = first
    var run = runIndex(line.lowerBound)
    while run < text.runs.count, text.runs[run].clusters.lowerBound < line.upperBound {
      for piece in text.runs[run].pieces where text.pieces[piece].clusters.overlaps(line) {
        if let own = extents[text.pieces[piece].font] { extent = extent.union(own) }
      }
      run += 1
    }
    return extent == first ? nil : extent
  }

  /// Returns the next tab stop, at least half a space away (CSS Text 3, section 6.2).
  func tabStop(after x: Double) -> Double {
    guard tab > 0 else { return x }
    let next = (x / tab).rounded(.down) * tab + tab
    return next - x < tab / 16 ? next + tab : next
  }
}
