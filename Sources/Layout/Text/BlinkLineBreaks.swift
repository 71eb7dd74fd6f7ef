/// The differences of Blink from UAX #14, found by measuring Chromium.
///
/// - A line may end after every run of spaces, tabs and line feeds; a break is mandatory only after
///   a line feed.
/// - Between two ASCII characters, a table decides. Only "-" before a digit depends on context.
/// - No line ends after a soft hyphen (`hyphens: none`).
enum BlinkLineBreaks {
  static func write(to breaks: inout [UInt8], of text: UnsafeBufferPointer<UInt8>) {
    var last: UInt32 = 0
    var beforeLast: UInt32 = 0
    var offset = 0
    while offset < text.count {
      let scalar = text.scalar(at: offset)
      if offset > 0, let opportunity = opportunity(beforeLast, last, scalar.value) {
        breaks[offset] = opportunity
      } else if breaks[offset] == 2 {
        // Line and paragraph separators: in CSS they do not force a line break.
        breaks[offset] = 1
      }
      (beforeLast, last) = (last, scalar.value)
      offset += scalar.count
    }
  }

  /// Returns the opportunity between two characters, or `nil` if UAX #14 decides.
  private static func opportunity(
    _ beforeLast: UInt32, _ last: UInt32, _ next: UInt32
  ) -> UInt8? {
    if last == 0x0A { return 2 }
    if isSpace(next) { return 0 }
    if isSpace(last) { return 1 }
    if last == 0xAD { return 0 }
    guard last < 0x80 || last == 0xA0, next < 0x80 || next == 0xA0 else { return nil }
    guard last > 0x20, last < 0x7F, next > 0x20, next < 0x7F else { return 0 }
    return endsLine(beforeLast, UInt8(last), UInt8(next)) ? 1 : 0
  }

  private static func isSpace(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0x09 || scalar == 0x0A
  }

  private static func endsLine(_ beforeLast: UInt32, _ last: UInt8, _ next: UInt8) -> Bool {
    switch last {
    case UInt8(ascii: "-"):
      if isDigit(UInt32(next)) { return isAlphanumeric(beforeLast) }
      return !"!$),./:;?]}".utf8.contains(next)
    case UInt8(ascii: "?"): return !"!\"'),./:;?]}".utf8.contains(next)
    default:
      return "([{<".utf8.contains(next) && "!\"#%&)*+,.:;=>\\]|}~".utf8.contains(last)
    }
  }

  private static func isDigit(_ scalar: UInt32) -> Bool { scalar >= 0x30 && scalar <= 0x39 }

  private static func isAlphanumeric(_ scalar: UInt32) -> Bool {
    isDigit(scalar) || (scalar < 0x80 && scalar | 0x20 >= 0x61 && scalar | 0x20 <= 0x7A)
  }
}
