import SectionEngine

/// Finds the reason why a block or a text is not on the page.
extension NodeSearch {
  /// Returns why no section has the code; `nil` if neither the feed nor the layout has the code.
  func absence(ofBlock code: String) -> Diagnostic? {
    let skipped = page.scene.feed.blocks.first { $0.blockCode == code }
    func absent(_ notes: [String], _ helps: [String] = [], at place: SourceLocation?) -> Diagnostic
    {
      Diagnostic(
        .unknownNode, .error, "block `\(shown(code, limit: 120))` is not on the page",
        at: place ?? skipped?.value.location, notes: notes, helps: helps)
    }
    let own = page.laidOut.diagnostics.filter { $0.blockCode == code }
    if let first = own.first { return absent(own.map(\.inShort), first.helps, at: first.location) }
    guard skipped == nil else {
      return absent(
        ["no plugin claims its code, and `--unknown skip` or the client leaves such blocks out"],
        ["draw it by the generic section: `--unknown generic`"], at: nil)
    }
    let sources = page.layout.sources.filter { $0.gives(code) }
    return sources.isEmpty
      ? nil : absent(sources.flatMap { reasons(of: $0, code: code) }, at: nil)
  }

  /// Returns the reasons why a source of the feed layout provides no block with the code.
  private func reasons(of source: FeedLayout.Source, code: String) -> [String] {
    let name = "source `\(source.name)`"
    let part = source.part.flatMap { $0.isRequired ? $0.name : nil }
    let required = part.map { " (the block requires its part `\($0)`)" } ?? ""
    let reported = page.laidOut.diagnostics.filter {
      ([$0.message] + $0.notes).contains { $0.hasPrefix(name) }
    }
    if !reported.isEmpty { return reported.map { $0.inShort + required } }
    let codes = Set(page.scene.feed.blocks.map(\.blockCode))
    if let other = source.insertion?.unless.first(where: codes.contains) {
      return ["\(name) inserts it unless the feed has `\(other)`, which it has (`insert.unless`)"]
    }
    let policy = source.emptyPolicy
    guard policy == .hide || policy == .message else { return [] }
    return [
      "\(name) has nothing at `\(source.items)`, and `\"whenEmpty\": \"\(policy.rawValue)\"` "
        + "hides the block"
    ]
  }

  /// Returns why no node shows a text; `nil` if the text is not a value in the feed.
  func absence(ofText text: String) -> Diagnostic? {
    for root in roots {
      var stack = [root]
      while let value = stack.popLast() {
        if value.string == text { return NodeSearch(value.location.path, on: page).absence() }
        stack += value.children.reversed()
      }
    }
    return nil
  }

  /// The root values of the documents that contain blocks of the page.
  private var roots: [FeedValue] {
    var names: Set<String> = []
    return page.scene.feed.blocks.map(\.value.document).filter { names.insert($0.name).inserted }
      .map(\.root)
  }
}

extension Diagnostic {
  /// The code, message and label: "SE3003: provider `a` declined: found no title".
  var inShort: String { "\(code.rawValue): \(message)" + (label.map { ": \($0)" } ?? "") }
}

extension FeedLayout.Source {
  /// Whether the source provides a single block with this code.
  fileprivate func gives(_ code: String) -> Bool {
    guard case .block(let shape) = shape else { return false }
    return shape.code == code
  }
}
