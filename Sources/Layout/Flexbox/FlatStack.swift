/// A contiguous stack of plain values. A stack that the solver pushes to and pops from while it
/// traverses the tree grows to the maximum need and keeps its memory, so that containers allocate
/// nothing. Values that are kept per node are pushed once.
///
/// Invariant of the pointer: `base` holds `capacity` elements, of which the first `count` are
/// initialised. This value owns it alone (non-copyable), and it never escapes. Elements need no
/// deinitialisation. Indices are checked in debug builds.
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
    // Addressors, so that reading one field of an element does not copy the rest of it.
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

  /// Removes all elements from an index on.
  @inline(__always) mutating func truncate(to count: Int) {
    assert(count <= self.count)
    self.count = count
  }

  /// Calls a function with the elements from an index on.
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
