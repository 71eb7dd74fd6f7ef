package import CSectionABI

extension se_provider {
  /// Whether each optional function exists; the host handles NULL unlike an empty function.
  var functions: [Bool] {
    [
      describe != nil, row_count != nil, item != nil, row_height != nil, frame != nil,
      build != nil,
    ]
  }

  /// Creates a provider whose functions replay the transcript of a reader, set by `reading`.
  init?(transcripts functions: [Bool]) {
    self.init()
    guard functions.count == self.functions.count else { return nil }
    open = { own, host, _, out in
      out?.pointee = own
      return reader(own).answer(host)
    }
    if functions[0] { describe = { reader($0).answer($1, into: $2) } }
    if functions[1] { row_count = { reader($0).answer($1, into: $2) } }
    if functions[2] { item = { state, host, _, out in reader(state).answer(host, into: out) } }
    if functions[3] {
      row_height = { state, host, _, out in reader(state).answer(host, into: out) }
    }
    if functions[4] { frame = { reader($0).answer($1, into: $2) } }
    if functions[5] { build = { state, host, _, _ in reader(state).answer(host) } }
  }

  /// Returns a copy that replays the transcript of a section. The reader must outlive the call.
  package func reading(_ reader: TranscriptReader) -> se_provider {
    var copy = self
    copy.`self` = Unmanaged.passUnretained(reader).toOpaque()
    return copy
  }
}

extension se_renderer {
  /// A renderer that replays the transcript of the reader given by `reading`.
  static var transcripts: se_renderer {
    se_renderer(self: nil, name: se_str(), render: { own, host, _ in reader(own).answer(host) })
  }

  /// Returns a copy that replays a transcript. The reader must outlive the call.
  package func reading(_ reader: TranscriptReader) -> se_renderer {
    var copy = self
    copy.`self` = Unmanaged.passUnretained(reader).toOpaque()
    return copy
  }
}

/// Returns the reader that `reading` stored and `open` passed on.
func reader(_ state: UnsafeMutableRawPointer?) -> TranscriptReader {
  guard let state else { return TranscriptReader(UnsafeRawBufferPointer(start: nil, count: 0)) }
  return Unmanaged<TranscriptReader>.fromOpaque(state).takeUnretainedValue()
}
