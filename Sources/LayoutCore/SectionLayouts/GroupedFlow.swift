/// A flow whose items belong to groups with headers, footers, insets and spacings of their own, along
/// either axis: a page of small groups that share lines.
///
/// ```
/// ┌───┐ ┌───┐ ┌───┐      vertical: lines run across and follow each other downwards;
/// │ a │ │ a │ │ b │      group b goes on in the line of group a
/// └───┘ └───┘ └───┘
/// ┌ header of c ────┐    a header begins a line
/// ┌───┐ ┌───┐
/// │ c │ │ c │
/// └───┘ └───┘
/// ```
///
/// "Along" is the axis that scrolls, "across" the other one. Rules (Instagram/IGListKit's list layout):
///
/// 1. A header makes room along; the first item of its group begins a line behind it.
/// 2. Items stand across, behind their group's inset, with the item spacing between them; one that does
///    not fit begins the next line, behind the line spacing.
/// 3. A line ends where its farthest item does; a group's inset and header count along from its line.
/// 4. The header ends where its group's items begin, the footer begins where they end; both are as long
///    across as the insets leave. An empty group's header stands at the end of the group before it.
/// 5. The next line begins behind the group and its inset.
package struct GroupedFlow: Sendable {
  package enum ScrollAxis: Sendable { case vertical, horizontal }

  /// What holds for some consecutive items. Lengths in points; a header or footer of 0 is none.
  package struct Group: Sendable, Hashable {
    package var itemCount: Int
    package var insets = EdgeInsets.zero
    /// Along.
    package var header = 0.0, footer = 0.0
    /// Between the items and the footer.
    package var footerGap = 0.0
    package var lineSpacing = 0.0, itemSpacing = 0.0
    package init(itemCount: Int) { self.itemCount = itemCount }
  }

  /// Where everything stands when nothing is scrolled, x from the leading edge.
  package struct Frames: Sendable {
    package var items: [Rect] = []
    /// By group; `nil` where there is none.
    package var headers: [Rect?] = []
    package var footers: [Rect?] = []
    /// By group, where its header, or else its items, begin along.
    package var starts: [Double] = []
    /// Where the last group's inset ends along.
    package var end = 0.0
  }

  package var axis: ScrollAxis
  /// Length across that the lines have.
  package var breadth: Double
  /// Headers and footers of groups without items are shown.
  package var showsEmptyGroups = false
  /// How much too long across an item may be and still fit its line.
  package var tolerance = 1.0
  /// An item that ends within the tolerance of the far inset reaches to it.
  package var stretchesToEdge = false

  package init(axis: ScrollAxis, breadth: Double) {
    self.axis = axis
    self.breadth = breadth
  }

  /// - Parameter sizes: of the items of all groups in order.
  /// Complexity: O(items + groups).
  package func place(_ sizes: [Size], in groups: [Group]) -> Frames {
    let breadth = breadth.saneSize
    var frames = Frames()
    frames.items.reserveCapacity(sizes.count)
    // Along: the line of the next item, and the one behind it, without the group's inset.
    var line = 0.0
    var next = 0.0
    var across = 0.0
    // What the items of the latest group that has any, then its header and footer, cover along.
    var start = 0.0
    var end = 0.0
    for group in groups {
      let items =
        frames.items.count..<min(sizes.count, frames.items.count + max(0, group.itemCount))
      let (before, after) = along(group.insets.sane)
      let (near, far) = self.across(group.insets.sane)
      let length = max(0, breadth - near - far)
      let isShown = !items.isEmpty || showsEmptyGroups
      let header = isShown ? group.header.saneSize : 0
      let footer = isShown ? group.footer.saneSize : 0
      // 1.
      line += header
      next += header
      across += near
      for index in items {
        let size = (along: along(sizes[index]), across: min(self.across(sizes[index]), length))
        // 2.
        let isFirst = index == items.lowerBound
        if across + size.across > breadth - far + tolerance || isFirst && header > 0 {
          line = next + (isFirst ? 0 : group.lineSpacing.saneSize)
          across = near
        }
        let free = breadth - far - across - size.across
        let isStretched = stretchesToEdge && free > 0 && free <= tolerance
        let reach = size.across + (isStretched ? free : 0)
        frames.items.append(rect(line + before, across, size.along, reach))
        across += reach + group.itemSpacing.saneSize
        // 3.
        next = max(next, line + size.along)
        start = isFirst ? line + before : min(start, line + before)
        end = max(isFirst ? -.infinity : end, line + before + size.along)
      }
      // 4.
      let headerStart = items.isEmpty ? end : start - header
      if items.isEmpty {
        start = headerStart
        end = headerStart + header
      }
      frames.headers.append(header > 0 ? rect(headerStart, near, header, length) : nil)
      let footerStart = end + group.footerGap.saneSize
      frames.footers.append(footer > 0 ? rect(footerStart, near, footer, length) : nil)
      start = min(start, headerStart)
      if footer > 0 { end = footerStart + footer }
      frames.starts.append(start)
      // 5.
      across += far
      next = max(next, end + after)
      frames.end = end + after
    }
    return frames
  }

  /// Frame of a group's header pinned at an edge that is given along: it is pushed out by the next
  /// group. `nil` without a header. Complexity: O(1).
  package func pinnedHeader(_ group: Int, of frames: Frames, edge: Double) -> Rect? {
    guard var header = frames.headers[group] else { return nil }
    let isVertical = axis == .vertical
    let start = Viewport.pinnedStart(
      resting: frames.starts[group], length: isVertical ? header.height : header.width, edge: edge,
      limit: group + 1 < frames.starts.count ? frames.starts[group + 1] : .infinity)
    if isVertical { header.y = start } else { header.x = start }
    return header
  }

  private func along(_ size: Size) -> Double {
    (axis == .vertical ? size.height : size.width).saneSize
  }

  private func across(_ size: Size) -> Double {
    (axis == .vertical ? size.width : size.height).saneSize
  }

  private func along(_ insets: EdgeInsets) -> (Double, Double) {
    axis == .vertical ? (insets.top, insets.bottom) : (insets.start, insets.end)
  }

  private func across(_ insets: EdgeInsets) -> (Double, Double) {
    axis == .vertical ? (insets.start, insets.end) : (insets.top, insets.bottom)
  }

  private func rect(_ along: Double, _ across: Double, _ length: Double, _ reach: Double) -> Rect {
    axis == .vertical
      ? Rect(x: across, y: along, width: reach, height: length)
      : Rect(x: along, y: across, width: length, height: reach)
  }
}
