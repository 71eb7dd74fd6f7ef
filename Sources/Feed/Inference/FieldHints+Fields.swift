internal import FeedDocument
internal import Support

extension FieldHints {
  /// The strings and amounts at one path of many objects, such as the titles of all items. A path of
  /// lists of texts has the elements of the lists.
  struct Field {
    let path: String
    /// The last key of the path, in lower case.
    let key: String
    let level: Int
    var values: [FeedValue]
    /// Whether the field is inside an object for actions or styles, so its values are no content.
    let isAside: Bool

    /// The first value; a field has at least one.
    var first: FeedValue { values[0] }

    let pictureCertainty: Int

    /// Whether the values are a few words for programs, such as "live" and "ended".
    var isEnumeration: Bool {
      guard values.count > 2, first.kind == .string else { return false }
      let words = Set(values.map { $0.beginning ?? "" })
      return words.count * 3 <= values.count
        && words.allSatisfy { word in
          word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 } && !HumanText.namesText(key)
        }
    }
  }

  struct Fields {
    /// The fields, outer ones first, then in order of appearance.
    private(set) var all: [Field] = []
    private let count: Int
    private let code: String?
    private let index: TextIndex

    init(of objects: [FeedValue], code: String?, _ index: TextIndex) {
      count = objects.count
      self.code = code
      self.index = index
      var places: [String: Int] = [:]
      for (level, parts) in objects.lazy.flatMap({ FieldHints.levels(of: $0).enumerated() }) {
        for part in parts {
          let isAside = level > 0 && HumanText.isAside(part.value)
          for member in part.value.children {
            guard FieldHints.isPart(member.key) else { continue }
            var path = part.path.isEmpty ? member.key : "\(part.path).\(member.key)"
            var values = values(of: member)
            if values.isEmpty, let picture = firstPicture(in: member) {
              path += picture.path
              values = [picture.value]
            }
            guard !values.isEmpty else { continue }
            if let place = places[path] {
              all[place].values += values
              continue
            }
            places[path] = all.count
            let isPicture = index.content(of: values[0]) == .picture
            all.append(
              Field(
                path: path, key: member.key.lowercased(), level: level, values: values,
                isAside: isAside,
                pictureCertainty: max(
                  FieldHints.pictureCertainty(path, values[0]), isPicture ? 1 : 0)))
          }
        }
      }
      // `sort` is stable.
      all.sort { $0.level < $1.level }
    }

    /// Returns the first picture of a list, with its path from the list.
    private func firstPicture(in list: FeedValue) -> (path: String, value: FeedValue)? {
      guard list.kind == .array, let first = list.children.first else { return nil }
      if index.content(of: first) == .picture { return ("[0]", first) }
      guard first.kind == .object, index.counts(in: first) == (0, 1) else { return nil }
      return first.children.first { index.content(of: $0) == .picture && FieldHints.isPart($0.key) }
        .map { ("[0].\($0.key)", $0) }
    }

    /// Returns the values that a member gives to its field: a string, an amount, or a list of texts.
    private func values(of member: FeedValue) -> [FeedValue] {
      switch member.kind {
      case .string: member.count > 0 && !index.kinds.contains(member.key) ? [member] : []
      case .number: index.content(of: member) == .amount ? [member] : []
      case .array:
        member.count > 0 && member.children.allSatisfy(index.isText) ? Array(member.children) : []
      default: []
      }
    }

    /// Whether at least half of the values are texts for people, and none is the block code.
    func isText(_ field: Field) -> Bool {
      !field.isAside && !field.values.contains { $0.beginning == code }
        && field.values.count(where: index.isText) * 2 >= field.values.count
    }

    /// Whether more than half of the values are prices, times or numbers with units.
    func isAmount(_ field: Field) -> Bool {
      !field.isAside
        && field.values.count { index.content(of: $0) == .amount } * 2 > field.values.count
    }

    /// The labels of buttons, each with the path of the button's target; the title is none.
    func buttons(besides title: Field?) -> [(text: Field, action: String?)] {
      all.filter { $0.path != title?.path && FieldHints.isButton($0.path) && isText($0) }
        .map { label in
          let around = label.path.split(separator: ".").dropLast().joined(separator: ".")
          let inside = all.filter {
            !around.isEmpty && $0.path.hasPrefix(around + ".") && $0.path != label.path
          }
          return (label, Self.action(among: inside)?.path)
        }
    }

    private func isProse(_ field: Field) -> Bool {
      !field.isAside && !HumanText.isMachineKey(field.first.key)
        && field.values.allSatisfy { value in
          guard let text = value.beginning else { return false }
          return text != code && !text.hasBytes(of: "://") && !HumanText.isColor(text)
            && index.content(of: value) != .picture && !FieldHints.hasPictureEnding(text)
            && !HumanText.isIdentifier(text)
        }
    }

    /// The title: an outer field first; within a level, the field whose key fits a title word best.
    var title: Field? {
      let labels = Set(all.lazy.map(\.path).filter(FieldHints.isButton))
      // A list of texts is no title.
      let frequent = all.filter {
        $0.values.count * 3 >= count && !labels.contains($0.path) && !$0.first.key.isEmpty
      }
      return named(frequent.filter(isText)) ?? named(frequent.filter(isProse))
        ?? frequent.first {
          isText($0) && !$0.isEnumeration && $0.values.contains(where: FieldHints.looksWritten)
        }
        ?? frequent.first { isText($0) && !$0.isEnumeration }
        ?? named(all.filter { isText($0) && !$0.first.key.isEmpty })
    }

    private func named(_ fields: [Field]) -> Field? {
      let words = FieldHints.titleWords.lazy
      for level in 0..<FieldHints.depth {
        let texts = fields.filter { $0.level == level }
        let exact = words.compactMap { word in
          texts.filter { $0.key == word }.max { $0.values.count < $1.values.count }
        }.first
        let similar = words.compactMap { word in texts.first { $0.key.hasBytes(of: word) } }
          .first { field in !FieldHints.detailWords.contains { field.key.hasBytes(of: $0) } }
        if let found = exact ?? similar { return found }
      }
      return nil
    }

    /// Returns a field that `isFit` accepts and whose key has one of the words, outer fields first.
    func field(named words: [String], where isFit: (Field) -> Bool) -> Field? {
      Self.field(named: words, among: all, where: isFit)
    }

    private static func field(
      named words: [String], among all: [Field], where isFit: (Field) -> Bool
    ) -> Field? {
      for level in 0..<FieldHints.depth {
        let fields = all.filter { $0.level == level && isFit($0) }
        for word in words {
          if let found = fields.first(where: { $0.key.hasBytes(of: word) }) { return found }
        }
      }
      return nil
    }

    /// The target of a tap: an address under a key for actions, or else a link into an app, or else a
    /// URI such as "fm:track:1" under a key for links, or else a word in an object for actions, such as
    /// "Products" in `{"type": "open", "screen": "Products"}`. An address of a sound or a video is the
    /// target only if there is no link.
    var action: Field? { Self.action(among: all) }

    private static func action(among all: [Field]) -> Field? {
      func isTarget(_ field: Field) -> Bool {
        field.first.isAddress && field.pictureCertainty == 0
      }
      return field(named: FieldHints.actionWords, among: all) {
        isTarget($0) && !FieldHints.namesMedia($0.key)
      } ?? all.first { $0.first.isAppLink && $0.pictureCertainty == 0 }
        ?? all.first { FieldHints.linkKeys.contains($0.key) && FieldHints.isURI($0.first) }
        ?? field(named: FieldHints.actionWords, among: all, where: isTarget)
        ?? all.first {
          FieldHints.targetWords.contains($0.key) && FieldHints.isInAction($0.path)
        }
    }

    /// The field that most likely has addresses of pictures; outer fields win among equals.
    var picture: Field? {
      let pictures = all.filter {
        $0.pictureCertainty > 0 && $0.values.contains { index.content(of: $0) == .picture }
      }
      // `max` returns the first of equal fields.
      return pictures.max { $0.pictureCertainty < $1.pictureCertainty }
    }
  }

  /// Returns the path of the member of an item that says what a tap opens: its target as the fields
  /// of a layout give it, or else an address that is no picture, or else an object for actions; `nil`
  /// without any of them.
  package static func actionPath(in item: FeedValue) -> String? {
    if let field = Fields(of: [item], code: nil, TextIndex(of: item)).action { return field.path }
    let members = levels(of: item).joined().flatMap(Self.members)
    return members.first { path, value in
      (value.kind == .string && value.isAddress && pictureCertainty(path, value) == 0)
        || (value.isContainer && value.count > 0 && isAction(value.key))
    }?.path
  }

  private static let linkKeys: Set<String> = ["uri", "link", "href", "deeplink"]

  /// Whether the text is a URI that needs no "//", such as "fm:track:1".
  private static func isURI(_ value: FeedValue) -> Bool {
    guard let text = value.beginning, let colon = text.firstIndex(of: ":") else { return false }
    let rest = text[text.index(after: colon)...]
    return URLReference.isScheme(text[..<colon]) && !rest.isEmpty
      && !text.contains(where: \.isWhitespace)
  }

  /// Whether a key, in lower case, is that of a sound or a video, which a player opens.
  private static func namesMedia(_ key: String) -> Bool {
    ["preview", "audio", "video", "stream", "media", "mp3"].contains { key.hasBytes(of: $0) }
  }

  /// Whether a path leads through an object for actions, such as "onTap.screen".
  static func isInAction(_ path: String) -> Bool {
    path.split(separator: ".").dropLast().contains { isAction(String($0)) }
  }

  private static func isAction(_ key: String) -> Bool {
    let words: Set = ["action", "actions", "navigation", "navigate", "deeplink"]
    return !words.isDisjoint(with: KeyTraits.parts(of: key))
      || ["ontap", "onclick", "onpress"].contains(where: key.lowercased().hasPrefix)
  }

  private static let suffixes = [
    ".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".heic", ".svg", ".bmp",
  ]
  /// Words in keys of links that a picture object contains beside its picture.
  private static let leads = ["link", "href", "scheme", "target", "action", "jump"]

  static func namesLead(_ key: String) -> Bool {
    let key = key.lowercased()
    return leads.contains { key.hasBytes(of: $0) }
  }

  /// Whether the path of an address, without query and fragment, ends like the file of a picture.
  static func hasPictureEnding(_ text: String) -> Bool {
    let file = String(
      decoding: text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") },
      as: UTF8.self
    ).lowercased()
    return suffixes.contains { file.hasSuffix($0) }
  }

  /// Returns how likely an address is a picture:
  /// - 3: its key has a word for pictures.
  /// - 2: the key of an enclosing object has such a word, and its own key has no word for links.
  /// - 1: only its file extension belongs to pictures.
  /// - 0: none of these.
  ///
  /// So `{"image": {"url": …}}` and `{"url": "….jpg"}` are pictures. `{"topic": {"url": …}}` is no
  /// picture, although "topic" ends in "pic".
  static func pictureCertainty(_ path: String, _ value: FeedValue) -> Int {
    let keys = path.split(separator: ".").map(String.init)
    guard let own = keys.last else { return 0 }
    if KeyTraits(of: own).namesPicture { return 3 }
    if !namesLead(own), keys.dropLast().contains(where: { KeyTraits(of: $0).holdsPicture }) {
      return 2
    }
    return hasPictureEnding(value.beginning ?? "") ? 1 : 0
  }

  // MARK: Buttons

  private static let buttonWords: Set<String> = [
    "cta", "button", "btn", "action", "link", "more", "submit",
  ]
  private static let labelKeys: Set<String> = ["label", "title", "text", "name", "caption"]

  /// Whether a path is that of a button's label, such as "cta.label", "buttonText" or "action".
  static func isButton(_ path: String) -> Bool {
    let keys = path.split(separator: ".").map(String.init)
    guard let own = keys.last else { return false }
    let parts = KeyTraits.parts(of: own)
    if !buttonWords.isDisjoint(with: parts) {
      return parts.count == 1 || parts.last.map(labelKeys.contains) == true
    }
    return labelKeys.contains(own) && keys.count > 1
      && !buttonWords.isDisjoint(with: KeyTraits.parts(of: keys[keys.count - 2]))
  }
}
