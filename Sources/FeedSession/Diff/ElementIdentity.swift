/// What makes a section or an item the same one in another list: 128 bits, a UUID or a number.
///
/// Texts become numbers through an ``IdentityTable``.
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

/// Gives each text a number, the same one each time: 0, 1, 2 in the order in which they are first
/// met. Lists that are compared get their numbers from one table.
package struct IdentityTable: Sendable {
  private var numbers: [String: Int] = [:]

  package init() {}

  /// O(length of the text).
  package mutating func identity(of text: String) -> ElementIdentity {
    /// One look into the table, where reading and then writing would be two.
    func number(_ slot: inout Int) -> Int { slot }
    let next = numbers.count
    return ElementIdentity(number(&numbers[text, default: next]))
  }
}
