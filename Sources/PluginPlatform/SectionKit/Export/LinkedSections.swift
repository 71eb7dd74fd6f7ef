/// The function tables of section types that the host's own program links. The tables are valid as
/// long as this object.
package final class LinkedSections: @unchecked Sendable {
  // Invariant behind @unchecked: `init` alone writes the memory.
  private let types: UnsafeMutablePointer<any SectionProvider.Type>
  private let count: Int

  package init(_ types: [any SectionProvider.Type]) {
    count = types.count
    self.types = .allocate(capacity: count)
    for (index, type) in types.enumerated() { (self.types + index).initialize(to: type) }
  }

  deinit {
    types.deinitialize(count: count)
    types.deallocate()
  }

  /// The extension SE_ROWS of all types.
  package static var rows: se_rows { PluginExtensions.rows.pointee }

  /// The table of each type, in order, without its claims.
  package var tables: [se_provider] {
    (0..<count).map { se_provider(drawnBy: UnsafePointer(types + $0)) }
  }
}
