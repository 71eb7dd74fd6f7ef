package import PluginShared
internal import SectionKit

/// A formatter that writes play counts as the app does: 9999, 1万, 3.1万, 312万, 1.2亿.
package struct PlayCount {
  private struct Unit {
    var from: Int64
    var suffix: String
  }

  /// The units, the largest first.
  private let units: [Unit]
  private let decimals: Int
  /// The number of units from which a count is written without decimals.
  private let wholeFrom: Int64

  package init(_ metrics: Metrics) {
    let given: [Unit] = metrics.value(["playCount", "units"]).array.compactMap { unit in
      guard let from = unit["from"].int64, from > 0, let suffix = unit["suffix"].string else {
        return nil
      }
      return Unit(from: from, suffix: suffix)
    }
    let standard = [Unit(from: 100_000_000, suffix: "亿"), Unit(from: 10_000, suffix: "万")]
    units = given.isEmpty ? standard : given.sorted { $0.from > $1.from }
    decimals = min(3, metrics.count("playCount", "decimals", standard: 1))
    wholeFrom = Int64(metrics.count("playCount", "wholeFrom", standard: 100))
  }

  /// Returns the count truncated, not rounded, and without trailing zeros after the point.
  package func label(_ count: Int64) -> String {
    guard let unit = units.first(where: { count >= $0.from }) else { return String(count) }
    let whole = count / unit.from
    guard whole < wholeFrom else { return "\(whole)\(unit.suffix)" }
    var fraction = ""
    var rest = count % unit.from
    for _ in 0..<decimals {
      // The remainder is below one unit. If its tenfold overflows, the decimals are omitted.
      let (tenfold, overflows) = rest.multipliedReportingOverflow(by: 10)
      guard !overflows else { break }
      fraction += String(tenfold / unit.from)
      rest = tenfold % unit.from
    }
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(whole)\(unit.suffix)" : "\(whole).\(fraction)\(unit.suffix)"
  }
}
