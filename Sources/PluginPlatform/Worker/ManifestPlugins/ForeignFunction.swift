internal import CFFI
internal import PluginCalls

/// A C function whose signature is known only at run time. It is called with libffi.
final class ForeignFunction {
  struct Slot {
    var address: UnsafeMutableRawPointer
    var type: ManifestProgram.CType
    /// The measure that a result gives, such as `height`; `nil` for arguments and unused results.
    var measure: ManifestProgram.Measure?
  }

  let call: ManifestProgram.Call
  let arguments: [ManifestProgram.Argument]
  /// The memory of the arguments, in their order; a struct has one slot for each field.
  private(set) var slots: [Slot] = []
  /// The memory of the result; a struct has one slot for each field.
  private(set) var results: [Slot] = []

  private let function: @convention(c) () -> Void
  private let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  private let values: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var places: [UnsafeMutableRawPointer] = []
  /// The memory of the result. It has 8 bytes more than the largest result, because libffi writes
  /// narrow integers as a full register, and `Slot.number` always reads 8 bytes.
  private let result = UnsafeMutableRawPointer.allocate(byteCount: 264, alignment: 16)
  private var structures: [UnsafeMutablePointer<ffi_type>] = []

  /// Prepares calls of the function; `nil` if libffi does not support its signature.
  init?(at address: UnsafeMutableRawPointer, _ call: ManifestProgram.Call) {
    // The Swift type is a placeholder; `interface` describes the real signature.
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
    // libffi requires a NULL after the types of the fields.
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
    // Sets the pointers before each call, because libffi overwrites those of structs.
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
    // libffi has no bool: in C it is one byte, 0 or 1.
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
  /// - Parameter bits: The bytes of the C value, in the low bytes.
  func store(_ bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { bytes in
      let size = type.foreign.pointee.size
      UnsafeMutableRawBufferPointer(start: address, count: size).copyBytes(from: bytes.prefix(size))
    }
  }

  var number: Double {
    let bits = UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
    // The number of bits that were read but do not belong to the value.
    let rest = 64 - 8 * type.foreign.pointee.size
    return switch type {
    case .f32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .f64: Double(bitPattern: bits)
    case .i8, .i16, .i32, .i64: Double(Int64(bitPattern: bits << rest) >> Int64(rest))
    default: Double((bits << rest) >> rest)
    }
  }
}
