internal import FeedDocument
internal import Support

/// Finds the list of blocks in a document of unknown shape, and resolves the document's
/// references. `LayoutDraft` and `FeedInference` use the result.
struct FeedReading {
  /// The document with its references resolved.
  let document: FeedDocument
  /// The path of the values that other values refer to by identifier; `nil` without references.
  let references: String?
  let survey: DocumentSurvey
  /// The user's path of the list of blocks, and of the code in a block; `nil` if not given.
  private let wished: (items: String?, code: String?)
  /// The candidates that show enough of the document's texts, best first.
  private(set) var candidates: [BlockListCandidate] = []
  /// Whether a well-known key distinguishes the blocks of the best candidate.
  private(set) var isCertain = false

  /// Reads a document. Paths from the user take precedence over the document's shape.
  init(of given: FeedDocument, items: String? = nil, code: String? = nil) {
    let pool = ReferenceResolver.pool(of: given)
    let resolved = pool.flatMap { ReferenceResolver(pool: $0, of: given)?.resolved() }
    // References are resolved only if a list of objects remains and no distinct text is lost.
    let lists = resolved.map { DocumentSurvey(of: $0) }
    if let resolved, let lists, !lists.groups.isEmpty,
      lists.texts.distinct.count >= TextIndex(of: given).distinct.count
    {
      (references, document, survey) = (pool, resolved, lists)
    } else {
      (references, document, survey) = (nil, given, DocumentSurvey(of: given))
    }
    wished = (items, code)
    if items == nil, code == nil {
      findCandidates()
    } else {
      candidates = wishedCandidate().map { [$0] } ?? []
    }
  }

  /// Whether the document has at least 5 texts, so that candidates can be compared by them.
  private var isTold: Bool { survey.texts.total >= 5 }

  /// Returns the number of texts that a page of this candidate can show.
  private func count(of candidate: BlockListCandidate) -> Int {
    survey.count(in: candidate.list.elements)
      + [candidate.heading, candidate.footer].reduce(0) { count, beside in
        count + (beside.map { survey.texts.count(in: $0.value) } ?? 0)
      }
  }

  // MARK: Wishes

  private func wishedCandidate() -> BlockListCandidate? {
    guard let path = wished.items else {
      guard let code = wished.code else { return nil }
      return Self.best(survey.groups.compactMap { BlockListCandidate($0, keys: [code]) })
        ?? Self.best(survey.groups.compactMap { Self.candidate($0, code: code) })
    }
    guard let items = FlattenedPath(path)?.value(in: document.root) else { return nil }
    if items.kind == .object {
      let found = members((items, path, 0))
      return found.list.elements.isEmpty ? nil : found
    }
    guard items.kind == .array else { return nil }
    let group = ListGroup(path: path, elements: Array(items.children), array: items, depth: 0)
    if let code = wished.code { return Self.candidate(group, code: code) }
    return BlockListCandidate(group) ?? BlockListCandidate(group, keys: kindKeys(of: group))
      ?? Self.identified(group)
  }

  // MARK: Evidence

  /// The minimum number of texts that a candidate must show, as a share of the most texts that any
  /// candidate shows: `known` for a list with a well-known key, `inner` if this list is nested in
  /// another list, `guessed` for all other candidates.
  private static let leastParts = (known: 0.6, inner: 0.9, guessed: 0.75)

  private mutating func findCandidates() {
    let total = survey.texts.total
    // A nested list needs a certainty above 1 or half of the texts; otherwise it has only items.
    let known = survey.groups.compactMap { BlockListCandidate($0) }.filter {
      !$0.list.path.hasBytes(of: "[*]") || $0.certainty > 1 || count(of: $0) * 2 >= max(total, 1)
    }
    // A list with less than a fifth of the texts cannot be the blocks, whatever its keys are.
    func isLarge(_ candidate: BlockListCandidate) -> Bool {
      !isTold || count(of: candidate) * 5 >= total
    }
    let bestKnown = Self.best(known.filter { isLarge($0) && !isWrapper($0) })
    let kinds = survey.groups.compactMap {
      BlockListCandidate($0, keys: kindKeys(of: $0))
    }.filter { isLarge($0) && !isWrapper($0, isGuess: true) }
    let single = most(survey.groups.filter { survey.count(in: $0.elements) > 0 }.map(Self.single))
    let members = most(survey.objects.map(members))
    let whole = [isOneList(members, single) ? nil : members, single].compactMap { $0 }
    let identified = survey.groups.filter(\.holdsLists).map { group in
      var candidate = Self.identified(group)
      // In the only element of a list, what is above and below the inner list is part of the page.
      guard group.path.hasBytes(of: "[*]"), !group.isInsideArray else { return candidate }
      candidate.findHeading(survey.texts)
      candidate.findFooter(survey.texts)
      return candidate
    }
    let all =
      [bestKnown, Self.best(kinds), deepest(identified, beside: whole)].compactMap { $0 } + whole
    let greatest = all.map(count).max() ?? 0
    for candidate in all {
      let isKnown = candidate.list.path == bestKnown?.list.path
      let part =
        !isKnown
        ? Self.leastParts.guessed
        : candidate.list.isInsideArray ? Self.leastParts.inner : Self.leastParts.known
      let isShown = !isTold || Double(count(of: candidate)) >= part * Double(greatest)
      let isRepeated = candidates.contains {
        $0.list.path == candidate.list.path && $0.discriminator == candidate.discriminator
      }
      if isShown, !isRepeated { candidates.append(candidate) }
    }
    if !candidates.isEmpty {
      candidates[0].findHeading(survey.texts)
      candidates[0].findFooter(survey.texts)
    }
    isCertain =
      candidates.first.map { $0.certainty > 0 && $0.list.path == bestKnown?.list.path } ?? false
  }

  /// Whether a candidate's list has a single element, which merely wraps a list with most of the
  /// texts. A candidate whose blocks have a code can be a wrapper only if `isGuess` is true.
  private func isWrapper(_ candidate: BlockListCandidate, isGuess: Bool = false) -> Bool {
    let isCoded = candidate.codePath != nil
    guard candidate.list.elements.count == 1, !isCoded || isGuess else { return false }
    let texts = max(count(of: candidate), 1)
    return survey.groups.contains { group in
      guard group.elements.count > 1, group.path.hasPrefix(candidate.list.path),
        [".", "["].contains(group.path.dropFirst(candidate.list.path.count).first)
      else { return false }
      let inner = survey.count(in: group.elements)
      return (inner == texts && !isCoded) || (group.holdsLists && inner * 4 >= texts * 3)
    }
  }

  /// Whether the members of an object are one list with a title, and a few words beside it, such as
  /// the name of its author.
  private func isOneList(_ members: BlockListCandidate?, _ list: BlockListCandidate?) -> Bool {
    guard let members, let list,
      members.list.array.children.contains(where: {
        $0.index == list.list.array.index
      }),
      members.list.array.children.contains(where: {
        $0.kind == .string && BlockListCandidate.titleKeys.contains($0.key.lowercased())
          && survey.texts.isText($0)
      })
    else { return false }
    let rest = members.list.elements.filter { $0.index != list.list.array.index }
    return rest.allSatisfy { survey.texts.count(in: $0) == 1 } && count(of: list) > 4 * rest.count
  }

  // `max` returns the first of equal candidates.

  private static func best(_ candidates: [BlockListCandidate]) -> BlockListCandidate? {
    candidates.max { $1.isBetter(than: $0) }
  }

  /// Returns the candidate that shows the most texts.
  private func most(_ candidates: [BlockListCandidate]) -> BlockListCandidate? {
    candidates.map { (candidate: $0, count: count(of: $0)) }
      .max { $0.count < $1.count }?.candidate
  }

  /// Returns the innermost list that shows at least three quarters of the texts of any candidate.
  /// Its elements are taken as the sections.
  private func deepest(
    _ candidates: [BlockListCandidate], beside others: [BlockListCandidate]
  ) -> BlockListCandidate? {
    let most = (candidates + others).map(count).max() ?? 0
    return candidates.filter { count(of: $0) * 4 >= most * 3 }
      .max { $0.list.depth < $1.list.depth }
  }

  /// Returns a candidate whose blocks are the members of an object.
  private func members(
    _ object: (value: FeedValue, path: String, depth: Int)
  ) -> BlockListCandidate {
    let all = object.value.children.filter {
      $0.looksLikeSection && !$0.isShadowed && !$0.key.isEmpty
    }
    // Members without texts, such as the status of a request, are not sections.
    let members = all.filter { !HumanText.isAside($0) && survey.texts.count(in: $0) > 0 }
    let indices = Set(members.map(\.index))
    let code = ["type", "kind", "component", "template"].first { key in
      members.allSatisfy { $0[key].looksLikeCode }
    }
    return BlockListCandidate(
      list: ListGroup(
        path: object.path, elements: members, array: object.value, depth: object.depth),
      discriminator: .members(code: code), matches: members.count,
      order: code == nil ? survey.order(of: object.value) : nil,
      except: all.filter { !indices.contains($0.index) }.map(\.key))
  }

  /// Returns a candidate that reads a list as one section, whose code is the list's name.
  private static func single(_ group: ListGroup) -> BlockListCandidate {
    BlockListCandidate(
      list: group, discriminator: .block(name(of: group)), matches: group.elements.count)
  }

  private static func identified(_ group: ListGroup) -> BlockListCandidate {
    let keys = scalarKeys(of: group.elements).map(\.key)
    let names = ["id", "key", "slug"]
    let key = names.first { keys.contains($0) } ?? keys.first { $0.lowercased().hasSuffix("id") }
    if let identified = key.flatMap({ candidate(group, code: $0) }),
      identified.blocksInOrder.allSatisfy({ $0.code.count <= 24 && !$0.code.contains("/") })
    {
      return identified
    }
    return BlockListCandidate(
      list: group, discriminator: .each(name(of: group)), matches: group.elements.count)
  }

  private static let wrappers: Set<String> = [
    "edges", "node", "data", "list", "items", "contents", "content", "children", "results",
    "elements",
  ]

  /// Returns the last name in a list's path that is not a generic word such as "items".
  private static func name(of group: ListGroup) -> String {
    let names = group.path.split(whereSeparator: { "$.[]*'\"".contains($0) }).map(String.init)
      .filter { Int($0) == nil }
    return names.last { !wrappers.contains($0) } ?? names.last ?? "items"
  }

  /// Returns a candidate if more than half of the list's elements have a code at a path.
  private static func candidate(_ group: ListGroup, code: String) -> BlockListCandidate? {
    var candidate = BlockListCandidate(list: group, discriminator: .key(code), matches: 0)
    candidate.matches = candidate.blocksInOrder.reduce(0) { $0 + $1.blocks.count }
    return candidate.matches * 2 > group.elements.count ? candidate : nil
  }

  // MARK: Keys

  /// Words in keys that distinguish kinds of blocks, the most reliable first.
  private static let kindWords = [
    "type", "template", "component", "widget", "module", "kind", "style", "layout", "code", "tpl",
  ]

  /// Returns keys of the elements that begin or end with a word for kinds, most reliable first.
  private func kindKeys(of group: ListGroup) -> [String] {
    let keys = Self.scalarKeys(of: group.elements).map(\.key)
    return Self.kindWords.flatMap { word in keys.filter { $0.lowercased().hasSuffix(word) } }
      + Self.kindWords.flatMap { word in keys.filter { $0.lowercased().hasPrefix(word) } }
      + keys.filter(survey.texts.kinds.contains)
  }

  /// Returns keys whose values can be codes, fewest distinct values first. O(members).
  private static func scalarKeys(of elements: [FeedValue]) -> [(key: String, values: Int)] {
    let members = elements.filter { $0.kind == .object }.flatMap(\.children).filter {
      $0.looksLikeCode && ConfigurationReader.isName($0.key) && !$0.key.contains(".")
    }
    // `sorted` is stable.
    return members.grouped(by: \.key).filter { $0.count * 2 > elements.count }
      .map { ($0[0].key, Set($0.map(\.blockCode)).count) }.sorted { $0.1 < $1.1 }
  }

  // MARK: Nothing

  /// Returns the error that explains why the document has no list of blocks.
  func nothingFound(in given: FeedDocument) -> Diagnostic {
    let named = wished.items.flatMap { FlattenedPath($0)?.value(in: document.root) }
    let list = named?.kind == .array ? named : nil
    guard let array = list ?? survey.largest?.array else {
      return Diagnostic(
        .nothingInferred, .error, "there is no list of blocks", at: given.root.location,
        label: "no array of objects in \(given.root.inWords)",
        helps: ["pass the JSON reply that holds the blocks of a feed"])
    }
    let keys = Self.scalarKeys(of: Array(array.children))
    let shown = keys.prefix(8).map { "`\($0.key)` (\(counted($0.values, "value")))" }
    let items = array.path == wished.items ? "" : "--items \(shellWord(array.path)) "
    let missing = list == nil ? wished.items.map { "there is no array at `\($0)`" } : nil
    return Diagnostic(
      .nothingInferred, .error,
      missing ?? wished.code.map { "no list of blocks has different values of `\($0)`" }
        ?? "no list of blocks was found",
      at: array.location,
      label: list == nil
        ? "the largest array: \(array.count) elements" : "\(array.count) elements",
      notes: [
        shown.isEmpty
          ? "its elements have no member that could be a code"
          : "members that could be the code: \(shown.joined(separator: ", "))"
      ],
      helps: [
        "name the list and the key of its code: `\(items)--code \(keys.first?.key ?? "KEY")`"
      ])
  }
}
