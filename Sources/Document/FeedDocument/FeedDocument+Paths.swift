internal import CSimdJSON

extension FeedDocument {
  /// Returns the path of a value, such as "$.data.blocks[4].creatives"; "" for a missing value.
  ///
  /// O(depth x siblings); on average O(depth) if values are visited in document order. If a
  /// key is repeated, all its values have the same path, which resolves to the last value. In a built
  /// document, a value outside of every object and array has the path "$".
  package func path(of index: UInt32) -> String {
    guard tape.record(index) != nil else { return "" }
    var path = "$"
    descend(to: index) { _, isObject, child, position in
      if isObject {
        JSONPath.append(tape.key(child), to: &path)
      } else {
        JSONPath.append(position, to: &path)
      }
    }
    return path
  }

  /// Calls `step` for each container on the way from the root to a value. `child` is the child of
  /// the container that is or contains the value, and `position` is the position of this child.
  func descend(
    to index: UInt32,
    _ step: (_ container: UInt32, _ isObject: Bool, _ child: UInt32, _ position: Int) -> Void
  ) {
    guard tape.record(index) != nil else { return }
    var current = Self.rootIndex
    while tape.values[Int(current)].end <= index { current = tape.values[Int(current)].end }
    while current != index {
      let known = farChild.withLock { $0 }
      let isKnown = known.container == current && known.child <= index
      var child = isKnown ? known.child : tape.first(current)
      var position = isKnown ? known.position : 0
      let start = position
      while child != Self.missing, tape.values[Int(child)].end <= index {
        child = tape.next(child)
        position += 1
      }
      guard child != Self.missing else { return }
      if position > start, position >= 64 {
        farChild.withLock { [child, position] in $0 = (current, child, position) }
      }
      step(current, tape.kind(current) == .object, child, position)
      current = child
    }
  }

  /// Returns the container that directly holds a value; missing for a root. O(depth x siblings).
  package func parent(of index: UInt32) -> UInt32 {
    var parent = Self.missing
    descend(to: index) { container, _, _, _ in parent = container }
    return parent
  }

  package static func isPath(_ text: String) -> Bool { JSONPath(text) != nil }

  /// Returns the value at a path; the inverse of `path(of:)`. A path without "$" starts at `base`,
  /// and an empty path is `base` itself.
  ///
  /// Returns `nil` if the path is malformed, and the missing value if nothing is at the path.
  package func value(atPath path: String, from base: UInt32 = rootIndex) -> FeedValue? {
    if let plain = value(atPlainPath: path, from: base) { return plain }
    guard let path = JSONPath(path) else { return nil }
    var value = path.isAbsolute ? root : FeedValue(document: self, index: base)
    for step in path.steps {
      switch step {
      case .name(let name): value = value[name]
      case .index(let position): value = value[Int(position)]
      }
    }
    return value
  }

  /// Returns the value at a path of unquoted names, such as "$.data.blocks" or "data.blocks"; `nil`
  /// for every other path. Faster than `JSONPath`, for paths that are resolved for each block.
  private func value(atPlainPath path: String, from base: UInt32) -> FeedValue? {
    var path = path
    return path.withUTF8 { bytes -> FeedValue? in
      guard bytes.count > 2 else { return nil }
      let isAbsolute = bytes[0] == UInt8(ascii: "$") && bytes[1] == UInt8(ascii: ".")
      var index = isAbsolute ? Self.rootIndex : base
      var start = isAbsolute ? 2 : 0
      for position in start...bytes.count {
        let byte = position < bytes.count ? bytes[position] : UInt8(ascii: ".")
        switch byte {
        case UInt8(ascii: "."):
          guard position > start else { return nil }
          index = tape.member(index, UnsafeBufferPointer(rebasing: bytes[start..<position]))
          start = position + 1
        case UInt8(ascii: "$"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "'"),
          UInt8(ascii: "\""):
          return nil
        default: break
        }
      }
      return FeedValue(document: self, index: index)
    }
  }
}
