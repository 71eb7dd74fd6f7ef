/// A section between `open` and `close`. The class has no type parameters, so that a C function can
/// call it; its subclass knows the provider's type.
class OpenSection {
  /// The payload, relative to which errors are located.
  let root: se_value
  private var title = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  init(root: se_value) { self.root = root }

  deinit { title.deallocate() }

  func rowCount() throws -> Int { 0 }
  func item(_ row: Int) throws -> ItemDescription { ItemDescription() }
  func rowHeight(_ row: Int) throws -> RowHeight { .automatic }
  func frame() throws -> SectionFrame? { nil }
  func section() throws -> SectionDescription { SectionDescription() }
  func body(of part: se_part, row: Int) throws -> Body { Body() }

  /// Returns the description. Its title stays valid until the next call or `close`.
  final func describe() throws -> se_section {
    let section = try section()
    // Most sections have no title.
    if title.count > 0 || !section.title.isEmpty {
      title.deallocate()
      title = UnsafeMutableBufferPointer.allocate(capacity: section.title.utf8.count)
      _ = title.initialize(from: section.title.utf8)
    }
    return se_section(section, title: UnsafeBufferPointer(title).borrowed)
  }
}

/// An opener of sections of one provider type, for a C function that does not know the type.
class SectionOpener {
  func open(_ block: Block) throws -> OpenSection { OpenSection(root: block.root.raw) }
}

final class ProviderOpener<Provider: SectionProvider>: SectionOpener {
  /// Stored, because looking up a generic class at run time costs more than creating an object of
  /// it.
  private let type = ProvidedSection<Provider>.self

  override func open(_ block: Block) throws -> OpenSection {
    type.init(try Provider(block), root: block.root.raw)
  }
}

private final class ProvidedSection<Provider: SectionProvider>: OpenSection {
  private let provider: Provider

  required init(_ provider: Provider, root: se_value) {
    self.provider = provider
    super.init(root: root)
  }

  override func rowCount() throws -> Int { provider.rowCount }
  override func item(_ row: Int) throws -> ItemDescription { try provider.item(row) }
  override func rowHeight(_ row: Int) throws -> RowHeight { try provider.rowHeight(row) }
  override func frame() throws -> SectionFrame? { try provider.frame }
  override func section() throws -> SectionDescription { try provider.section }

  override func body(of part: se_part, row: Int) throws -> Body {
    switch part {
    case SE_PART_ROW: try provider.body(row: row)
    case SE_PART_HEADER: try provider.header
    case SE_PART_FOOTER: try provider.footer
    case SE_PART_BACKGROUND: try provider.background
    default: Body()
    }
  }
}
