internal import SectionEngine

/// The properties of a whole text that `measure` takes besides its font. Lengths are in points, for the
/// font size before the text size is applied.
struct MeasuredTextStyle {
  static let keys = ["letterSpacing", "lineHeight", "minimumScale", "firstLineIndent", "wordBreak"]

  /// The space after each character; may be negative.
  var letterSpacing = 0.0
  /// The height of each line; 0 for that of the fonts.
  var lineHeight = 0.0
  /// The smallest factor by which the font may shrink so that the text fits; 0 for none.
  var minimumScale = 0.0
  var firstLineIndent = 0.0
  /// Whether a line may end after any character.
  var breaksWords = false

  /// Reads the members of a request that it has.
  mutating func read(_ request: FeedValue, _ reader: inout ConfigurationReader) {
    func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
      reader.number(request[key], in: range)
    }
    letterSpacing = number("letterSpacing", -1_000...1_000) ?? letterSpacing
    lineHeight = number("lineHeight", 0...10_000) ?? lineHeight
    minimumScale = number("minimumScale", 0...1) ?? minimumScale
    firstLineIndent = number("firstLineIndent", 0...10_000) ?? firstLineIndent
    if let word = reader.word(request["wordBreak"], among: ["normal", "break-all"]) {
      breaksWords = word == "break-all"
    }
  }

  /// - Parameter factor: The factor of the text size for the font.
  func set(_ attributes: inout NodeAttributes, factor: Double) {
    attributes.letterSpacing = Float(letterSpacing * factor)
    attributes.lineHeight = Float(lineHeight * factor)
    attributes.firstLineIndent = Float(firstLineIndent * factor)
    attributes.minimumScale = Float(minimumScale)
    attributes.breaksWords = breaksWords
  }
}

/// A part of a text with a style of its own, of a request to `measure`.
struct MeasuredRun {
  let range: Range<Int>
  private var size = 0.0
  private var weight = 0
  private var letterSpacing = 0.0
  private var lineHeight = 0.0
  private var family = ""
  private var isItalic = false

  /// Reads a run; reports a range that does not end at characters of the text.
  init?(_ value: FeedValue, of text: String, _ reader: inout ConfigurationReader) {
    guard
      reader.object(
        value, required: ["start", "length"],
        optional: ["size", "weight", "letterSpacing", "lineHeight", "family", "italic"])
    else { return nil }
    let count = text.utf8.count
    guard let start = reader.integer(value["start"], in: 0...count),
      let length = reader.integer(value["length"], in: 1...max(1, count - start))
    else { return nil }
    range = start..<start + length
    for offset in [range.lowerBound, range.upperBound] {
      let index = text.utf8.index(text.startIndex, offsetBy: min(offset, count))
      guard index.samePosition(in: text.unicodeScalars) != nil, offset <= count else {
        reader.refuse(value, "the range \(range) does not begin and end at characters of the text")
        return nil
      }
    }
    func number(_ key: String, _ range: ClosedRange<Double>) -> Double {
      reader.number(value[key], in: range) ?? 0
    }
    size = number("size", 0...10_000)
    weight = reader.integer(value["weight"], in: 1...1000) ?? 0
    letterSpacing = number("letterSpacing", -1_000...1_000)
    lineHeight = number("lineHeight", 0...10_000)
    family = reader.string(value["family"]) ?? ""
    isItalic = reader.bool(value["italic"]) ?? false
  }

  /// Adds the run to the open node.
  /// - Parameter whole: The font size of the text, for a run without one of its own.
  func add(to arena: inout NodeArena, _ scale: TextScale, of whole: Double) {
    let base = size > 0 ? size : whole
    let factor = base > 0 ? scale(base) / base : 1
    var run = TextRun(range: range)
    run.font = Font(size: Float(size > 0 ? scale(size) : 0), weight: UInt16(weight))
    run.letterSpacing = Float(letterSpacing * factor)
    run.lineHeight = Float(lineHeight * factor)
    run.family = arena.addText(family.utf8)
    if isItalic { run.traits = [.italic] }
    arena.addRun(run)
  }
}

extension ConfigurationReader {
  fileprivate mutating func number(_ value: FeedValue, in range: ClosedRange<Double>) -> Double? {
    read(value, expected: range.inWords, \.double, where: range.contains)
  }
}

extension ClosedRange<Double> {
  fileprivate var inWords: String {
    "a number from \(points(lowerBound)) to \(points(upperBound))"
  }
}
