internal import CSectionABI

/// Replays a transcript in place of a provider, with all checks that a provider's calls undergo.
///
/// The bytes are untrusted. If they are not a transcript, or not one of these calls in this order,
/// `isBroken` becomes true and every further answer a failure.
package final class TranscriptReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  package private(set) var isBroken = false

  /// - Parameter bytes: The transcript, constant and valid as long as the reader.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Performs the calls of the host up to the next answer, and returns its status.
  func answer(_ wanted: TranscriptTag, _ host: UnsafePointer<se_host>?) -> se_status {
    while let host, let tag = TranscriptTag(rawValue: take()) {
      if tag.isAnswer {
        let status = take(se_status.self)
        guard tag == wanted, !isBroken else { break }
        return status
      }
      perform(tag, host)
    }
    isBroken = true
    return SE_FAILED
  }

  /// Like `answer`, and also reads the struct that follows the status.
  func answer<T>(
    _ wanted: TranscriptTag, _ host: UnsafePointer<se_host>?, into out: UnsafeMutablePointer<T>?,
    flags: [Int] = []
  ) -> se_status {
    let status = answer(wanted, host)
    guard let out else {
      isBroken = true
      return SE_FAILED
    }
    take(into: out, flags: flags)
    return isBroken ? SE_FAILED : status
  }

  func description(
    _ host: UnsafePointer<se_host>?, into out: UnsafeMutablePointer<se_section>?
  ) -> se_status {
    let status = answer(.describe, host, into: out, flags: Self.sectionFlags)
    // The recorded pointer is an address of another process.
    out?.pointee.title = takeText()
    return isBroken ? SE_FAILED : status
  }

  private func perform(_ tag: TranscriptTag, _ host: UnsafePointer<se_host>) {
    switch tag {
    case .beginMissingNode: host.pointee.begin_node?(host, nil)
    case .endNode: host.pointee.end_node?(host)
    case .beginNode: beginNode(host)
    case .fail, .warn: report(tag, host)
    case .measure: measure(host)
    case .tooMuchMeasured: HostTable.context(host)?.pointee.note(.tooMuchMeasured)
    case .write: write(host)
    case .run: describe { HostTable.context(host)?.pointee.add(run: $0) }
    case .paragraph: describe { HostTable.context(host)?.pointee.set(paragraph: $0) }
    case .picture: describe { HostTable.context(host)?.pointee.set(picture: $0) }
    case .decoration: describe { HostTable.context(host)?.pointee.set(decoration: $0) }
    case .identity: describe { HostTable.context(host)?.pointee.set(identity: $0) }
    case .open, .describe, .rowCount, .item, .rowHeight, .frame, .build, .render: isBroken = true
    }
  }

  private func beginNode(_ host: UnsafePointer<se_host>) {
    var node = se_node()
    take(into: &node)
    node.name = takeText()
    node.text = takeText()
    node.label = takeText()
    node.badge = takeText()
    node.action = se_action(type: takeText(), target: takeText())
    node.color = takeText()
    node.background = takeText()
    if !isBroken { host.pointee.begin_node?(host, &node) }
  }

  /// Repeats a call of `section.content/1`.
  private func describe<T: ContentStruct>(_ function: (UnsafePointer<T>?) -> Void) {
    guard take(UInt8.self) != 0 else {
      if !isBroken { function(nil) }
      return
    }
    var value = T()
    take(into: &value)
    value.forEachString { $0 = takeText() }
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

  /// Repeats a measurement. A transcript has only those that failed.
  private func measure(_ host: UnsafePointer<se_host>) {
    let (size, weight) = (Double(bitPattern: take()), take(UInt32.self))
    let (width, lines) = (Double(bitPattern: take()), take(UInt32.self))
    let text = takeText()
    if !isBroken { _ = host.pointee.measure_text?(host, text, size, weight, width, lines) }
  }

  /// Returns a number, or 0 if the transcript is broken.
  private func take<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    var value: T = 0
    take(into: &value)
    return value
  }

  /// - Parameter flags: Offsets of `bool` bytes, which must become 0 or 1 for Swift.
  private func take<T>(into value: UnsafeMutablePointer<T>, flags: [Int] = []) {
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
    if count == TranscriptText.null || count == TranscriptText.tooLong {
      let length = Int(take(Int64.self))
      if count == TranscriptText.null || !(0...TranscriptText.mostBytes).contains(length) {
        // The bytes are not recorded. Usually the length alone is refused; a report, whose text
        // would be read, was truncated when it was recorded.
        return se_str(data: nil, length: length)
      }
    } else if count <= TranscriptText.mostBytes, bytes.count - offset >= Int(count) {
      defer { offset += Int(count) }
      return se_str(data: (start + offset).assumingMemoryBound(to: CChar.self), length: Int(count))
    }
    isBroken = true
    return se_str()
  }

  static let sectionFlags = [
    \se_section.has_background, \.header.present, \.header.pinned, \.footer.present,
    \.footer.pinned,
  ].compactMap { MemoryLayout<se_section>.offset(of: $0) }
  static let itemFlags = [\se_item.full_bleed, \.stretch].compactMap {
    MemoryLayout<se_item>.offset(of: $0)
  }
}
