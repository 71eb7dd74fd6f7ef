/// Identities and versions of sections and their items in flat storage: the input of a diff.
///
///     var list = SectionedList()
///     list.addSection(identity: table.identity(of: "ARTICLES"), version: 1)
///     list.addItem(identity: table.identity(of: "17"), version: 3)
///
/// Two elements with equal identities are the same element; its content changed if the versions
/// differ. A version is a counter or a hash of the content. At most 2^31 - 1 items.
package struct SectionedList: Sendable, Hashable {
  package struct Element: Sendable, Hashable {
    package var identity: ElementIdentity
    package var version: UInt64

    package init(identity: ElementIdentity, version: UInt64) {
      self.identity = identity
      self.version = version
    }
  }

  package private(set) var sections: [Element] = []
  /// The items of all sections, one section after the other.
  package private(set) var items: [Element] = []
  /// For each section: the end of its items in `items`, where those of the next one begin.
  private var ends: [Int] = []

  package init() {}

  /// Reserves memory, so that adding this many elements does not allocate.
  package mutating func reserve(sections: Int, items: Int) {
    self.sections.reserveCapacity(sections)
    self.items.reserveCapacity(items)
    ends.reserveCapacity(sections)
  }

  package mutating func addSection(identity: ElementIdentity, version: UInt64) {
    addSection(Element(identity: identity, version: version))
  }

  /// Adds an item to the last section; ignored if there is no section.
  package mutating func addItem(identity: ElementIdentity, version: UInt64) {
    addItem(Element(identity: identity, version: version))
  }

  mutating func addSection(_ section: Element) {
    sections.append(section)
    ends.append(items.count)
  }

  mutating func addItem(_ item: Element) {
    guard !ends.isEmpty else { return }
    items.append(item)
    ends[ends.count - 1] = items.count
  }

  /// Returns the range of a section's items in `items`.
  package func range(ofSection section: Int) -> Range<Int> {
    (section == 0 ? 0 : ends[section - 1])..<ends[section]
  }

  /// Returns the section of an item, given by its index in `items`. O(log sections).
  func section(of item: Int) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = low + (high - low) / 2
      if ends[middle] <= item { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
