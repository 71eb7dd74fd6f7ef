internal import CFFI
internal import PluginCalls

/// A C function whose signature is known only at run time. The call is prepared once and made
/// often.
final class ForeignFunction {
  struct Slot {
    var address: UnsafeMutableRawPointer
    var type: ManifestProgram.CType
  }

  /// The slots of the arguments; a struct has one per field.
  private(set) var slots: [Slot] = []
  let arguments: [ManifestProgram.Argument]
  /// The slots of the result: one, or one for each field.
  private(set) var results: [Slot] = []

  private let function: @convention(c) () -> Void
  private let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  private let values: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var places: [UnsafeMutableRawPointer] = []
  private let result: UnsafeMutableRawPointer
  private var structures: [ForeignStructure] = []

  /// Returns `nil` for a signature that libffi refuses.
  init?(at address: UnsafeMutableRawPointer, _ call: ManifestProgram.Call) {
    // The interface describes the real type.
    function = unsafeBitCast(address, to: (@convention(c) () -> Void).self)
    arguments = call.parameters.flatMap(\.arguments)
    let count = call.parameters.count
    types = .allocate(capacity: max(1, count))
    values = .allocate(capacity: max(1, count))
    // Integers narrower than a register are returned with the width of a register.
    result = .allocate(byteCount: 256, alignment: 16)
    result.initializeMemory(as: UInt8.self, repeating: 0, count: 256)

    for (index, parameter) in call.parameters.enumerated() {
      let fields = parameter.arguments.map(\.type)
      let isScalar = if case .scalar = parameter { true } else { false }
      guard let layout = layout(fields, isScalar: isScalar) else { return nil }
      let place = UnsafeMutableRawPointer.allocate(byteCount: layout.size, alignment: 16)
      place.initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
      types[index] = layout.type
      places.append(place)
      slots += zip(fields, layout.offsets).map { Slot(address: place + $1, type: $0) }
    }
    let (fields, isScalar) =
      switch call.returned {
      case .scalar(let type): ([type], true)
      case .structure(let fields): (fields.map(\.type), false)
      }
    guard let returned = layout(fields, isScalar: isScalar), returned.size <= 256 else {
      return nil
    }
    results = zip(fields, returned.offsets).map { Slot(address: result + $1, type: $0) }
    guard
      ffi_prep_cif(interface, FFI_DEFAULT_ABI, UInt32(count), returned.type, types) == FFI_OK
    else { return nil }
  }

  deinit {
    for place in places { place.deallocate() }
    result.deallocate()
    values.deallocate()
    types.deallocate()
    interface.deallocate()
  }

  private func layout(
    _ fields: [ManifestProgram.CType], isScalar: Bool
  ) -> (type: UnsafeMutablePointer<ffi_type>, size: Int, offsets: [Int])? {
    if isScalar { return (fields[0].foreign, 16, [0]) }
    guard let structure = ForeignStructure(fields) else { return nil }
    structures.append(structure)
    return (structure.type, structure.type.pointee.size, structure.offsets)
  }

  func call() {
    // libffi copies structs to its stack, and overwrites these pointers with the copies' addresses.
    for (index, place) in places.enumerated() { values[index] = place }
    ffi_call(interface, function, result, values)
  }
}

final class ForeignStructure {
  let type = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
  private let elements: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  private(set) var offsets: [Int] = []

  init?(_ fields: [ManifestProgram.CType]) {
    elements = .allocate(capacity: fields.count + 1)
    for (index, field) in fields.enumerated() { elements[index] = field.foreign }
    elements[fields.count] = nil
    type.initialize(
      to: ffi_type(size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: elements))
    var found = [Int](repeating: 0, count: fields.count)
    guard !fields.isEmpty, ffi_get_struct_offsets(FFI_DEFAULT_ABI, type, &found) == FFI_OK else {
      return nil
    }
    offsets = found
  }

  deinit {
    type.deallocate()
    elements.deallocate()
  }
}

extension ManifestProgram.CType {
  var foreign: UnsafeMutablePointer<ffi_type> {
    switch self {
    case .i8: se_ffi_i8()
    case .i16: se_ffi_i16()
    case .i32: se_ffi_i32()
    case .i64: se_ffi_i64()
    // C's bool is a byte with the value 0 or 1.
    case .u8, .bool: se_ffi_u8()
    case .u16: se_ffi_u16()
    case .u32: se_ffi_u32()
    case .u64: se_ffi_u64()
    case .f32: se_ffi_f32()
    case .f64: se_ffi_f64()
    case .string, .function: se_ffi_pointer()
    }
  }
}

extension ManifestProgram.CType {
  /// Returns the bits of an integer, or `nil` if the type cannot hold it.
  func bits(of number: some BinaryInteger) -> UInt64? {
    func exactly<T: FixedWidthInteger>(_ type: T.Type) -> UInt64? {
      T(exactly: number).map { UInt64(truncatingIfNeeded: $0) }
    }
    return switch self {
    case .i8: exactly(Int8.self)
    case .i16: exactly(Int16.self)
    case .i32: exactly(Int32.self)
    case .i64: exactly(Int64.self)
    case .u8: exactly(UInt8.self)
    case .u16: exactly(UInt16.self)
    case .u32: exactly(UInt32.self)
    case .u64: exactly(UInt64.self)
    case .f32, .f64, .bool, .string, .function: nil
    }
  }

  /// Returns the bits of a number, or `nil` if the type cannot hold it.
  func bits(of number: Double) -> UInt64? {
    switch self {
    case .f32: Float(number).isFinite ? UInt64(Float(number).bitPattern) : nil
    case .f64: number.bitPattern
    default:
      Int64(exactly: number).map { bits(of: $0) }
        ?? UInt64(exactly: number).flatMap { bits(of: $0) }
    }
  }
}

extension ForeignFunction.Slot {
  /// - Parameter bits: The value; the low bytes are those of the type.
  func store(_ bits: UInt64) {
    switch type {
    case .i8, .u8, .bool: address.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
    case .i16, .u16: address.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
    case .i32, .u32, .f32: address.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
    case .i64, .u64, .f64, .string, .function: address.storeBytes(of: bits, as: UInt64.self)
    }
  }

  var number: Double {
    switch type {
    case .i8: Double(address.loadUnaligned(as: Int8.self))
    case .i16: Double(address.loadUnaligned(as: Int16.self))
    case .i32: Double(address.loadUnaligned(as: Int32.self))
    case .i64: Double(address.loadUnaligned(as: Int64.self))
    case .u8, .bool: Double(address.loadUnaligned(as: UInt8.self))
    case .u16: Double(address.loadUnaligned(as: UInt16.self))
    case .u32: Double(address.loadUnaligned(as: UInt32.self))
    case .u64: Double(address.loadUnaligned(as: UInt64.self))
    case .f32: Double(address.loadUnaligned(as: Float.self))
    case .f64: address.loadUnaligned(as: Double.self)
    // Results never have these types.
    case .string, .function: .nan
    }
  }
}
