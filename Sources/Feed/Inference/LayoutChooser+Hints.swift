internal import FeedDocument

/// Hints for a document whose layout cannot be determined from it.
extension LayoutChooser {
  /// Returns a hint for each layout that has a source, other than a list of blocks, which the
  /// document may belong to.
  static func hints(for document: FeedDocument, among layouts: [FeedLayout]) -> [String] {
    layouts.compactMap { layout in
      let sources = layout.sources.filter { accepts(document, source: $0, of: layout) }
      guard let first = sources.first else { return nil }
      if first.isPrimary {
        return "if this is a \(first.name) document of `\(layout.name)`, pass it with "
          + "`--layout \(layout.name)`"
      }
      if sources.count == 1 {
        return "if these are the \(first.name) of `\(layout.name)`, pass them with "
          + "`--layout \(layout.name) --source \(first.name)=FILE`"
      }
      let names = sources.prefix(3).map(\.name).joined(separator: ", ")
      return "if this is one of \(names)\(sources.count > 3 ? " …" : "") of `\(layout.name)`, "
        + "pass it with `--layout \(layout.name) --source NAME=FILE`"
    }
  }

  /// Whether the source makes a block of the document. A source without an envelope is no evidence,
  /// and neither is a block whose code differs from the source's.
  private static func accepts(
    _ document: FeedDocument, source: FeedLayout.Source, of layout: FeedLayout
  ) -> Bool {
    guard source.envelope != nil, source.shape.isBlock || !source.isPrimary else { return false }
    var reader = SourceReader(layout: layout, source: source, document: document)
    guard let block = reader.blocks()?.first else { return false }
    if case .block(let shape) = source.shape, let code = shape.code {
      return block.blockCode == code
    }
    return true
  }
}
