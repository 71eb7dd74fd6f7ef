/// A contiguous stack of plain values that keeps its memory when elements are removed. Stacks that
/// the solver uses during traversal grow to their maximum need, so visiting a container allocates
/// nothing. Stacks with one value per node are filled once.
///
/// Invariant of the pointer: `base` has room for `capacity` elements, of which the first `count`
/// are initialised. The stack is the pointer's only owner (non-copyable), and the pointer never
/// escapes. Elements need no deinitialisation. Indices are checked in debug builds.
struct FlatStack<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  /// Creates an empty stack; it allocates only if a capacity is given.
  init(capacity: Int = 0) {
    self.capacity = capacity
    base = capacity > 0 ? .allocate(capacity: capacity) : Self.nothing
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  var array: [Element] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The address used by a stack without capacity.
  private static var nothing: UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  deinit { if capacity > 0 { base.deallocate() } }

  @inline(__always) subscript(_ index: Int) -> Element {
    // Addressors avoid copying the whole element when only one of its fields is read.
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  @inline(__always) mutating func push(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Removes all elements after the first `count`.
  @inline(__always) mutating func truncate(to count: Int) {
    assert(count <= self.count)
    self.count = count
  }

  /// Calls `body` with the elements from `start` on.
  mutating func withSuffix<Result>(
    from start: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Result
  ) -> Result {
    assert(start <= count)
    return body(UnsafeMutableBufferPointer(start: base + start, count: count - start))
  }

  private mutating func grow() {
    let room = Swift.max(8, capacity + capacity / 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
    larger.moveInitialize(from: base, count: count)
    if capacity > 0 { base.deallocate() }
    base = larger
    capacity = room
  }
}
