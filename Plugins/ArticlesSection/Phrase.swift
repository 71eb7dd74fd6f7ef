import ArticleText
import PluginShared
import SectionKit

/// A text for the reader, with its position in the feed.
struct Phrase {
  var text: String
  var source: Source?

  init(_ text: String, source: Source?) {
    self.text = text
    self.source = source
  }

  /// Reads the first of the members that has a text, without markup; `nil` if there is none.
  init?(_ keys: String..., in value: Value) {
    for key in keys {
      let text = PlainText.of(value.text(key) ?? "")
      if !text.isEmpty {
        self.init(text, source: value[key].source)
        return
      }
    }
    return nil
  }

  var node: Node { Text(text).source(source) }
}
