/// Identities and versions of sections and their items in flat storage: the input of a diff.
///
/// Two elements with equal identities are the same element; its content changed if the versions
/// differ. At most 2^31 - 1 items.
package struct SectionedList: Sendable, Hashable {
  package struct Element: Sendable, Hashable {
    /// A small number from 0, as from an `IdentityTable`: the tables of a diff are that long.
    package var identity: Int
    /// A counter or a hash of the content.
    package var version: UInt64

    package init(identity: Int, version: UInt64) {
      self.identity = identity
      self.version = version
    }
  }

  package private(set) var sections: [Element] = []
  /// The items of all sections, one section after the other.
  package private(set) var items: [Element] = []
  /// For each item: the index of its section.
  private(set) var sectionOfItem: [Int32] = []
  /// For each section: the end of its items in `items`, where those of the next one begin.
  private var ends: [Int] = []

  package init() {}

  package mutating func addSection(_ section: Element) {
    sections.append(section)
    ends.append(items.count)
  }

  /// Adds an item to the last section; ignored if there is no section.
  package mutating func addItem(_ item: Element) {
    guard !ends.isEmpty else { return }
    items.append(item)
    sectionOfItem.append(Int32(sections.count - 1))
    ends[ends.count - 1] = items.count
  }

  package func range(ofSection section: Int) -> Range<Int> {
    (section == 0 ? 0 : ends[section - 1])..<ends[section]
  }
}

/// Maps each text to 0, 1, 2 … by first use; lists that are compared must use the same table.
struct IdentityTable: Sendable {
  private var numbers: [String: Int] = [:]

  /// O(length of the text).
  mutating func identity(of text: String) -> Int {
    if let known = numbers[text] { return known }
    numbers[text] = numbers.count
    return numbers.count - 1
  }
}
