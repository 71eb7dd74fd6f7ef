import ArticleText
import PluginShared
import SectionKit

/// A text for the reader, with its position in the feed.
struct Phrase {
  private let parts: [PlainText.Part]
  var source: Source?

  init(_ text: String, source: Source?) {
    self.init([PlainText.Part(text: text, isEmphasized: false)], source: source)
  }

  private init(_ parts: [PlainText.Part], source: Source?) {
    self.parts = parts
    self.source = source
  }

  var text: String { parts.map(\.text).joined() }

  /// Reads the first member with a text and removes the markup; `nil` if no member has a text.
  init?(_ keys: String..., in value: Value) {
    for key in keys {
      let parts = PlainText.parts(of: value.text(key) ?? "")
      if !parts.isEmpty {
        self.init(parts, source: value[key].source)
        return
      }
    }
    return nil
  }

  /// A text node in which emphasized parts are bold, such as the matches of a search.
  var node: Node {
    let texts = parts.map { $0.isEmphasized ? Text($0.text).bold() : Text($0.text).node }
    guard let first = texts.first else { return Text("").source(source) }
    // A text without emphasis is one node without styled runs.
    guard texts.count > 1 || parts[0].isEmphasized else { return first.source(source) }
    return texts.dropFirst().reduce(Text("") + first, +).source(source)
  }
}
