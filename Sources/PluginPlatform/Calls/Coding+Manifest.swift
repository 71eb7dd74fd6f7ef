package import FeedTape

extension ManifestProgram: FlatRecord {
  static var fields: FlatFields<Self> {
    .init(
      \.id, \.version, \.blockCodes, \.showTypes, \.systemLibrary, \.items, \.title, \.rowCount,
      \.rowHeight, \.frame, \.x, \.width, \.height, \.item, make: Self.init)
  }
}

extension ManifestProgram.CType: FlatValue {}
extension ManifestProgram.Surrounding: FlatValue {}
extension ManifestProgram.Callback: FlatValue {}
extension ManifestProgram.Base: FlatValue {}
extension ManifestProgram.Measure: FlatValue {}

extension ManifestProgram.Path: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.text, \.steps, make: Self.init) }
}

extension PathStep: FlatValue {
  package func write(to writer: inout FlatWriter) {
    switch self {
    case .name(let name): writer.add(true, name)
    case .index(let index): writer.add(false, index)
    }
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self = try reader.read(Bool.self) ? .name(try reader.read()) : .index(try reader.read())
  }
}

extension ManifestProgram.Literal: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.bits, \.text, make: Self.init) }
}

extension ManifestProgram.Source: FlatValue {
  package func write(to writer: inout FlatWriter) {
    switch self {
    case .literal(let literal): writer.add(UInt8(0), literal)
    case .value(let path, let base): writer.add(UInt8(1), path, base)
    case .count(let path): writer.add(UInt8(2), path)
    case .environment(let what): writer.add(UInt8(3), what)
    case .rowIndex: writer.add(UInt8(4))
    case .callback(let callback, let isSingle): writer.add(UInt8(5), callback, isSingle)
    case .call(let call): writer.add(UInt8(6), call)
    }
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self =
      switch try reader.read(UInt8.self) {
      case 0: .literal(try reader.read())
      case 1: .value(try reader.read(), of: try reader.read())
      case 2: .count(try reader.read())
      case 3: .environment(try reader.read())
      case 4: .rowIndex
      case 5: .callback(try reader.read(), isSingle: try reader.read())
      case 6: .call(try reader.read())
      default: throw .init()
      }
  }
}

extension ManifestProgram.Argument: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.type, \.source, \.fallback, make: Self.init) }
}

extension ManifestProgram.Passed: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.values, \.isScalar, make: Self.init) }
}

extension ManifestProgram.Field: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.type, \.measure, make: Self.init) }
}

extension ManifestProgram.Call: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.symbol, \.parameters, \.returned, make: Self.init) }
}

extension ManifestProgram.Template: FlatRecord {
  static var fields: FlatFields<Self> {
    .init(
      \.title, \.detail, \.image, \.badge, \.imageAspectRatio, \.actionType, \.actionTarget,
      \.oldPrice, \.resourceType, \.resourceID, make: Self.init)
  }
}
