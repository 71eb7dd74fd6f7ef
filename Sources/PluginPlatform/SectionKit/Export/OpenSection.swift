/// A section that the host has opened and not yet closed.
final class OpenSection {
  let provider: any SectionProvider
  /// The payload; an error without a position of its own is reported at the payload.
  let root: se_value
  /// The kinds of content in the bodies built so far that the host cannot show.
  var lost: Set<RichContent.Part> = []
  private var title = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  init(_ provider: any SectionProvider, root: se_value) {
    self.provider = provider
    self.root = root
  }

  deinit { title.deallocate() }

  func body(of part: se_part, row: Int) throws -> Body {
    switch part {
    case SE_PART_ROW: try provider.body(row: row)
    case SE_PART_HEADER: try provider.header
    case SE_PART_FOOTER: try provider.footer
    case SE_PART_BACKGROUND: try provider.background
    default: Body()
    }
  }

  /// Returns the description. Its title stays valid until the next `describe` or `close`.
  func describe() throws -> se_section {
    let section = try provider.section
    // Most sections have no title and skip the allocation.
    if title.count > 0 || !section.title.isEmpty {
      title.deallocate()
      title = UnsafeMutableBufferPointer.allocate(capacity: section.title.utf8.count)
      _ = title.initialize(from: section.title.utf8)
    }
    return se_section(section, title: UnsafeBufferPointer(title).borrowed)
  }

  /// Warns about content that the host cannot show. Called last, after all bodies are built.
  func reportLosses(to host: UnsafePointer<se_host>) {
    guard !lost.isEmpty else { return }
    let words = RichContent.Part.allCases.filter(lost.contains).map(\.rawValue)
    Value(host: host, raw: root).warn(
      "this host lacks \(SE_CONTENT) and does not show \(words.joined(separator: "; "))")
    lost = []
  }
}
