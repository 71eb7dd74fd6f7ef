internal import CSectionABI

/// Writes a transcript of the answers of a provider or renderer, and of its calls to the host.
/// Checks nothing: the host checks all answers and calls when it replays the transcript.
package final class CallRecorder {
  private var room: UnsafeMutableRawBufferPointer
  /// The number of bytes written.
  package private(set) var count = 0
  /// Whether the transcript did not fit and is therefore unusable.
  package private(set) var isFull = false

  /// Shared memory for the `place` of the call in progress. The host reads it after a crash.
  private let place: UnsafeMutablePointer<UInt32>?

  /// - Parameter room: The memory for the transcript; it must stay valid until the next `begin`.
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

  func returned(from call: HostContext.Call, _ status: se_status) {
    add(call.kind.rawValue)
    add(status)
  }

  func returned(from call: HostContext.Call, _ status: se_status, _ answer: some TranscriptStruct) {
    returned(from: call, status)
    add(struct: answer)
  }

  /// Records a call to the host whose argument is a pointer to a struct, or NULL.
  func describe(_ tag: TranscriptTag, _ value: (some TranscriptStruct)?) {
    add(tag.rawValue)
    add(UInt8(value == nil ? 0 : 1))
    if let value { add(struct: value) }
  }

  /// Records output of a renderer. Unlike other strings, it may exceed `TranscriptText.mostBytes`.
  func write(_ text: UnsafeBufferPointer<UInt8>) {
    add(TranscriptTag.write.rawValue)
    add(UInt32(text.count))
    add(bytes: UnsafeRawBufferPointer(text))
  }

  /// Records output that the host refused, so that the replay refuses it too.
  func refusedWrite(_ text: se_str) {
    add(TranscriptTag.write.rawValue)
    add(text)
  }

  /// Records a call to the host of which only the tag is needed.
  func called(_ tag: TranscriptTag) { add(tag.rawValue) }

  func report(_ tag: TranscriptTag, _ place: se_value, _ path: se_str, _ message: se_str) {
    add(tag.rawValue)
    add(place.index)
    for text in [path, message] {
      // Truncates as the host does. A text of more than `mostBytes` would be unreadable.
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

  private func add(struct value: some TranscriptStruct) {
    add(value)
    var strings = value
    strings.forEachString { add($0) }
  }

  private func add(_ text: se_str) {
    guard text.length != 0 else { return add(UInt32(0)) }
    guard (1...TranscriptText.mostBytes).contains(text.length), let data = text.data else {
      add(TranscriptText.unreadable)
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
