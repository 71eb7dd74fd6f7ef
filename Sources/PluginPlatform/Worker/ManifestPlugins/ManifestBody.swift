internal import CSectionABI
internal import PluginCalls

/// Draws the nodes of a manifest's section: a heading, and a picture and two texts in each row.
struct ManifestBody {
  let reader: ValueReader

  private static let inset = 16.0
  private static let gap = 12.0
  private static let space = 8.0
  /// The maximum height of a picture in a row of automatic height, in points.
  private static let pictureHeight = 64.0

  /// A value of the feed and its text.
  private typealias Found = (text: String, source: se_value)

  func header(_ title: String, source: se_value) {
    leaf(SE_NODE_TEXT, (title, source)) { node in
      node.role = SE_ROLE_HEADER
      node.font_size = 17
      node.font_weight = 700
      node.max_lines = 1
      node.color = se_str("text")
      node.style.padding = Self.edges(vertical: Self.gap, horizontal: Self.inset)
    }
  }

  /// - Parameter height: The height of the row in points; `nil` for automatic.
  func row(
    _ template: ManifestProgram.Template, _ item: se_value, height: Double?, width: Double
  ) {
    func find(_ path: ManifestProgram.Path?) -> Found {
      let value = path.map { reader.value($0, from: item) } ?? se_value()
      return (reader.text(value), value)
    }
    let title = find(template.title)
    let detail = find(template.detail)
    let badge = find(template.badge)
    let image = find(template.image)
    let target = find(template.actionTarget).text
    let type = target.isEmpty ? "" : template.actionType ?? Self.type(of: target)
    let id = find(template.resourceID).text

    var row = se_node()
    row.name = se_str("card")
    row.source = item
    row.role = target.isEmpty ? SE_ROLE_NONE : SE_ROLE_BUTTON
    row.style.flex_direction = SE_ROW
    row.style.align_items = SE_ALIGN_CENTER
    row.style.flex_grow = 1
    row.style.column_gap = Self.gap
    // If the library returns a height that is too small, the row clips its texts.
    row.style.overflow = SE_HIDDEN
    row.style.flex_shrink = 1
    row.style.padding = Self.edges(
      vertical: height == nil ? Self.space : 0, horizontal: Self.inset)
    lend(title.text) { title in
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
    if !image.text.isEmpty {
      let room = height.map { $0.isFinite ? max(0, $0 - 2 * min(Self.space, $0 / 8)) : 0 }
      let isAlone = title.text.isEmpty && detail.text.isEmpty
      picture(
        image, badge: badge.text, room: room ?? Self.pictureHeight,
        widest: max(0, width - 2 * Self.inset) / (isAlone ? 1 : 2),
        aspectRatio: template.imageAspectRatio)
    }
    texts(title, detail, oldPrice: find(template.oldPrice).text)
    if image.text.isEmpty, !badge.text.isEmpty {
      leaf(SE_NODE_BADGE, badge) { node in
        node.font_size = 11
        node.max_lines = 1
      }
    }
    end()
  }

  /// Draws a picture with its aspect ratio, at most `room` points high and `widest` points wide.
  private func picture(
    _ image: Found, badge: String, room: Double, widest: Double, aspectRatio: Double
  ) {
    let width = min(room * aspectRatio, widest)
    leaf(SE_NODE_IMAGE, ("", image.source), badge: badge) {
      lend(image.text) { address in
        var picture = se_picture()
        picture.address = address
        content?.pointee.picture?(reader.host, &picture)
      }
    } _: { node in
      node.role = SE_ROLE_IMAGE
      node.image_aspect_ratio = aspectRatio
      node.corner_radius = 8
      node.style.width = Self.points(width)
      node.style.height = Self.points(width / aspectRatio)
    }
  }

  private func texts(_ title: Found, _ detail: Found, oldPrice: String) {
    guard !title.text.isEmpty || !detail.text.isEmpty || !oldPrice.isEmpty else { return }
    var column = se_node()
    column.name = se_str("texts")
    column.style.flex_grow = 1
    column.style.flex_shrink = 1
    column.style.row_gap = 2
    begin(&column)
    text(title, size: 15, weight: 600, color: "text")
    text(detail, size: 13, weight: 400, color: "secondary", struck: oldPrice)
    end()
  }

  private func text(
    _ found: Found, size: Double, weight: UInt32, color: StaticString, struck: String = ""
  ) {
    let space = found.text.isEmpty || struck.isEmpty ? "" : " "
    let whole = found.text + space + struck
    guard !whole.isEmpty else { return }
    leaf(SE_NODE_TEXT, (whole, found.source)) {
      guard !struck.isEmpty else { return }
      var run = se_run()
      run.start = UInt32(whole.utf8.count - struck.utf8.count)
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

  // MARK: Nodes

  private func leaf(
    _ kind: se_node_kind, _ found: Found, badge: String = "",
    _ describe: () -> Void = {}, _ change: (inout se_node) -> Void
  ) {
    var node = se_node()
    node.kind = kind
    node.source = found.source
    change(&node)
    lend(found.text) { text in
      node.text = text
      lend(badge) { badge in
        node.badge = badge
        begin(&node)
      }
    }
    describe()
    end()
  }

  /// The extension `section.content/1`; `nil` if the host lacks it.
  private var content: UnsafePointer<se_content>? {
    lend(SE_CONTENT) { reader.host.pointee.extension?(reader.host, $0) }?
      .assumingMemoryBound(to: se_content.self)
  }

  /// Warns if the template has parts that need the extension and the host lacks it.
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

  /// Returns the action type of a target, for a manifest without an action type: "web" for http and
  /// https, the scheme for other schemes, "client_customized" without a scheme.
  private static func type(of target: String) -> String {
    guard let colon = target.firstIndex(of: ":") else { return "client_customized" }
    let scheme = target[..<colon]
    return scheme == "http" || scheme == "https" ? "web" : String(scheme)
  }
}
