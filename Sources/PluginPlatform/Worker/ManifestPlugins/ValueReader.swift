internal import CSectionABI
internal import PluginCalls

/// Reads values of the feed through the functions of `se_host`, like any plugin.
struct ValueReader {
  let host: UnsafePointer<se_host>

  func kind(_ value: se_value) -> se_kind { host.pointee.kind?(host, value) ?? SE_MISSING }
  func count(_ value: se_value) -> UInt32 { host.pointee.count?(host, value) ?? 0 }

  func value(_ path: ManifestProgram.Path, from base: se_value) -> se_value {
    var value = base
    for step in path.steps {
      switch step {
      case .name(let name):
        value = lend(name) { host.pointee.member?(host, value, $0) ?? se_value() }
      case .index(let index): value = host.pointee.element?(host, value, index) ?? se_value()
      }
    }
    return value
  }

  /// Returns at most `limit` elements from the start of an array. O(limit).
  func elements(_ array: se_value, limit: Int) -> [se_value] {
    var elements: [se_value] = []
    var next = host.pointee.first?(host, array) ?? se_value()
    while elements.count < limit, kind(next) != SE_MISSING {
      elements.append(next)
      next = host.pointee.next?(host, next) ?? se_value()
    }
    return elements
  }

  /// Returns the bytes of a string. They stay valid until the current call of the plugin returns.
  func bytes(_ value: se_value) -> UnsafeBufferPointer<UInt8> {
    (host.pointee.string?(host, value) ?? se_str()).bytes
  }

  /// Returns the text to show for a value: a string, or the digits of a number; else "".
  func text(_ value: se_value) -> String {
    switch kind(value) {
    case SE_STRING: return String(decoding: bytes(value), as: UTF8.self)
    case SE_NUMBER:
      var signed: Int64 = 0
      var unsigned: UInt64 = 0
      if host.pointee.int64?(host, value, &signed) == true { return "\(signed)" }
      if host.pointee.uint64?(host, value, &unsigned) == true { return "\(unsigned)" }
      let number = host.pointee.number?(host, value, .nan) ?? .nan
      return number.isNaN ? "" : "\(number)"
    default: return ""
    }
  }

  /// Returns a value as the bits of a C type; `nil` if the type cannot represent it.
  func bits(_ value: se_value, _ type: ManifestProgram.CType) -> UInt64? {
    switch type {
    case .f32, .f64:
      guard kind(value) == SE_NUMBER else { return nil }
      let number = host.pointee.number?(host, value, .nan) ?? .nan
      return number.isNaN ? nil : type.bits(of: number)
    case .bool:
      guard kind(value) == SE_BOOL else { return nil }
      return host.pointee.boolean?(host, value, false) == true ? 1 : 0
    default:
      var signed: Int64 = 0
      var unsigned: UInt64 = 0
      if host.pointee.int64?(host, value, &signed) == true { return type.bits(of: signed) }
      guard host.pointee.uint64?(host, value, &unsigned) == true else { return nil }
      return type.bits(of: unsigned)
    }
  }

  /// Returns a description of a value for messages, such as "an array of 3".
  func words(_ value: se_value) -> String {
    switch kind(value) {
    case SE_MISSING: "nothing"
    case SE_NULL: "null"
    case SE_BOOL: host.pointee.boolean?(host, value, false) == true ? "true" : "false"
    case SE_NUMBER: text(value).isEmpty ? "a number beyond 64 bits" : "the number \(text(value))"
    case SE_STRING: "a string"
    case SE_ARRAY: "an array of \(count(value))"
    default: "an object"
    }
  }

  func report(
    isFailure: Bool = false, _ place: se_value, _ path: String, _ message: String
  ) {
    let function = isFailure ? host.pointee.fail : host.pointee.warn
    // The path to the value itself is `$` in a manifest, but "" for the host.
    lend(path == "$" ? "" : path) { path in lend(message) { function?(host, place, path, $0) } }
  }
}

extension se_length {
  init(points: Double?) {
    self.init()
    if let points { self = se_length(value: points, unit: SE_POINTS, reserved: 0) }
  }
}

extension se_str {
  init(_ word: StaticString) {
    self.init(
      data: UnsafeRawPointer(word.utf8Start).assumingMemoryBound(to: CChar.self),
      length: word.utf8CodeUnitCount)
  }
}
