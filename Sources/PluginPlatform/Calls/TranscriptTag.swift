/// The tags of a plugin's calls to the host in a transcript. A transcript lists these calls and the
/// plugin's answers in the order in which they happened.
///
/// Each entry begins with one byte: a tag, or the `HostContext.Call.Kind` of the answered call. An
/// answer continues with its status and its struct. The strings of a struct follow the struct.
///
/// No tag has the same raw value as a `Kind`.
enum TranscriptTag: UInt8 {
  case beginNode = 9
  case endNode = 11, fail, warn, measure, write, tooMuchMeasured
  // Calls of the functions of `section.content/1` with these names.
  case run, paragraph, picture, decorate, identify
}

/// The encoding of a string in a transcript: its length and bytes, or `unreadable` and its length.
enum TranscriptText {
  /// The maximum length of a recorded string except renderer output, in bytes. The host refuses a
  /// longer string without its bytes.
  static let mostBytes = BorderLimits.textBytes
  /// Marks a string that is too long, or that has a NULL pointer and a length other than 0.
  static let unreadable: UInt32 = .max - 1
}
