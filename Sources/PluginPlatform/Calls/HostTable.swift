package import CSectionABI
internal import FeedTape

/// The functions of `se_host`. All hosts have the same functions, and each has its own `context`.
///
/// A function that a plugin calls with NULL for the host returns the result for a missing value.
package enum HostTable {
  package typealias Context = UnsafeMutablePointer<HostContext>

  package static func make(_ context: Context) -> se_host {
    var host = se_host()
    host.abi = HostContract.abi
    host.context = UnsafeMutableRawPointer(context)
    addValues(to: &host)
    addScalars(to: &host)
    addOutput(to: &host)
    host.extension = { host, name in
      if name.bytes.elementsEqual(SE_OUTPUT.utf8) { return UnsafeRawPointer(HostTable.output) }
      guard name.bytes.elementsEqual(SE_CONTENT.utf8),
        HostTable.context(host)?.pointee.offersContent == true
      else { return nil }
      return UnsafeRawPointer(HostTable.content)
    }
    return host
  }

  /// The extension SE_OUTPUT, allocated once and never freed.
  // Invariant behind nonisolated(unsafe): the pointee does not change after initialization.
  nonisolated(unsafe) static let output: UnsafePointer<se_output> = {
    let output = UnsafeMutablePointer<se_output>.allocate(capacity: 1)
    output.initialize(
      to: se_output(write: { host, text in HostTable.context(host)?.pointee.write(text) }))
    return UnsafePointer(output)
  }()

  /// The extension SE_CONTENT, allocated once and never freed. Constant after initialization.
  nonisolated(unsafe) static let content: UnsafePointer<se_content> = {
    let content = UnsafeMutablePointer<se_content>.allocate(capacity: 1)
    content.initialize(
      to: se_content(
        run: { HostTable.context($0)?.pointee.add(run: $1) },
        paragraph: { HostTable.context($0)?.pointee.set(paragraph: $1) },
        picture: { HostTable.context($0)?.pointee.set(picture: $1) },
        decorate: { HostTable.context($0)?.pointee.set(decoration: $1) },
        identify: { HostTable.context($0)?.pointee.set(identity: $1) }))
    return UnsafePointer(content)
  }()

  /// - Parameter isRead: Whether the call reads the value's contents, not only its kind or place.
  @inline(__always)
  private static func place(
    _ host: UnsafePointer<se_host>?, _ value: se_value, isRead: Bool = true
  ) -> (document: FeedTape, index: UInt32, bit: UInt32)? {
    guard let context = context(host) else { return nil }
    if isRead, context.pointee.notesReads { context.pointee.noteRead(of: value) }
    return context.pointee.resolve(value)
  }

  /// Returns the context of a host from `make`, which lives as long as the host; `nil` for NULL.
  @inline(__always)
  static func context(_ host: UnsafePointer<se_host>?) -> Context? {
    host?.pointee.context?.assumingMemoryBound(to: HostContext.self)
  }

  @inline(__always)
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> se_str {
    bytes.isEmpty ? se_str() : se_str(bytes)
  }

  /// Returns another value of the document of `value`, such as a member. `find` returns its index.
  @inline(__always)
  private static func value(
    _ host: UnsafePointer<se_host>?, _ value: se_value, isRead: Bool,
    _ find: (FeedTape, UInt32) -> UInt32
  ) -> se_value {
    guard let place = place(host, value, isRead: isRead) else { return se_value() }
    let index = find(place.document, place.index)
    return se_value(index: index == FeedTape.missing ? 0 : index | place.bit)
  }

  @inline(__always)
  private static func store<Number>(
    _ host: UnsafePointer<se_host>?, _ value: se_value, _ out: UnsafeMutablePointer<Number>?,
    _ read: (FeedTape, UInt32) -> Number?
  ) -> Bool {
    guard let place = place(host, value), let out,
      let number = read(place.document, place.index)
    else { return false }
    out.pointee = number
    return true
  }

  private static func addValues(to host: inout se_host) {
    host.kind = { host, value in
      HostTable.place(host, value, isRead: false)
        .map { se_kind($0.document.kind($0.index).rawValue) } ?? SE_MISSING
    }
    host.count = { host, value in
      HostTable.place(host, value).map { $0.document.count($0.index) } ?? 0
    }
    host.first = { HostTable.value($0, $1, isRead: true) { $0.first($1) } }
    host.next = { HostTable.value($0, $1, isRead: false) { $0.next($1) } }
    host.element = { host, array, index in
      HostTable.value(host, array, isRead: true) { $0.element($1, at: index) }
    }
    host.member = { host, object, key in
      guard (0...BorderLimits.textBytes).contains(key.length), key.data != nil || key.length == 0
      else { return se_value() }
      return HostTable.value(host, object, isRead: false) { $0.member($1, key.bytes) }
    }
    host.key = { host, member in
      guard let place = HostTable.place(host, member, isRead: false) else { return se_str() }
      return HostTable.text(place.document.key(place.index))
    }
  }

  private static func addScalars(to host: inout se_host) {
    host.int64 = { host, value, out in HostTable.store(host, value, out) { $0.int64($1) } }
    host.uint64 = { host, value, out in HostTable.store(host, value, out) { $0.uint64($1) } }
    host.number = { host, value, otherwise in
      HostTable.place(host, value).flatMap { $0.document.double($0.index) } ?? otherwise
    }
    host.boolean = { host, value, otherwise in
      HostTable.place(host, value).flatMap { $0.document.bool($0.index) } ?? otherwise
    }
    host.string = { host, value in
      guard let place = HostTable.place(host, value), place.document.kind(place.index) == .string
      else { return se_str() }
      return HostTable.text(place.document.string(place.index))
    }
  }

  private static func addOutput(to host: inout se_host) {
    host.measure_text = { host, text, size, weight, width, lines in
      HostTable.context(host)?.pointee.measure(
        text, fontSize: size, weight: weight, maxWidth: width, maxLines: lines) ?? se_size()
    }
    host.begin_node = { host, node in HostTable.context(host)?.pointee.beginNode(node) }
    host.end_node = { host in HostTable.context(host)?.pointee.endNode() }
    host.fail = { host, place, path, message in
      HostTable.context(host)?.pointee.fail(place, path, message)
    }
    host.warn = { host, place, path, message in
      HostTable.context(host)?.pointee.warn(place, path, message)
    }
  }
}
