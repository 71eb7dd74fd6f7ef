import SectionEngine

/// Collects the views of a file, and the diagnostics about the file.
struct ViewReading {
  /// The limits for a file: number of views, levels, and bytes. Larger files are rejected.
  static let mostViews = 100_000
  static let deepest = 500
  static let mostBytes = 64 << 20
  static let excess = "it has more than \(mostViews) views, or more than \(deepest) levels"

  /// The name of the file.
  let name: String
  var hierarchy: ViewHierarchy
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var isFull = false
  private var unreadable: (count: Int, first: SourceLocation)?

  init(_ source: ViewHierarchy.Source, name: String) {
    self.name = name
    hierarchy = ViewHierarchy(source)
  }

  /// Adds a view with its frame on the screen. A view without a frame is only counted; its children
  /// are kept.
  mutating func add(_ view: ViewHierarchy.View?, at location: @autoclosure () -> SourceLocation) {
    guard let view, view.frame.isFinite else {
      unreadable = ((unreadable?.count ?? 0) + 1, unreadable?.first ?? location())
      return
    }
    isFull = hierarchy.views.count >= Self.mostViews || hierarchy.depth > Self.deepest
    if !isFull { hierarchy.append(view, isOnScreen: true) }
  }

  /// Adds the views of a tree of values, in document order. For a value without a frame, `view`
  /// returns `nil`.
  /// - Parameter isSkipped: Whether to omit a value and its children.
  mutating func add(
    tree roots: some Sequence<FeedValue>, level: Int = 0,
    isSkipped: (FeedValue) -> Bool = { _ in false }, view: (FeedValue) -> ViewHierarchy.View?
  ) {
    var waiting = roots.reversed().map { (value: $0, level: level) }
    while let (value, level) = waiting.popLast(), !isFull {
      guard value.kind == .object, !isSkipped(value) else { continue }
      var found = view(value)
      found?.level = level
      add(found, at: value.location)
      waiting += value["children"].children.reversed().map { ($0, level + 1) }
    }
  }

  var isUsable: Bool { !diagnostics.contains { $0.severity == .error } }

  mutating func refuse(
    _ message: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation?,
    label: String? = nil, help: String = "save it again: `sectionengine explain SE5004`"
  ) {
    diagnostics.append(
      Diagnostic(
        .unreadableView, severity, message, at: location, label: label,
        notes: severity == .error ? ["nothing is compared"] : [],
        helps: [help]))
  }

  /// Returns the views; `nil` and a diagnostic if the file has no views or too many.
  func finished() -> Diagnosed<ViewHierarchy?> {
    var result = self
    let start = SourceLocation(file: name, line: 1, column: 1)
    if let unreadable {
      result.refuse(
        unreadable.count == 1
          ? "an element has no frame" : "\(unreadable.count) elements have no frame",
        .warning, at: unreadable.first, label: "the first one; its children are read")
    }
    if isFull {
      result.refuse(Self.excess, at: start)
    } else if !hierarchy.views.contains(where: { $0.frame.width > 0 && $0.frame.height > 0 }) {
      result.refuse("no element has a size: the app did not answer", at: start)
    }
    return Diagnosed(result.isUsable ? hierarchy : nil, result.diagnostics)
  }
}

extension ViewHierarchy.View {
  /// Creates a view. Empty texts and identifiers become `nil`; fails without a frame.
  init?(
    _ name: String, level: Int = 0, _ frame: Rect?, identifier: String? = nil, text: String? = nil
  ) {
    guard let frame else { return nil }
    self.init(
      name: name, level: level, frame: frame,
      identifier: identifier.flatMap { $0.isEmpty ? nil : $0 },
      text: text.flatMap { $0.isEmpty ? nil : $0 })
  }
}

extension Rect {
  /// Creates a rectangle from x, y, width and height; `nil` unless there are four numbers.
  init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Creates a rectangle from left, top, right and bottom; `nil` unless there are four numbers.
  init?(edges: [Double]) {
    guard edges.count == 4 else { return nil }
    self.init(
      x: edges[0], y: edges[1], width: max(0, edges[2] - edges[0]),
      height: max(0, edges[3] - edges[1]))
  }

  fileprivate var isFinite: Bool { [x, y, width, height].allSatisfy { abs($0) < 1e9 } }
}

extension StringProtocol {
  /// The numbers of a text such as "(0 88; 414 725)", "{{0, 10}, {8, 9}}" or "[0,0][1080,63]".
  var numbers: [Double] {
    split { "(){}[] ;,".contains($0) }.compactMap { Double($0) }.filter(\.isFinite)
  }
}
