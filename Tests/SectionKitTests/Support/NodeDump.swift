@testable import SectionKit

/// Returns one line for a node: its kind and all values except zeros, by their names in the
/// contract.
func line(for node: se_node) -> String {
  let kinds = [
    "box", "text", "image", "button", "icon", "badge", "spacer", "page_control", "list", "carousel",
    "pager",
  ]
  var words = [kinds[Int(node.kind)]]
  func add(_ name: String, _ text: se_str) {
    if text.length > 0 { words.append("\(name)=\(String(text).debugDescription)") }
  }
  func add(_ name: String, _ number: UInt32) {
    if number != 0 { words.append("\(name)=\(number)") }
  }
  func add(_ name: String, _ number: Double) {
    if number != 0 { words.append("\(name)=\(number)") }
  }
  func add(_ name: String, _ length: se_length) {
    switch length.unit {
    case SE_AUTO: if length.value != 0 { words.append("\(name)=\(length.value)auto") }
    case SE_POINTS: words.append("\(name)=\(length.value)")
    default: words.append("\(name)=\(length.value)%")
    }
  }
  func add(_ name: String, _ edges: se_edges) {
    add("\(name).top", edges.top)
    add("\(name).end", edges.end)
    add("\(name).bottom", edges.bottom)
    add("\(name).start", edges.start)
  }
  add("role", node.role)
  add("name", node.name)
  add("text", node.text)
  add("label", node.label)
  add("badge", node.badge)
  add("action.type", node.action.type)
  add("action.target", node.action.target)
  add("source", node.source.index)
  add("font_size", node.font_size)
  add("font_weight", node.font_weight)
  add("max_lines", node.max_lines)
  add("text_align", node.text_align)
  add("count", node.count)
  add("current", node.current)
  add("interval", node.interval)
  add("corner_radius", node.corner_radius)
  add("image_aspect_ratio", node.image_aspect_ratio)
  add("color", node.color)
  add("background", node.background)
  let style = node.style
  add("flex_direction", style.flex_direction)
  add("flex_wrap", style.flex_wrap)
  add("justify_content", style.justify_content)
  add("align_items", style.align_items)
  add("align_self", style.align_self)
  add("align_content", style.align_content)
  add("position", style.position)
  add("overflow", style.overflow)
  add("flex_grow", style.flex_grow)
  add("flex_shrink", style.flex_shrink)
  add("flex_basis", style.flex_basis)
  add("width", style.width)
  add("height", style.height)
  add("min_width", style.min_width)
  add("min_height", style.min_height)
  add("max_width", style.max_width)
  add("max_height", style.max_height)
  add("aspect_ratio", style.aspect_ratio)
  add("margin", style.margin)
  add("padding", style.padding)
  add("border", style.border)
  add("inset", style.inset)
  add("row_gap", style.row_gap)
  add("column_gap", style.column_gap)
  return words.joined(separator: " ")
}
