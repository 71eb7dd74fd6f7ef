/// The first place at which a text stops being JSON, in data; `JSONFault+Diagnostic.swift` has the
/// words.
struct JSONFault: Equatable {
  enum Kind: Equatable {
    /// Bytes that are no UTF-8.
    case invalidUTF8
    /// The text ends within a value, here in the middle of `Unfinished`.
    case truncated(Unfinished)
    /// More containers stand within each other than allowed.
    case tooDeep
    /// A comma with nothing but a bracket behind it.
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

  enum Unfinished: Equatable { case container, string, number, word }

  enum NumberFault: Equatable {
    case leadingZero, leadingPlus, noDigitBeforePoint, noDigitAfterPoint, noDigitInExponent
    case noDigitAfterMinus, hexadecimal, trailingCharacters
  }

  var kind: Kind
  /// Bytes that are meant.
  var range: Range<Int>
  /// Containers that are open there, outermost first.
  var open: [OpenContainer]
}

/// A container that the reader is inside of.
struct OpenContainer: Equatable {
  var isObject: Bool
  /// Its bracket.
  var offset: Int
  /// The raw text of the key read last, without its quotes.
  var key: Range<Int>?
  /// Position of the current element.
  var position = 0
}
