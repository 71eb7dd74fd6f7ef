internal import FeedDocument
internal import Support

/// The keys for drawing blocks as trees, by the kind of content: texts, pictures, actions, omitted.
struct TreeHints {
  private var texts: [String] = []
  private var images: [String] = []
  private var actions: [String] = []
  private var omitted: [String] = []
  private var kinds: [String] = []
  /// The different texts of the blocks.
  private(set) var shown: Set<String> = []
  private(set) var isMarkedUp = false

  /// A place of values: their key, and the key of the object or list around them.
  private struct Place: Hashable {
    var key: String
    var outer: String
    var path: String { outer.isEmpty ? key : "\(outer).\(key)" }
  }

  /// The number of values at each place that are shown and that are not.
  private struct Evidence {
    /// The places in order of appearance.
    private(set) var places: [Place] = []
    private var counts: [Place: (shown: Int, hidden: Int)] = [:]

    mutating func add(_ key: String, in outer: String, isShown: Bool) {
      let place = Place(key: key, outer: outer)
      if counts[place] == nil { places.append(place) }
      counts[place, default: (0, 0)].shown += isShown ? 1 : 0
      counts[place]?.hidden += isShown ? 0 : 1
    }

    /// Returns the keys under which values are shown. A key that also has other values is given with
    /// the key around it, where most values are shown.
    func keys(limit: Int) -> [String] {
      let shown = places.filter { $0.key != "" && (counts[$0]?.shown ?? 0) > 0 }
      let mixed = Set(places.filter { (counts[$0]?.hidden ?? 0) > 0 }.map(\.key))
      let found = shown.compactMap { place -> String? in
        guard mixed.contains(place.key) else { return place.key }
        let (shown, hidden) = counts[place] ?? (0, 0)
        return shown >= hidden ? place.path : nil
      }
      return Array(found.uniqued.prefix(limit))
    }
  }

  /// Creates the hints of blocks that show nothing but their title.
  init() {}

  init(of blocks: [FeedValue], code: String?, _ index: TextIndex) {
    kinds = index.kinds.sorted()
    var (text, picture, action) = (Evidence(), Evidence(), Evidence())
    var hidden: [FeedValue] = []
    // The paths begin in the block, so its own key is left out.
    var stack = blocks.reversed().map { (value: $0, outer: String?.none, isInPicture: false) }
    while let (value, outer, isInPicture) = stack.popLast() {
      let name = outer.map { value.key.isEmpty ? $0 : value.key } ?? ""
      if !value.isContainer {
        if value.kind == .string, value.beginning == code { continue }
        let content = index.content(of: value)
        let isShown = content == .text || content == .amount
        if value.kind == .string || isShown || value.kind == .number, value.count > 0 || isShown {
          text.add(value.key, in: outer ?? "", isShown: isShown)
        }
        // An address in an object whose kind is a picture needs no key.
        if content == .picture || value.isAddress, !isInPicture {
          picture.add(value.key, in: outer ?? "", isShown: content == .picture)
        }
        if content == .nothing, value.kind == .string {
          action.add(value.key, in: outer ?? "", isShown: Self.isTarget(value))
        }
        if content == .text { note(value) }
        continue
      }
      // At most `votes` elements of an array are read, as in the search for paths.
      let isPicture = isPicture(value)
      let below = value.children.prefix(value.kind == .array ? FieldHints.votes : Int.max)
      for child in below.reversed() {
        if child.isContainer, HumanText.isAside(child) {
          omitted.append(child.key)
          Self.addTargets(in: child, to: &action)
        } else if child.isContainer, !child.key.isEmpty, index.count(in: child) == 0 {
          hidden.append(child)
          Self.addTargets(in: child, to: &action)
        } else {
          stack.append((child, name, isPicture))
        }
      }
    }
    texts = text.keys(limit: 48)
    images = picture.keys(limit: 24)
    actions = action.keys(limit: 16)
    omit(hidden)
  }

  /// Whether an object states that it is a picture.
  private func isPicture(_ object: FeedValue) -> Bool {
    object.kind == .object
      && object.children.contains { member in
        member.kind == .string && member.count <= 24
          && FieldHints.isPictureKind(member.string ?? "")
          && (KeyTraits(of: member.key).namesKind || kinds.contains(member.key))
      }
  }

  private mutating func note(_ value: FeedValue) {
    let text = value.beginning ?? ""
    shown.insert(text)
    isMarkedUp =
      isMarkedUp || text.hasBytes(of: "</") || text.hasBytes(of: "<br")
      || (text.hasBytes(of: "&") && text.hasBytes(of: ";"))
  }

  /// Omits containers without content that have strings which would be drawn: elements of lists, and
  /// members with a key that leads to texts elsewhere.
  private mutating func omit(_ containers: [FeedValue]) {
    let keys = Set(texts)
    for container in containers where !omitted.contains(container.key) {
      var stack = [container]
      while let value = stack.popLast() {
        let isDrawn = value.children.contains { child in
          (child.kind == .string && child.count > 0
            && (child.key.isEmpty || keys.contains(child.key)))
            || (child.kind == .number && keys.contains(child.key))
        }
        if isDrawn {
          omitted.append(container.key)
          break
        }
        stack += value.children.filter(\.isContainer)
      }
    }
    omitted = Array(omitted.uniqued.prefix(32))
  }

  private static func isTarget(_ value: FeedValue) -> Bool {
    let key = value.key.lowercased()
    guard !value.isAppLink, let text = value.beginning else { return value.isAppLink }
    return HumanText.isAddress(text)
      && (key == "uri" || FieldHints.actionWords.contains { key.hasBytes(of: $0) })
  }

  /// Adds the keys under which an object for actions, or an object in it, says what a tap opens.
  private static func addTargets(in container: FeedValue, to evidence: inout Evidence) {
    var level = [container]
    for _ in 0..<FieldHints.depth {
      let strings = level.flatMap(\.children).filter { $0.kind == .string && $0.count > 0 }
      let found =
        strings.first { $0.isAddress || $0.isAppLink }
        ?? (KeyTraits(of: container.key).aside == .unlessLabelled
          ? strings.first { FieldHints.targetWords.contains($0.key.lowercased()) } : nil)
      if let found {
        evidence.add(found.key, in: container.key, isShown: true)
        return
      }
      level = level.flatMap(\.children).filter { $0.kind == .object }
      if level.isEmpty { return }
    }
  }

  var setting: JSONText {
    [
      "texts": .texts(texts), "images": .texts(images),
      "actions": actions.isEmpty ? nil : .texts(actions),
      "omit": omitted.isEmpty ? nil : .texts(omitted),
      "kinds": kinds.isEmpty ? nil : .texts(kinds),
    ]
  }
}
