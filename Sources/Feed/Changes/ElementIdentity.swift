/// The identity of a section or an item, equal in two lists for the same element: 128 bits, a UUID
/// or a number.
///
/// An ``IdentityTable`` maps texts to numbers.
package struct ElementIdentity: Sendable, Hashable {
  package var high: UInt64
  package var low: UInt64

  /// Both halves of a UUID.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ number: Int) { self.init(high: 0, low: UInt64(bitPattern: Int64(number))) }
}

/// Maps each text to a number: 0, 1, 2 in the order of first use. Lists that are compared must use
/// the same table.
package struct IdentityTable: Sendable {
  private var numbers: [String: Int] = [:]

  package init() {}

  /// O(length of the text).
  package mutating func identity(of text: String) -> ElementIdentity {
    /// Looks the text up once, where reading and then writing would look it up twice.
    func number(_ slot: inout Int) -> Int { slot }
    let next = numbers.count
    return ElementIdentity(number(&numbers[text, default: next]))
  }
}
