package import SectionKit

/// The dimensions of a section: the feed layout's settings, in points at the design width, and the
/// factor that scales some of them to the page.
package struct Metrics {
  private let block: Block
  private let settings: Value
  /// Page width / design width; the design width is 414 by default.
  package let scale: Double
  package let pageWidth: Double
  /// Whether the reader's text size is above the default one.
  package let isLargeText: Bool

  package init(_ block: Block) {
    self.block = block
    settings = block.settings
    pageWidth = block.environment.width
    isLargeText = block.environment.textScale > 1
    let designWidth = settings["designWidth"].double ?? 414
    scale = pageWidth / ((1...Self.most).contains(designWidth) ? designWidth : 414)
  }

  /// The largest accepted number: more than any dimension of a page, yet with finite products.
  private static let most = 1_000_000.0

  /// Returns a number of the settings, by its keys from the outermost one; `standard` if it is
  /// absent, negative or beyond the limit.
  package func number(_ keys: String..., standard: Double) -> Double {
    number(keys, standard: standard)
  }

  private func number(_ keys: [String], standard: Double) -> Double {
    guard let number = value(keys).double, (0...Self.most).contains(number) else { return standard }
    return number
  }

  package func count(_ keys: String..., standard: Int) -> Int {
    guard let count = value(keys).int, (0...1_000).contains(count) else { return standard }
    return count
  }

  package func text(_ keys: String..., standard: String) -> String {
    value(keys).string ?? standard
  }

  package func flag(_ keys: String..., standard: Bool) -> Bool { value(keys).bool ?? standard }

  package func weight(_ keys: String..., standard: FontWeight) -> FontWeight {
    value(keys).int.flatMap { FontWeight(rawValue: UInt32(clamping: $0)) } ?? standard
  }

  package func value(_ keys: [String]) -> Value { keys.reduce(settings) { $0[$1] } }

  /// Returns the setting `height`, scaled from the design width to the page.
  package func rowHeight(standard: Double) -> Figure {
    figure(number("height", standard: standard) * scale)
  }

  package func figure(_ points: Double) -> Figure { Figure(points, grows: isLargeText) }

  package func figure(_ keys: String..., standard: Double) -> Figure {
    figure(number(keys, standard: standard))
  }

  /// Returns the height of lines of text at the reader's text size, in points; 0 up to the default
  /// size, at which the figures hold. At least one and at most four lines count, because a limit of
  /// lines may be 0, which is none, or very high.
  package func height(ofLines lines: Int, fontSize: Double) -> Double {
    guard isLargeText else { return 0 }
    return block.measureText("x", fontSize: fontSize).height * Double(min(max(1, lines), 4))
  }

  /// The least width and height of a target, in points, for iOS (44) and Android (48).
  package static let target = 48.0

  /// Returns the words of a screen reader for the dots of `count` pages: the setting `label` with
  /// the number in place of `{count}`; empty without the setting.
  /// - Parameter keys: The keys of the settings of the dots.
  package func dotsLabel(_ keys: String..., count: Int) -> String {
    guard let label = value(keys + ["label"]).string else { return "" }
    // The module that has `replacing` is not part of plugins.
    let parts = label.split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      text + (part.hasPrefix("count}") ? "\(count)\(part.dropFirst(6))" : "{\(part)")
    }
  }
}
