/// Limits of the ELF checks. No real plugin reaches them.
enum ELFLimits {
  static let fileBytes = 256 << 20
  static let dynamicEntries: UInt64 = 4096
  static let stringBytes: UInt64 = 4096
  static let noteBytes: UInt64 = 1 << 16
  static let needed = 256
}
