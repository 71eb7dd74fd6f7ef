internal import Support
internal import FeedDocument
internal import PluginCalls

/// Reads the functions of a manifest, with their arguments and results.
extension ConfigurationReader {
  /// - Parameter wanted: The measure that the call returns; `nil` for the whole frame.
  mutating func call(_ value: FeedValue, _ wanted: Wanted?) -> Program.Call? {
    guard object(value, required: ["symbol", "returns"], optional: ["arguments"]) else {
      return nil
    }
    let symbol = symbol(value["symbol"])
    let arguments = elements(value["arguments"])
    guard arguments.count <= Self.mostArguments else {
      refuse(
        value["arguments"], "\(arguments.count) arguments are too many",
        label: "expected at most \(Self.mostArguments)")
      return nil
    }
    let parameters = arguments.compactMap { parameter($0, wanted ?? .length) }
    let returned = returned(value["returns"], wanted)
    guard let symbol, let returned, parameters.count == arguments.count else { return nil }
    return Program.Call(symbol: symbol, parameters: parameters, returned: returned)
  }

  private mutating func symbol(_ value: FeedValue) -> String? {
    guard value.exists else { return nil }
    let isLetter = { (scalar: Unicode.Scalar) in
      switch scalar {
      case "a"..."z", "A"..."Z", "_", "$", ".": true
      default: false
      }
    }
    if let name = value.string, name.utf8.count <= 255, let first = name.unicodeScalars.first,
      isLetter(first),
      name.unicodeScalars.allSatisfy({ isLetter($0) || ("0"..."9").contains($0) })
    {
      return name
    }
    mismatch(value, expected: "the name of a C function")
    return nil
  }

  // MARK: Results

  private mutating func returned(_ value: FeedValue, _ wanted: Wanted?) -> Program.Returned? {
    guard value.exists else { return nil }
    let canBeStruct = wanted == nil || wanted == .rowHeight
    guard value.kind == .object, canBeStruct else {
      if wanted == nil {
        mismatch(value, expected: "an object with the fields of a `struct`")
        return nil
      }
      return type(value, among: Program.CType.named.filter(\.isNumber)).map { .scalar($0) }
    }
    guard object(value, required: ["struct"]) else { return nil }
    let wantedFields: [Program.Measure] = wanted == nil ? [.x, .y, .width, .height] : [.height]
    var fields: [Program.Field] = []
    for field in structure(value["struct"]) {
      guard object(field, required: ["type"], optional: ["field"]) else { continue }
      let names = wantedFields.map { "\($0)" }
      let name = word(field["field"], among: names)
      let measure = wantedFields.first { "\($0)" == name }
      if let measure, fields.contains(where: { $0.measure == measure }) {
        refuse(field["field"], "the field `\(measure)` is named twice", label: "named before")
      }
      let known = Program.CType.named.filter { $0.isNumber || (measure == nil && $0 == .bool) }
      if let type = type(field["type"], among: known) { fields.append(.init(type, measure)) }
    }
    guard fields.contains(where: { $0.measure != nil && $0.measure != .y }) else {
      if !fields.isEmpty, fields.count == value["struct"].count {
        refuse(
          value["struct"], "the struct has no field that is asked for",
          label: "expected a `field` that is "
            + wantedFields.filter { $0 != .y }.map { "`\($0)`" }.joined(separator: ", "))
      }
      return nil
    }
    return fields.count == value["struct"].count ? .structure(fields) : nil
  }

  /// Returns the fields of a struct.
  private mutating func structure(_ value: FeedValue) -> [FeedValue] {
    let fields = elements(value)
    guard value.kind != .array || (1...Self.mostFields).contains(fields.count) else {
      mismatch(value, expected: "an array of 1 to \(Self.mostFields) fields")
      return []
    }
    return fields
  }

  private mutating func type(
    _ value: FeedValue, among types: [Program.CType]
  ) -> Program.CType? {
    let word = word(value, among: types.map(\.word))
    return types.first { $0.word == word }
  }

  // MARK: Arguments

  /// The position of an argument.
  enum Position {
    case parameter(Wanted)
    /// A value used directly instead of a call.
    case number(Wanted)

    var wanted: Wanted {
      switch self {
      case .parameter(let wanted), .number(let wanted): wanted
      }
    }
    var isParameter: Bool { if case .parameter = self { true } else { false } }
  }

  private mutating func parameter(_ value: FeedValue, _ wanted: Wanted) -> Program.Parameter? {
    guard value["struct"].exists else {
      return argument(value, in: .parameter(wanted)).map { .scalar($0) }
    }
    guard object(value, required: ["struct"]) else { return nil }
    let fields = structure(value["struct"])
    let arguments = fields.compactMap { argument($0, in: .parameter(wanted)) }
    return arguments.isEmpty || arguments.count < fields.count ? nil : .structure(arguments)
  }

  /// Reads the source of an argument, with its C type.
  mutating func argument(_ value: FeedValue, in position: Position) -> Program.Argument? {
    guard value.kind == .object else {
      mismatch(value, expected: "an object that says where an argument comes from")
      return nil
    }
    var known = ["value", "count", "setting", "environment"]
    if position.wanted.isOfRow { known += ["item", "row"] }
    if position.isParameter { known += ["constant", "callback"] }
    let named = known.filter { value[$0].exists }
    guard named.count == 1, let key = named.first else {
      refuseSource(value, named: named, known: known, position)
      return nil
    }
    let isPlace = ["value", "count", "setting", "item"].contains(key)
    let typed = position.isParameter ? ["type"] : []
    guard
      object(
        value, required: [key] + (key == "callback" ? [] : typed),
        optional: (isPlace ? ["default"] : []) + (key == "callback" ? typed : []))
    else { return nil }
    if key == "callback" { return callback(value) }

    let types = Program.CType.named.filter { type in
      switch key {
      case "value", "setting", "item", "constant": true
      default: type.isNumber
      }
    }
    let alone: Program.CType = position.wanted == .rowCount ? .i64 : .f64
    guard let type = position.isParameter ? type(value["type"], among: types) : alone else {
      return nil
    }
    let hasDefault = value["default"].exists
    let fallback = hasDefault ? literal(value["default"], type) : nil
    guard let source = source(value[key], type), !hasDefault || fallback != nil else { return nil }
    return Program.Argument(type, source, fallback: fallback)
  }

  private mutating func source(_ value: FeedValue, _ type: Program.CType) -> Program.Source? {
    switch value.key {
    case "value": return place(value).map { .value($0) }
    case "count": return place(value).map { .count($0) }
    case "setting": return place(value).map { .setting($0) }
    case "item": return place(value).map { .item($0) }
    case "row": return word(value, among: ["index"]).map { _ in .rowIndex }
    case "environment":
      let word = word(value, among: Program.Surrounding.allCases.map { "\($0)" })
      return Program.Surrounding.allCases.first { "\($0)" == word }.map { .environment($0) }
    default: return literal(value, type).map { .literal($0) }
    }
  }

  private mutating func callback(_ value: FeedValue) -> Program.Argument? {
    let name = word(value["callback"], among: Program.Callback.allCases.map { "\($0)" })
    let type = type(value["type"], among: [.f32, .f64])
    guard let callback = Program.Callback.allCases.first(where: { "\($0)" == name }),
      type != nil || !value["type"].exists
    else { return nil }
    return Program.Argument(.function, .callback(callback, isSingle: type == .f32))
  }

  private mutating func refuseSource(
    _ value: FeedValue, named: [String], known: [String], _ position: Position
  ) {
    let expected = known.map { "`\($0)`" }.joined(separator: ", ")
    guard named.isEmpty else {
      return refuse(
        value, "an argument comes from one place",
        label: "found \(named.map { "`\($0)`" }.joined(separator: " and "))")
    }
    if let key = ["item", "row"].first(where: { value[$0].exists }) {
      return refuse(
        value[key], "`\(key)` is of a row, and here is none",
        label: "expected \(expected)", helps: ["only `rowHeight` is asked for each row"])
    }
    let before = diagnostics.count
    _ = object(value, optional: known + (position.isParameter ? ["type"] : []) + ["default"])
    guard diagnostics.count == before else { return }
    refuse(
      value, "an argument has no source for its value", label: "expected one of \(expected)")
  }

  /// Returns a value of the manifest as a C literal.
  private mutating func literal(_ value: FeedValue, _ type: Program.CType) -> Program.Literal? {
    let bits: UInt64? =
      switch type {
      case .i8: exact(value, Int8.self)
      case .i16: exact(value, Int16.self)
      case .i32: exact(value, Int32.self)
      case .i64: exact(value, Int64.self)
      case .u8: exact(value, UInt8.self)
      case .u16: exact(value, UInt16.self)
      case .u32: exact(value, UInt32.self)
      case .u64: exact(value, UInt64.self)
      case .f32: value.double.flatMap { Float($0).isFinite ? UInt64(Float($0).bitPattern) : nil }
      case .f64: value.double.map(\.bitPattern)
      case .bool: value.bool.map { $0 ? 1 : 0 }
      case .string, .function: nil
      }
    if let bits { return .bits(bits) }
    if type == .string, let text = value.string {
      guard !text.utf8.contains(0) else {
        refuse(
          value, "\(value.key == "default" ? "`default`" : "`constant`") has a NUL character",
          label: "C strings end at the first one")
        return nil
      }
      return .text(text)
    }
    mismatch(
      value,
      expected: type == .bool
        ? "true or false" : type == .string ? "a string" : "a number that fits \(type.word)")
    return nil
  }

  private func exact<T: FixedWidthInteger>(_ value: FeedValue, _ type: T.Type) -> UInt64? {
    let number = value.int64.flatMap { T(exactly: $0) } ?? value.uint64.flatMap { T(exactly: $0) }
    return number.map { UInt64(truncatingIfNeeded: $0) }
  }
}
