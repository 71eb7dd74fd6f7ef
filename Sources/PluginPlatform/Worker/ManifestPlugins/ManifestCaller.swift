internal import CSectionABI
internal import Glibc
internal import PluginCalls

/// Calls the functions of a manifest for one block, with the arguments that the manifest specifies.
struct ManifestCaller {
  /// The reason why there is no usable number.
  struct Stop: Error {
    /// Whether the block is declined, because the feed lacks a value. Otherwise the library failed.
    var isDecline: Bool
    var place: se_value
    var path: String
    var message: String
  }

  let plugin: ManifestPlugin
  let reader: ValueReader
  let block: se_block

  struct Row {
    var index: Int
    var item: se_value
  }

  func number(_ wanted: ManifestProgram.Argument, row: Row? = nil) throws(Stop) -> Double {
    if case .call(let call) = wanted.source {
      let results = try perform(call, row)
      return (results.first { $0.measure == .height } ?? results.first)?.number ?? 0
    }
    let bits = try bits(wanted, row)
    return wanted.type == .i64 ? Double(Int64(bitPattern: bits)) : Double(bitPattern: bits)
  }

  func measures(_ call: ManifestProgram.Call) throws(Stop) -> [ManifestProgram.Measure: Double] {
    var measures: [ManifestProgram.Measure: Double] = [:]
    for result in try perform(call, nil) {
      if let measure = result.measure { measures[measure] = result.number }
    }
    return measures
  }

  /// Calls a function and returns its results. The next call of the same function overwrites them.
  private func perform(
    _ call: ManifestProgram.Call, _ row: Row?
  ) throws(Stop) -> [ForeignFunction.Slot] {
    guard let function = plugin.function(of: call) else { return [] }
    // The texts of the arguments are freed after the function has returned.
    var texts: [UnsafeMutablePointer<CChar>] = []
    defer { for text in texts { free(text) } }
    for (argument, slot) in zip(function.arguments, function.slots) {
      if argument.type == .string {
        slot.store(UInt64(UInt(bitPattern: try text(argument, row, &texts))))
      } else {
        slot.store(try bits(argument, row))
      }
    }
    plugin.callbacks?.use(reader.host)
    function.perform()
    plugin.callbacks?.use(nil)
    return function.results
  }

  /// Returns the value of an argument as the bits of its C type, in the low bytes.
  private func bits(_ argument: ManifestProgram.Argument, _ row: Row?) throws(Stop) -> UInt64 {
    switch argument.source {
    case .literal(let literal): return literal.bits
    case .call: return 0
    case .environment(let what):
      let value =
        switch what {
        case .width: block.environment.width
        case .scale: block.environment.scale
        case .textScale: block.environment.text_scale
        }
      return try fitting(value, argument.type, "\(what)")
    case .rowIndex:
      return try fitting(Double(row?.index ?? 0), argument.type, "the row's index")
    case .callback(let callback, let isSingle):
      let address = plugin.callbacks?.address(callback, isSingle: isSingle)
      return UInt64(UInt(bitPattern: address))
    case .count(let path):
      let found = found(path, of: .block, row)
      let kind = reader.kind(found.value)
      guard kind == SE_ARRAY || kind == SE_OBJECT else {
        return try fallback(argument, found, expected("an array or an object", found))
      }
      let count = reader.count(found.value)
      if let bits = argument.type.bits(of: Double(count)) { return bits }
      let problem = "has \(count) elements, which do not fit \(argument.type)"
      return try fallback(argument, found, problem)
    case .value(let path, let base):
      let found = found(path, of: base, row)
      if let bits = reader.bits(found.value, argument.type) { return bits }
      return try fallback(argument, found, expected(argument.type.words, found))
    }
  }

  private func fitting(
    _ value: Double, _ type: ManifestProgram.CType, _ what: String
  ) throws(Stop) -> UInt64 {
    let rounded = value.rounded(.toNearestOrAwayFromZero)
    if let bits = type.bits(of: type.isFloat ? value : rounded) { return bits }
    throw Stop(
      isDecline: true, place: block.value, path: "",
      message: "\(what) is \(ResultViolation.text(rounded)), which does not fit \(type)")
  }

  private struct Found {
    let owner: ManifestProgram.Base
    let base: se_value
    let path: String
    let value: se_value
  }

  private func found(
    _ path: ManifestProgram.Path, of owner: ManifestProgram.Base, _ row: Row?
  ) -> Found {
    let base =
      switch owner {
      case .block: block.value
      case .settings: block.settings
      case .item: row?.item ?? block.value
      }
    return Found(owner: owner, base: base, path: path.text, value: reader.value(path, from: base))
  }

  private func expected(_ words: String, _ found: Found) -> String {
    "expected \(words), found \(reader.words(found.value))"
  }

  private func fallback(
    _ argument: ManifestProgram.Argument, _ found: Found, _ problem: String
  ) throws(Stop) -> UInt64 {
    try useDefault(argument, found, problem)
    return argument.fallback?.bits ?? 0
  }

  /// Throws if the argument has no default. Warns if the default replaces an unsuitable value.
  private func useDefault(
    _ argument: ManifestProgram.Argument, _ found: Found, _ problem: String
  ) throws(Stop) {
    guard argument.fallback != nil else {
      throw Stop(
        isDecline: true, place: found.base, path: found.path,
        message: "`\(found.path)` of the \(found.owner): \(problem)")
    }
    let kind = reader.kind(found.value)
    guard kind != SE_MISSING, kind != SE_NULL else { return }
    reader.report(found.base, found.path, "`\(found.path)`: \(problem); the default is used")
  }

  private func text(
    _ argument: ManifestProgram.Argument, _ row: Row?,
    _ texts: inout [UnsafeMutablePointer<CChar>]
  ) throws(Stop) -> UnsafeMutablePointer<CChar>? {
    func keep(_ bytes: some Collection<UInt8>) -> UnsafeMutablePointer<CChar>? {
      guard let copy = malloc(bytes.count + 1) else { return nil }
      UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
      copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
      let text = copy.assumingMemoryBound(to: CChar.self)
      texts.append(text)
      return text
    }
    switch argument.source {
    case .literal(let literal): return keep(literal.text.utf8)
    case .value(let path, let base):
      let found = found(path, of: base, row)
      let bytes = reader.kind(found.value) == SE_STRING ? reader.bytes(found.value) : nil
      if let bytes, !bytes.contains(0) { return keep(bytes) }
      try useDefault(
        argument, found,
        bytes == nil
          ? expected("a string", found) : "it has a NUL character, at which C ends a string")
      return keep((argument.fallback?.text ?? "").utf8)
    case .count, .environment, .rowIndex, .callback, .call: return keep([])
    }
  }
}

extension ManifestProgram.CType {
  /// The expected value in words, for messages.
  fileprivate var words: String {
    switch self {
    case .f32, .f64: "a number"
    case .bool: "true or false"
    case .string, .function: "a string"
    default: "an integer that fits \(self)"
    }
  }
}
