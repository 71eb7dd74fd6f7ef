/// The entries of a transcript: the answers of a provider, and its calls of the host, in the order
/// in which they happened.
///
/// A tag is one byte. An answer continues with its status and the struct that it filled; strings
/// follow the struct that borrows them, in the order of its fields.
enum TranscriptTag: UInt8 {
  // Answers.
  case open = 1
  case describe, rowCount, item, rowHeight, frame, build, render
  // Calls of the host.
  case beginNode, beginMissingNode, endNode, fail, warn, measure, write, tooMuchMeasured
  // Calls of `section.content/1`.
  case run, paragraph, picture, decoration, identity

  var isAnswer: Bool { rawValue <= Self.render.rawValue }
}

/// The encoding of a string in a transcript: its bytes, or why it has none.
enum TranscriptText {
  /// Longest string whose bytes are recorded; a longer one is refused for its length.
  static let mostBytes = BorderLimits.textBytes
  static let null: UInt32 = .max
  static let tooLong: UInt32 = .max - 1
}
