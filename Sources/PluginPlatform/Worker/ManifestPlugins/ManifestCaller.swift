internal import CSectionABI
internal import Glibc
internal import PluginCalls

/// Calls the functions of a manifest for one block, with the arguments that the manifest specifies.
struct ManifestCaller {
  /// Why a call returned no usable number.
  struct Stop: Error {
    /// Whether the feed lacks a value; otherwise the library returned an unusable one.
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

  func number(_ wanted: ManifestProgram.Number, row: Row? = nil) throws(Stop) -> Double {
    switch wanted {
    case .argument(let argument):
      guard case .bits(let bits) = try value(of: argument, row) else { return 0 }
      return argument.type == .i64
        ? Double(Int64(bitPattern: bits)) : Double(bitPattern: bits)
    case .call(let call):
      let results = try perform(call, row)
      return (results.first { $0.measure == .height } ?? results.first)?.number ?? 0
    }
  }

  /// Returns the results, which are overwritten by the next call.
  func perform(
    _ call: ManifestProgram.Call, _ row: Row? = nil
  ) throws(Stop) -> [ForeignFunction.Slot] {
    guard let function = plugin.function(of: call) else { return [] }
    // The texts live until the function has returned.
    var texts: [UnsafeMutablePointer<CChar>?] = []
    defer { for text in texts { free(text) } }
    for (argument, slot) in zip(function.arguments, function.slots) {
      switch try value(of: argument, row) {
      case .bits(let bits): slot.store(bits)
      case .text(let text):
        let copy = strdup(text)
        texts.append(copy)
        slot.store(UInt64(UInt(bitPattern: copy)))
      }
    }
    plugin.callbacks?.use(reader.host)
    function.perform()
    plugin.callbacks?.use(nil)
    return function.results
  }

  private func value(
    of argument: ManifestProgram.Argument, _ row: Row?
  ) throws(Stop) -> ManifestProgram.Literal {
    switch argument.source {
    case .literal(let literal): return literal
    case .environment(let what):
      let value =
        switch what {
        case .width: block.environment.width
        case .scale: block.environment.scale
        case .textScale: block.environment.text_scale
        }
      return .bits(try fitting(value, argument.type, "\(what)"))
    case .rowIndex:
      return .bits(try fitting(Double(row?.index ?? 0), argument.type, "the row's index"))
    case .callback(let callback, let isSingle):
      let address = plugin.callbacks?.address(callback, isSingle: isSingle)
      return .bits(UInt64(UInt(bitPattern: address)))
    case .count(let path):
      let found = found(path, of: .block, row)
      let kind = reader.kind(found.value)
      guard kind == SE_ARRAY || kind == SE_OBJECT else {
        return try fallback(argument, found, expected("an array or an object", found))
      }
      let count = reader.count(found.value)
      if let bits = argument.type.bits(of: Double(count)) { return .bits(bits) }
      let problem = "has \(count) elements, which do not fit \(argument.type)"
      return try fallback(argument, found, problem)
    case .value(let path, let base):
      let found = found(path, of: base, row)
      if let bits = reader.bits(found.value, argument.type) { return .bits(bits) }
      guard argument.type == .string, reader.kind(found.value) == SE_STRING else {
        return try fallback(argument, found, expected(argument.type.words, found))
      }
      let text = reader.text(found.value)
      if !text.utf8.contains(0) { return .text(text) }
      return try fallback(argument, found, "it has a NUL character, at which C ends a string")
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

  /// Declines the block if the argument has no default; warns if the feed has an unsuitable value.
  private func fallback(
    _ argument: ManifestProgram.Argument, _ found: Found, _ problem: String
  ) throws(Stop) -> ManifestProgram.Literal {
    guard let fallback = argument.fallback else {
      throw Stop(
        isDecline: true, place: found.base, path: found.path,
        message: "`\(found.path)` of the \(found.owner): \(problem)")
    }
    let kind = reader.kind(found.value)
    if kind != SE_MISSING, kind != SE_NULL {
      reader.report(found.base, found.path, "`\(found.path)`: \(problem); the default is used")
    }
    return fallback
  }
}

extension ManifestProgram.CType {
  /// The value that the feed must have, in words.
  fileprivate var words: String {
    switch self {
    case .f32, .f64: "a number"
    case .bool: "true or false"
    case .string, .function: "a string"
    default: "an integer that fits \(self)"
    }
  }
}
