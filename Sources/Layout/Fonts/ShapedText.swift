/// A text shaped with a chain of fonts, for any line width and for all font sizes of the chain.
final class ShapedText: Sendable {
  /// A part of the text that is processed as a whole: text of one embedding level and one script, a
  /// tab, or a control character.
  struct Run: Sendable {
    var clusters: Range<Int>
    var script: UInt32
    /// The embedding level (UAX #9); odd levels are right-to-left.
    var level: UInt8
    var isRightToLeft: Bool { level % 2 == 1 }
    var kind = Kind.text
    /// Whether the run follows ZERO WIDTH NON-JOINER. Browsers round both sides of it separately.
    var startsItem = false
    /// Whether a variation selector requests emoji (true) or text (false); `nil` without selector.
    var isEmoji: Bool?

    enum Kind: Sendable {
      case text, tab
      /// A line break or another control character, which has no width.
      case control
    }
    /// The indices of the run's pieces in `ShapedText.pieces`.
    var pieces = 0..<0
  }

  /// A part of a run that one font shapes.
  struct Piece: Sendable {
    var clusters: Range<Int>
    /// The index of the font in the chain.
    var font: Int
  }

  /// A grapheme cluster.
  struct Cluster: Sendable {
    /// The offset of the cluster's first byte.
    var start: Int32
    /// Whether a line may (1) or must (2) end before the cluster; 0 if neither.
    var opportunity: UInt8 = 0
    var flags: Flags = []
    /// The sum of the advances before the cluster in its piece, in shaper units.
    var offset = 0

    /// Whether the cluster takes no width at the end of a line.
    var hangs: Bool { !flags.isDisjoint(with: [.isSpace, .isZeroWidth]) }

    struct Flags: OptionSet, Sendable {
      let rawValue: UInt8
      /// A line break before the cluster can change the shapes around it.
      static let isUnsafe = Flags(rawValue: 1)
      /// A space, which hangs at the end of a line.
      static let isSpace = Flags(rawValue: 2)
      static let isZeroWidth = Flags(rawValue: 4)
    }
  }

  let bytes: [UInt8]
  let runs: [Run]
  let pieces: [Piece]
  /// The clusters, and a final one that marks the end of the text.
  let clusters: [Cluster]
  /// The advance of each piece, in shaper units.
  let advances: [Int]
  let dictionary: DictionaryUse
  /// Whether the text uses another font than the first.
  let usesFallback: Bool
  /// The approximate memory of the shaped text and its cache entry, in bytes.
  var memory: Int {
    512 + bytes.capacity + runs.capacity * MemoryLayout<Run>.stride
      + pieces.capacity * MemoryLayout<Piece>.stride
      + clusters.capacity * MemoryLayout<Cluster>.stride
      + advances.capacity * MemoryLayout<Int>.stride
  }
  /// The number of clusters.
  var count: Int { clusters.count - 1 }

  init(_ text: UnsafeBufferPointer<UInt8>, with shaper: RunShaper, style: LineBreakStyle) {
    bytes = Array(text)
    let context = shaper.context
    let (opportunities, dictionary) = LineBreaks.opportunities(
      text, style: style, locale: context.locale)
    var builder = Builder(
      text: text, levels: Bidi.levels(text, base: context.direction), style: style,
      opportunities: opportunities)
    builder.clusters.reserveCapacity(text.count + 1)
    builder.divide()
    for index in builder.runs.indices { builder.shape(index, with: shaper) }
    builder.clusters[builder.clusters.count - 1].opportunity = 0
    runs = builder.runs
    pieces = builder.pieces
    usesFallback = builder.pieces.contains { $0.font > 0 }
    self.dictionary = dictionary
    clusters = builder.clusters
    advances = builder.advances
  }

  private struct Builder {
    let text: UnsafeBufferPointer<UInt8>
    let levels: [UInt8]?
    let style: LineBreakStyle
    var runs: [Run] = []
    var pieces: [Piece] = []
    var clusters: [Cluster] = []
    var advances: [Int] = []
    let opportunities: [UInt8]

    /// Divides the text into clusters and runs.
    mutating func divide() {
      var scripts = ScriptResolver()
      var followsNonJoiner = false
      var offset = 0
      while offset < text.count {
        let start = offset
        let first = text.scalar(at: offset)
        let properties = CharacterProperties(first.value)
        var graphemes = GraphemeBreaker(properties.grapheme)
        var conjunct = Conjunct(first.value)
        var isEmoji: Bool?
        offset += first.count
        var last = first.value
        var marks = 0
        while offset < text.count, marks < Self.mostMarks {
          let next = text.scalar(at: offset)
          let grapheme = CharacterProperties(next.value).grapheme
          if !graphemes.takes(grapheme) {
            guard conjunct.takes(next.value) else { break }
            graphemes = GraphemeBreaker(grapheme)
          } else {
            conjunct.follow(with: next.value)
          }
          if next.value == 0xFE0F { isEmoji = true }
          if next.value == 0xFE0E { isEmoji = false }
          marks += 1
          offset += next.count
          last = next.value
        }
        let kind: Run.Kind =
          first.value == 0x09
          ? .tab : first.value < 0x20 || properties.lineBreak.isBreak ? .control : .text
        var flags: Cluster.Flags = []
        if kind != .text || style.hangs(first.value, properties) { flags.insert(.isSpace) }
        let script = scripts.resolve(first.value)
        let level = levels?[start] ?? 0
        // Marks beyond `mostMarks` begin another run: HarfBuzz takes quadratic time for marks.
        let isFlood = marks == 0 && properties.grapheme == .extend
        if let run = runs.last, kind == .text, run.kind == .text, run.level == level, !isFlood,
          run.isEmoji == isEmoji, !followsNonJoiner,
          offset - Int(clusters[run.clusters.lowerBound].start) <= Self.mostBytes,
          script == nil || run.script == ScriptResolver.common || run.script == script
        {
          if let script { runs[runs.count - 1].script = script }
          runs[runs.count - 1].clusters = run.clusters.lowerBound..<clusters.count + 1
        } else {
          runs.append(
            Run(
              clusters: clusters.count..<clusters.count + 1,
              script: script ?? scripts.last ?? ScriptResolver.common, level: level, kind: kind,
              startsItem: followsNonJoiner, isEmoji: isEmoji))
        }
        followsNonJoiner = last == 0x200C
        clusters.append(
          Cluster(start: Int32(start), opportunity: opportunities[start], flags: flags))
      }
      clusters.append(Cluster(start: Int32(text.count)))
      // Common characters at the start get the first script of the text.
      guard let first = runs.firstIndex(where: { $0.script != ScriptResolver.common }) else {
        return
      }
      for index in 0..<first { runs[index].script = runs[first].script }
    }

    /// The maximum number of marks in a cluster: UAX #15, section 13, Stream-Safe Text Format.
    private static let mostMarks = 30
    private static let mostBytes = 4096 * 3

    /// Shapes a run, and divides it into pieces.
    mutating func shape(_ index: Int, with shaper: RunShaper) {
      let run = runs[index]
      let first = pieces.count
      defer { runs[index].pieces = first..<pieces.count }
      guard run.kind == .text else {
        pieces.append(Piece(clusters: run.clusters, font: 0))
        advances.append(0)
        return
      }
      var shaped = [RunShaper.Advance](repeating: .none, count: run.clusters.count)
      shaper.shape(
        text, clusters[run.clusters.lowerBound..<run.clusters.upperBound + 1], run, into: &shaped)
      for (offset, advance) in shaped.enumerated() {
        let cluster = run.clusters.lowerBound + offset
        if offset == 0 || pieces[pieces.count - 1].font != advance.font {
          pieces.append(Piece(clusters: cluster..<cluster, font: advance.font))
          advances.append(0)
        }
        if advance.isUnsafe { clusters[cluster].flags.insert(.isUnsafe) }
        if advance.units == 0 { clusters[cluster].flags.insert(.isZeroWidth) }
        clusters[cluster].offset = advances[advances.count - 1]
        advances[advances.count - 1] += advance.units
        pieces[pieces.count - 1].clusters =
          pieces[pieces.count - 1].clusters.lowerBound..<cluster + 1
      }
    }
  }
}

extension LineBreakStyle {
  /// Returns whether a space takes no width at the end of a line. In Blink, only U+0020 and the
  /// ideographic space U+3000 do so.
  fileprivate func hangs(_ scalar: UInt32, _ properties: CharacterProperties) -> Bool {
    guard properties.isSpace else { return false }
    return self != .blink || scalar == 0x20 || scalar == 0x3000
  }
}
