package import PluginShared
package import SectionKit

/// The background of a row: a coloured cell. With a `content.bottomInset` above 0 it has rounded
/// lower corners, otherwise a separator line if the settings name a colour for the line.
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

  /// Nodes to place first in the row. They take no space; without a colour there are none.
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
