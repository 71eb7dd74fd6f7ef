internal import FeedDocument
internal import PluginCalls

/// Reads the calls of C functions in a manifest, with their arguments and results.
extension ConfigurationReader {
  /// - Parameter wanted: The kind of number that the function returns; `nil` if it returns a struct
  ///   with fields of the frame, such as `width`.
  mutating func call(_ value: FeedValue, _ wanted: Wanted?) -> Program.Call? {
    _ = object(value, required: ["symbol", "returns"], optional: ["arguments"])
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
    read(value, expected: "the name of a C function", \.string) { name in
      (1...255).contains(name.utf8.count) && LoadedTable.isPlain(name.utf8, or: "_$.")
        && !("0"..."9").contains(name.prefix(1))
    }
  }

  // MARK: Results

  private mutating func returned(
    _ value: FeedValue, _ wanted: Wanted?
  ) -> Program.Passed<Program.Field>? {
    guard value.exists else { return nil }
    let canBeStruct = wanted == nil || wanted == .rowHeight
    guard value.kind == .object, canBeStruct else {
      if wanted == nil {
        mismatch(value, expected: "an object with the fields of a `struct`")
        return nil
      }
      return named(value, among: Program.CType.named.filter(\.isNumber)).map { .scalar(.init($0)) }
    }
    _ = object(value, required: ["struct"])
    let wantedFields: [Program.Measure] = wanted == nil ? [.x, .y, .width, .height] : [.height]
    var fields: [Program.Field] = []
    for field in list(value["struct"], of: "fields", atMost: Self.mostFields) {
      guard object(field, required: ["type"], optional: ["field"]) else { continue }
      let measure = named(field["field"], among: wantedFields)
      if let measure, fields.contains(where: { $0.measure == measure }) {
        refuse(field["field"], "the field `\(measure)` is named twice", label: "named before")
      }
      let known = Program.CType.named.filter { $0.isNumber || (measure == nil && $0 == .bool) }
      if let type = named(field["type"], among: known) { fields.append(.init(type, measure)) }
    }
    guard fields.contains(where: { $0.measure != nil && $0.measure != .y }) else {
      if !fields.isEmpty, fields.count == value["struct"].count {
        refuse(
          value["struct"], "the struct has no field with a result",
          label: "expected a `field` that is "
            + wantedFields.filter { $0 != .y }.map { "`\($0)`" }.joined(separator: ", "))
      }
      return nil
    }
    return fields.count == value["struct"].count ? .structure(fields) : nil
  }

  private mutating func named<Case>(_ value: FeedValue, among cases: [Case]) -> Case? {
    let word = word(value, among: cases.map { "\($0)" })
    return cases.first { "\($0)" == word }
  }

  // MARK: Arguments

  private mutating func parameter(
    _ value: FeedValue, _ wanted: Wanted
  ) -> Program.Passed<Program.Argument>? {
    guard value["struct"].exists else {
      return argument(value, wanted, isParameter: true).map { .scalar($0) }
    }
    _ = object(value, required: ["struct"])
    let fields = list(value["struct"], of: "fields", atMost: Self.mostFields)
    let arguments = fields.compactMap { argument($0, wanted, isParameter: true) }
    return arguments.isEmpty || arguments.count < fields.count ? nil : .structure(arguments)
  }

  /// - Parameter isParameter: Whether the value is passed to a C function; `false` if the value is
  ///   itself a number of the section, such as a row height.
  mutating func argument(
    _ value: FeedValue, _ wanted: Wanted, isParameter: Bool
  ) -> Program.Argument? {
    guard value.kind == .object else {
      mismatch(value, expected: "an object with the source of an argument")
      return nil
    }
    var known = ["value", "count", "setting", "environment"]
    // Only a row height belongs to a row, so only it can use the row's index and item.
    if wanted == .rowHeight { known += ["item", "row"] }
    if isParameter { known += ["constant", "callback"] }
    let named = known.filter { value[$0].exists }
    guard named.count == 1, let key = named.first else {
      refuseSource(value, named: named, known: known, isParameter: isParameter)
      return nil
    }
    let isPlace = ["value", "count", "setting", "item"].contains(key)
    let typed = isParameter ? ["type"] : []
    guard
      object(
        value, required: [key] + (key == "callback" ? [] : typed),
        optional: (isPlace ? ["default"] : []) + (key == "callback" ? typed : []))
    else { return nil }
    if key == "callback" { return callback(value) }

    let isAnyType = ["value", "setting", "item", "constant"].contains(key)
    let types = Program.CType.named.filter { isAnyType || $0.isNumber }
    let alone: Program.CType = wanted == .rowCount ? .i64 : .f64
    guard let type = isParameter ? self.named(value["type"], among: types) : alone else {
      return nil
    }
    let hasDefault = value["default"].exists
    let fallback = hasDefault ? literal(value["default"], type) : nil
    guard let source = source(value[key], type), !hasDefault || fallback != nil else { return nil }
    return Program.Argument(type, source, fallback: fallback)
  }

  private mutating func source(_ value: FeedValue, _ type: Program.CType) -> Program.Source? {
    switch value.key {
    case "value": return place(value).map { .value($0, of: .block) }
    case "count": return place(value).map { .count($0) }
    case "setting": return place(value).map { .value($0, of: .settings) }
    case "item": return place(value).map { .value($0, of: .item) }
    case "row": return word(value, among: ["index"]).map { _ in .rowIndex }
    case "environment":
      return named(value, among: Program.Surrounding.allCases).map { .environment($0) }
    default: return literal(value, type).map { .literal($0) }
    }
  }

  private mutating func callback(_ value: FeedValue) -> Program.Argument? {
    let callback = named(value["callback"], among: Program.Callback.allCases)
    let type = named(value["type"], among: [Program.CType.f32, .f64])
    guard let callback, type != nil || !value["type"].exists else { return nil }
    return Program.Argument(.function, .callback(callback, isSingle: type == .f32))
  }

  private mutating func refuseSource(
    _ value: FeedValue, named: [String], known: [String], isParameter: Bool
  ) {
    let expected = known.map { "`\($0)`" }.joined(separator: ", ")
    guard named.isEmpty else {
      return refuse(
        value, "an argument comes from one place",
        label: "found \(named.map { "`\($0)`" }.joined(separator: " and "))")
    }
    if let key = ["item", "row"].first(where: { value[$0].exists }) {
      return refuse(
        value[key], "`\(key)` needs a row, and this call has none",
        label: "expected \(expected)", helps: ["only `rowHeight` is called for each row"])
    }
    let before = diagnostics.count
    _ = object(value, optional: known + (isParameter ? ["type"] : []) + ["default"])
    guard diagnostics.count == before else { return }
    refuse(
      value, "an argument has no source for its value", label: "expected one of \(expected)")
  }

  private mutating func literal(_ value: FeedValue, _ type: Program.CType) -> Program.Literal? {
    let bits: UInt64? =
      switch type {
      case .f32, .f64: value.double.flatMap { type.bits(of: $0) }
      case .bool: value.bool.map { $0 ? 1 : 0 }
      default:
        value.int64.flatMap { type.bits(of: $0) } ?? value.uint64.flatMap { type.bits(of: $0) }
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
        ? "true or false" : type == .string ? "a string" : "a number that fits \(type)")
    return nil
  }
}
