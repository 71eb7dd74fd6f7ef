internal import CFFI
internal import PluginCalls

/// A C function whose signature is known only at run time; prepared once, called often.
final class ForeignFunction {
  struct Slot {
    var address: UnsafeMutableRawPointer
    var type: ManifestProgram.CType
    /// The meaning of a result.
    var measure: ManifestProgram.Measure?
  }

  let call: ManifestProgram.Call
  let arguments: [ManifestProgram.Argument]
  /// The slots of the arguments; a struct has one per field.
  private(set) var slots: [Slot] = []
  /// The slots of the result: one, or one for each field.
  private(set) var results: [Slot] = []

  private let function: @convention(c) () -> Void
  private let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  private let values: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var places: [UnsafeMutableRawPointer] = []
  /// Integers narrower than a register are returned with the width of a register, and a number is
  /// read with the seven bytes behind it.
  private let result = UnsafeMutableRawPointer.allocate(byteCount: 264, alignment: 16)
  private var structures: [UnsafeMutablePointer<ffi_type>] = []

  /// Returns `nil` for a signature that libffi refuses.
  init?(at address: UnsafeMutableRawPointer, _ call: ManifestProgram.Call) {
    // The interface describes the real type.
    function = unsafeBitCast(address, to: (@convention(c) () -> Void).self)
    self.call = call
    arguments = call.parameters.flatMap(\.values)
    let count = call.parameters.count
    types = .allocate(capacity: max(1, count))
    values = .allocate(capacity: max(1, count))
    result.initializeMemory(as: UInt8.self, repeating: 0, count: 264)

    for (index, parameter) in call.parameters.enumerated() {
      let fields = parameter.values.map(\.type)
      guard let layout = layout(fields, isScalar: parameter.isScalar) else { return nil }
      let place = UnsafeMutableRawPointer.allocate(byteCount: layout.size, alignment: 16)
      place.initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
      types[index] = layout.type
      places.append(place)
      slots += zip(fields, layout.offsets).map { Slot(address: place + $1, type: $0) }
    }
    let fields = call.returned.values.map(\.type)
    guard let returned = layout(fields, isScalar: call.returned.isScalar), returned.size <= 256
    else { return nil }
    results = zip(call.returned.values, returned.offsets).map {
      Slot(address: result + $1, type: $0.type, measure: $0.measure)
    }
    guard
      ffi_prep_cif(interface, FFI_DEFAULT_ABI, UInt32(count), returned.type, types) == FFI_OK
    else { return nil }
  }

  deinit {
    for place in places { place.deallocate() }
    for structure in structures {
      structure.pointee.elements?.deallocate()
      structure.deallocate()
    }
    result.deallocate()
    values.deallocate()
    types.deallocate()
    interface.deallocate()
  }

  private func layout(
    _ fields: [ManifestProgram.CType], isScalar: Bool
  ) -> (type: UnsafeMutablePointer<ffi_type>, size: Int, offsets: [Int])? {
    if isScalar { return (fields[0].foreign, 16, [0]) }
    // A NULL ends the types of the fields.
    let elements = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
      capacity: fields.count + 1)
    elements.initialize(repeating: nil, count: fields.count + 1)
    for (index, field) in fields.enumerated() { elements[index] = field.foreign }
    let type = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
    type.initialize(
      to: ffi_type(size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: elements))
    structures.append(type)
    var offsets = [Int](repeating: 0, count: fields.count)
    guard !fields.isEmpty, ffi_get_struct_offsets(FFI_DEFAULT_ABI, type, &offsets) == FFI_OK else {
      return nil
    }
    return (type, type.pointee.size, offsets)
  }

  func perform() {
    // libffi copies structs to its stack, and overwrites these pointers with the copies' addresses.
    for (index, place) in places.enumerated() { values[index] = place }
    ffi_call(interface, function, result, values)
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

extension ForeignFunction.Slot {
  /// - Parameter bits: The value; the low bytes are those of the type.
  func store(_ bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { bytes in
      let size = type.foreign.pointee.size
      UnsafeMutableRawBufferPointer(start: address, count: size).copyBytes(from: bytes.prefix(size))
    }
  }

  var number: Double {
    let bits = UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
    // The bits behind the value.
    let rest = 64 - 8 * type.foreign.pointee.size
    return switch type {
    case .f32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .f64: Double(bitPattern: bits)
    case .i8, .i16, .i32, .i64: Double(Int64(bitPattern: bits << rest) >> Int64(rest))
    default: Double((bits << rest) >> rest)
    }
  }
}
