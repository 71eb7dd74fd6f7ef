internal import CSectionABI

/// Writes a transcript of a provider's answers and calls. The replay checks them, not this type.
package final class CallRecorder {
  private var room: UnsafeMutableRawBufferPointer
  /// Bytes written.
  package private(set) var count = 0
  /// Whether the transcript did not fit and is therefore unusable.
  package private(set) var isFull = false

  /// The call in progress, written for the case that it never returns; outlives the recorder.
  private let place: UnsafeMutablePointer<UInt32>?

  /// - Parameter room: The memory of the next transcript; valid until the following one begins.
  package init(
    _ room: UnsafeMutableRawBufferPointer, place: UnsafeMutablePointer<UInt32>? = nil
  ) {
    self.room = room
    self.place = place
  }

  func entered(_ call: HostContext.Call) { place?.pointee = call.place }

  package func begin(in room: UnsafeMutableRawBufferPointer) {
    self.room = room
    count = 0
    isFull = false
  }

  func returned(_ tag: TranscriptTag, _ status: se_status) {
    add(tag.rawValue)
    add(status)
  }

  func returned<T>(_ tag: TranscriptTag, _ status: se_status, _ answer: T) {
    returned(tag, status)
    add(answer)
  }

  func described(_ status: se_status, _ description: se_section) {
    returned(.describe, status, description)
    add(description.title)
  }

  func beginNode(_ node: UnsafePointer<se_node>?) {
    guard let node else { return add(TranscriptTag.beginMissingNode.rawValue) }
    add(TranscriptTag.beginNode.rawValue)
    add(bytes: UnsafeRawBufferPointer(start: node, count: MemoryLayout<se_node>.size))
    add(node.pointee.name)
    add(node.pointee.text)
    add(node.pointee.label)
    add(node.pointee.badge)
    add(node.pointee.action.type)
    add(node.pointee.action.target)
    add(node.pointee.color)
    add(node.pointee.background)
  }

  /// Records a call of `section.content/1`.
  func describe<T: ContentStruct>(_ tag: TranscriptTag, _ value: T?) {
    add(tag.rawValue)
    add(UInt8(value == nil ? 0 : 1))
    guard var value else { return }
    add(value)
    value.forEachString { add($0) }
  }

  /// Records output in pieces, since strings of a transcript have a maximum length.
  func write(_ text: UnsafeBufferPointer<UInt8>) {
    var rest = text[...]
    while !rest.isEmpty {
      let piece = UnsafeBufferPointer(rebasing: rest.prefix(TranscriptText.mostBytes))
      add(TranscriptTag.write.rawValue)
      add(UInt32(piece.count))
      add(bytes: UnsafeRawBufferPointer(piece))
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Records a text that the host refuses.
  func refusedWrite(_ text: se_str) {
    add(TranscriptTag.write.rawValue)
    add(text)
  }

  func tooMuchMeasured() { add(TranscriptTag.tooMuchMeasured.rawValue) }

  func endNode() { add(TranscriptTag.endNode.rawValue) }

  func report(_ tag: TranscriptTag, _ place: se_value, _ path: se_str, _ message: se_str) {
    add(tag.rawValue)
    add(place.index)
    for text in [path, message] {
      // Reports are truncated instead of refused.
      add(se_str(data: text.data, length: min(text.length, BorderLimits.messageBytes)))
    }
  }

  func measure(
    _ text: se_str, fontSize: Double, weight: UInt32, maxWidth: Double, _ maxLines: UInt32
  ) {
    add(TranscriptTag.measure.rawValue)
    add(fontSize)
    add(weight)
    add(maxWidth)
    add(maxLines)
    add(text)
  }

  private func add(_ text: se_str) {
    guard text.length != 0 else { return add(UInt32(0)) }
    let isReadable = (1...TranscriptText.mostBytes).contains(text.length)
    guard isReadable, let data = text.data else {
      add(isReadable ? TranscriptText.null : TranscriptText.tooLong)
      return add(UInt64(bitPattern: Int64(text.length)))
    }
    add(UInt32(text.length))
    add(bytes: UnsafeRawBufferPointer(start: data, count: text.length))
  }

  private func add<T>(_ value: T) {
    withUnsafeBytes(of: value) { add(bytes: $0) }
  }

  private func add(bytes: UnsafeRawBufferPointer) {
    guard !isFull, room.count - count >= bytes.count, let start = room.baseAddress else {
      isFull = true
      return
    }
    guard let source = bytes.baseAddress else { return }
    (start + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }
}
