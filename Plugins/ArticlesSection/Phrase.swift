import ArticleText
import PluginShared
import SectionKit

/// A text for the reader, and where it stands.
struct Phrase {
  var text: String
  var source: Source?

  init(_ text: String, source: Source?) {
    self.text = text
    self.source = source
  }

  /// The text of the first of these members that has one, as readers see it; `nil` without any.
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
