internal import FeedDocument
internal import Support

extension FieldHints {
  /// The strings at one path of many objects, such as the titles of all items.
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

    var pictureCertainty: Int { FieldHints.pictureCertainty(path, first) }

    /// Whether the values are a few words for programs, such as "live" and "ended".
    var isEnumeration: Bool {
      guard values.count > 2 else { return false }
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

    init(of objects: [FeedValue], code: String?, _ kinds: Set<String>) {
      count = objects.count
      self.code = code
      var found: [Field] = []
      for (level, places) in objects.lazy.flatMap({ FieldHints.levels(of: $0).enumerated() }) {
        for place in places {
          let isAside = level > 0 && HumanText.isAside(place.value)
          found += FieldHints.members(of: place).filter {
            $0.value.kind == .string && $0.value.count > 0 && !kinds.contains($0.value.key)
          }.map { path, value in
            Field(
              path: path, key: value.key.lowercased(), level: level, values: [value],
              isAside: isAside)
          }
        }
      }
      all = found.grouped(by: \.path).map { fields in
        var field = fields[0]
        field.values = fields.flatMap(\.values)
        return field
      }
      // `sort` is stable.
      all.sort { $0.level < $1.level }
    }

    /// Whether at least half of the values are texts for people, and none is the block code.
    func isText(_ field: Field) -> Bool {
      !field.isAside && !field.values.contains { $0.beginning == code }
        && field.values.count { HumanText.isText($0) } * 2 >= field.values.count
    }

    /// Whether more than half of the values are prices, times or numbers with units.
    func isAmount(_ field: Field) -> Bool {
      !field.isAside && field.values.count { HumanText.isAmount($0) } * 2 > field.values.count
    }

    private func isProse(_ field: Field) -> Bool {
      !field.isAside && !HumanText.isMachineKey(field.first.key)
        && field.values.allSatisfy { value in
          guard let text = value.beginning else { return false }
          return text != code && !text.hasBytes(of: "://") && !HumanText.isColor(text)
        }
    }

    /// The title: an outer field first; within a level, the field whose key fits a title word best.
    var title: Field? {
      let frequent = all.filter { $0.values.count * 3 >= count }
      return named(frequent.filter(isText)) ?? named(frequent.filter(isProse))
        ?? frequent.first {
          isText($0) && !$0.isEnumeration && $0.values.contains(where: FieldHints.looksWritten)
        }
        ?? frequent.first { isText($0) && !$0.isEnumeration }
        ?? named(all.filter(isText))
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
    var action: Field? {
      func isTarget(_ field: Field) -> Bool {
        field.first.isAddress && field.pictureCertainty == 0
      }
      return field(named: FieldHints.actionWords) {
        isTarget($0) && !FieldHints.namesMedia($0.key)
      } ?? all.first { $0.first.isAppLink && $0.pictureCertainty == 0 }
        ?? all.first { FieldHints.linkKeys.contains($0.key) && FieldHints.isURI($0.first) }
        ?? field(named: FieldHints.actionWords, where: isTarget)
        ?? all.first {
          FieldHints.targetWords.contains($0.key) && FieldHints.isInAction($0.path)
        }
    }

    /// The field that most likely has addresses of pictures; outer fields win among equals.
    var picture: Field? {
      let pictures = all.filter {
        ($0.first.isAddress || $0.first.isFileName)
          && $0.pictureCertainty > 0
      }
      // `max` returns the first of equal fields.
      return pictures.max { $0.pictureCertainty < $1.pictureCertainty }
    }
  }

  /// Returns the path of the member of an item that says what a tap opens: its target as the fields
  /// of a layout give it, or else an address that is no picture, or else an object for actions; `nil`
  /// without any of them.
  package static func actionPath(in item: FeedValue) -> String? {
    if let field = Fields(of: [item], code: nil, []).action { return field.path }
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
    return !words.isDisjoint(with: parts(of: key))
      || ["ontap", "onclick", "onpress"].contains(where: key.lowercased().hasPrefix)
  }

  private static let words = ["image", "img", "thumb", "avatar", "poster", "photo"]
  /// Words for pictures that must begin a part of a key; "topic" and "lexicon" only contain them.
  private static let beginnings = ["cover", "pic", "icon"]
  private static let suffixes = [
    ".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".heic", ".svg", ".bmp",
  ]
  /// Words in keys of links that a picture object contains beside its picture.
  private static let leads = ["link", "href", "scheme", "target", "action", "jump"]

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
    if namesPicture(own) { return 3 }
    let name = own.lowercased()
    let isLead = leads.contains { name.hasBytes(of: $0) }
    if !isLead, keys.dropLast().contains(where: namesPicture) { return 2 }
    let file = String(
      decoding: (value.beginning ?? "").utf8.prefix {
        $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
      }, as: UTF8.self
    ).lowercased()
    return suffixes.contains { file.hasSuffix($0) } ? 1 : 0
  }

  private static func namesPicture(_ key: String) -> Bool {
    let lowercased = key.lowercased()
    if words.contains(where: { lowercased.hasBytes(of: $0) }) { return true }
    guard beginnings.contains(where: { lowercased.hasBytes(of: $0) }) else { return false }
    return Self.parts(of: key).contains { part in beginnings.contains { part.hasPrefix($0) } }
  }

  /// Splits a key into lowercase words: "coverImgUrl" into "cover", "img" and "url".
  private static func parts(of key: String) -> [String] {
    var parts = [""]
    for character in key {
      if character == "_" || character == "-" {
        parts.append("")
      } else if character.isUppercase {
        parts.append(character.lowercased())
      } else {
        parts[parts.count - 1] += character.lowercased()
      }
    }
    return parts
  }
}
