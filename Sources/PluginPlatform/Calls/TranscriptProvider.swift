package import CSectionABI

extension se_provider {
  /// A provider that replays the transcript of the reader passed to `reading`. Its functions are
  /// not NULL: for a function that the plugin lacks, the transcript contains the default answer.
  static var transcripts: se_provider {
    var provider = se_provider()
    provider.open = { own, host, _, out in
      out?.pointee = own
      return reader(own).answer(host)
    }
    provider.describe = { reader($0).answer($1, into: $2) }
    provider.row_count = { reader($0).answer($1, into: $2) }
    provider.item = { state, host, _, out in reader(state).answer(host, into: out) }
    provider.row_height = { state, host, _, out in reader(state).answer(host, into: out) }
    provider.frame = { reader($0).answer($1, into: $2) }
    provider.build = { state, host, _, _ in reader(state).answer(host) }
    return provider
  }

  /// Returns a copy that replays the transcript of a section. The reader must outlive the copy.
  package func reading(_ reader: TranscriptReader) -> se_provider {
    var copy = self
    copy.`self` = Unmanaged.passUnretained(reader).toOpaque()
    return copy
  }
}

extension se_rows {
  /// The extension of a plugin whose sections are replayed.
  static var transcripts: se_rows {
    se_rows(elements: { state, host in
      var value = se_value()
      return reader(state).answer(host, into: &value) == SE_OK ? value : se_value()
    })
  }
}

extension se_renderer {
  /// A renderer that replays the transcript of the reader passed to `reading`.
  static var transcripts: se_renderer {
    se_renderer(self: nil, name: se_str(), render: { own, host, _ in reader(own).answer(host) })
  }

  /// Returns a copy that replays the transcript of a page. The reader must outlive the copy.
  package func reading(_ reader: TranscriptReader) -> se_renderer {
    var copy = self
    copy.`self` = Unmanaged.passUnretained(reader).toOpaque()
    return copy
  }
}

/// Returns the reader that `reading` stored in `self` and `open` returned as state; empty for NULL.
func reader(_ state: UnsafeMutableRawPointer?) -> TranscriptReader {
  guard let state else { return TranscriptReader(UnsafeRawBufferPointer(start: nil, count: 0)) }
  return Unmanaged<TranscriptReader>.fromOpaque(state).takeUnretainedValue()
}
