package import FeedDocument

extension Block {
  /// Makes a block of a payload that no source delivered, read as a block of the layout's primary
  /// source. It has no items.
  ///
  /// - Parameter identities: The identities in use: a second block with the code "code" becomes
  ///   "code#2".
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
