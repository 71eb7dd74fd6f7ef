internal import CIsolation
internal import Glibc

/// The record that a worker leaves in the arena when a signal kills it: registers, stack, and the
/// memory map of its files.
///
/// A plugin can forge all of it, so the record decides nothing, and every read is checked.
struct CrashRecord {
  struct Mapping {
    var addresses: Range<UInt64>
    var offset: UInt64
    var inode: UInt64
    var path: String
  }

  let signal: Int32
  /// The address that the instruction could not access; `.max` if the system does not report it.
  let address: UInt64
  let registers: [UInt64]
  let mappings: [Mapping]
  private let stackStart: UInt64
  private let stack: [UInt8]

  #if arch(x86_64)
    static let counter = 16
    static let stackPointer = 7
    static let framePointer = 6
  #else
    static let counter = 32
    static let stackPointer = 31
    static let framePointer = 29
  #endif

  /// - Parameter bytes: The bytes of an `se_crash`.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<se_crash>.size else { return nil }
    typealias Place = PartialKeyPath<se_crash>
    func offset(_ place: Place) -> Int { MemoryLayout<se_crash>.offset(of: place) ?? 0 }
    func word<T: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _ type: T.Type = T.self) -> T {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: T.self) }
    }
    signal = word(offset(\.signal))
    address = word(offset(\.address))
    registers = (0..<Int(SE_CRASH_REGISTERS)).map { word(offset(\.registers) + $0 * 8) }
    stackStart = word(offset(\.stack_start))
    // Swift does not import C arrays of this size.
    let (stack, map) = (Int(SE_CRASH_STACK_OFFSET), Int(SE_CRASH_MAP_OFFSET))
    self.stack = Array(bytes[stack..<stack + Int(SE_CRASH_STACK)])
    let length = min(Int(word(offset(\.map_length), UInt32.self)), Int(SE_CRASH_MAP))
    mappings = String(decoding: bytes[map..<map + length], as: UTF8.self)
      .split(separator: "\n").compactMap { Mapping($0) }
  }

  func mapping(of address: UInt64) -> Mapping? {
    mappings.first { $0.addresses.contains(address) }
  }

  /// Returns a word of the stack, or `nil` outside the copy.
  private func stack(at address: UInt64) -> UInt64? {
    let start = address &- stackStart
    guard start <= UInt64(stack.count - 8) else { return nil }
    return stack.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: Int(start), as: UInt64.self) }
  }

  /// An active call on the stack; `frames` lists the innermost first.
  struct Frame {
    var address: UInt64
    /// Whether the address follows a call instruction; otherwise it is the faulting instruction.
    var isReturn: Bool

    var place: UInt64 { isReturn ? address &- 1 : address }
  }

  private static let mostFrames = 256

  /// Unwinds the stack as long as every frame is above the previous one.
  /// - Parameter library: Returns the file loaded at an address, and the address in its symbols.
  func frames(_ library: (UInt64) -> (file: LibraryFile, address: UInt64)?) -> [Frame] {
    var registers = registers
    var frames: [Frame] = []
    while frames.count < Self.mostFrames {
      let frame = Frame(address: registers[Self.counter], isReturn: !frames.isEmpty)
      frames.append(frame)
      guard let next = caller(of: frame, registers, library), next[Self.counter] != 0,
        next[Self.stackPointer] > registers[Self.stackPointer]
          || !frame.isReturn && next[Self.stackPointer] == registers[Self.stackPointer]
      else { break }
      registers = next
    }
    return frames
  }

  private func caller(
    of frame: Frame, _ registers: [UInt64],
    _ library: (UInt64) -> (file: LibraryFile, address: UInt64)?
  ) -> [UInt64]? {
    guard let (file, address) = library(frame.place) else {
      return frame.isReturn || mapping(of: frame.place) != nil
        ? byFramePointer(registers) : afterWildCall(registers)
    }
    guard let rules = try? CallFrameRules(file, at: address) else {
      return byFramePointer(registers)
    }
    var next = registers
    let start = registers[rules.base] &+ UInt64(bitPattern: rules.baseOffset)
    next[Self.stackPointer] = start
    for (register, rule) in rules.rules.enumerated() {
      switch rule {
      case .same: break
      case .undefined: next[register] = 0
      case .saved(let offset):
        next[register] = stack(at: start &+ UInt64(bitPattern: offset)) ?? 0
      }
    }
    next[Self.counter] = Self.withoutSignature(next[rules.returnAddress])
    return next
  }

  private func byFramePointer(_ registers: [UInt64]) -> [UInt64]? {
    let frame = registers[Self.framePointer]
    guard let last = stack(at: frame), let address = stack(at: frame &+ 8) else { return nil }
    var next = registers
    next[Self.framePointer] = last
    next[Self.stackPointer] = frame &+ 16
    next[Self.counter] = Self.withoutSignature(address)
    return next
  }

  /// Returns the caller's registers after a wild call, which has only stored the return address.
  private func afterWildCall(_ registers: [UInt64]) -> [UInt64]? {
    var next = registers
    #if arch(x86_64)
      guard let address = stack(at: registers[Self.stackPointer]) else { return nil }
      next[Self.stackPointer] &+= 8
    #else
      let address = registers[30]
    #endif
    next[Self.counter] = Self.withoutSignature(address)
    return next
  }

  /// Removes the signature that AArch64 may add in the unused bits of return addresses.
  private static func withoutSignature(_ address: UInt64) -> UInt64 {
    #if arch(arm64)
      address & 0x0000_ffff_ffff_ffff
    #else
      address
    #endif
  }
}

extension CrashRecord.Mapping {
  /// Parses a line of /proc/self/maps: addresses, permissions, offset, device, inode, path.
  fileprivate init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 5)
    guard words.count == 6, let offset = UInt64(words[2], radix: 16), let inode = UInt64(words[4])
    else { return nil }
    let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    self.init(
      addresses: ends[0]..<ends[1], offset: offset, inode: inode,
      path: String(words[5].drop { $0 == " " }))
  }
}
