import Synchronization

/// An array whose copies share one storage, even after elements are appended to one copy.
///
/// Appending to the newest copy takes amortized constant time, even while older copies exist. Every
/// other change of a shared array copies the storage first, as `Array` does. Elements that are
/// appended later stay alive as long as an older copy exists.
package struct GrowingArray<Element: Sendable>: Sendable, RandomAccessCollection,
  MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral
{
  @usableFromInline var buffer: GrowingBuffer<Element>
  package private(set) var endIndex = 0
  @inlinable package var startIndex: Int { 0 }

  package init() { buffer = GrowingBuffer(capacity: 0) }

  package init(arrayLiteral elements: Element...) { self.init(elements) }

  @inlinable package subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < endIndex, "index out of range")
      yield buffer.elements[index]
    }
    _modify {
      precondition(index >= 0 && index < endIndex, "index out of range")
      makeUnique()
      yield &buffer.elements[index]
    }
  }

  /// Whether the elements of `other` begin with those of this array, because `other` is a copy to which
  /// elements may have been appended. May be false although the elements are equal. O(1).
  package func isBeginning(of other: Self) -> Bool {
    // The elements of a shared buffer do not change.
    buffer === other.buffer && endIndex <= other.endIndex
  }

  /// Returns the first elements, in the same storage. O(1).
  package func beginning(_ count: Int) -> Self {
    precondition(count >= 0 && count <= endIndex, "count out of range")
    var result = self
    result.endIndex = count
    return result
  }

  /// Appends elements. The newest copy copies existing elements only if the storage must grow.
  package mutating func append(contentsOf elements: some Sequence<Element>) {
    let added = Array(elements)
    guard !added.isEmpty else { return }
    let end = endIndex + added.count
    if end > buffer.capacity || !buffer.moveEnd(from: endIndex, to: end) {
      buffer = buffer.copy(of: endIndex, capacity: Swift.max(end, 2 * endIndex))
      _ = buffer.moveEnd(from: endIndex, to: end)
    }
    added.withUnsafeBufferPointer { added in
      guard let source = added.baseAddress else { return }
      (buffer.elements + endIndex).initialize(from: source, count: added.count)
    }
    endIndex = end
  }

  package mutating func append(_ element: Element) { append(contentsOf: CollectionOfOne(element)) }

  package mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    if range.lowerBound == endIndex { return append(contentsOf: elements) }
    var array = Array(self)
    array.replaceSubrange(range, with: elements)
    self = GrowingArray()
    append(contentsOf: array)
  }

  @inlinable package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(start: buffer.elements, count: endIndex))
  }

  @usableFromInline mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&buffer) {
      buffer = buffer.copy(of: endIndex, capacity: endIndex)
    }
  }
}

extension GrowingArray: Equatable where Element: Equatable {
  package static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

/// The storage that copies share. Existing elements change only while a single copy uses it.
@usableFromInline final class GrowingBuffer<Element: Sendable>: @unchecked Sendable {
  @usableFromInline let elements: UnsafeMutablePointer<Element>
  let capacity: Int
  /// The number of initialized elements. Only a copy with an equal `endIndex` can append in place.
  private let used = Atomic(0)

  init(capacity: Int) {
    self.capacity = capacity
    elements = .allocate(capacity: capacity)
  }

  deinit {
    elements.deinitialize(count: used.load(ordering: .acquiring))
    elements.deallocate()
  }

  /// Returns a buffer with copies of the first `count` elements; `capacity` is at least `count`.
  func copy(of count: Int, capacity: Int) -> GrowingBuffer {
    let copy = GrowingBuffer(capacity: capacity)
    copy.elements.initialize(from: elements, count: count)
    _ = copy.moveEnd(from: 0, to: count)
    return copy
  }
  /// Changes `used` from `old` to `new` atomically. Returns false if `used` was not `old`.
  func moveEnd(from old: Int, to new: Int) -> Bool {
    used.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
