internal import CSectionABI

/// A struct of the contract in a transcript: the bytes of the struct, then its strings.
protocol TranscriptStruct {
  init()
  /// The offsets of `bool` fields. Reading changes these bytes to 0 or 1, as Swift requires.
  static var flags: [Int] { get }
  mutating func forEachString(_ body: (inout se_str) -> Void)
}

extension TranscriptStruct {
  static var flags: [Int] { [] }
  mutating func forEachString(_ body: (inout se_str) -> Void) {}
}

extension UInt32: TranscriptStruct {}
extension se_value: TranscriptStruct {}
extension se_length: TranscriptStruct {}
extension se_frame: TranscriptStruct {}
extension se_paragraph: TranscriptStruct {}

extension se_section: TranscriptStruct {
  static let flags = [
    \Self.has_background, \.header.present, \.header.pinned, \.footer.present, \.footer.pinned,
  ].compactMap { MemoryLayout<Self>.offset(of: $0) }

  mutating func forEachString(_ body: (inout se_str) -> Void) { body(&title) }
}

extension se_item: TranscriptStruct {
  static let flags = [\Self.full_bleed, \.stretch].compactMap { MemoryLayout<Self>.offset(of: $0) }
}

extension se_node: TranscriptStruct {
  mutating func forEachString(_ body: (inout se_str) -> Void) {
    body(&name)
    body(&text)
    body(&label)
    body(&badge)
    body(&action.type)
    body(&action.target)
    body(&color)
    body(&background)
  }
}

extension se_run: TranscriptStruct {
  mutating func forEachString(_ body: (inout se_str) -> Void) {
    body(&family)
    body(&color)
    body(&background)
    body(&action.type)
    body(&action.target)
    body(&image)
  }
}

extension se_picture: TranscriptStruct {
  mutating func forEachString(_ body: (inout se_str) -> Void) {
    body(&address)
    body(&tint)
    body(&placeholder)
  }
}

extension se_decoration: TranscriptStruct {
  mutating func forEachString(_ body: (inout se_str) -> Void) {
    body(&border_color)
    body(&shadow_color)
  }
}

extension se_identity: TranscriptStruct {
  mutating func forEachString(_ body: (inout se_str) -> Void) {
    body(&resource_type)
    body(&resource_id)
    body(&state)
  }
}
