/// Rules that compute the caller's registers at one instruction: a row of `.eh_frame`.
struct CallFrameRules {
  enum Rule {
    case same, undefined
    /// Saved in memory, at an offset in bytes from the frame's address.
    case saved(Int64)
  }

  /// The register from which the canonical frame address is computed.
  private(set) var base = 0
  private(set) var baseOffset: Int64 = 0
  private(set) var rules = [Rule](repeating: .same, count: Self.registerCount)
  private(set) var returnAddress = 0

  static let registerCount = 33

  /// - Parameter address: The address of an instruction, as symbols count it.
  init(_ file: LibraryFile, at address: UInt64) throws(Malformed) {
    let entry = try Self.entry(file, of: address)
    var cursor = try Self.cursor(file, at: entry)
    let place = cursor.offset
    let distance = UInt64(try cursor.next(UInt32.self))
    guard distance != 0 else { throw Malformed() }
    let common = try CommonInformation(
      try Self.cursor(file, at: file.address(ofOffset: place &- distance) ?? 0))
    let start = try cursor.pointer(common.encoding, file)
    let count = try cursor.pointer(common.encoding & 0xf, file)
    guard address &- start < count else { throw Malformed() }
    if common.hasAugmentation { try cursor.skip(try cursor.unsigned()) }
    returnAddress = common.returnAddress

    var prologue = common.instructions
    try run(&prologue, common, from: start, to: .max, initial: rules)
    try run(&cursor, common, from: start, to: address, initial: rules)
  }

  /// Returns the address of a function's entry, by binary search in `.eh_frame_hdr`.
  private static func entry(_ file: LibraryFile, of address: UInt64) throws(Malformed) -> UInt64 {
    guard let index = file.unwindIndex else { throw Malformed() }
    let header = try file.offset(ofAddress: index)
    // Linkers use these encodings: all values relative, in four bytes.
    guard try file.bytes.integer(header, UInt32.self) & 0xffff_00ff == 0x3b03_0001 else {
      throw Malformed()
    }
    func value(_ number: UInt64, _ field: UInt64) throws(Malformed) -> UInt64 {
      let word = try file.bytes.integer(header &+ 12 &+ number &* 8 &+ field, Int32.self)
      return index &+ UInt64(bitPattern: Int64(word))
    }
    var low: UInt64 = 0
    var high = UInt64(try file.bytes.integer(header &+ 8, UInt32.self))
    while low < high {
      let middle = (low + high) / 2
      if try value(middle, 0) <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { throw Malformed() }
    return try value(low - 1, 4)
  }

  /// Returns the contents of an entry, after its length.
  private static func cursor(
    _ file: LibraryFile, at address: UInt64
  ) throws(Malformed) -> UntrustedCursor {
    let offset = try file.offset(ofAddress: address)
    let length = UInt64(try file.bytes.integer(offset, UInt32.self))
    guard length < 0xffff_fff0, offset + 4 + length <= UInt64(file.bytes.memory.count) else {
      throw Malformed()
    }
    return UntrustedCursor(bytes: file.bytes, offset: offset + 4, end: offset + 4 + length)
  }

  /// The common information entry (CIE) of many functions.
  private struct CommonInformation {
    var codeAlignment: UInt64 = 1
    var dataAlignment: Int64 = 1
    var returnAddress = 0
    var encoding: UInt8 = 0
    var hasAugmentation = false
    var instructions: UntrustedCursor

    init(_ start: UntrustedCursor) throws(Malformed) {
      var cursor = start
      guard try cursor.next(UInt32.self) == 0 else { throw Malformed() }
      let version = try cursor.next(UInt8.self)
      var letters: [UInt8] = []
      while case let letter = try cursor.next(UInt8.self), letter != 0 { letters.append(letter) }
      codeAlignment = try cursor.unsigned()
      dataAlignment = try cursor.signed()
      let register = version == 1 ? UInt64(try cursor.next(UInt8.self)) : try cursor.unsigned()
      guard register < UInt64(registerCount) else { throw Malformed() }
      returnAddress = Int(register)
      if letters.first == UInt8(ascii: "z") {
        hasAugmentation = true
        let size = try cursor.unsigned()
        var data = cursor
        try cursor.skip(size)
        for letter in letters.dropFirst() {
          switch letter {
          case UInt8(ascii: "R"): encoding = try data.next()
          case UInt8(ascii: "L"): _ = try data.next(UInt8.self)
          case UInt8(ascii: "P"):
            let kind = try data.next(UInt8.self)
            try data.skip(kind & 0xf == 0 || kind & 0x7 == 4 ? 8 : kind & 0x7 == 2 ? 2 : 4)
          default: break
          }
        }
      }
      instructions = cursor
    }
  }

  private mutating func run(
    _ cursor: inout UntrustedCursor, _ common: CommonInformation, from start: UInt64,
    to target: UInt64, initial: [Rule]
  ) throws(Malformed) {
    var place = start
    var kept: [CallFrameRules] = []
    func offset(_ value: UInt64) -> Int64 { Int64(bitPattern: value) &* common.dataAlignment }
    while cursor.offset < cursor.end {
      let code = try cursor.next(UInt8.self)
      let low = UInt64(code & 0x3f)
      switch (code >> 6, code) {
      case (1, _): place &+= low &* common.codeAlignment
      case (2, _): try set(low, .saved(offset(try cursor.unsigned())))
      case (3, _): try set(low, initial[Int(min(low, 32))])
      case (_, 0x00), (_, 0x2d): break
      case (_, 0x02): place &+= UInt64(try cursor.next(UInt8.self)) &* common.codeAlignment
      case (_, 0x03): place &+= UInt64(try cursor.next(UInt16.self)) &* common.codeAlignment
      case (_, 0x04): place &+= UInt64(try cursor.next(UInt32.self)) &* common.codeAlignment
      case (_, 0x05): try set(try cursor.unsigned(), .saved(offset(try cursor.unsigned())))
      case (_, 0x06):
        let register = try cursor.unsigned()
        try set(register, initial[Int(min(register, 32))])
      case (_, 0x07): try set(try cursor.unsigned(), .undefined)
      case (_, 0x08): try set(try cursor.unsigned(), .same)
      case (_, 0x0a):
        guard kept.count < 64 else { throw Malformed() }
        kept.append(self)
      case (_, 0x0b):
        guard let last = kept.popLast() else { throw Malformed() }
        self = last
      case (_, 0x0c): try setBase(try cursor.unsigned(), Int64(bitPattern: try cursor.unsigned()))
      case (_, 0x0d): try setBase(try cursor.unsigned(), baseOffset)
      case (_, 0x0e): baseOffset = Int64(bitPattern: try cursor.unsigned())
      case (_, 0x10), (_, 0x16):
        try set(try cursor.unsigned(), .undefined)
        try cursor.skip(try cursor.unsigned())
      case (_, 0x11):
        let register = try cursor.unsigned()
        try set(register, .saved(try cursor.signed() &* common.dataAlignment))
      case (_, 0x12):
        try setBase(try cursor.unsigned(), try cursor.signed() &* common.dataAlignment)
      case (_, 0x13): baseOffset = try cursor.signed() &* common.dataAlignment
      case (_, 0x2e): _ = try cursor.unsigned()
      default: throw Malformed()
      }
      if place > target { return }
    }
  }

  private mutating func set(_ register: UInt64, _ rule: Rule) throws(Malformed) {
    // Vector registers never hold a return address.
    if register < UInt64(Self.registerCount) { rules[Int(register)] = rule }
  }

  private mutating func setBase(_ register: UInt64, _ offset: Int64) throws(Malformed) {
    guard register < UInt64(Self.registerCount) else { throw Malformed() }
    (base, baseOffset) = (Int(register), offset)
  }
}

extension UntrustedCursor {
  /// Reads a pointer in one of the DW_EH_PE encodings: absolute, or relative to its own position.
  fileprivate mutating func pointer(_ encoding: UInt8, _ file: LibraryFile) throws(Malformed)
    -> UInt64
  {
    let own = encoding & 0x70 == 0x10 ? file.address(ofOffset: offset) ?? 0 : 0
    switch encoding & 0xf {
    case 0x0, 0x4, 0xc: return own &+ (try next(UInt64.self))
    case 0x2: return own &+ UInt64(try next(UInt16.self))
    case 0x3: return own &+ UInt64(try next(UInt32.self))
    case 0xa: return own &+ UInt64(bitPattern: Int64(try next(Int16.self)))
    case 0xb: return own &+ UInt64(bitPattern: Int64(try next(Int32.self)))
    default: throw Malformed()
    }
  }
}
