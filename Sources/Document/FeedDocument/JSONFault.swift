/// The first place at which a text violates the JSON grammar, as data; `JSONFault+Diagnostic.swift`
/// generates the message.
struct JSONFault: Equatable {
  enum Kind: Equatable {
    case invalidUTF8
    /// The text ends within a value; `Unfinished` is the token or container that it cuts.
    case truncated(Unfinished)
    case tooDeep
    /// A comma that is followed by a closing bracket.
    case trailingComma
    case missingComma
    case missingColon
    case missingValue
    case missingKey
    case keyIsNoString
    case wrongBracket
    case singleQuotes
    case typographicQuotes
    case comment
    /// `NaN`, `undefined`, `True`, or any other word.
    case word(String)
    case number(NumberFault)
    case escape
    case controlCharacter
    case trailingContent
    case unexpectedCharacter
  }

  enum Unfinished: String { case container = "value", string, number, word }

  enum NumberFault: Equatable {
    case leadingZero, leadingPlus, noDigitBeforePoint, noDigitAfterPoint, noDigitInExponent
    case noDigitAfterMinus, hexadecimal, trailingCharacters
  }

  var kind: Kind
  var range: Range<Int>
  /// The containers that are open at this place, outermost first.
  var open: [OpenContainer]
}

struct OpenContainer: Equatable {
  var isObject: Bool
  var offset: Int
  /// The raw text of the key read last, without its quotes.
  var key: Range<Int>?
  var position = 0
}
