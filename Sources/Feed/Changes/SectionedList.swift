/// Identities and versions of sections and their items in flat storage: the input of a diff.
///
/// Two elements with equal identities are the same element; its content changed if the versions
/// differ. At most 2^31 - 1 items.
package struct SectionedList: Sendable, Hashable {
  package struct Element: Sendable, Hashable {
    /// A small number, at least 0, for example from an `IdentityTable`; a diff uses it as an index.
    package var identity: Int
    /// A counter or a hash of the content; it differs if the content differs.
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
  /// For each section: the index in `items` after its last item.
  private var ends: [Int] = []

  package init() {}

  package mutating func addSection(_ section: Element) {
    sections.append(section)
    ends.append(items.count)
  }

  /// Adds an item to the last section. Has no effect if there is no section.
  package mutating func addItem(_ item: Element) {
    guard !ends.isEmpty else { return }
    items.append(item)
    sectionOfItem.append(Int32(sections.count - 1))
    ends[ends.count - 1] = items.count
  }

  /// Returns the range in `items` of the items of a section. `section` must be a valid index.
  package func range(ofSection section: Int) -> Range<Int> {
    (section == 0 ? 0 : ends[section - 1])..<ends[section]
  }
}

/// Maps each text to 0, 1, 2 … by first use. Lists that are compared must share one table.
struct IdentityTable: Sendable {
  private var numbers: [String: Int] = [:]

  /// Returns the number of a text, adding a new text to the table. O(length of the text).
  mutating func identity(of text: String) -> Int {
    if let known = numbers[text] { return known }
    numbers[text] = numbers.count
    return numbers.count - 1
  }
}
