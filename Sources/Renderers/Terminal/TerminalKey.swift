package enum TerminalKey: Sendable, Hashable {
  case character(Character)
  case up, down, pageUp, pageDown, home, end

  /// Returns the keys in the bytes from a terminal. Skips the sequences of unsupported keys.
  package static func keys(in bytes: [UInt8]) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    var rest = bytes[...]
    while let first = rest.first {
      guard first == 0x1B, rest.count > 1, let kind = rest.dropFirst().first,
        kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O")
      else {
        if first < 0x80, first != 0x1B {
          keys.append(.character(Character(Unicode.Scalar(first))))
        }
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(2)
      let parameters = rest.prefix { (0x20...0x3F).contains($0) }
      rest = rest.dropFirst(parameters.count)
      guard let last = rest.popFirst() else { break }
      if let key = key(parameters, last) { keys.append(key) }
    }
    return keys
  }

  private static func key(_ parameters: ArraySlice<UInt8>, _ last: UInt8) -> TerminalKey? {
    // Before "~", the parameter identifies the key. In other sequences, the last letter does.
    let isNumbered = last == UInt8(ascii: "~")
    return switch String(decoding: isNumbered ? parameters : [last], as: UTF8.self) {
    case "A": .up
    case "B": .down
    case "H", "1", "7": .home
    case "F", "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }
}
