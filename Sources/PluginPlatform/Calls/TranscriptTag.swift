/// The calls of the host in a transcript, which has a plugin's calls and answers in the order in
/// which they happened.
///
/// Each entry begins with one byte, this tag or the `Kind` of the answered call. An answer continues
/// with its status and the struct that it filled; strings follow the struct that borrows them.
///
/// The raw values differ from those of all kinds of calls.
enum TranscriptTag: UInt8 {
  case beginNode = 9
  case endNode = 11, fail, warn, measure, write, tooMuchMeasured
  // Calls of `section.content/1`, named as their functions.
  case run, paragraph, picture, decorate, identify
}

/// The encoding of a string in a transcript: its bytes, or the length of an unreadable one.
enum TranscriptText {
  /// Longest string whose bytes are recorded; a longer one is refused for its length.
  static let mostBytes = BorderLimits.textBytes
  /// Marks a string that is too long, or NULL and not empty.
  static let unreadable: UInt32 = .max - 1
}
