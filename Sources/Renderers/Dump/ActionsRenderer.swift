import LayoutCore
import Page
import Support

/// Lists what can be tapped on a page, one target a line, in the order of the dump:
///
/// ```
/// # tap-targets v1 · unit pt · scale 2 · frames in feed
/// target NEWS/carousel/card[0] @10,325 120x160 action=news://story/7 section=NEWS item=story:7 index=0
/// target NEWS/carousel/card[3] @400,325 120x160 action=news://story/9 section=NEWS item=story:9 index=3 !clipped
/// ```
///
/// A target is a node with an action, or a range of a text with an action of its own. `Formats.md`
/// describes the words.
package struct ActionsRenderer: StreamingRenderer {
  package static let name = "actions"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) { write(page, to: &out) }

  package func writer(of page: Page) -> any SectionWriter { ActionsWriter(options: options) }
}

private struct ActionsWriter: SectionWriter {
  let options: RenderOptions
  private var names = SectionNames()
  /// The names of the sections of the group.
  private var ofGroup: [String] = []

  init(options: RenderOptions) { self.options = options }

  func writeHead(of page: Page, to out: inout ByteWriter) {
    out.write("# tap-targets v1 · unit pt · scale ")
    out.write(exact: page.environment.scale)
    out.write(" · frames in feed\n")
    if options.chrome, page.chrome.top != nil { write(.top, "top", of: page, to: &out) }
  }

  mutating func begin(_ group: Page, _ parts: [PagePart]) -> Bool {
    ofGroup = group.sections.map { names.name(of: $0.section.blockCode) }
    return true
  }

  func write(
    _ parts: ArraySlice<PagePart>, of group: Page, isFirst: Bool, to out: inout ByteWriter
  ) {
    for case .section(let index) in parts {
      write(.section(index), ofGroup[index], of: group, to: &out)
    }
  }

  func writeEnd(of page: Page, isEmpty: Bool, to out: inout ByteWriter) {
    if options.chrome, page.chrome.bottom != nil { write(.bottom, "bottom", of: page, to: &out) }
  }

  /// The state that the descendants of a node share.
  private struct Level {
    let end: Int
    /// How far the nodes are scrolled to the left.
    var scroll = 0.0
    var visibility = Visibility.visible
    var item: FeedOrigin.Item?
  }

  private func write(_ part: PagePart, _ name: String, of page: Page, to out: inout ByteWriter) {
    guard let section = page.section(part), section.arena.hasActions else { return }
    let view = SnappedSection(section, environment: page.environment, options: RenderOptions())
    let frames = view.grid.frames(of: section, in: .absolute)
    let paths = view.paths(in: name)
    let items = section.origin?.items ?? []
    var nextItem = 0
    var levels: [Level] = []
    for node in 0..<section.arena.count {
      while let last = levels.last, last.end <= node { levels.removeLast() }
      var level = levels.last ?? Level(end: 0)
      if view.visibilities[node] != .visible, level.visibility != .offscreen {
        level.visibility = view.visibilities[node]
      }
      if nextItem < items.count, items[nextItem].node == node {
        level.item = items[nextItem]
        nextItem += 1
      }
      let frame = frames[node].moved(by: view.frame.x - level.scroll, view.frame.y)
      for (action, range) in view.node(node).actions {
        out.write("target ")
        write(path: paths[node], to: &out)
        out.write(frame: frame)
        if let range {
          out.write(attribute: "run", value: "\(range.lowerBound)-\(range.upperBound)")
        }
        out.write(attribute: "action", value: action.target)
        if !action.type.isEmpty { out.write(attribute: "action-type", value: action.type) }
        if let origin = section.origin { out.write(attribute: "section", value: origin.identity) }
        if let item = level.item { write(item, to: &out) }
        if level.visibility != .visible { out.write(flag: level.visibility.rawValue) }
        out.write("\n")
      }
      let inside = view.node(node)
      let scroll = view.isCollection(inside) ? view.scroll(of: inside) : 0
      levels.append(
        Level(
          end: view.end(of: node), scroll: level.scroll + scroll, visibility: level.visibility,
          item: level.item))
    }
  }

  /// Writes a path as `explain` takes it: without quotes, unless a name needs them.
  private func write(path: String, to out: inout ByteWriter) {
    if ByteWriter.isBare(path.filter { !"[]#".contains($0) }) {
      out.write(path)
    } else {
      out.write(word: path)
    }
  }

  private func write(_ item: FeedOrigin.Item, to out: inout ByteWriter) {
    if !item.id.isEmpty {
      out.write(
        attribute: "item", value: item.type.isEmpty ? item.id : "\(item.type):\(item.id)")
    }
    guard !item.indexPath.isEmpty else { return }
    out.write(key: "index")
    out.write(list: item.indexPath.map { "\($0)" }.joined(separator: ","))
  }
}

extension SnappedSection {
  /// Returns how far the items of a collection are scrolled to the left, in points.
  fileprivate func scroll(of collection: LayoutNode) -> Double {
    grid.snap(
      collection.contentOrigin(isRightToLeft: isRightToLeft) { localFrames[$0] })
  }
}

extension NodeArena {
  /// Whether a node or a run has an action.
  fileprivate var hasActions: Bool {
    contents.contains { $0.actionTarget.count > 0 } || runs.contains { $0.actionTarget.count > 0 }
  }
}

extension LayoutNode {
  /// The action of the node, then those of the ranges of its text, which are ranges of bytes.
  fileprivate var actions: [(action: (type: String, target: String), range: Range<Int>?)] {
    var actions: [(action: (type: String, target: String), range: Range<Int>?)] = []
    if content.actionTarget.count > 0 { actions.append(((actionType, actionTarget), nil)) }
    for run in arena.attributes(of: index).map({ arena.runs[$0.runs] }) ?? []
    where run.actionTarget.count > 0 {
      let action = (arena.string(run.actionType), arena.string(run.actionTarget))
      actions.append((action, run.range))
    }
    return actions
  }
}
