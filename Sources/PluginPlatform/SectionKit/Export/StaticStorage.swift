/// Memory that is never freed: the contract requires it to stay valid until the process ends.
enum StaticStorage {
  static func keep<T>(_ value: T) -> UnsafePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
    memory.initialize(to: value)
    return UnsafePointer(memory)
  }

  /// Returns a copy of an array; `nil` if it is empty.
  static func keep<T: BitwiseCopyable>(_ values: [T]) -> UnsafePointer<T>? {
    guard !values.isEmpty else { return nil }
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: values.count)
    _ = memory.initialize(from: values)
    return UnsafePointer(memory.baseAddress)
  }

  static func claims(of type: any SectionProvider.Type) -> se_provider.Claims {
    let (codes, showTypes) = (type.blockCodes.map(string), type.showTypes.map(string))
    return se_provider.Claims(
      codes: UnsafeBufferPointer(start: keep(codes), count: codes.count),
      showTypes: UnsafeBufferPointer(start: keep(showTypes), count: showTypes.count))
  }

  /// Returns the bytes of a literal, which end with a NUL.
  static func cString(_ string: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  static func string(_ string: StaticString) -> se_str {
    se_str(data: cString(string), length: string.utf8CodeUnitCount)
  }
}
