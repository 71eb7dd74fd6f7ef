package import FeedDocument

extension Block {
  /// Makes a block from a payload that no source delivered. The payload is read like a block of the
  /// layout's primary source; the block has no items.
  ///
  /// - Parameter identities: The identities in use. If they contain "code", the new block with this
  ///   code gets the identity "code#2".
  package init(
    _ payload: FeedValue, code: String, of layout: FeedLayout, beside identities: Set<String>
  ) {
    var block = Block(
      value: payload, settings: .missing(in: payload.document), blockCode: code, showType: "",
      sourceName: "", isClosable: false, codeValue: payload)
    if let source = layout.primarySource {
      var reader = SourceReader(layout: layout, source: source, document: payload.document)
      block = reader.block(payload, code: code, codeValue: payload, fields: source.shape.fields)
    }
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
