internal import CSimdJSON

/// Builds a document from parts of other documents and from new values. A copied value keeps its
/// location: diagnostics about the value point into the file that it was copied from.
///
/// Every sequence of calls is valid and never traps: a member without a key gets the key "", a key
/// outside of an object and an end without a beginning are ignored, and `finish` ends open
/// containers. Values outside of all containers are roots. The first root is `FeedDocument.root`,
/// and paths are relative to the root that contains the value. A returned index is that of the
/// added value in the document.
package struct DocumentBuilder {
  private struct OpenContainer {
    let index: UInt32
    let isObject: Bool
    var count: UInt32 = 0
    var last = FeedDocument.missing
  }

  let name: String
  private(set) var values: [se_tape_value] = [se_tape_value()]
  private(set) var bytes: [UInt8] = []
  private var open: [OpenContainer] = []
  private var pendingKey: String?
  private var origins: [FeedDocument] = []
  /// Whether every value with a location is a copy of the value there.
  private var isFaithful = true

  package init(name: String) {
    self.name = name
    values[0].end = 1
  }

  @discardableResult
  package mutating func beginObject() -> UInt32 { begin(SE_KIND_OBJECT) }

  @discardableResult
  package mutating func beginArray() -> UInt32 { begin(SE_KIND_ARRAY) }

  package mutating func endObject() { end(isObject: true) }

  package mutating func endArray() { end(isObject: false) }

  package mutating func key(_ key: String) {
    if open.last?.isObject == true { pendingKey = key }
  }

  private mutating func begin(_ kind: Int32) -> UInt32 {
    let index = append(kind)
    open.append(OpenContainer(index: index, isObject: kind == SE_KIND_OBJECT))
    return index
  }

  private mutating func end(isObject: Bool) {
    guard let container = open.last, container.isObject == isObject else { return }
    open.removeLast()
    pendingKey = nil
    let index = Int(container.index)
    values[index].count = container.count
    values[index].end = UInt32(values.count)
    if container.last != FeedDocument.missing {
      values[Int(container.last)].flags |= UInt8(SE_FLAG_LAST)
    }
    if isObject { flagRepeatedKeys(of: container.index) }
  }

  /// Flags keys that occur more than once, so that reading such a key returns its last value.
  private mutating func flagRepeatedKeys(of object: UInt32) {
    // The comparison reads up to eight bytes past a key.
    bytes.append(contentsOf: repeatElement(0, count: Int(SE_PADDING)))
    bytes.withUnsafeBufferPointer { text in
      values.withUnsafeMutableBufferPointer { records in
        guard let text = text.baseAddress, let records = records.baseAddress else { return }
        _ = se_tape_flag_repeated_keys(records, object, text)
      }
    }
    bytes.removeLast(Int(SE_PADDING))
  }

  // MARK: Scalars

  @discardableResult
  package mutating func null() -> UInt32 { append(SE_KIND_NULL) }

  /// Adds a number. Adds null for NaN and the infinities, which JSON cannot represent.
  @discardableResult
  package mutating func number(_ value: Double) -> UInt32 {
    guard value.isFinite else { return null() }
    return append(SE_KIND_NUMBER, flags: SE_FLAG_DOUBLE, payload: value.bitPattern)
  }

  @discardableResult
  package mutating func string(_ value: String) -> UInt32 {
    // `copy` relies on texts in the order of their records: the key's text is added first.
    let index = nextPlace()
    let start = appendText(value.utf8)
    appendRecord(
      SE_KIND_STRING, flags: open.isEmpty ? SE_FLAG_LAST : 0, count: UInt32(bytes.count - start),
      payload: UInt64(start))
    return index
  }

  // MARK: New values with the locations of the values that they replace

  @discardableResult
  package mutating func beginObject(inPlaceOf value: FeedValue) -> UInt32 {
    locate(beginObject(), at: value)
  }

  @discardableResult
  package mutating func beginArray(inPlaceOf value: FeedValue) -> UInt32 {
    locate(beginArray(), at: value)
  }

  package mutating func string(_ text: String, inPlaceOf value: FeedValue) {
    _ = locate(string(text), at: value)
  }

  private mutating func locate(_ index: UInt32, at value: FeedValue) -> UInt32 {
    isFaithful = false
    values[Int(index)].origin = origin(of: value.document)
    values[Int(index)].offset = value.index
    return index
  }

  // MARK: Copies

  /// Copies a value and returns its new index. If the value is missing, adds nothing and discards
  /// the key that was set for it.
  @discardableResult
  package mutating func copy(_ value: FeedValue) -> UInt32 {
    let document = value.document
    guard let end = document.tape.record(value.index)?.pointee.end else {
      pendingKey = nil
      return FeedDocument.missing
    }
    let index = nextPlace()
    appendRecords(of: document, Int(value.index)..<Int(max(end, value.index + 1)))
    // Keeps the flags about the value itself. Clears the flags about its position and its key.
    let first = Int(index)
    values[first].flags &= ~UInt8(SE_FLAG_LAST | SE_FLAG_KEY | SE_FLAG_SHADOWED | SE_FLAG_REPEATED)
    if open.isEmpty { values[first].flags |= UInt8(SE_FLAG_LAST) }
    return index
  }

  /// Adds copies of consecutive elements of an array to the open array; has no effect if no array is
  /// open. Returns the index of the first copy. Faster than `copy` for each of them.
  /// - Parameters:
  ///   - first: The index of the first element in the document.
  ///   - last: The index of the last one.
  ///   - count: The number of elements from the first to the last.
  package mutating func copyElements(
    _ first: UInt32, through last: UInt32, count: Int, of document: FeedDocument
  ) -> UInt32 {
    guard let container = open.last, !container.isObject, first <= last,
      let end = document.tape.record(last)?.pointee.end
    else { return FeedDocument.missing }
    let index = UInt32(values.count)
    appendRecords(of: document, Int(first)..<Int(max(end, last + 1)))
    let place = index + last - first
    values[Int(place)].flags &= ~UInt8(SE_FLAG_LAST)
    open[open.count - 1].count += UInt32(count)
    open[open.count - 1].last = place
    return index
  }

  /// Appends copies of the records of whole values, with the locations of these values.
  private mutating func appendRecords(of document: FeedDocument, _ range: Range<Int>) {
    let origin = origin(of: document)
    let first = values.count
    let shift = Int64(first) - Int64(range.lowerBound)
    values.append(contentsOf: document.tape.values[range])
    // The texts of a built document follow each other in the order of its records.
    let textShift = document.isBuilt ? appendTexts(of: document, range) : nil
    for position in first..<values.count {
      values[position].end = UInt32(Int64(values[position].end) + shift)
      values[position].origin = origin
      values[position].offset = UInt32(range.lowerBound + position - first)
      guard values[position].hasText else { continue }
      if let textShift {
        values[position].payload = UInt64(Int64(values[position].payload) + textShift)
      } else {
        values[position].payload = UInt64(appendText(document.tape.text(values[position])))
      }
    }
  }

  /// Appends the texts of records of a built document. Returns the distance by which they moved.
  private mutating func appendTexts(of document: FeedDocument, _ range: Range<Int>) -> Int64 {
    let records = document.tape.values[range]
    guard let first = records.first(where: \.hasText), let last = records.last(where: \.hasText)
    else { return 0 }
    let texts = Int(first.payload)..<Int(last.payload) + Int(last.count)
    return Int64(appendText(document.tape.bytes[texts])) - Int64(texts.lowerBound)
  }

  /// Returns the number of an origin, from 1; 0 (no location) for documents after the 65535th.
  private mutating func origin(of document: FeedDocument) -> UInt16 {
    if let known = origins.lastIndex(where: { $0 === document }) { return UInt16(known + 1) }
    guard origins.count < Int(UInt16.max) else { return 0 }
    origins.append(document)
    return UInt16(origins.count)
  }

  private mutating func appendText(_ text: some Collection<UInt8>) -> Int {
    defer { bytes.append(contentsOf: text) }
    return bytes.count
  }

  private mutating func append(_ kind: Int32, flags: Int32 = 0, payload: UInt64 = 0) -> UInt32 {
    let index = nextPlace()
    let last = open.isEmpty ? SE_FLAG_LAST : 0
    appendRecord(kind, flags: flags | last, count: 0, payload: payload)
    return index
  }

  private mutating func appendRecord(_ kind: Int32, flags: Int32, count: UInt32, payload: UInt64) {
    values.append(
      se_tape_value(
        kind: UInt8(kind), flags: UInt8(flags), origin: 0, count: count,
        end: UInt32(values.count + 1), offset: 0, payload: payload))
  }

  /// Adds 1 to the count of the innermost open container. If it is an object, also adds the key.
  /// Returns the index at which the caller must append the value.
  private mutating func nextPlace() -> UInt32 {
    guard let container = open.last else { return UInt32(values.count) }
    if container.isObject { appendKey() }
    open[open.count - 1].count += 1
    // SE_FLAG_LAST is set on a member's value, not on its key.
    open[open.count - 1].last = UInt32(values.count)
    return UInt32(values.count)
  }

  private mutating func appendKey() {
    let start = appendText((pendingKey ?? "").utf8)
    pendingKey = nil
    appendRecord(
      SE_KIND_STRING, flags: SE_FLAG_KEY, count: UInt32(bytes.count - start),
      payload: UInt64(start))
  }

  /// Returns the document. If nothing was added, the root is the missing value.
  package consuming func finish() -> FeedDocument { snapshot() }

  /// Returns the document as if it were finished, and keeps its open containers open. O(values), at
  /// the speed of copying memory.
  package mutating func snapshot() -> FeedDocument {
    let unfinished = open
    while let container = open.last { end(isObject: container.isObject) }
    let document = FeedDocument(
      name: name, copying: values, bytes: bytes, origins: origins, isFaithful: isFaithful)
    for container in unfinished where container.last != FeedDocument.missing {
      values[Int(container.last)].flags &= ~UInt8(SE_FLAG_LAST)
    }
    open = unfinished
    return document
  }
}

extension se_tape_value {
  /// Whether the payload is the position of a text: of a string, a key or a long number.
  fileprivate var hasText: Bool { kind == SE_KIND_STRING || flags & UInt8(SE_FLAG_TEXT) != 0 }
}

extension DocumentBuilder {
  /// Adds `base` with the changes of `override`. Two objects are merged member by member; any other
  /// value of `override` replaces the value of `base`. If one of both is missing, adds the other.
  ///
  /// Members keep the order of `base`; members that only `override` has follow. O(values).
  @discardableResult
  package mutating func merge(_ base: FeedValue, _ override: FeedValue) -> UInt32 {
    guard override.exists else { return copy(base) }
    guard base.kind == .object, override.kind == .object else { return copy(override) }
    let index = beginObject()
    let overriding = Self.members(of: override)
    let overridden = Self.members(of: base)
    for member in base.children where overridden[member.key]?.index == member.index {
      key(member.key)
      if let other = overriding[member.key] { merge(member, other) } else { copy(member) }
    }
    for member in override.children
    where overridden[member.key] == nil && overriding[member.key]?.index == member.index {
      key(member.key)
      copy(member)
    }
    endObject()
    return index
  }

  /// Returns the last value of each key.
  private static func members(of object: FeedValue) -> [String: FeedValue] {
    Dictionary(object.children.map { ($0.key, $0) }) { $1 }
  }
}

extension FeedValue {
  /// Returns this value merged with `override` (see `DocumentBuilder.merge`), in a new document.
  package func merged(with override: FeedValue, name: String) -> FeedValue {
    var builder = DocumentBuilder(name: name)
    builder.merge(self, override)
    return builder.finish().root
  }
}
