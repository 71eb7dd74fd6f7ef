package import FeedDocument

/// The content of one section of a feed, before a plugin renders it.
package struct Block: Sendable {
  package var value: FeedValue
  /// The feed layout's default settings merged with its settings for this block's code.
  package var settings: FeedValue
  package var blockCode: String
  /// The show type; empty if the payload has none.
  package var showType: String
  package var sourceName: String
  package var isClosable: Bool
  package var heightHint: HeightHint?
  /// The value in the document that gives the code; the block's value if the layout gives the code.
  package var codeValue: FeedValue

  /// Unique in its feed and stable across replies: the code, or "code#2" for a second occurrence.
  package var identity = ""
  /// The elements of `value`, if the layout gives the path of their identity; otherwise empty.
  package var items: [BlockItem] = []
  /// Whether the payload comes from an input, not from a source.
  var isGivenByInput = false

  package struct HeightHint: Sendable, Hashable {
    /// The height in points, on a page whose width is `designWidth`.
    package var height: Double
    /// The page width that `height` refers to, in points.
    package var designWidth: Double

    /// Returns the height in points on a page of the given width, also in points.
    package func height(forWidth width: Double) -> Double { height * (width / designWidth) }
  }

  /// Whether both blocks refer to the same value of the same document, and have equal codes, show
  /// types and closability. O(1).
  package func isDrawnAs(_ other: Block) -> Bool {
    value.isSame(as: other.value) && blockCode == other.blockCode && showType == other.showType
      && isClosable == other.isClosable
  }

  func has(_ item: String?) -> Bool {
    item.map { value(ofItem: $0) != nil } ?? true
  }
}

/// One item of a block whose items have identities. An item becomes a row of the section.
package struct BlockItem: Sendable, Hashable {
  /// Unique in its block: the text of a string, or the digits of an integer. An item without an
  /// identity gets its position, such as "#3", which another reply may give to another item.
  package var id: String
  /// The index of the item's value in the block's document.
  package var index: UInt32
}

extension FeedValue {
  /// The text of a scalar, independent of its notation: "1" and 1 are the same identity. An integer
  /// beyond 64 bits keeps its digits, because neighbouring integers become the same double. `nil`
  /// for null, containers and empty strings.
  package var identityText: String? {
    switch kind {
    case .string: string.flatMap { $0.isEmpty ? nil : $0 }
    case .number:
      int64.map { "\($0)" } ?? uint64.map { "\($0)" } ?? digitsBeyond64Bits
        ?? double.map { "\($0)" }
    case .bool: bool.map { "\($0)" }
    case .missing, .null, .array, .object: nil
    }
  }
}

extension Block {
  /// Makes a block from a payload that no source delivered. The payload is read like the block of
  /// the source with this code or, without such a source, like a block of the primary source.
  ///
  /// - Parameter identities: The identities in use. If they contain "code", the new block with this
  ///   code gets the identity "code#2".
  package init(
    _ payload: FeedValue, code: String, of layout: FeedLayout, beside identities: Set<String>
  ) {
    var block = Block(
      value: payload, settings: .missing(in: payload.document), blockCode: code, showType: "",
      sourceName: "", isClosable: false, codeValue: payload)
    let whole = layout.sourceOfBlock(code)
    if let source = whole ?? layout.primarySource {
      var reader = SourceReader(layout: layout, source: source, document: payload.document)
      block = reader.block(
        payload, code: code, showType: whole?.shape.block?.showType, codeValue: payload,
        fields: source.shape.fields)
    }
    if let shape = whole?.shape.block, shape.itemIdentity != nil {
      var joining = FeedJoining(layout: layout, [])
      block = joining.block(of: [Contribution(block: block, shape: shape)]) ?? block
    }
    block.isGivenByInput = true
    block.settings = SettingsTable(layout: layout).settings(for: block)
    block.identity = code
    var occurrence = 1
    while identities.contains(block.identity) {
      occurrence += 1
      block.identity = "\(code)#\(occurrence)"
    }
    self = block
  }
}

extension FeedLayout {
  /// The source whose items form the whole block with this code; `nil` if there is none.
  fileprivate func sourceOfBlock(_ code: String) -> Source? {
    sources.first { source in
      if source.part != nil { return false }
      return source.shape.block?.code == code
    }
  }
}
