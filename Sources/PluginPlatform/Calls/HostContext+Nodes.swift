internal import CSectionABI
internal import Support
internal import LayoutCore

extension HostContext {
  mutating func beginNode(_ node: UnsafePointer<se_node>?) {
    guard violation == nil else { return }
    recorder?.describe(.beginNode, node?.pointee)
    do throws(ResultViolation) {
      guard call.isBuilding else {
        throw ResultViolation("begin_node", "was called during \(call.name), not during build")
      }
      guard let node else { throw ResultViolation("a node", "in \(call.part) is NULL") }
      guard arena.count < BorderLimits.nodes + leeway else { throw .tooManyNodes }
      guard arena.depth < BorderLimits.depth + leeway else {
        throw ResultViolation(
          "the tree of \(call.part)", "is deeper than \(BorderLimits.depth)", isLimit: true)
      }
      do throws(ResultViolation) {
        try add(node)
      } catch {
        throw error.of("node \(arena.count) in \(call.part)")
      }
    } catch {
      note(error)
    }
  }

  /// The number by which the nodes and the depth of a section may exceed the limits: 1 in a worker, 0
  /// in the host. A worker may count one root node too many, because it does not know the feed
  /// layout's overrides, which can make that node unnecessary. The host checks the limits later.
  var leeway: Int { recorder == nil ? 0 : 1 }

  mutating func endNode() {
    guard violation == nil else { return }
    recorder?.called(.endNode)
    guard call.isBuilding else {
      return note(
        ResultViolation("end_node", "was called during \(call.name), not during build"))
    }
    guard arena.depth > baseDepth else {
      return note(ResultViolation("end_node", "in \(call.part) closes more nodes than were begun"))
    }
    arena.end()
  }

  private mutating func add(_ node: UnsafePointer<se_node>) throws(ResultViolation) {
    let kind: NodeKind = try BorderChecks.enumeration(
      node.pointee.kind, "kind", below: UInt32(NodeKind.placeholder.rawValue))
    var style = try BorderChecks.style(node.pointee.style)
    if kind == .pager { style.lanes = node.pointee.count }

    var content = NodeContent()
    content.role = try BorderChecks.enumeration(node.pointee.role, "role")
    content.font = try BorderChecks.font(
      size: node.pointee.font_size, weight: node.pointee.font_weight, scale: textScale)
    fontSize = node.pointee.font_size == 0 ? 14 : node.pointee.font_size
    content.maxLines = node.pointee.max_lines
    content.textAlign = try BorderChecks.enumeration(
      node.pointee.text_align, "text_align", below: 3)
    content.count = UInt32(
      try BorderChecks.count(node.pointee.count, "count", limit: BorderLimits.count))
    content.current = node.pointee.current
    if kind == .pageControl, content.count > 0, content.current >= content.count {
      throw ResultViolation("current", "is \(content.current), of \(content.count)")
    }
    content.interval = Float(try BorderChecks.number(node.pointee.interval, "interval"))
    content.cornerRadius = Float(
      try BorderChecks.number(node.pointee.corner_radius, "corner_radius"))
    content.imageAspectRatio = Float(
      try BorderChecks.number(node.pointee.image_aspect_ratio, "image_aspect_ratio"))
    let source = resolve(node.pointee.source)
    if source.bit == 0, feed.kind(source.index) != .missing { content.source = source.index }

    content.name = try name(node.pointee.name)
    content.text = try copy(node.pointee.text, "text")
    content.label = try copy(node.pointee.label, "label")
    content.badge = try copy(node.pointee.badge, "badge")
    content.actionType = try copy(node.pointee.action.type, "action type")
    content.actionTarget = try copy(node.pointee.action.target, "action target")
    content.color = try copy(node.pointee.color, "color")
    content.background = try copy(node.pointee.background, "background")
    described = 0
    arena.begin(kind, style: style, content: content)
  }

  mutating func copy(
    _ text: se_str, _ subject: StaticString
  ) throws(ResultViolation) -> TextRange {
    guard text.length != 0 else { return .empty }
    let bytes = try BorderChecks.text(text, subject)
    guard arena.text.count + bytes.count <= BorderLimits.textBytesPerSection else {
      throw ResultViolation(
        "\(subject)", "passes \(BorderLimits.textBytesPerSection) bytes for the section",
        isLimit: true)
    }
    return arena.addText(bytes)
  }

  /// Copies a node name. Dumps and node paths do not quote names, so a name must be one word.
  private mutating func name(_ text: se_str) throws(ResultViolation) -> TextRange {
    guard text.length != 0 else { return .empty }
    let bytes = try BorderChecks.text(text, "name", limit: BorderLimits.nameBytes)
    for byte in bytes {
      switch byte {
      case 0...0x20, 0x7f, UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "@"):
        throw ResultViolation(
          "name", "is not one word: `\(shown(String(decoding: bytes, as: UTF8.self)))`")
      default: break
      }
    }
    return arena.addText(bytes)
  }
}
