package import PluginShared
package import SectionKit

/// The background of a row: a coloured cell with rounded lower corners where it ends above the
/// section's edge, or else with a line at its lower edge.
package struct Cell {
  private let color, separator: String
  private let bottomInset, cornerRadius, separatorHeight: Double

  package init(_ metrics: Metrics) {
    color = metrics.text("cell", "color", standard: "")
    separator = metrics.text("cell", "separator", "color", standard: "")
    separatorHeight = metrics.number("cell", "separator", "height", standard: 0.5)
    bottomInset = metrics.number("content", "bottomInset", standard: 0)
    cornerRadius = metrics.number("cell", "cornerRadius", standard: 0)
  }

  /// The first nodes of the row; none if the settings name no colour. They take no space.
  package var nodes: [Node] {
    guard !color.isEmpty else { return [] }
    let cell = Stack {}.absolute(top: 0, end: 0, bottom: bottomInset, start: 0)
      .background(color).name("cell")
    guard bottomInset == 0 else {
      return [cell.cornerRadius(cornerRadius, [.bottomStart, .bottomEnd])]
    }
    guard !separator.isEmpty else { return [cell] }
    let line = Stack {}.absolute(end: 0, bottom: 0, start: 0).frame(height: separatorHeight)
      .background(separator).name("separator")
    return [cell, line]
  }
}
