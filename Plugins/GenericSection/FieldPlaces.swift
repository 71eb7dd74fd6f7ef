import ArticleText
import SectionKit

/// The paths of a block's fields as given by the feed layout: dotted paths in `generic`, such as
/// `"title": "header.text"`. A field without a path, or without a value at its path, is searched
/// under common names.
struct FieldPlaces {
  private let title, items: String?
  private let itemTitle, itemDetail, itemImage, itemAction: String?
  private let texts, itemTexts: [String]
  /// Whether texts are HTML, whose markup is not shown.
  private let isMarkup: Bool
  /// The keys for drawing a block as a tree; `nil` if blocks are not drawn as trees.
  let tree: TreeKeys?

  init(_ settings: Value) {
    func path(_ value: Value) -> String? {
      (value.kind == .object ? value["path"] : value).string.flatMap { $0.isEmpty ? nil : $0 }
    }
    let generic = settings["generic"]
    title = path(generic["title"])
    items = path(generic["items"])
    itemTitle = path(generic["item"]["title"])
    itemDetail = path(generic["item"]["detail"])
    itemImage = path(generic["item"]["image"])
    itemAction = path(generic["item"]["action"])
    texts = generic["texts"].array.compactMap(path)
    itemTexts = generic["item"]["texts"].array.compactMap(path)
    isMarkup = generic["markup"].bool ?? false
    tree = generic["tree"].kind == .object ? TreeKeys(generic["tree"]) : nil
  }

  func title(of block: Value) -> Phrase? { title.flatMap { phrase(at: $0, in: block) } }

  /// Returns the texts between the title and the list of a block.
  func lead(of block: Value) -> [Phrase] { texts.compactMap { phrase(at: $0, in: block) } }

  /// Returns a text without the markup, if texts are HTML.
  func shown(_ text: String) -> String { isMarkup ? PlainText.of(text) : text }

  func list(in block: Value) -> Value? {
    guard let value = items.map({ Self.value(at: $0, in: block) }),
      value.kind == .array || value.kind == .object
    else { return nil }
    return value
  }

  /// Reads an item; `nil` if the paths lead to neither a title nor a picture.
  func item(_ value: Value) -> Item? {
    let texts = ([itemTitle, itemDetail].compactMap { $0 } + itemTexts).compactMap {
      phrase(at: $0, in: value)
    }
    let image = itemImage.flatMap { phrase(at: $0, in: value) }
    let hasTitle = itemTitle.flatMap { phrase(at: $0, in: value) } != nil
    guard hasTitle || image != nil || (!itemTexts.isEmpty && !texts.isEmpty) else { return nil }
    let target = itemAction.flatMap { phrase(at: $0, in: value)?.text }
    return Item(
      texts: texts, image: image?.text,
      actionType: target.map { BlockReader.type(of: $0, value) }, actionTarget: target)
  }

  /// Returns the text or the digits of the integer at a dotted path; `nil` for anything else.
  private func phrase(at path: String, in value: Value) -> Phrase? {
    let found = Self.value(at: path, in: value)
    let text = found.string.map(shown) ?? found.int64.map { "\($0)" } ?? ""
    return text.isEmpty ? nil : Phrase(text: text, source: found.source)
  }

  private static func value(at path: String, in value: Value) -> Value {
    path.split(separator: ".").reduce(value) { $0[String($1)] }
  }
}
