import LayoutCore
import Renderers

/// Matches the views of an app with the boxes of a page.
///
/// 1. Identifiers: the path of a box, or the code of a section.
/// 2. Texts (`matchTexts`): those of one section and as often in the app are anchors if they keep the
///    order of the sections (the longest such sequence). They tell how far each section has moved;
///    other texts are matched between the anchors around them, the nearest first.
/// 3. Containers (`matchContainers`): the view around the same texts whose size is nearest.
/// 4. Changed texts and pictures (`matchByPlace`): by their place in what is matched around them.
///
/// Nothing is matched by force: what has no likely counterpart has none.
///
/// - Complexity: O(n log n) for n views and boxes.
struct AppMatching {
  let page: PageBoxes
  let content: AppContent
  let views: [ViewHierarchy.View]
  /// Whether frames are cut at the edges of what is visible.
  let isClipped: Bool
  /// The box, or -1, by item.
  private(set) var boxes: [Int]
  /// The item, or -1, by box.
  private(set) var items: [Int]
  /// The item that shows the text of a box, alone or in a longer label, or -1, by box.
  var wording: [Int]
  private var identified: Set<Int> = []
  /// The position of each section from the top down, by section.
  let ranks: [Int: Int]
  /// The likely displacements of a section, by rank.
  var moves: [[Point]]
  /// Whether a view of a section tells where it is, by rank.
  var isAnchored: [Bool]
  /// How far the anchors directly in a box have moved, by box.
  var localMoves: [Int: Point] = [:]
  /// How far the content of a box is scrolled along x in the app, by box.
  var scrolled: [Int: Double] = [:]

  init(_ page: PageBoxes, _ content: AppContent, _ hierarchy: ViewHierarchy) {
    self.page = page
    self.content = content
    views = hierarchy.views
    isClipped = hierarchy.source.platform == "Android"
    boxes = [Int](repeating: -1, count: content.items.count)
    items = [Int](repeating: -1, count: page.boxes.count)
    wording = items
    let sorted = page.sections.sorted {
      (page.boxes[$0].frame.y, $0) < (page.boxes[$1].frame.y, $1)
    }
    ranks = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    moves = [[Point]](repeating: [], count: sorted.count)
    isAnchored = [Bool](repeating: false, count: sorted.count)
    matchIdentifiers()
    matchTexts(SharedTexts(page, content, hierarchy.views))
    matchContainers()
    matchSections()
    for isText in [true, false] {
      matchByPlace(isText: isText)
      matchContainers()
    }
  }

  mutating func match(_ item: Int, _ box: Int) {
    if items[box] >= 0 { boxes[items[box]] = -1 }
    boxes[item] = box
    items[box] = item
  }

  func rank(of box: Int) -> Int { ranks[page.boxes[box].section] ?? 0 }

  private mutating func matchIdentifiers() {
    var byPath: [String: Int] = [:]
    for (box, value) in page.boxes.enumerated() { byPath[value.path] = byPath[value.path] ?? box }
    for item in content.items.indices {
      guard let identifier = views[content.items[item].view].identifier else { continue }
      // Android writes the package before the name: "com.example:id/BANNER".
      let name = identifier.firstRange(of: ":id/").map { String(identifier[$0.upperBound...]) }
      guard let box = byPath[name ?? identifier], items[box] < 0 else { continue }
      match(item, box)
      identified.insert(box)
    }
  }

  func isIdentified(_ box: Int) -> Bool { identified.contains(box) }

  // MARK: Places

  /// Returns how far a view is from a box along each axis, and how much larger it is. Sides that the
  /// edge of the screen may have cut are 0.
  func difference(of item: Int, from box: Int) -> Rect {
    let frame = content.items[item].frame
    let page = page.boxes[box].frame
    return Rect(
      x: frame.x - page.x, y: frame.y - page.y, width: frame.width - page.width,
      height: frame.height - page.height)
  }

  /// Returns the likely displacement of a box, from those of its section.
  func move(of box: Int) -> Point {
    let section = moves[rank(of: box)].first ?? .zero
    return Point(x: section.x + scroll(of: box), y: section.y)
  }

  /// Returns how far the content around a box is scrolled in the app, up to a box around it.
  func scroll(of box: Int, in owner: Int = -1) -> Double {
    var inner = box
    while inner != owner, inner >= 0 {
      inner = page.boxes[inner].parent
      if inner >= 0, let distance = scrolled[inner] { return distance }
    }
    return 0
  }

  /// Returns the box around a box whose content scrolls along x, or its section.
  func scroller(of box: Int) -> Int {
    var parent = page.boxes[box].parent
    while parent >= 0, !page.boxes[parent].scrolls { parent = page.boxes[parent].parent }
    return parent < 0 ? page.boxes[box].section : parent
  }

  /// Returns the part of a frame that a view can have.
  func visible(_ frame: Rect, of item: Int) -> Rect {
    guard isClipped else { return frame }
    let part = frame.cut(to: content.items[item].clip)
    return part.isEmpty ? frame : part
  }

  /// Whether the edge of what is visible may have cut a view.
  func isCut(_ item: Int) -> Bool {
    let (frame, clip) = (content.items[item].frame, content.items[item].clip)
    return isClipped
      && (frame.x <= clip.x + 1 || frame.maxX >= clip.maxX - 1 || frame.y <= clip.y + 1
        || frame.maxY >= clip.maxY - 1)
  }

  /// Returns the sum of the differences of two frames, sizes at half weight.
  static func distance(_ frame: Rect, _ other: Rect) -> Double {
    abs(frame.x - other.x) + abs(frame.y - other.y)
      + (abs(frame.width - other.width) + abs(frame.height - other.height)) / 2
  }

  /// Returns the shared area of two sizes as a share of their union.
  static func likeness(_ a: Rect, _ b: Rect) -> Double {
    let common = min(a.width, b.width) * min(a.height, b.height)
    let all = a.area + b.area - common
    return all > 0 ? common / all : 0
  }

  /// Returns the intersection of two rectangles as a share of their union.
  static func overlap(_ a: Rect, _ b: Rect) -> Double {
    let common = a.intersection(b).area
    return common > 0 ? common / (a.area + b.area - common) : 0
  }
}
