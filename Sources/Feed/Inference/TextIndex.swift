internal import FeedDocument
internal import Support

/// The content of each value of a document, or of a part of it: a text, an amount, a picture or
/// nothing. Objects and lists for styles, tracking and events show nothing. Creating the index is
/// O(values); the questions about a value are O(1).
struct TextIndex {
  enum Content: UInt8 { case nothing, text, amount, picture }

  /// The value whose values are indexed.
  private let root: FeedValue
  /// The content of each value, by its index from that of the root on.
  private var contents: [Content]
  /// For each of these indices: the number of texts and of pictures before it.
  private let counts: [(texts: UInt32, pictures: UInt32)]
  /// The texts and the pictures, in document order.
  let texts: [FeedValue]
  let pictures: [FeedValue]
  /// Keys whose values are kinds of components: "tag" in `{"tag": "HStack", "children": […]}`.
  let kinds: Set<String>

  private struct Place {
    var value: FeedValue
    /// The key of the value, or of the list around it.
    var outer: String
    /// Whether the value is inside an object or a list for pictures.
    var isInPicture: Bool
    /// The object for a picture around the value, of which one address counts.
    var picture: UInt32?
  }

  init(of document: FeedDocument) { self.init(of: document.root) }

  /// - Parameter root: A value whose texts are asked for. Values outside of it are not read.
  init(of root: FeedValue) {
    self.root = root
    let first = Int(root.index)
    var contents = [Content](repeating: .nothing, count: Int(root.end) - first + 1)
    var found: [FeedValue] = []
    var keys = KeyTraitsTable()
    /// For each key: the number of short values that are components, and of all short values.
    var words: [String: (components: Int, all: Int)] = [:]
    var shown: Set<UInt32> = []
    var stack = [Place(value: root, outer: "", isInPicture: false)]
    while var place = stack.popLast() {
      let object = ObjectTraits(of: place.value, in: place.outer, &keys)
      if place.isInPicture, place.picture == nil, place.value.kind == .object {
        place.picture = place.value.index
      }
      var below: [Place] = []
      for child in place.value.children {
        let key = child.key
        let traits = keys.traits(of: key)
        if child.isContainer {
          if HumanText.isAside(child, traits) { continue }
          below.append(
            Place(
              value: child, outer: key.isEmpty ? place.outer : key,
              isInPicture: place.isInPicture || traits.holdsPicture || object.isPicture,
              picture: place.picture))
          continue
        }
        if child.kind == .string, !traits.isMachine, child.count > 0, child.count <= 24 {
          words[key, default: (0, 0)].all += 1
          words[key]?.components += FieldHints.isComponent(child.string ?? "") ? 1 : 0
        }
        var content = Self.content(of: child, traits, in: object, place)
        if content == .picture, let owner = place.picture, !shown.insert(owner).inserted {
          content = .nothing
        }
        contents[Int(child.index) - first] = content
        if content == .text || content == .picture { found.append(child) }
      }
      stack += below.reversed()
    }
    let kinds = Set(words.filter { !$0.key.isEmpty && $0.value.components * 2 > $0.value.all }.keys)
    if !kinds.isEmpty {
      found.removeAll { value in
        let index = Int(value.index) - first
        guard contents[index] == .text, kinds.contains(value.key) else { return false }
        contents[index] = .nothing
        return true
      }
    }
    found.sort { $0.index < $1.index }
    texts = found.filter { contents[Int($0.index) - first] == .text }
    pictures = found.filter { contents[Int($0.index) - first] == .picture }
    var counts: [(texts: UInt32, pictures: UInt32)] = []
    counts.reserveCapacity(contents.count + 1)
    var sum: (texts: UInt32, pictures: UInt32) = (0, 0)
    counts.append(sum)
    for content in contents {
      if content == .text { sum.texts += 1 }
      if content == .picture { sum.pictures += 1 }
      counts.append(sum)
    }
    (self.contents, self.counts, self.kinds) = (contents, counts, kinds)
  }

  /// The facts that the members of an object state about each other.
  private struct ObjectTraits {
    /// Whether a member has a key for titles, so that a word under `name` or `value` is none.
    var hasTitle = false
    /// Whether the object is a choice of a list, or has more than a label and a value.
    var isChoice = false
    /// Whether the kind of the object is a picture.
    var isPicture = false
    /// Whether the value is a row of a table: a list of texts and numbers.
    var isRow = false
    /// Whether the object is the envelope of a reply, whose message is for programs.
    var isEnvelope = false

    private static let titles: Set<String> = ["title", "label", "text", "caption", "heading"]
    private static let choices: Set<String> = ["choices", "options", "values", "enum", "items"]
    private static let status: Set<String> = [
      "code", "status", "statusCode", "retCode", "errno", "success", "ret",
    ]

    init(of value: FeedValue, in outer: String, _ keys: inout KeyTraitsTable) {
      if value.kind == .array {
        isRow = value.children.contains { $0.kind == .string && HumanText.isText($0) }
      }
      guard value.kind == .object else { return }
      isEnvelope = value.index == FeedDocument.rootIndex
      var hasStatus = false
      for member in value.children where !member.isContainer {
        let key = member.key
        if member.kind == .string, Self.titles.contains(key) { hasTitle = true }
        if keys.traits(of: key).namesKind, let kind = member.string {
          isPicture = isPicture || FieldHints.isPictureKind(kind)
        }
        hasStatus = hasStatus || Self.status.contains(key)
      }
      isEnvelope = isEnvelope && hasStatus
      isChoice = value.count > 2 || Self.choices.contains(outer)
    }
  }

  private static let envelopeMessages: Set<String> = [
    "message", "msg", "statusMessage", "retMsg", "errorMsg", "errmsg", "info", "status",
  ]

  private static func content(
    of value: FeedValue, _ key: KeyTraits, in object: ObjectTraits, _ place: Place
  ) -> Content {
    guard value.kind == .string else {
      let isShown =
        HumanText.isAmount(value, key)
        || (value.kind == .number
          && (object.isRow || (object.hasTitle && value.key == "value")))
      return isShown ? .amount : .nothing
    }
    guard value.count > 0, let text = value.beginning else { return .nothing }
    if value.isAddress || FieldHints.hasPictureEnding(text), !text.hasBytes(of: " ") {
      let name = value.key
      let isPicture =
        key.namesPicture
        || ((place.isInPicture || object.isPicture) && !FieldHints.namesLead(name))
        || (name.isEmpty && KeyTraits(of: place.outer).holdsPicture)
        || FieldHints.hasPictureEnding(text)
      if isPicture { return .picture }
    }
    if HumanText.isText(text, key) {
      let isToken = object.hasTitle && HumanText.isToken(text)
      if isToken, value.key == "name" || (value.key == "value" && object.isChoice) {
        return .nothing
      }
      if object.isEnvelope, envelopeMessages.contains(value.key) { return .nothing }
      return .text
    }
    return HumanText.isAmount(value, key) ? .amount : .nothing
  }

  // MARK: Questions

  /// Returns what a value shows. A value outside of the root is judged by itself.
  func content(of value: FeedValue) -> Content {
    if value.document === root.document {
      guard value.exists else { return .nothing }
      if (root.index..<root.end).contains(value.index) {
        return contents[Int(value.index - root.index)]
      }
    }
    if HumanText.isText(value) { return .text }
    if HumanText.isAmount(value) { return .amount }
    return (value.isAddress || value.isFileName)
      && FieldHints.pictureCertainty(value.key, value) > 0 ? .picture : .nothing
  }

  func isText(_ value: FeedValue) -> Bool { content(of: value) == .text }

  var total: Int { texts.count + pictures.count }

  /// The distinct texts, in document order.
  var distinct: [String] { texts.compactMap(\.string).uniqued }

  /// Returns the distinct texts that are no codes, and the distinct pictures, in document order.
  func contents(besides codes: Set<String>) -> [ShownContent] {
    var known = codes
    let values =
      texts.map { ShownContent(value: $0, isPicture: false) }
      + pictures.map { ShownContent(value: $0, isPicture: true) }
    return values.filter { known.insert($0.value.string ?? "").inserted }
  }

  /// Returns the number of texts and of pictures in a value.
  func count(in value: FeedValue) -> Int {
    let (texts, pictures) = counts(in: value)
    return texts + pictures
  }

  func counts(in value: FeedValue) -> (texts: Int, pictures: Int) {
    guard value.exists, value.document === root.document, value.index >= root.index,
      value.end <= root.end
    else { return (0, 0) }
    let first = counts[Int(value.index - root.index)]
    let end = counts[Int(value.end - root.index)]
    return (Int(end.texts - first.texts), Int(end.pictures - first.pictures))
  }
}
