internal import Feeds

/// Creates the sections that represent the state of a feed without content.
///
/// | state | section |
/// |---|---|
/// | loading | the layout's skeleton: empty rows with the expected heights of the content |
/// | empty, failed | one section that fills the screen: a title, a message, a reload button |
///
/// Below other sections, which a search without results can have, it fills half of the screen.
struct StateSections {
  let layout: FeedLayout
  let environment: LayoutEnvironment
  let textScale: TextScale

  /// Adds the sections for a state. Omits the skeleton of a section whose content has arrived.
  /// - Parameter height: The height of the screen between the bars, in points.
  func add(to page: inout PlacedSections.Added, for content: ContentState, height: Double) {
    let height = page.sections.isEmpty ? height : height / 2
    if let message = message(for: content, height: height) {
      page.insert(PlacedSection(message), at: page.sections.count)
    }
    guard content == .loading else { return }
    var next = 0
    for part in layout.states.skeleton {
      if let index = page.sections.firstIndex(where: { $0.section.blockCode == part.code }) {
        next = index + 1
      } else {
        page.insert(PlacedSection(skeleton(part)), at: next)
        next += 1
      }
    }
  }

  // MARK: Loading

  private func skeleton(_ skeleton: FeedLayout.SkeletonSection) -> Section {
    let factor = layout.states.skeletonDesignWidth.map { environment.width / $0 } ?? 1
    let height = skeleton.height * factor
    var section = Section(
      blockCode: skeleton.code, provider: .init(id: "skeleton", version: "1.0.0"))
    section.arena.begin(.box)
    for _ in 0..<skeleton.rows { section.rows.append(row(of: height, in: &section.arena)) }
    section.arena.end()
    return section
  }

  private func row(of height: Double, in arena: inout NodeArena) -> Section.Row {
    var style = Style()
    style.height = .points(Float(height))
    let inset = Length.points(Self.inset)
    style.padding = Edges(top: inset, bottom: inset, start: inset, end: inset)
    var content = NodeContent()
    content.name = arena.addText("skeleton".utf8)
    let node = arena.begin(.box, style: style, content: content)
    var shape = Style()
    shape.flexGrow = 1
    var shapeContent = NodeContent()
    shapeContent.name = arena.addText("shape".utf8)
    shapeContent.background = arena.addText("separator".utf8)
    shapeContent.cornerRadius = Self.inset
    // An image node without content. The text renderer shows an empty box.
    arena.leaf(.image, style: shape, content: shapeContent)
    arena.end()
    return .init(node: node, height: height)
  }

  /// The padding around the grey shape in a skeleton row, in points.
  private static let inset: Float = 8

  // MARK: Empty and failed

  private func message(for content: ContentState, height: Double) -> Section? {
    switch content {
    case .loading, .completed: nil
    case .empty:
      section("empty-state", layout.states.empty ?? .init(title: "Nothing to show"), height: height)
    case .failed:
      section(
        "failed-state", layout.states.failed ?? .init(title: "Could not load", button: "Retry"),
        height: height)
    }
  }

  private func section(_ name: String, _ message: FeedLayout.Message, height: Double) -> Section {
    var section = Section(blockCode: name, provider: .init(id: "state", version: "1.0.0"))
    section.title = message.title
    section.minimumHeight = height
    var root = Style()
    root.justifyContent = .center
    root.alignItems = .center
    root.minHeight = .points(Float(height))
    root.padding = Edges(start: .points(32), end: .points(32))
    root.rowGap = .points(8)
    section.rows = [.init(node: section.arena.begin(.box, style: root), height: nil)]
    var title = section.arena.label(
      message.title, name: "title", size: textScale(17), weight: 600, color: "text")
    title.textAlign = .center
    section.arena.leaf(.text, content: title)
    if let words = message.message {
      var text = section.arena.label(
        words, name: "message", size: textScale(14), color: "secondary")
      text.textAlign = .center
      section.arena.leaf(.text, content: text)
    }
    if let button = message.button { self.button(button, size: textScale(15), in: &section.arena) }
    section.arena.end()
    return section
  }

  /// Adds a button whose tap makes the session refresh.
  private func button(_ title: String, size: Double, in arena: inout NodeArena) {
    var style = Style()
    style.padding = Edges(
      top: .points(12), bottom: .points(12), start: .points(16), end: .points(16))
    style.minHeight = .points(44)
    var content = arena.label(title, name: "retry", size: size, weight: 600, color: "tint")
    content.textAlign = .center
    content.maxLines = 1
    content.role = .button
    content.actionType = arena.addText("session".utf8)
    content.actionTarget = arena.addText("refresh".utf8)
    arena.leaf(.button, style: style, content: content)
  }
}
