internal import FeedDocument

/// Reads one source's document into blocks. An unreadable block is omitted. The whole source is
/// lost only if the reply reports a failure or the document does not belong to this source.
struct SourceReader {
  let layout: FeedLayout
  let source: FeedLayout.Source
  let document: FeedDocument
  /// The number of the page, from 0.
  var page = 0
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the reply has items, readable or not, or another container in place of the items.
  private(set) var hasItems = false
  /// The reason why the source is lost; set when its items are read.
  private(set) var failure: SourceFailure?

  /// Returns the blocks, without settings, or `nil` if the source is lost. Their identities are those in
  /// the reply.
  mutating func blocks() -> [Block]? {
    guard let items = items() else { return nil }
    let own = blocks(of: items)
    guard !own.isEmpty else { return own }
    var blocks =
      extraBlock(source.heading, takesList: false) + own
      + extraBlock(source.footer, takesList: true)
    var numbers: [String: Int] = [:]
    for index in blocks.indices {
      let code = blocks[index].blockCode
      blocks[index].identity = code
      guard layout.identity == .codeInReply else { continue }
      let number = numbers[code, default: 0] + 1
      numbers[code] = number
      if number > 1 { blocks[index].identity = "\(code)#\(number)" }
    }
    return blocks
  }

  private mutating func blocks(of items: FeedValue) -> [Block] {
    switch source.shape {
    case .block(let shape):
      guard items.count > 0 || source.emptyPolicy == .show else { return [] }
      return wholeBlock(of: items, shape).map { [$0] } ?? []
    case .elements(let path, let fields):
      let first = diagnostics.count
      let blocks = items.children.compactMap { element($0, codePath: path, fields: fields) }
      let lost = diagnostics.indices.first {
        $0 >= first && diagnostics[$0].code == .missingBlockCode
          && diagnostics[$0].message == Self.lacks(path)
      }
      if let lost { diagnostics[lost].helps += codeKey(insteadOf: path, in: items) }
      return blocks
    case .union(let fields):
      return items.children.compactMap { unionElement($0, fields: fields) }
    case .members(let path, let except, let fields):
      return items.children.compactMap {
        except.contains($0.key) ? nil : member($0, codePath: path, fields: fields)
      }
    case .order: return []
    }
  }

  private mutating func extraBlock(_ extra: FeedLayout.ExtraBlock?, takesList: Bool) -> [Block] {
    guard page == 0, let extra else { return [] }
    let value = document.root.value(atPath: extra.path)
    guard value.kind == .object || value.kind == .string || (takesList && value.kind == .array),
      value.count > 0
    else { return [] }
    return [block(value, code: extra.code, codeValue: value, fields: nil)]
  }

  /// Returns the items of the reply, or `nil` if the source is lost. If the layout expects items,
  /// an empty list on the first page is reported, and a missing or null value loses the source.
  mutating func items() -> FeedValue? {
    let resolver = source.references.flatMap { ReferenceResolver(pool: $0, of: document) }
    let root = (resolver?.resolved() ?? document).root
    var items = FeedValue.missing(in: document)
    for path in [source.items] + source.otherItems where !items.exists {
      guard let match = FlattenedPath(path)?.match(in: root) else { continue }
      items = match.value
      let rest = path.split(separator: "[*]").last.map { $0.drop { $0 == "." } } ?? ""
      leaveOut(match.unmatched) { "it has no `\(rest)`: \($0)" }
    }
    let pool = source.references ?? ""
    leaveOut(resolver?.unknown ?? []) { "it is not in `\(pool)`: \($0)" }
    guard isSuccess(items: items) else { return nil }
    if !items.exists, let holder = holderOfItems {
      let members = source.shape.block?.singleItemMembers ?? []
      if members.contains(where: { !holder[$0].isNothing }) {
        items = holder
      } else if mayLackItems, holder.children.contains(where: \.isContainer) {
        diagnostics.append(absentItems(in: holder))
        hasItems = true
      }
    }
    if items.count > 0 { hasItems = true }
    if items.hasNothing, mayLackItems { return items }
    guard acceptsItems(items) else { return nil }
    // An empty page after the last page with items is the usual end of a feed.
    if items.count == 0, source.emptyPolicy == .report, page == 0 {
      diagnostics.append(
        Diagnostic(
          .unexpectedShape, .warning, "`\(source.items)` is empty", at: items.location,
          label: "found \(items.inWords)",
          notes: ["source `\(source.name)` gives no section"]))
    }
    return items
  }

  /// Reports parts of the list of items that the page lacks, once for all of them.
  private mutating func leaveOut(_ values: [FeedValue], _ reason: (String) -> String) {
    guard let first = values.first else { return }
    diagnostics.append(
      Diagnostic(
        .undrawnItems, .warning,
        values.count == 1 ? "an item is not drawn" : "\(values.count) items are not drawn",
        at: first.location, label: reason(first.inWords),
        notes: values.count == 1
          ? [] : ["the others: \(listed(values.dropFirst().map { "`\($0.path)`" }, atMost: 16))"]))
  }

  /// The object that should contain the items, if it exists and is not empty.
  private var holderOfItems: FeedValue? {
    guard !source.items.contains("[*]"),
      let end = source.items.lastIndex(where: { $0 == "." || $0 == "[" })
    else { return nil }
    let holder = document.root.value(atPath: String(source.items[..<end]))
    return holder.kind == .object && holder.count > 0 ? holder : nil
  }

  /// Reports missing items beside other containers; the server may have renamed the list.
  private func absentItems(in holder: FeedValue) -> Diagnostic {
    let names = holder.children.map(\.key.excerpt)
    return Diagnostic(
      .unexpectedShape, .warning, "there is no `\(source.items)`", at: holder.location,
      label: "found \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")",
      notes: ["source `\(source.name)` gives no items"],
      helps: ["an empty list is not a fault; compare `items` of the feed layout with the reply"])
  }

  // MARK: The envelope

  /// Whether the reply is a success and the layout accepts a reply without items.
  private var mayLackItems: Bool {
    source.emptyPolicy != .report && source.envelope?.accepts(document) == true
  }

  private mutating func isSuccess(items: FeedValue) -> Bool {
    guard let envelope = source.envelope, !envelope.accepts(document) else { return true }
    let status = document.root.value(atPath: envelope.successPath)
    // A document with neither status nor items is another kind of document, not a failed request.
    if !status.exists, !items.exists { return true }
    let words = envelope.messagePath.flatMap { document.root.value(atPath: $0).string } ?? ""
    let expected = envelope.successValue.inWords
    let name = status.identityText.flatMap { envelope.failureNames[$0] }
    fail(
      .envelope(name: name, message: words, code: status.int64.flatMap(Int.init(exactly:))),
      Diagnostic(
        .businessError, .error,
        words.isEmpty
          ? "the server refused the request" : "the server answered \(words.excerpt)",
        at: status.exists ? status.location : document.root.location,
        label: "expected \(expected) at `\(envelope.successPath)`, found \(status.inWords)",
        notes: (name.map { ["the layout names it `\($0)`"] } ?? [])
          + ["source `\(source.name)` gives no section"],
        helps: [
          "check what was asked for: parameters and headers; of a saved reply, that it is one to a "
            + "request that succeeded"
        ]))
    return false
  }

  private mutating func acceptsItems(_ items: FeedValue) -> Bool {
    let takesObject = source.shape.takesObject
    if items.kind == .array || (takesObject && items.kind == .object) { return true }
    let expected = takesObject ? "an array or an object" : "an array"
    let parent = items.exists ? items : document.root
    fail(
      .payload,
      Diagnostic(
        .itemsNotFound, .error, "this is not a `\(layout.name)` document", at: parent.location,
        label: "expected \(expected) at `\(source.items)`, found \(items.inWords)",
        notes: ["source `\(source.name)` gives no section"],
        helps: [
          "pass a document of source `\(source.name)`, or name another layout with `--layout`"
        ]))
    return false
  }

  private mutating func fail(_ kind: SourceFailure.Kind, _ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    failure = SourceFailure(kind, [diagnostic])
  }

  // MARK: Blocks

  /// Makes one block from all items, or returns `nil` if neither reply nor layout gives its code.
  private mutating func wholeBlock(
    of items: FeedValue, _ shape: FeedLayout.BlockShape
  ) -> Block? {
    let path = shape.codePath ?? ""
    let value = path.isEmpty ? .missing(in: document) : document.root.value(atPath: path)
    guard let code = value.blockCode ?? shape.code else {
      lose(
        value.exists ? value : items, "block has no `\(path)`",
        label: "expected a string or an integer at `\(path)`, found \(value.inWords)")
      return nil
    }
    let hasCode = value.blockCode != nil
    if !hasCode, !value.isNothing { mismatch(value, expected: "a block code", code: code) }
    return block(
      items, code: code, showType: shape.showType, codeValue: hasCode ? value : items, fields: nil)
  }

  private mutating func element(
    _ element: FeedValue, codePath: String, fields: FeedLayout.BlockFields
  ) -> Block? {
    guard element.kind == .object || (codePath.isEmpty && element.kind == .array) else {
      lose(element, "block is not an object", label: "expected an object, found \(element.inWords)")
      return nil
    }
    let said = codePath.isEmpty ? .missing(in: document) : element.value(atPath: codePath)
    if let code = said.blockCode {
      return block(element, code: code, codeValue: said, fields: fields)
    }
    if said.isNothing, let code = fields.standardCode {
      return block(element, code: code, codeValue: element, fields: fields)
    }
    lose(
      said.exists ? said : element,
      said.exists ? "`\(codePath)` is not a block code" : Self.lacks(codePath),
      label: "expected a string or an integer, found \(said.inWords)")
    return nil
  }

  private static func lacks(_ path: String) -> String { "block has no `\(path)`" }

  /// Returns a help that names the probable new key of the code: the only key at which all blocks
  /// without the code have a code. It is a code that the layout knows, or the key is named like one.
  private func codeKey(insteadOf path: String, in items: FeedValue) -> [String] {
    let end = path.lastIndex(of: ".")
    let outer = end.map { String(path[..<$0]) } ?? ""
    let places = items.children.filter {
      $0.kind == .object && !$0.value(atPath: path).exists
    }.map { outer.isEmpty ? $0 : $0.value(atPath: outer) }
    guard let first = places.first else { return [] }
    let keys = first.children.filter { !$0.isShadowed && $0.looksLikeCode }.map(\.key)
      .filter { key in places.allSatisfy { $0[key].looksLikeCode } }
    let known = keys.filter { key in
      places.contains { layout.sections[$0[key].blockCode ?? ""].exists }
    }
    let words = ["type", "kind", "code", "component", "template", "module"]
    let names = keys.filter { key in
      words.contains(where: key.lowercased().contains)
        && places.allSatisfy { $0[key].kind == .string && !$0[key].isAddress }
    }
    let likely = known.isEmpty ? names : known
    guard likely.count == 1 else { return [] }
    return ["did you mean `\((end.map { path[...$0] } ?? "") + shown(likely[0]))`?"]
  }

  private mutating func unionElement(
    _ element: FeedValue, fields: FeedLayout.BlockFields
  ) -> Block? {
    guard let member = element.onlyMember, !member.key.isEmpty else {
      lose(
        element, "block is not an object of one key",
        label: "expected an object whose only key is the code, found \(element.inWords)")
      return nil
    }
    return block(member, code: member.key, codeValue: member, fields: fields)
  }

  /// Reads a block from a member of an object. A member that is neither a non-empty object nor a
  /// list of objects or texts is skipped; it is reported if the layout declares it as a section.
  private mutating func member(
    _ member: FeedValue, codePath: String?, fields: FeedLayout.BlockFields
  ) -> Block? {
    guard member.looksLikeSection, !member.isShadowed, !member.key.isEmpty else {
      if layout.sections[member.key].exists, !member.isShadowed, !member.hasNothing {
        leaveOut([member]) { "the section needs an object or a list, found \($0)" }
      }
      return nil
    }
    if let codePath { return element(member, codePath: codePath, fields: fields) }
    return block(member, code: member.key, codeValue: member, fields: fields)
  }

  private mutating func lose(_ value: FeedValue, _ message: String, label: String) {
    diagnostics.append(
      Diagnostic(
        .missingBlockCode, .warning, message, at: value.location, label: label,
        notes: ["the block is left out; the others stay"]))
  }

  mutating func block(
    _ value: FeedValue, code: String, showType: String? = nil, codeValue: FeedValue,
    fields: FeedLayout.BlockFields?
  ) -> Block {
    let showType =
      showType
      ?? optional(fields?.showType, of: value, code, expected: "a string") {
        $0.blockCode ?? $0.string
      }
    let isClosable = optional(
      fields?.closable, of: value, code, expected: "true or false", \.bool)
    let rule = layout.fallback.heightHint
    let hintWidth = rule?.widthPath.flatMap { value.value(atPath: $0).double }
    let hint: Block.HeightHint? = optional(
      rule?.path, of: value, code,
      expected: "a \(rule?.isRatio == true ? "ratio" : "height") above 0"
    ) { field in
      guard let rule, let number = field.double, number > 0, number <= ConfigurationReader.longest
      else { return nil }
      if rule.isRatio { return .init(height: 1, designWidth: number) }
      let width = hintWidth.flatMap { $0 > 0 && $0 <= ConfigurationReader.longest ? $0 : nil }
      return .init(height: number, designWidth: width ?? rule.designWidth)
    }
    return Block(
      value: value, settings: .missing(in: document), blockCode: code, showType: showType ?? "",
      sourceName: source.name, isClosable: isClosable ?? false, heightHint: hint,
      codeValue: codeValue)
  }

  /// Reads an optional field. A value that `read` rejects is reported and treated as absent.
  private mutating func optional<Value>(
    _ path: String?, of block: FeedValue, _ code: String, expected: String,
    _ read: (FeedValue) -> Value?
  ) -> Value? {
    guard let path, block.kind == .object else { return nil }
    let field = block.value(atPath: path)
    guard !field.isNothing else { return nil }
    let value = read(field)
    if value == nil { mismatch(field, expected: expected, code: code) }
    return value
  }

  private mutating func mismatch(_ field: FeedValue, expected: String, code: String) {
    diagnostics.append(
      Diagnostic(
        .mismatchedOptional, .warning, "`\(field.key)` is not \(expected)", at: field.location,
        label: "expected \(expected), found \(field.inWords)", notes: ["it is read as absent"],
        blockCode: code))
  }
}

extension FeedValue {
  /// Whether a server may have written this value in place of an empty list.
  fileprivate var hasNothing: Bool { count == 0 && kind != .bool && kind != .number }

  /// Whether both values are the same scalar. Integers are compared exactly.
  func equalsScalar(_ other: FeedValue) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .null: return true
    case .bool: return bool == other.bool
    case .string: return string == other.string
    case .number:
      if let a = int64, let b = other.int64 { return a == b }
      return double != nil && double == other.double
    case .missing, .array, .object: return false
    }
  }
}

extension FeedChildren {
  var first: FeedValue? {
    var copy = self
    return copy.next()
  }
}
