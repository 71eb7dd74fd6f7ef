package import CSectionABI

/// The functions that a provider has; the host treats a NULL function differently from an empty
/// one.
struct ProviderFunctions: OptionSet {
  let rawValue: UInt16
  static let describe = ProviderFunctions(rawValue: 1 << 0)
  static let rowCount = ProviderFunctions(rawValue: 1 << 1)
  static let item = ProviderFunctions(rawValue: 1 << 2)
  static let rowHeight = ProviderFunctions(rawValue: 1 << 3)
  static let frame = ProviderFunctions(rawValue: 1 << 4)
  static let build = ProviderFunctions(rawValue: 1 << 5)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(of provider: se_provider) {
    self = []
    if provider.describe != nil { insert(.describe) }
    if provider.row_count != nil { insert(.rowCount) }
    if provider.item != nil { insert(.item) }
    if provider.row_height != nil { insert(.rowHeight) }
    if provider.frame != nil { insert(.frame) }
    if provider.build != nil { insert(.build) }
  }
}

extension se_provider {
  /// Creates a provider with these functions, which replay the reader given by `reading`.
  init(transcripts functions: ProviderFunctions) {
    self.init()
    open = { own, host, _, out in
      out?.pointee = own
      return reader(own).answer(.open, host)
    }
    if functions.contains(.describe) {
      describe = { state, host, out in reader(state).description(host, into: out) }
    }
    if functions.contains(.rowCount) {
      row_count = { state, host, out in reader(state).answer(.rowCount, host, into: out) }
    }
    if functions.contains(.item) {
      item = { state, host, _, out in
        reader(state).answer(.item, host, into: out, flags: TranscriptReader.itemFlags)
      }
    }
    if functions.contains(.rowHeight) {
      row_height = { state, host, _, out in reader(state).answer(.rowHeight, host, into: out) }
    }
    if functions.contains(.frame) {
      frame = { state, host, out in reader(state).answer(.frame, host, into: out) }
    }
    if functions.contains(.build) {
      build = { state, host, _, _ in reader(state).answer(.build, host) }
    }
  }

  /// Returns a copy that replays the transcript of a section. The reader must outlive the call.
  package func reading(_ reader: TranscriptReader) -> se_provider {
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
