package import SectionKit

/// The dimensions of a section: the feed layout's settings, in points at the design width, and the
/// factor that scales some of them to the page.
package struct Metrics {
  private let block: Block
  private var settings: Value { block.settings }
  /// Page width / design width; the design width is 414 by default.
  package let scale: Double
  package let pageWidth: Double

  package init(_ block: Block) {
    self.block = block
    pageWidth = block.environment.width
    let designWidth = block.settings["designWidth"].double ?? 414
    scale = pageWidth / ((1...Self.most).contains(designWidth) ? designWidth : 414)
  }

  /// The largest accepted number: more than any dimension of a page, yet with finite products.
  private static let most = 1_000_000.0

  /// Returns a number of the settings, by its keys from the outermost one; `standard` if it is
  /// absent, negative or beyond the limit.
  package func number(_ keys: String..., standard: Double) -> Double {
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

  /// Returns the height of one line of text at the reader's text size, in points.
  package func line(_ fontSize: Double) -> Double {
    block.measureText("x", fontSize: fontSize).height
  }

  /// The least width and height of a target, in points: enough for iOS (44) and Android (48).
  package static let target = 48.0

  /// Returns what a screen reader says for the dots of `count` pages; empty without a setting.
  /// - Parameter keys: The keys of the settings of the dots, which have `label`.
  package func pages(_ count: Int, _ keys: String...) -> String {
    let label = value(keys + ["label"])
    guard let prefix = label["prefix"].string, let suffix = label["suffix"].string else {
      return ""
    }
    return "\(prefix)\(count)\(suffix)"
  }

  /// Returns the setting `height`, scaled from the design width to the page, in points.
  package func rowHeight(standard: Double) -> Double {
    number("height", standard: standard) * scale
  }
}
