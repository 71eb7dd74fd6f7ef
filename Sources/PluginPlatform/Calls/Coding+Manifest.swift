/// Encodes the program of a manifest for the worker.
extension FlatWriter {
  package mutating func add(_ program: ManifestProgram) {
    add(program.id)
    add(program.version)
    add(list: program.blockCodes) { $0.add($1) }
    add(list: program.showTypes) { $0.add($1) }
    add(optional: program.systemLibrary) { $0.add($1) }
    add(optional: program.items) { $0.add($1) }
    add(optional: program.title) { $0.add($1) }
    add(optional: program.rowCount) { $0.add($1) }
    add(optional: program.rowHeight) { $0.add($1) }
    add(optional: program.frame) { $0.add($1) }
    add(optional: program.item) { $0.add($1) }
  }

  private mutating func add(_ path: ManifestProgram.Path) {
    add(path.text)
    add(list: path.steps) { writer, step in
      switch step {
      case .name(let name):
        writer.add(true)
        writer.add(name)
      case .index(let index):
        writer.add(false)
        writer.add(index)
      }
    }
  }

  private mutating func add(_ literal: ManifestProgram.Literal) {
    switch literal {
    case .bits(let bits):
      add(true)
      add(bits)
    case .text(let text):
      add(false)
      add(text)
    }
  }

  private mutating func add(_ source: ManifestProgram.Source) {
    switch source {
    case .literal(let literal):
      add(UInt8(0))
      add(literal)
    case .value(let path):
      add(UInt8(1))
      add(path)
    case .count(let path):
      add(UInt8(2))
      add(path)
    case .setting(let path):
      add(UInt8(3))
      add(path)
    case .item(let path):
      add(UInt8(4))
      add(path)
    case .environment(let what):
      add(UInt8(5))
      add(what.rawValue)
    case .rowIndex: add(UInt8(6))
    case .callback(let callback, let isSingle):
      add(UInt8(7))
      add(callback.rawValue)
      add(isSingle)
    }
  }

  private mutating func add(_ argument: ManifestProgram.Argument) {
    add(argument.type.rawValue)
    add(argument.source)
    add(optional: argument.fallback) { $0.add($1) }
  }

  private mutating func add(_ call: ManifestProgram.Call) {
    add(call.symbol)
    add(list: call.parameters) { writer, parameter in
      switch parameter {
      case .scalar(let argument):
        writer.add(false)
        writer.add(argument)
      case .structure(let fields):
        writer.add(true)
        writer.add(list: fields) { $0.add($1) }
      }
    }
    switch call.returned {
    case .scalar(let type):
      add(false)
      add(type.rawValue)
    case .structure(let fields):
      add(true)
      add(list: fields) { writer, field in
        writer.add(field.type.rawValue)
        writer.add(optional: field.measure) { $0.add($1.rawValue) }
      }
    }
  }

  private mutating func add(_ number: ManifestProgram.Number) {
    switch number {
    case .argument(let argument):
      add(false)
      add(argument)
    case .call(let call):
      add(true)
      add(call)
    }
  }

  private mutating func add(_ frame: ManifestProgram.Frame) {
    switch frame {
    case .call(let call):
      add(true)
      add(call)
    case .parts(let x, let width, let height):
      add(false)
      for part in [x, width, height] { add(optional: part) { $0.add($1) } }
    }
  }

  private mutating func add(_ template: ManifestProgram.Template) {
    for path in [template.title, template.detail, template.image, template.badge] {
      add(optional: path) { $0.add($1) }
    }
    add(template.imageAspectRatio)
    add(optional: template.actionType) { $0.add($1) }
    add(optional: template.actionTarget) { $0.add($1) }
  }
}

extension FlatReader {
  package mutating func manifest() throws(Malformed) -> ManifestProgram {
    var program = ManifestProgram(id: try text(), version: try text())
    program.blockCodes = try list { reader throws(Malformed) in try reader.text() }
    program.showTypes = try list { reader throws(Malformed) in try reader.text() }
    program.systemLibrary = try optional { reader throws(Malformed) in try reader.text() }
    program.items = try optional { reader throws(Malformed) in try reader.path() }
    program.title = try optional { reader throws(Malformed) in try reader.path() }
    program.rowCount = try optional { reader throws(Malformed) in try reader.numeral() }
    program.rowHeight = try optional { reader throws(Malformed) in try reader.numeral() }
    program.frame = try optional { reader throws(Malformed) in try reader.frame() }
    program.item = try optional { reader throws(Malformed) in try reader.template() }
    return program
  }

  private mutating func path() throws(Malformed) -> ManifestProgram.Path {
    ManifestProgram.Path(
      text: try text(),
      steps: try list { reader throws(Malformed) in
        try reader.flag() ? .name(try reader.text()) : .index(try reader.integer())
      })
  }

  private mutating func literal() throws(Malformed) -> ManifestProgram.Literal {
    try flag() ? .bits(try integer()) : .text(try text())
  }

  private mutating func word<T: RawRepresentable>() throws(Malformed) -> T
  where T.RawValue == UInt8 {
    guard let value = T(rawValue: try integer()) else { throw Malformed() }
    return value
  }

  private mutating func source() throws(Malformed) -> ManifestProgram.Source {
    switch try integer(UInt8.self) {
    case 0: .literal(try literal())
    case 1: .value(try path())
    case 2: .count(try path())
    case 3: .setting(try path())
    case 4: .item(try path())
    case 5: .environment(try word())
    case 6: .rowIndex
    case 7: .callback(try word(), isSingle: try flag())
    default: throw Malformed()
    }
  }

  private mutating func argument() throws(Malformed) -> ManifestProgram.Argument {
    ManifestProgram.Argument(
      try word(), try source(),
      fallback: try optional { reader throws(Malformed) in try reader.literal() })
  }

  private mutating func call() throws(Malformed) -> ManifestProgram.Call {
    let symbol = try text()
    let parameters = try list { reader throws(Malformed) -> ManifestProgram.Parameter in
      guard try reader.flag() else { return .scalar(try reader.argument()) }
      return .structure(try reader.list { reader throws(Malformed) in try reader.argument() })
    }
    guard try flag() else {
      return .init(symbol: symbol, parameters: parameters, returned: .scalar(try word()))
    }
    let fields = try list { reader throws(Malformed) in
      ManifestProgram.Field(
        try reader.word(), try reader.optional { reader throws(Malformed) in try reader.word() })
    }
    return .init(symbol: symbol, parameters: parameters, returned: .structure(fields))
  }

  private mutating func numeral() throws(Malformed) -> ManifestProgram.Number {
    try flag() ? .call(try call()) : .argument(try argument())
  }

  private mutating func frame() throws(Malformed) -> ManifestProgram.Frame {
    guard try !flag() else { return .call(try call()) }
    let parts = try [
      optional { reader throws(Malformed) in try reader.numeral() },
      optional { reader throws(Malformed) in try reader.numeral() },
      optional { reader throws(Malformed) in try reader.numeral() },
    ]
    return .parts(x: parts[0], width: parts[1], height: parts[2])
  }

  private mutating func template() throws(Malformed) -> ManifestProgram.Template {
    var template = ManifestProgram.Template()
    template.title = try optional { reader throws(Malformed) in try reader.path() }
    template.detail = try optional { reader throws(Malformed) in try reader.path() }
    template.image = try optional { reader throws(Malformed) in try reader.path() }
    template.badge = try optional { reader throws(Malformed) in try reader.path() }
    template.imageAspectRatio = try number()
    template.actionType = try optional { reader throws(Malformed) in try reader.text() }
    template.actionTarget = try optional { reader throws(Malformed) in try reader.path() }
    return template
  }
}
