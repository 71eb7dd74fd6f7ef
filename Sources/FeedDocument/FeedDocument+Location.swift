internal import CSimdJSON
package import Diagnostics

extension FeedDocument {
  /// Place of a value: file, line, column, JSON path, excerpt.
  ///
  /// A value of a built document stands where it was copied from. The first call indexes the lines,
  /// O(bytes); any further one costs the path. A value without a place has line and column 1 and no
  /// excerpt.
  package func location(of index: UInt32) -> SourceLocation {
    guard let record = record(index)?.pointee else {
      return SourceLocation(file: name, line: 1, column: 1)
    }
    return location(of: index, at: record, path: path(of: index))
  }

  /// Place of the key of a member.
  func location(ofKeyBefore index: UInt32) -> SourceLocation {
    guard let record = keyRecord(index)?.pointee else { return location(of: index) }
    return location(of: index, at: record, path: path(of: index))
  }

  private func location(
    of index: UInt32, at record: se_tape_value, path: String
  ) -> SourceLocation {
    if record.origin > 0 {
      let origin = Int(record.origin) - 1
      guard origin < origins.count, origins[origin].record(record.offset) != nil else {
        return SourceLocation(file: name, line: 1, column: 1, path: path)
      }
      return origins[origin].location(of: record.offset)
    }
    guard !isBuilt else {
      return SourceLocation(file: name, line: 1, column: 1, path: path)
    }
    let start = Int(record.offset)
    return sourceText.location(of: start..<start + sourceLength(record), path: path)
  }

  /// The source with its lines, which the first caller indexes.
  var sourceText: SourceText {
    let index = lineIndex.withLock { cached in
      if let cached { return cached }
      let index = LineIndex(storage.text)
      cached = index
      return index
    }
    return SourceText(name: name, text: storage.text, index: index)
  }

  /// Bytes of a scalar in the source; 1, its bracket, for a container.
  private func sourceLength(_ record: se_tape_value) -> Int {
    let text = storage.text
    let start = Int(record.offset)
    switch Int32(record.kind) {
    case SE_KIND_NULL: return 4
    case SE_KIND_BOOL: return record.payload != 0 ? 4 : 5
    case SE_KIND_STRING:
      if Int(record.payload) == start + 1 { return Int(record.count) + 2 }
      var end = start + 1
      while end < text.count, text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return end + 1 - start
    case SE_KIND_NUMBER:
      return text[start...].prefix { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
          UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
          true
        default: false
        }
      }.count
    default: return 1
    }
  }
}
