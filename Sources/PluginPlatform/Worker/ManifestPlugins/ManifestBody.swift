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

  func header(_ title: String, source: se_value) {
    leaf(SE_NODE_TEXT, source, text: title) { node in
      node.role = SE_ROLE_HEADER
      node.font_size = 17
      node.font_weight = 700
      node.max_lines = 1
      node.color = se_str("text")
      node.style.padding = Self.edges(vertical: Self.gap, horizontal: Self.inset)
    }
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
    let id = reader.text(value(template.resourceID))

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
    lend(title) { title in
      row.label = title
      lend(type) { type in
        lend(target) { target in
          row.action = se_action(type: type, target: target)
          begin(&row)
        }
      }
    }
    if let content, !id.isEmpty {
      lend(template.resourceType ?? "") { type in
        lend(id) { id in
          var identity = se_identity(resource_type: type, resource_id: id, state: se_str())
          content.pointee.identify?(reader.host, &identity)
        }
      }
    }
    if hasPicture {
      let room = height.map { $0.isFinite ? max(0, $0 - 2 * min(Self.space, $0 / 8)) : 0 }
      picture(
        template, source: value(template.image), badge: badge, room: room ?? Self.pictureHeight,
        widest: max(0, width - 2 * Self.inset) / (title.isEmpty && detail.isEmpty ? 1 : 2))
    }
    texts(
      title, value(template.title), detail, value(template.detail),
      oldPrice: reader.text(value(template.oldPrice)))
    if !hasPicture { self.badge(badge, source: value(template.badge)) }
    end()
  }

  /// Draws a picture in the given height and its own aspect ratio.
  private func picture(
    _ template: ManifestProgram.Template, source: se_value, badge: String, room: Double,
    widest: Double
  ) {
    let width = min(room * template.imageAspectRatio, widest)
    let address = reader.text(source)
    leaf(SE_NODE_IMAGE, source, badge: badge) {
      lend(address) { address in
        var picture = se_picture()
        picture.address = address
        content?.pointee.picture?(reader.host, &picture)
      }
    } _: { node in
      node.role = SE_ROLE_IMAGE
      node.image_aspect_ratio = template.imageAspectRatio
      node.corner_radius = 8
      node.style.width = Self.points(width)
      node.style.height = Self.points(width / template.imageAspectRatio)
    }
  }

  private func texts(
    _ title: String, _ titleSource: se_value, _ detail: String, _ detailSource: se_value,
    oldPrice: String
  ) {
    guard !title.isEmpty || !detail.isEmpty || !oldPrice.isEmpty else { return }
    var column = se_node()
    column.name = se_str("texts")
    column.style.flex_grow = 1
    column.style.flex_shrink = 1
    column.style.row_gap = 2
    begin(&column)
    text(title, titleSource, size: 15, weight: 600, color: "text")
    text(
      detail, detailSource, size: 13, weight: 400, color: "secondary", struck: oldPrice)
    end()
  }

  private func text(
    _ text: String, _ source: se_value, size: Double, weight: UInt32, color: StaticString,
    struck: String = ""
  ) {
    let start = text.isEmpty ? 0 : text.utf8.count + 1
    let whole = text + (text.isEmpty || struck.isEmpty ? "" : " ") + struck
    guard !whole.isEmpty else { return }
    leaf(SE_NODE_TEXT, source, text: whole) {
      guard !struck.isEmpty else { return }
      var run = se_run()
      run.start = UInt32(start)
      run.length = UInt32(struck.utf8.count)
      run.traits = SE_TRAIT_STRIKE
      content?.pointee.run?(reader.host, &run)
    } _: { node in
      node.font_size = size
      node.font_weight = weight
      node.max_lines = 2
      node.color = se_str(color)
      node.style.flex_shrink = 1
    }
  }

  private func badge(_ text: String, source: se_value) {
    guard !text.isEmpty else { return }
    leaf(SE_NODE_BADGE, source, text: text) { node in
      node.font_size = 11
      node.max_lines = 1
    }
  }

  // MARK: Nodes

  private func leaf(
    _ kind: se_node_kind, _ source: se_value, text: String = "", badge: String = "",
    _ describe: () -> Void = {}, _ change: (inout se_node) -> Void
  ) {
    var node = se_node()
    node.kind = kind
    node.source = source
    change(&node)
    lend(text) { text in
      node.text = text
      lend(badge) { badge in
        node.badge = badge
        begin(&node)
      }
    }
    describe()
    end()
  }

  /// The extension for content; `nil` on a host of contract 1.0.
  private var content: UnsafePointer<se_content>? {
    lend(SE_CONTENT) { reader.host.pointee.extension?(reader.host, $0) }?
      .assumingMemoryBound(to: se_content.self)
  }

  /// Reports what a host of contract 1.0 does not show.
  func reportLosses(of template: ManifestProgram.Template) {
    guard template.usesContent, content == nil else { return }
    lend("this host lacks \(SE_CONTENT) and shows no picture addresses, struck texts, identifiers")
    {
      reader.host.pointee.warn?(reader.host, se_value(), se_str(), $0)
    }
  }

  private func begin(_ node: inout se_node) {
    reader.host.pointee.begin_node?(reader.host, &node)
  }

  private func end() { reader.host.pointee.end_node?(reader.host) }

  private static func points(_ value: Double) -> se_length { se_length(points: max(0, value)) }

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
