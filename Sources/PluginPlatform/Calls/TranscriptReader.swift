internal import CSectionABI

/// Replays a transcript in place of a provider, with all checks that a provider's calls undergo.
///
/// The bytes are untrusted. If they are not a transcript, or not one of these calls in this order,
/// `isBroken` becomes true and every further answer a failure.
package final class TranscriptReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  package private(set) var isBroken = false

  /// - Parameter bytes: The transcript, which must not change, and must stay valid as long as the
  ///   reader.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Performs the calls of the host up to the next answer, and returns its status.
  func answer(_ wanted: TranscriptTag, _ host: UnsafePointer<se_host>?) -> se_status {
    while !isBroken, let host, let tag = take(UInt8.self).flatMap(TranscriptTag.init(rawValue:)) {
      if tag.isAnswer {
        guard tag == wanted, let status = take(se_status.self) else { break }
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
    guard !isBroken, let out, take(into: out, flags: flags) else {
      isBroken = true
      return SE_FAILED
    }
    return status
  }

  func description(
    _ host: UnsafePointer<se_host>?, into out: UnsafeMutablePointer<se_section>?
  ) -> se_status {
    let status = answer(.describe, host, into: out, flags: Self.sectionFlags)
    // The recorded pointer is an address of another process.
    out?.pointee.title = se_str()
    guard !isBroken, let out, let title = takeText() else {
      isBroken = true
      return SE_FAILED
    }
    out.pointee.title = title
    return status
  }

  // MARK: Calls of the host

  private func perform(_ tag: TranscriptTag, _ host: UnsafePointer<se_host>) {
    switch tag {
    case .beginMissingNode: host.pointee.begin_node?(host, nil)
    case .endNode: host.pointee.end_node?(host)
    case .beginNode: beginNode(host)
    case .fail, .warn: report(tag, host)
    case .measure: measure(host)
    case .write: write(host)
    case .open, .describe, .rowCount, .item, .rowHeight, .frame, .build, .render: isBroken = true
    }
  }

  private func beginNode(_ host: UnsafePointer<se_host>) {
    var node = se_node()
    guard take(into: &node, flags: []), let name = takeText(), let text = takeText(),
      let label = takeText(), let badge = takeText(), let type = takeText(),
      let target = takeText(), let color = takeText(), let background = takeText()
    else {
      isBroken = true
      return
    }
    node.name = name
    node.text = text
    node.label = label
    node.badge = badge
    node.action = se_action(type: type, target: target)
    node.color = color
    node.background = background
    host.pointee.begin_node?(host, &node)
  }

  private func report(_ tag: TranscriptTag, _ host: UnsafePointer<se_host>) {
    guard let place = take(UInt32.self), let path = takeText(), let message = takeText() else {
      isBroken = true
      return
    }
    let function = tag == .fail ? host.pointee.fail : host.pointee.warn
    function?(host, se_value(index: place), path, message)
  }

  private func write(_ host: UnsafePointer<se_host>) {
    guard let text = takeText() else {
      isBroken = true
      return
    }
    HostTable.output.pointee.write?(host, text)
  }

  /// Measures again. A transcript has only the measurements that failed.
  private func measure(_ host: UnsafePointer<se_host>) {
    guard let size = take(Double.self), let weight = take(UInt32.self),
      let width = take(Double.self), let lines = take(UInt32.self), let text = takeText()
    else {
      isBroken = true
      return
    }
    _ = host.pointee.measure_text?(host, text, size, weight, width, lines)
  }

  // MARK: Bytes

  private func take<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    var value: T = 0
    return take(into: &value, flags: []) ? value : nil
  }

  private func take(_ type: Double.Type) -> Double? {
    take(UInt64.self).map(Double.init(bitPattern:))
  }

  /// - Parameter flags: Offsets of `bool` bytes; values other than 0 and 1 would be invalid in
  ///   Swift.
  private func take<T>(into value: UnsafeMutablePointer<T>, flags: [Int]) -> Bool {
    let size = MemoryLayout<T>.size
    guard bytes.count - offset >= size, let start = bytes.baseAddress else { return false }
    let target = UnsafeMutableRawPointer(value)
    target.copyMemory(from: start + offset, byteCount: size)
    for flag in flags {
      target.storeBytes(
        of: target.load(fromByteOffset: flag, as: UInt8.self) & 1, toByteOffset: flag,
        as: UInt8.self)
    }
    offset += size
    return true
  }

  private func takeText() -> se_str? {
    guard let count = take(UInt32.self), let start = bytes.baseAddress else { return nil }
    switch count {
    case 0: return se_str()
    case TranscriptText.null, TranscriptText.tooLong:
      guard let length = take(UInt64.self) else { return nil }
      let value = Int(Int64(bitPattern: length))
      guard count == TranscriptText.null || !(0...TranscriptText.mostBytes).contains(value) else {
        return nil
      }
      // The bytes are not recorded. Usually the length alone is refused; a report, whose text would
      // be read, was truncated when it was recorded.
      return se_str(data: nil, length: value)
    default:
      guard count <= TranscriptText.mostBytes, bytes.count - offset >= Int(count) else {
        return nil
      }
      defer { offset += Int(count) }
      return se_str(
        data: (start + offset).assumingMemoryBound(to: CChar.self), length: Int(count))
    }
  }

  // MARK: Offsets of `bool` fields

  static let sectionFlags: [Int] = {
    let parts = [
      MemoryLayout<se_section>.offset(of: \.has_background)
    ]
    let supplements = [
      MemoryLayout<se_section>.offset(of: \.header), MemoryLayout<se_section>.offset(of: \.footer),
    ]
    let flags = [
      MemoryLayout<se_supplement>.offset(of: \.present),
      MemoryLayout<se_supplement>.offset(of: \.pinned),
    ]
    return parts.compactMap { $0 }
      + supplements.compactMap { $0 }.flatMap { base in flags.compactMap { $0 }.map { base + $0 } }
  }()
  static let itemFlags: [Int] = [
    MemoryLayout<se_item>.offset(of: \.full_bleed), MemoryLayout<se_item>.offset(of: \.stretch),
  ].compactMap { $0 }
}
