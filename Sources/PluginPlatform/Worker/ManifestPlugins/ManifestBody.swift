internal import CSectionABI
internal import PluginCalls

/// Draws the nodes of a manifest's section: a heading, and a picture and two texts in each row.
struct ManifestBody {
  let reader: ValueReader

  private static let inset = 16.0
  private static let gap = 12.0
  private static let space = 8.0
  /// Height of a picture, in points, in a row of automatic height.
  private static let pictureHeight = 64.0

  func header(_ title: UnsafeBufferPointer<UInt8>, source: se_value) {
    var node = se_node()
    node.kind = SE_NODE_TEXT
    node.role = SE_ROLE_HEADER
    node.source = source
    node.font_size = 17
    node.font_weight = 700
    node.max_lines = 1
    node.color = se_str("text")
    node.style.padding = Self.edges(vertical: Self.gap, horizontal: Self.inset)
    node.text = se_str(title)
    leaf(&node)
  }

  /// - Parameter height: The height of the row; `nil` for automatic.
  func row(
    _ template: ManifestProgram.Template, _ item: se_value, height: Double?, width: Double
  ) {
    func value(_ path: ManifestProgram.Path?) -> se_value {
      path.map { reader.value($0, from: item) } ?? se_value()
    }
    let title = reader.text(value(template.title))
    let detail = reader.text(value(template.detail))
    let badge = reader.text(value(template.badge))
    let target = reader.text(value(template.actionTarget))
    let type = target.isEmpty ? "" : template.actionType ?? Self.type(of: target)
    let hasPicture = !reader.text(value(template.image)).isEmpty

    var row = se_node()
    row.name = se_str("card")
    row.source = item
    row.role = target.isEmpty ? SE_ROLE_NONE : SE_ROLE_BUTTON
    row.style.flex_direction = SE_ROW
    row.style.align_items = SE_ALIGN_CENTER
    row.style.flex_grow = 1
    row.style.column_gap = Self.gap
    // A row with a height from the library clips texts that do not fit.
    row.style.overflow = SE_HIDDEN
    row.style.flex_shrink = 1
    row.style.padding = Self.edges(
      vertical: height == nil ? Self.space : 0, horizontal: Self.inset)
    withTexts([title, type, target]) { texts in
      row.label = texts[0]
      row.action = se_action(type: texts[1], target: texts[2])
      reader.host.pointee.begin_node?(reader.host, &row)
    }
    if hasPicture {
      let room = height.map { $0.isFinite ? max(0, $0 - 2 * min(Self.space, $0 / 8)) : 0 }
      picture(
        template, source: value(template.image), badge: badge, room: room ?? Self.pictureHeight,
        widest: max(0, width - 2 * Self.inset) / (title.isEmpty && detail.isEmpty ? 1 : 2))
    }
    texts(title, value(template.title), detail, value(template.detail))
    if !hasPicture { self.badge(badge, source: value(template.badge)) }
    reader.host.pointee.end_node?(reader.host)
  }

  /// Draws a picture in the given height and its own aspect ratio, at most half as wide as a row
  /// with texts.
  private func picture(
    _ template: ManifestProgram.Template, source: se_value, badge: String, room: Double,
    widest: Double
  ) {
    let width = min(room * template.imageAspectRatio, widest)
    var node = se_node()
    node.kind = SE_NODE_IMAGE
    node.role = SE_ROLE_IMAGE
    node.source = source
    node.image_aspect_ratio = template.imageAspectRatio
    node.corner_radius = 8
    node.style.width = Self.points(width)
    node.style.height = Self.points(width / template.imageAspectRatio)
    withTexts([badge]) { texts in
      node.badge = texts[0]
      leaf(&node)
    }
  }

  private func texts(
    _ title: String, _ titleSource: se_value, _ detail: String, _ detailSource: se_value
  ) {
    guard !title.isEmpty || !detail.isEmpty else { return }
    var column = se_node()
    column.name = se_str("texts")
    column.style.flex_grow = 1
    column.style.flex_shrink = 1
    column.style.row_gap = 2
    reader.host.pointee.begin_node?(reader.host, &column)
    text(title, titleSource, size: 15, weight: 600, color: "text")
    text(detail, detailSource, size: 13, weight: 400, color: "secondary")
    reader.host.pointee.end_node?(reader.host)
  }

  private func text(
    _ text: String, _ source: se_value, size: Double, weight: UInt32, color: StaticString
  ) {
    guard !text.isEmpty else { return }
    var node = se_node()
    node.kind = SE_NODE_TEXT
    node.source = source
    node.font_size = size
    node.font_weight = weight
    node.max_lines = 2
    node.color = se_str(color)
    node.style.flex_shrink = 1
    withTexts([text]) { texts in
      node.text = texts[0]
      leaf(&node)
    }
  }

  private func badge(_ text: String, source: se_value) {
    guard !text.isEmpty else { return }
    var node = se_node()
    node.kind = SE_NODE_BADGE
    node.source = source
    node.font_size = 11
    node.max_lines = 1
    withTexts([text]) { texts in
      node.text = texts[0]
      leaf(&node)
    }
  }

  // MARK: Nodes

  private func leaf(_ node: inout se_node) {
    reader.host.pointee.begin_node?(reader.host, &node)
    reader.host.pointee.end_node?(reader.host)
  }

  /// Lends texts for the duration of a call.
  private func withTexts(_ texts: [String], _ body: ([se_str]) -> Void) {
    let bytes = texts.map { Array($0.utf8) }
    func lend(_ index: Int, _ lent: [se_str]) {
      guard index < bytes.count else { return body(lent) }
      bytes[index].withUnsafeBufferPointer { lend(index + 1, lent + [se_str($0)]) }
    }
    lend(0, [])
  }

  private static func points(_ value: Double) -> se_length {
    se_length(value: max(0, value), unit: SE_POINTS, reserved: 0)
  }

  private static func edges(vertical: Double, horizontal: Double) -> se_edges {
    se_edges(
      top: points(vertical), end: points(horizontal), bottom: points(vertical),
      start: points(horizontal))
  }

  /// Returns the action type of a target without one, as in the generic section.
  private static func type(of target: String) -> String {
    guard let colon = target.firstIndex(of: ":") else { return "client_customized" }
    let scheme = target[..<colon]
    return scheme == "http" || scheme == "https" ? "web" : String(scheme)
  }
}
