import Support
import LayoutCore
import Page

/// The members that the JSON of a section, or of a node, can have, by the table of attributes.
final class JSONMembers: Sendable {
  struct Member {
    let attribute: Attribute
    /// Whether the member has the second part of the value.
    let isSecond: Bool
    let key: StaticString
    let place: Place

    /// Whether JSON leaves out the member for some values.
    var canBeLeftOut: Bool {
      attribute == .span || attribute == .feedItem || attribute == .item && isSecond
    }
  }

  /// The objects around a member, as indices of `objects`.
  struct Place: Equatable {
    var outer: UInt8 = 0
    var inner: UInt8 = 0
  }

  /// A set of members: bit n for the member with the index n.
  typealias Mask = AttributeValues.Mask

  static let ofSections = JSONMembers(of: .section)
  static let ofNodes = JSONMembers(of: .node)

  /// The members in the order of JSON: bytewise by key.
  let members: [Member]
  /// The keys of objects around members. The first is none.
  let objects: [StaticString]
  /// The members of each attribute, by its raw value.
  let masks: [Mask]
  /// The members that each revision of the schema has, from revision 1.
  private let byRevision: [Mask]
  /// The keys of the members, or of the outer objects around them.
  private let keys: [ArraySlice<UInt8>]

  private init(of scope: Attribute.Scope) {
    typealias Found = (
      attribute: Attribute, isSecond: Bool, member: Attribute.Member, path: [UInt8]
    )
    let found = Attribute.allCases.filter { $0.scope == scope }.flatMap { attribute in
      [attribute.entry.member, attribute.entry.second].enumerated().compactMap { part, member in
        // The byte 0 between keys sorts before all bytes of a key.
        member.map { Found(attribute, part == 1, $0, Array($0.path.joined(separator: "\0").utf8)) }
      }
    }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    var objects: [StaticString] = [""]
    func object(_ key: StaticString) -> UInt8 {
      if let known = objects.firstIndex(where: { $0.description == key.description }) {
        return UInt8(known)
      }
      objects.append(key)
      return UInt8(objects.count - 1)
    }
    members = found.map { attribute, isSecond, member, _ in
      Member(
        attribute: attribute, isSecond: isSecond, key: member.key,
        place: Place(outer: object(member.outer), inner: object(member.inner)))
    }
    self.objects = objects
    keys = found.map { $0.path.prefix { $0 > 0 } }
    var masks = [Mask](repeating: 0, count: Attribute.allCases.count)
    for (index, member) in found.enumerated() {
      masks[Int(member.attribute.rawValue)] |= 1 << Mask(index)
    }
    self.masks = masks
    byRevision = (1...LayoutSchema.revision).map { revision in
      found.indices.reduce(0) {
        $0 | (found[$1].attribute.entry.revision <= revision ? 1 << Mask($1) : 0)
      }
    }
  }

  /// Returns the members that a revision of the schema has.
  func of(revision: Int) -> Mask {
    byRevision[min(max(revision, 1), byRevision.count) - 1]
  }

  /// Returns the members whose keys, or those of their outer objects, are in a range.
  func between(_ first: String, _ end: String) -> Mask {
    keys.indices.reduce(0) { mask, index in
      let isBehind = !keys[index].lexicographicallyPrecedes(first.utf8)
      let isBefore = keys[index].lexicographicallyPrecedes(end.utf8)
      return mask | (isBehind && isBefore ? 1 << Mask(index) : 0)
    }
  }

  /// The members of nodes before and behind `children`.
  static let beforeChildren = ofNodes.between("", "children")
  static let behindChildren = ofNodes.between("children", "~")
  /// The members of sections before the first that depends on the position, those that do, and those
  /// behind them, before and behind `root`.
  static let beforePlace = ofSections.between("", "feedPath")
  static let place = ofSections.between("feedPath", "insets")
  static let beforeRoot = ofSections.between("insets", "root")
  static let behindRoot = ofSections.between("root", "~")
}

extension JSONWriter {
  /// Writes members of the object of a section or node.
  /// - Parameter shown: The members to write, if the section or node has their attributes.
  mutating func write(
    _ values: AttributeValues, _ table: JSONMembers, _ shown: JSONMembers.Mask
  ) {
    var rest: JSONMembers.Mask = 0
    values.forEachAttribute { rest |= table.masks[Int($0.rawValue)] }
    rest &= shown
    var place = JSONMembers.Place()
    while rest != 0 {
      let member = table.members[rest.trailingZeroBitCount]
      rest &= rest &- 1
      guard let value = values[member.attribute] else { continue }
      if member.canBeLeftOut, !hasPart(value, member) { continue }
      move(from: place, to: member.place, table)
      place = member.place
      key(member.key)
      write(value, member, values)
    }
    move(from: place, to: JSONMembers.Place(), table)
  }

  /// Closes and opens the objects between two members.
  private mutating func move(
    from: JSONMembers.Place, to: JSONMembers.Place, _ table: JSONMembers
  ) {
    guard from != to else { return }
    let isOther = from.outer != to.outer
    if from.inner > 0, isOther || from.inner != to.inner { endObject() }
    if from.outer > 0, isOther { endObject() }
    if to.outer > 0, isOther { open(table.objects[Int(to.outer)]) }
    if to.inner > 0, isOther || from.inner != to.inner { open(table.objects[Int(to.inner)]) }
  }

  private mutating func open(_ object: StaticString) {
    key(object)
    beginObject()
  }

  /// Whether JSON writes a part of a value. It leaves out spans of 1, and empty types and identifiers.
  private func hasPart(_ value: AttributeValue, _ member: JSONMembers.Member) -> Bool {
    switch (member.attribute, value) {
    case (.span, .pair(let columns, let rows)): (member.isSecond ? rows : columns) > 1
    case (.feedItem, .words(let words)): !words[member.isSecond ? 1 : 0].isEmpty
    case (_, .resource(let type, _)): !member.isSecond || type.count > 0
    default: true
    }
  }

  private mutating func write(
    _ value: AttributeValue, _ member: JSONMembers.Member, _ values: AttributeValues
  ) {
    let isSecond = member.isSecond
    switch value {
    case .text(let range): write(range, of: values)
    case .word(let word): write(word)
    case .number(let number): write(number)
    case .integer(let integer): write(integer)
    case .flag(let flag): write(flag)
    case .pair(let first, let second): write(isSecond ? second : first)
    case .numbers(let first, let second): write(isSecond ? second : first)
    case .frame(let frame): write(frame)
    case .edges(let edges): write(edges)
    case .heights(let heights): writeArray(heights) { $0.write($1) }
    case .indexPath(let indices): writeArray(indices) { $0.write($1) }
    case .words(let words) where member.place != .init(): write(words[isSecond ? 1 : 0])
    case .words(let words): writeArray(words) { $0.write($1) }
    case .resource(let type, let id): write(isSecond ? type : id, of: values)
    case .corners(let corners): writeArray(corners.words) { $0.write($1) }
    case .runs(let range):
      writeArray(values.runs[range]) { json, run in
        json.beginObject()
        json.write(membersOf: run, values)
        json.endObject()
      }
    case .textLines(let lines): write(lines)
    case .shadow(let shadow):
      beginObject()
      write("blur", Double(shadow.blur))
      write("color", shadow.color, of: values)
      write("x", Double(shadow.x))
      write("y", Double(shadow.y))
      endObject()
    }
  }

  private mutating func write(membersOf run: TextRun, _ values: AttributeValues) {
    if run.actionTarget.count > 0 {
      object("action") { json in
        json.write("target", run.actionTarget, of: values)
        json.key("type")
        json.write(run.actionType, of: values)
      }
    }
    write("background", run.background, of: values)
    write("baselineOffset", unlessZero: run.baselineOffset)
    write("color", run.color, of: values)
    write("end", run.range.upperBound)
    write("family", run.family, of: values)
    if run.image.count > 0 {
      object("image") { json in
        json.write("address", run.image, of: values)
        json.write("height", Double(run.imageHeight))
        json.write("width", Double(run.imageWidth))
      }
    }
    write("letterSpacing", unlessZero: run.letterSpacing)
    write("lineHeight", unlessZero: run.lineHeight)
    write("size", unlessZero: run.font.size)
    write("start", run.range.lowerBound)
    if run.traits != [] { array("traits", run.traits.words) { $0.write($1) } }
    if run.font.weight > 0 { write("weight", Int(run.font.weight)) }
  }

  /// Writes a member, unless its text is empty.
  private mutating func write(
    _ key: StaticString, _ text: TextRange, of values: AttributeValues
  ) {
    guard text.count > 0 else { return }
    self.key(key)
    write(text, of: values)
  }

  private mutating func write(_ text: TextRange, of values: AttributeValues) {
    let start = Int(text.start)
    values.storage.withUnsafeBufferPointer { bytes in
      out.write(jsonString: UnsafeBufferPointer(rebasing: bytes[start..<start + Int(text.count)]))
    }
  }

  private mutating func write(_ key: StaticString, unlessZero number: Float) {
    if number != 0 { write(key, Double(number)) }
  }
}
