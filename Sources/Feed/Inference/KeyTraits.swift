/// The meaning of a member's key for its value.
struct KeyTraits {
  /// Whether a container under the key describes styles, tracking or events instead of content.
  enum Aside { case never, always, unlessList, unlessLabelled }

  /// Whether the values are for programs: alignments, kinds, sizes, identifiers.
  private(set) var isMachine = false
  /// Whether almost any word under the key is a text.
  private(set) var namesText = false
  /// Whether digits under the key are an amount: a price, a count, a time.
  private(set) var namesAmount = false
  /// Whether a number under the key is shown to readers: a price, a discount, a rank.
  private(set) var namesNumber = false
  private(set) var namesAction = false
  /// Whether an address under the key is that of a picture.
  private(set) var namesPicture = false
  /// Whether an object under the key describes a picture.
  private(set) var holdsPicture = false
  /// Whether the value names the kind of the object.
  private(set) var namesKind = false
  private(set) var aside = Aside.never

  /// O(bytes of the key).
  init(of key: String) {
    if key.isEmpty { return }
    let lowercased = key.lowercased()
    let parts = Self.parts(of: key)
    namesText = Self.textWords.contains { lowercased.hasSuffix($0) }
    namesAction = lowercased == "action" || lowercased == "cta"
    holdsPicture = Self.holdsPicture(lowercased, parts)
    namesPicture = holdsPicture || parts.last.map(Self.pictureParts.contains) == true
    isMachine = Self.isMachine(key, lowercased, parts)
    namesKind =
      FieldHints.kindKeys.contains(key) || ["type", "kind"].contains(where: lowercased.hasSuffix)
    namesAmount = !isMachine && Self.amountWords.contains { lowercased.hasBytes(of: $0) }
    namesNumber =
      !isMachine
      && (parts.contains(where: Self.numberWords.contains)
        || (parts.last == "time" && parts.contains(where: Self.waits.contains))
        || (parts.last == "count" && parts.contains(where: Self.counted.contains)))
    aside = Self.aside(lowercased, parts)
  }

  /// Splits a key into lowercase words: "coverImgUrl" into "cover", "img" and "url".
  static func parts(of key: String) -> [String] {
    var parts = [""]
    for character in key.unicodeScalars {
      if character == "_" || character == "-" {
        parts.append("")
      } else if character.properties.isUppercase {
        parts.append(character.properties.lowercaseMapping)
      } else {
        parts[parts.count - 1].unicodeScalars.append(character)
      }
    }
    return parts
  }

  // MARK: Texts and amounts

  private static let textWords = [
    "title", "headline", "heading", "name", "header", "caption", "label", "text", "subtitle",
    "desc", "summary", "content", "message", "body", "author", "artist", "string", "tag", "value",
    "brand", "question", "answer", "quote",
  ]
  private static let amountWords = [
    "price", "fare", "amount", "cost", "fee", "total", "eta", "time", "duration", "distance",
    "rating", "score", "views", "likes", "sales", "count", "discount", "balance",
  ]
  private static let numberWords: Set<String> = [
    "price", "mrp", "fare", "cost", "fee", "amount", "discount", "percent", "percentage", "rating",
    "score", "stars", "rank", "ranking", "points", "sold", "sales", "balance", "rent", "views",
    "likes", "distance", "eta", "savings", "followers", "comments", "reviews",
  ]
  private static let waits: Set<String> = ["delivery", "cook", "prep", "travel", "wait"]
  private static let counted: Set<String> = [
    "review", "comment", "like", "view", "play", "follower", "rating", "vote",
  ]

  // MARK: Machines

  private static let machineKeys: Set<String> = [
    "id", "uuid", "guid", "type", "kind", "code", "style", "align", "alignment", "fit", "size",
    "variant", "template", "gravity", "mode", "locale", "lang", "language",
    "version", "schema", "format", "weight", "color", "colour", "appearance", "layout",
    "orientation", "direction", "axis", "slug", "scm", "spm", "alg", "trace", "cursor", "token",
    "key", "icon", "symbol", "ref", "hash", "etag", "mime", "encoding", "currency", "stat",
    "intent", "priority", "visibility", "theme", "spacing", "usagehint", "contenttype", "view",
    "widget", "component", "module", "class", "action", "display", "width", "height", "ext",
    // Texts that a screen reader says, or that are shown in place of a picture or a card.
    "alternativetext", "accessibilitylabel", "contentdescription", "fallbacktext", "arialabel",
  ]
  private static let machineEndings = [
    "Id", "Ids", "Code", "Type", "Url", "URL", "Uri", "Color", "Style", "Align", "Alignment", "Key",
    "Mode", "Size", "Variant", "Format", "Event", "Stat", "Template", "Token", "Gravity", "Icon",
    "Kind", "Width", "Height",
    "_id", "_ids", "_code", "_type", "_url", "_uri", "_color", "_style", "_align", "_key", "_mode",
    "_size", "_variant", "_format", "_event", "_stat", "_template", "_token", "_icon", "_kind",
  ]
  /// Parts of keys for styles, such as "fontFamily" and "margin-top", and for descriptions of
  /// pictures, such as "imageAlt".
  private static let machineParts: Set<String> = [
    "font", "margin", "padding", "radius", "opacity", "flex", "border", "shadow", "aspect", "alt",
    "ratio", "inset", "overflow", "elevation",
  ]

  private static func isMachine(_ key: String, _ lowercased: String, _ parts: [String]) -> Bool {
    if machineKeys.contains(lowercased) || key.hasPrefix("$") || key.hasPrefix("@")
      || key.hasPrefix("__") || parts.contains(where: machineParts.contains)
    {
      return true
    }
    // Each ending begins with an uppercase letter or "_", so keys of one part have none.
    return parts.count > 1 && machineEndings.contains { key.hasSuffix($0) }
  }

  // MARK: Pictures

  private static let pictureWords = ["image", "img", "thumb", "avatar", "poster", "photo"]
  /// Words for pictures that must begin a part of a key; "topic" and "lexicon" only contain them.
  private static let pictureBeginnings = ["cover", "pic", "icon"]
  /// Last parts of keys of pictures; an object under such a key has more than a picture.
  private static let pictureParts: Set<String> = [
    "logo", "still", "backdrop", "art", "artwork", "hero", "banner",
  ]

  private static func holdsPicture(_ lowercased: String, _ parts: [String]) -> Bool {
    (pictureWords.contains { lowercased.hasBytes(of: $0) }
      || parts.contains { part in pictureBeginnings.contains { part.hasPrefix($0) } })
      && !parts.contains("bg") && !parts.contains("background")
  }

  // MARK: Asides

  private static let asides: Set<String> = [
    "templates", "styles", "style", "stylesheet", "theme", "themes", "background",
    "backgrounds", "tracking", "track", "analytics", "logging", "log", "logs", "experiments",
    "abtest", "abtests", "debug", "schema", "definitions", "strings", "config", "configuration",
    "palette", "colors", "variables",
  ]
  private static let actions: Set<String> = ["action", "ontap", "onclick", "onpress", "events"]

  private static func aside(_ lowercased: String, _ parts: [String]) -> Aside {
    let name = String(lowercased.filter { $0 != "_" && $0 != "-" })
    if actions.contains(name) || (parts.count > 1 && (parts[0] == "on" || parts.last == "action")) {
      return .unlessLabelled
    }
    if asides.contains(name) || parts.last == "style" || parts.last == "styles" { return .always }
    return parts.last == "template" ? .unlessList : .never
  }
}

/// The traits of the keys of a document, each read once.
struct KeyTraitsTable {
  private var known: [String: KeyTraits] = [:]

  mutating func traits(of key: String) -> KeyTraits {
    if let traits = known[key] { return traits }
    let traits = KeyTraits(of: key)
    known[key] = traits
    return traits
  }
}
