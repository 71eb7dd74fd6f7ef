package import SectionKit

/// The dimensions of a section: the feed layout's settings, in points at the design width, and the
/// factor that scales some of them to the page.
package struct Metrics {
  private let settings: Value
  /// Page width / design width; the design width is 414 by default.
  package let scale: Double
  package let pageWidth: Double

  package init(_ block: Block) {
    settings = block.settings
    pageWidth = block.environment.width
    let designWidth = settings["designWidth"].double ?? 414
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

  /// Returns the setting `height`, scaled from the design width to the page, in points.
  package func rowHeight(standard: Double) -> Double {
    number("height", standard: standard) * scale
  }
}
