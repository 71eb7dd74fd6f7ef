internal import FeedDocument
internal import Renderers
internal import Support

extension PluginFolder {
  /// A draft from the blocks of the example fixture.
  var example: PluginDraft {
    let text = Self.filled(PackageResources.fixture_json_in, words)
    let document = FeedDocument.parse(PaddedBytes(text.utf8), name: "fixture.json").value
    let blocks = document.map { Array($0.root.children) } ?? []
    return PluginDraft(name: name, blockCode: blockCode, blocks: blocks)
  }

  /// Returns a template with the words between `@` replaced, once, since values may contain `@`
  /// too.
  static func filled(_ template: [UInt8], _ values: [String: String]) -> String {
    var parts = String(decoding: template, as: UTF8.self)
      .split(separator: "@", omittingEmptySubsequences: false)[...]
    var text = String(parts.removeFirst())
    while let part = parts.popFirst() {
      guard let value = values[String(part)], let rest = parts.popFirst() else {
        text += "@" + part
        continue
      }
      text += value + rest
    }
    return text
  }

  var words: [String: String] {
    let isSwift = language == .swift
    return [
      "NAME": name.text, "TYPE": name.type, "SYMBOL": name.symbol,
      "CODE_IN_SWIFT": SourceLiteral.swift(blockCode),
      "CODE_IN_C": SourceLiteral.c(blockCode),
      "CODE_IN_JSON": SourceLiteral.json(blockCode),
      "CODE_IN_DUMP": ByteWriter.isBare(blockCode) ? blockCode : SourceLiteral.json(blockCode),
      "CODE_IN_COMMENT": SourceLiteral.comment(blockCode),
      "KIT_IN_SWIFT": SourceLiteral.swift(tools.kit),
      "INCLUDE_IN_MAKE": SourceLiteral.make(tools.include),
      "PROGRAM_IN_MAKE": SourceLiteral.make(tools.program),
      "BUILD": isSwift ? "swift build -c release" : "make",
      "PRODUCTS": isSwift ? ".build/release" : ".",
      "PRODUCT": isSwift ? ".build/release/\(product)" : product,
      "PROGRAM": shellWord(tools.program),
      "LOADED": language == .manifest ? "manifest and library" : "the library",
    ]
  }
}
