/// Memory that is never freed: the contract requires it until the process ends.
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

  static func cString(_ string: StaticString) -> UnsafePointer<CChar>? {
    string.withUTF8Buffer { keep($0.map { CChar(bitPattern: $0) } + [0]) }
  }

  static func string(_ string: StaticString) -> se_str {
    se_str(data: cString(string), length: string.withUTF8Buffer { $0.count })
  }
}
