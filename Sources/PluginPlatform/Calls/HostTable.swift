package import CSectionABI
internal import FeedTape
internal import LayoutCore

/// The functions of `se_host`. They are the same for every section; only `context` differs.
///
/// If a callback is given NULL for the host, it has no context and answers as for a missing value.
package enum HostTable {
  package typealias Context = UnsafeMutablePointer<HostContext>

  package static func make(_ context: Context) -> se_host {
    var host = se_host()
    host.abi = HostContract.abi
    host.context = UnsafeMutableRawPointer(context)
    addValues(to: &host)
    addScalars(to: &host)
    addOutput(to: &host)
    host.extension = { _, name in
      HostTable.isOutput(name) ? UnsafeRawPointer(HostTable.output) : nil
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

  private static func isOutput(_ name: se_str) -> Bool {
    guard let data = name.data, name.length == SE_OUTPUT.utf8.count else { return false }
    return UnsafeRawBufferPointer(start: data, count: name.length).elementsEqual(SE_OUTPUT.utf8)
  }

  /// Returns the context of a host that `make` made; the runner keeps it alive as long as the host.
  @inline(__always)
  private static func context(_ host: UnsafePointer<se_host>?) -> Context? {
    host?.pointee.context?.assumingMemoryBound(to: HostContext.self)
  }

  @inline(__always)
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> se_str {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return se_str() }
    // CChar and UInt8 have the same layout.
    return se_str(
      data: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), length: bytes.count)
  }

  /// Returns a value of a document, in the index space shared by both documents.
  @inline(__always)
  private static func value(_ index: UInt32, _ bit: UInt32) -> se_value {
    se_value(index: index == FeedTape.missing ? 0 : index | bit)
  }

  private static func addValues(to host: inout se_host) {
    host.kind = { host, value in
      guard let context = HostTable.context(host) else { return SE_MISSING }
      let place = context.pointee.resolve(value)
      return se_kind(place.document.kind(place.index).rawValue)
    }
    host.count = { host, value in
      guard let context = HostTable.context(host) else { return 0 }
      let place = context.pointee.resolve(value)
      return place.document.count(place.index)
    }
    host.first = { host, value in
      guard let context = HostTable.context(host) else { return se_value() }
      let place = context.pointee.resolve(value)
      return HostTable.value(place.document.first(place.index), place.bit)
    }
    host.next = { host, value in
      guard let context = HostTable.context(host) else { return se_value() }
      let place = context.pointee.resolve(value)
      return HostTable.value(place.document.next(place.index), place.bit)
    }
    host.element = { host, array, index in
      guard let context = HostTable.context(host) else { return se_value() }
      let place = context.pointee.resolve(array)
      return HostTable.value(place.document.element(place.index, at: index), place.bit)
    }
    host.member = { host, object, key in
      guard let context = HostTable.context(host) else { return se_value() }
      guard (0...BorderLimits.textBytes).contains(key.length), key.data != nil || key.length == 0
      else {
        return se_value()
      }
      let place = context.pointee.resolve(object)
      let bytes = UnsafeBufferPointer(
        start: key.data.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
        count: key.length)
      return HostTable.value(place.document.member(place.index, bytes), place.bit)
    }
    host.key = { host, member in
      guard let context = HostTable.context(host) else { return se_str() }
      let place = context.pointee.resolve(member)
      return HostTable.text(place.document.key(place.index))
    }
  }

  private static func addScalars(to host: inout se_host) {
    host.int64 = { host, value, out in
      guard let context = HostTable.context(host), let out else { return false }
      let place = context.pointee.resolve(value)
      guard let number = place.document.int64(place.index) else { return false }
      out.pointee = number
      return true
    }
    host.uint64 = { host, value, out in
      guard let context = HostTable.context(host), let out else { return false }
      let place = context.pointee.resolve(value)
      guard let number = place.document.uint64(place.index) else { return false }
      out.pointee = number
      return true
    }
    host.number = { host, value, otherwise in
      guard let context = HostTable.context(host) else { return otherwise }
      let place = context.pointee.resolve(value)
      return place.document.double(place.index) ?? otherwise
    }
    host.boolean = { host, value, otherwise in
      guard let context = HostTable.context(host) else { return otherwise }
      let place = context.pointee.resolve(value)
      return place.document.bool(place.index) ?? otherwise
    }
    host.string = { host, value in
      guard let context = HostTable.context(host) else { return se_str() }
      let place = context.pointee.resolve(value)
      guard place.document.kind(place.index) == .string else { return se_str() }
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
