/// What stands in a transcript: the answers of a provider, and what it asked of its host meanwhile, in
/// the order in which they happened.
///
/// A tag is one byte. An answer follows with its status and the struct that it filled; strings stand
/// behind the struct that borrows them, in the order of its fields.
enum TranscriptTag: UInt8 {
  // Answers.
  case open = 1
  case describe, rowCount, item, rowHeight, frame, build, render
  // Calls of the host.
  case beginNode, beginMissingNode, endNode, fail, warn, measure, write

  var isAnswer: Bool { rawValue <= Self.render.rawValue }
}

/// How a string stands in a transcript: its bytes, or why there are none.
enum TranscriptText {
  /// Largest length whose bytes are written down; a longer one is refused for its length.
  static let mostBytes = BorderLimits.textBytes
  static let null: UInt32 = .max
  static let tooLong: UInt32 = .max - 1
}
