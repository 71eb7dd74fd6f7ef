internal import CSectionABI

/// Replays a transcript: returns the recorded answers of a provider, and repeats the provider's
/// calls to the host. The host checks both as if the provider ran in this process.
///
/// The bytes are untrusted. If they are not a valid transcript, or do not answer the functions that
/// the host calls, `isBroken` becomes true and every further answer is SE_FAILED.
package final class TranscriptReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  package private(set) var isBroken = false

  /// - Parameter bytes: The transcript, which must not change or be freed while the reader exists.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Repeats the recorded calls to the host up to the next answer, and returns the answer's status.
  func answer(_ host: UnsafePointer<se_host>?) -> se_status {
    let call = HostTable.context(host)?.pointee.call
    while let host, let call, !isBroken {
      let entry = take(UInt8.self)
      if entry == call.kind.rawValue {
        let status = take(se_status.self)
        return isBroken ? SE_FAILED : status
      }
      guard let tag = TranscriptTag(rawValue: entry) else { break }
      perform(tag, host)
    }
    isBroken = true
    return SE_FAILED
  }

  /// Repeats the calls up to the next answer, stores its struct in `out`, and returns its status.
  func answer<T: TranscriptStruct>(
    _ host: UnsafePointer<se_host>?, into out: UnsafeMutablePointer<T>?
  ) -> se_status {
    let status = answer(host)
    guard let out else {
      isBroken = true
      return SE_FAILED
    }
    take(into: out)
    return isBroken ? SE_FAILED : status
  }

  private func perform(_ tag: TranscriptTag, _ host: UnsafePointer<se_host>) {
    switch tag {
    case .beginNode: describe { host.pointee.begin_node?(host, $0) }
    case .endNode: host.pointee.end_node?(host)
    case .fail, .warn: report(tag, host)
    case .measure: measure(host)
    case .tooMuchMeasured: HostTable.context(host)?.pointee.note(.tooMuchMeasured)
    case .write: write(host)
    case .run: describe { HostTable.context(host)?.pointee.add(run: $0) }
    case .paragraph: describe { HostTable.context(host)?.pointee.set(paragraph: $0) }
    case .picture: describe { HostTable.context(host)?.pointee.set(picture: $0) }
    case .decorate: describe { HostTable.context(host)?.pointee.set(decoration: $0) }
    case .identify: describe { HostTable.context(host)?.pointee.set(identity: $0) }
    }
  }

  /// Repeats a call whose argument is a pointer to a struct, or NULL.
  private func describe<T: TranscriptStruct>(_ function: (UnsafePointer<T>?) -> Void) {
    guard take(UInt8.self) != 0 else {
      if !isBroken { function(nil) }
      return
    }
    var value = T()
    take(into: &value)
    if !isBroken { function(&value) }
  }

  private func report(_ tag: TranscriptTag, _ host: UnsafePointer<se_host>) {
    let (place, path, message) = (se_value(index: take()), takeText(), takeText())
    guard !isBroken else { return }
    (tag == .fail ? host.pointee.fail : host.pointee.warn)?(host, place, path, message)
  }

  private func write(_ host: UnsafePointer<se_host>) {
    let text = takeText()
    if !isBroken { HostTable.output.pointee.write?(host, text) }
  }

  /// Repeats a call of `measure_text`; of these calls, transcripts contain only those that failed.
  private func measure(_ host: UnsafePointer<se_host>) {
    let (size, weight) = (Double(bitPattern: take()), take(UInt32.self))
    let (width, lines) = (Double(bitPattern: take()), take(UInt32.self))
    let text = takeText()
    if !isBroken { _ = host.pointee.measure_text?(host, text, size, weight, width, lines) }
  }

  /// Returns a number, or 0 if the transcript is broken.
  private func take<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    var value: T = 0
    copy(into: &value)
    return value
  }

  /// Reads a struct, and sets its string pointers to the strings in the transcript.
  private func take<T: TranscriptStruct>(into value: UnsafeMutablePointer<T>) {
    copy(into: value, flags: T.flags)
    value.pointee.forEachString { $0 = takeText() }
  }

  private func copy<T>(into value: UnsafeMutablePointer<T>, flags: [Int] = []) {
    let size = MemoryLayout<T>.size
    guard !isBroken, bytes.count - offset >= size, let start = bytes.baseAddress else {
      isBroken = true
      return
    }
    let target = UnsafeMutableRawPointer(value)
    target.copyMemory(from: start + offset, byteCount: size)
    for flag in flags {
      target.storeBytes(
        of: target.load(fromByteOffset: flag, as: UInt8.self) & 1, toByteOffset: flag,
        as: UInt8.self)
    }
    offset += size
  }

  /// Returns a text, or an empty one if the transcript is broken.
  private func takeText() -> se_str {
    let count = take(UInt32.self)
    guard count > 0, !isBroken, let start = bytes.baseAddress else { return se_str() }
    // Returns NULL with the length: the host refuses the string without reading it.
    if count == TranscriptText.unreadable {
      return se_str(data: nil, length: Int(take(Int64.self)))
    }
    guard bytes.count - offset >= Int(count) else {
      isBroken = true
      return se_str()
    }
    defer { offset += Int(count) }
    return se_str(data: (start + offset).assumingMemoryBound(to: CChar.self), length: Int(count))
  }
}
