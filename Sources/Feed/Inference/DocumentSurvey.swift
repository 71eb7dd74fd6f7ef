internal import FeedDocument

/// One walk over a document that finds its arrays of objects. O(values).
struct DocumentSurvey {
  /// The best candidate for the list of blocks; the first in the document among equals.
  private(set) var blocks: BlockListCandidate?
  /// The array with the most objects; the first in the document among equals.
  private(set) var largest: FeedValue?
  /// The arrays of objects that lie in no other array.
  private var outermost: [FeedValue] = []
  private var largestCount = 0
  private let keys: [String]

  /// - Parameter keys: Keys that can distinguish blocks, in the order in which they are tried.
  init(of document: FeedDocument, keys: [String] = BlockListCandidate.keys) {
    self.keys = keys
    // An explicit stack, because documents can be 512 levels deep.
    var stack: [(value: FeedValue, depth: Int, isInsideArray: Bool)] = [(document.root, 0, false)]
    while let (value, depth, isInsideArray) = stack.popLast() {
      if value.kind == .array { visit(value, depth: depth, isInsideArray: isInsideArray) }
      let inside = isInsideArray || value.kind == .array
      let containers = value.children.filter { $0.kind == .array || $0.kind == .object }
      for child in containers.reversed() { stack.append((child, depth + 1, inside)) }
    }
  }

  private mutating func visit(_ array: FeedValue, depth: Int, isInsideArray: Bool) {
    let objects = array.children.reduce(0) { $0 + ($1.kind == .object ? 1 : 0) }
    if objects > 0, !isInsideArray { outermost.append(array) }
    if objects > largestCount { (largest, largestCount) = (array, objects) }
    guard objects > 0,
      let candidate = BlockListCandidate(
        array: array, depth: depth, isInsideArray: isInsideArray, keys: keys)
    else { return }
    guard blocks.map(candidate.isBetter) ?? true, isReachable(array) else { return }
    blocks = candidate
  }

  /// The arrays of objects that lie in no other array and that their paths lead to, in document
  /// order.
  var arrays: [FeedValue] { outermost.filter(isReachable) }

  /// Whether the value's path leads back to it. A repeated key hides all values but the last.
  private func isReachable(_ value: FeedValue) -> Bool {
    value.document.value(atPath: value.path)?.index == value.index
  }
}
