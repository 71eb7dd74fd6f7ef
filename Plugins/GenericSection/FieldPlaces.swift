import ArticleText
import SectionKit

/// How the items of a block are arranged.
enum Arrangement: String {
  /// Cards side by side that scroll.
  case rail
  /// Rows one below the other.
  case list
}

/// The picture, the texts and the buttons of a block between its title and its list.
struct Lead {
  var image: String?
  var texts: [Phrase] = []
  var buttons: [Item.Button] = []
  var isEmpty: Bool { image == nil && texts.isEmpty && buttons.isEmpty }
}

/// The paths of a block's fields as given by the feed layout: dotted paths in `generic`, such as
/// `"title": "header.text"`. A field without a path, or without a value at its path, is searched
/// under common names.
struct FieldPlaces {
  /// The paths of a button's label and of its target.
  private struct ButtonPlace {
    var text: String
    var action: String?
  }

  private let title, items: String?
  private let itemTitle, itemDetail, itemImage, itemAction: String?
  private let image: String?
  private let texts, itemTexts: [String]
  private let buttons, itemButtons: [ButtonPlace]
  let arrangement: Arrangement
  /// Whether texts are HTML, whose markup is not shown.
  private let isMarkup: Bool
  /// The keys for drawing a block as a tree; `nil` if blocks are not drawn as trees.
  let tree: TreeKeys?

  init(_ settings: Value) {
    func path(_ value: Value) -> String? {
      (value.kind == .object ? value["path"] : value).string.flatMap { $0.isEmpty ? nil : $0 }
    }
    func buttons(_ value: Value) -> [ButtonPlace] {
      value.array.compactMap { button in
        path(button["text"]).map { ButtonPlace(text: $0, action: path(button["action"])) }
      }
    }
    let generic = settings["generic"]
    title = path(generic["title"])
    items = path(generic["items"])
    itemTitle = path(generic["item"]["title"])
    itemDetail = path(generic["item"]["detail"])
    itemImage = path(generic["item"]["image"])
    itemAction = path(generic["item"]["action"])
    image = path(generic["image"])
    texts = generic["texts"].array.compactMap(path)
    itemTexts = generic["item"]["texts"].array.compactMap(path)
    self.buttons = buttons(generic["buttons"])
    itemButtons = buttons(generic["item"]["buttons"])
    arrangement = generic["arrangement"].string.flatMap(Arrangement.init) ?? .rail
    isMarkup = generic["markup"].bool ?? false
    tree = generic["tree"].kind == .object ? TreeKeys(generic["tree"]) : nil
  }

  func title(of block: Value) -> Phrase? { title.flatMap { phrase(at: $0, in: block) } }

  /// Returns what a block has between its title and its list.
  func lead(of block: Value) -> Lead {
    Lead(
      image: image.flatMap { phrase(at: $0, in: block)?.text },
      texts: texts.flatMap { phrases(at: $0, in: block) },
      buttons: buttons.compactMap { read($0, block) })
  }

  private func read(_ place: ButtonPlace, _ value: Value) -> Item.Button? {
    guard let text = phrase(at: place.text, in: value) else { return nil }
    let target = place.action.flatMap { phrase(at: $0, in: value)?.text }
    return Item.Button(
      text: text, actionType: target.map { BlockReader.type(of: $0, value) }, actionTarget: target)
  }

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
    var texts: [Phrase] = []
    for path in [itemTitle, itemDetail].compactMap({ $0 }) + itemTexts {
      // Feeds give one text under several keys; it is drawn once.
      texts += phrases(at: path, in: value).filter { phrase in
        !texts.contains { $0.text == phrase.text }
      }
    }
    let buttons = itemButtons.compactMap { read($0, value) }
    let image = itemImage.flatMap { phrase(at: $0, in: value) }
    let hasTitle = itemTitle.flatMap { phrase(at: $0, in: value) } != nil
    guard hasTitle || image != nil || !buttons.isEmpty || (!itemTexts.isEmpty && !texts.isEmpty)
    else { return nil }
    let target = itemAction.flatMap { phrase(at: $0, in: value)?.text }
    return Item(
      texts: texts, image: image?.text, buttons: buttons, role: ComponentRole(of: value),
      actionType: target.map { BlockReader.type(of: $0, value) }, actionTarget: target)
  }

  /// Returns the text or the digits of the number at a dotted path; `nil` for anything else.
  private func phrase(at path: String, in value: Value) -> Phrase? {
    phrase(Self.value(at: path, in: value))
  }

  func phrase(_ value: Value) -> Phrase? {
    let text = value.string.map(shown) ?? Self.digits(of: value) ?? ""
    return text.isEmpty ? nil : Phrase(text: text, source: value.source)
  }

  /// Returns the phrase at a dotted path; at the path of a list, those of its elements.
  private func phrases(at path: String, in value: Value) -> [Phrase] {
    let found = Self.value(at: path, in: value)
    return found.kind == .array ? found.array.compactMap(phrase) : [phrase(found)].compactMap { $0 }
  }

  /// Returns a number as JSON writes it: 7, 99.5. An integer is exact; of a fraction, the shortest
  /// digits that give the same number.
  static func digits(of value: Value) -> String? {
    value.int64.map { "\($0)" } ?? value.double.map { "\($0)" }
  }

  /// Returns the value at a dotted path; a step such as "photos[0]" has the position of an element.
  private static func value(at path: String, in value: Value) -> Value {
    path.split(separator: ".").reduce(value) { value, step in
      guard step.utf8.last == UInt8(ascii: "]"), let bracket = step.lastIndex(of: "["),
        let position = Int(step[step.index(after: bracket)...].dropLast())
      else { return value[String(step)] }
      return value[String(step[..<bracket])][position]
    }
  }
}
