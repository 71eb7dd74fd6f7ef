@testable import LayoutCore

/// A flow whose items belong to groups with their own headers, footers, insets and spacings, along
/// either axis: a page of small groups that share lines.
///
/// ```
/// ┌───┐ ┌───┐ ┌───┐      vertical: lines run across and follow each other downwards;
/// │ a │ │ a │ │ b │      group b continues in the line of group a
/// └───┘ └───┘ └───┘
/// ┌ header of c ────┐    a header begins a line
/// ┌───┐ ┌───┐
/// │ c │ │ c │
/// └───┘ └───┘
/// ```
///
/// "Along" is the scroll axis, "across" the other one. Rules (Instagram/IGListKit's list layout):
///
/// 1. A header takes space along; the first item of its group begins a new line after it.
/// 2. Items are placed across, after their group's inset, with the item spacing between them. An
///    item that does not fit begins the next line, after the line spacing.
/// 3. A line ends where its farthest item does; a group's inset and header are measured along from
///    its line.
/// 4. The header ends where its group's items begin, and the footer begins where they end. Across,
///    both fill the space between the insets. An empty group's header is at the end of the previous
///    group.
/// 5. The next line begins after the group and its inset.
struct GroupedFlow: Sendable {
  enum ScrollAxis: Sendable { case vertical, horizontal }

  /// The properties of a run of items. Lengths are in points; a header or footer of 0 is absent.
  struct Group: Sendable, Hashable {
    var itemCount: Int
    var insets = EdgeInsets.zero
    /// The lengths along the scroll axis.
    var header = 0.0, footer = 0.0
    /// The gap between the items and the footer.
    var footerGap = 0.0
    var lineSpacing = 0.0, itemSpacing = 0.0
    init(itemCount: Int) { self.itemCount = itemCount }
  }

  /// The frames at scroll offset 0, with x from the leading edge.
  struct Frames: Sendable {
    var items: [Rect] = []
    /// One frame per group; `nil` if the group has no header.
    var headers: [Rect?] = []
    var footers: [Rect?] = []
    /// The position of each group along the scroll axis: of its header, or else of its items.
    var starts: [Double] = []
    /// The end of the last group's inset along the scroll axis.
    var end = 0.0
  }

  var axis: ScrollAxis
  /// The length of a line, across the scroll axis.
  var breadth: Double
  /// Whether headers and footers of groups without items are shown.
  var showsEmptyGroups = false
  /// The length by which an item may exceed its line and still stay in it.
  var tolerance = 1.0
  /// Whether an item that ends within the tolerance of the far inset is extended to it.
  var stretchesToEdge = false

  init(axis: ScrollAxis, breadth: Double) {
    self.axis = axis
    self.breadth = breadth
  }

  /// - Parameter sizes: The sizes of the items of all groups, in order.
  /// Complexity: O(items + groups).
  func place(_ sizes: [Size], in groups: [Group]) -> Frames {
    let breadth = breadth.saneSize
    var frames = Frames()
    frames.items.reserveCapacity(sizes.count)
    // Positions along the scroll axis of the current and the next line, without the group's inset.
    var line = 0.0
    var next = 0.0
    var across = 0.0
    // The extent of the last group along the scroll axis: first of its items, then also of its
    // header and footer.
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
      // Rule 1: the header takes space, and the group's items begin after it.
      line += header
      next += header
      across += near
      for index in items {
        let size = (along: along(sizes[index]), across: min(self.across(sizes[index]), length))
        // Rule 2: an item that does not fit begins the next line.
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
        // Rule 3: the line ends where its farthest item does.
        next = max(next, line + size.along)
        start = isFirst ? line + before : min(start, line + before)
        end = max(isFirst ? -.infinity : end, line + before + size.along)
      }
      // Rule 4: the header ends where the items begin, and the footer begins where they end.
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
      // Rule 5: the next line begins after the group and its inset.
      across += far
      next = max(next, end + after)
      frames.end = end + after
    }
    return frames
  }

  /// Returns the frame of a group's header pinned at an edge along the scroll axis; the next group
  /// pushes it out. `nil` without a header. Complexity: O(1).
  func pinnedHeader(_ group: Int, of frames: Frames, edge: Double) -> Rect? {
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
