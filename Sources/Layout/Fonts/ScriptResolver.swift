internal import CTextShaper

/// Determines the scripts of a text's characters (UAX #24, section 5.1). Common and inherited
/// characters get the script of the text before them, or at the start of the text, the script of
/// the text after them. A closing bracket gets the script of its opening bracket.
struct ScriptResolver {
  /// The tag "Zyyy", for characters that several scripts use.
  static let common: UInt32 = 0x5A79_7979
  private static let inherited: UInt32 = 0x5A69_6E68
  private static let latin: UInt32 = 0x4C61_746E
  private static let arabic: UInt32 = 0x4172_6162
  private static let mostBrackets = 32

  /// The script of the last character that has a script of its own.
  private(set) var last: UInt32?
  private var brackets: [(closing: UInt32, script: UInt32?)] = []

  /// Returns a character's script; `nil` if it takes the script of its neighbours.
  mutating func resolve(_ scalar: UInt32) -> UInt32? {
    let own = Self.script(scalar)
    guard own == Self.common || own == Self.inherited else {
      last = own
      return own
    }
    if let closing = Self.closing(scalar) {
      if brackets.count == Self.mostBrackets { brackets.removeFirst() }
      brackets.append((closing, last))
    } else if let index = brackets.lastIndex(where: { $0.closing == scalar }) {
      let script = brackets[index].script
      brackets.removeSubrange(index...)
      if let script {
        last = script
        return script
      }
    }
    return nil
  }

  private static func script(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 {
      return scalar | 0x20 >= 0x61 && scalar | 0x20 <= 0x7A ? latin : common
    }
    // U+0640, the tatweel, belongs to several scripts; Arabic is the first of them.
    return scalar == 0x640 ? arabic : se_script(scalar)
  }

  private static func closing(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x28: 0x29
    case 0x5B, 0x7B: scalar + 2
    case 0xAB: 0xBB
    case 0x2018, 0x201C, 0x2039, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016: scalar + 1
    case 0xFF08: 0xFF09
    default: nil
    }
  }
}
