internal import FeedDocument

/// How a document of unknown shape is read as a page: its list of blocks, and the values that its
/// blocks refer to. Drafts and inferred layouts use the same readings.
struct FeedReading {
  /// The document with its references resolved.
  let document: FeedDocument
  /// The path of the values that others refer to by identifier.
  let references: String?
  let survey: DocumentSurvey
  /// The readings that show enough of the document's texts, the best first.
  private(set) var candidates: [BlockListCandidate] = []
  /// Whether a well-known key distinguishes the blocks of the best reading.
  private(set) var isCertain = false

  /// Reads a document. The user's wishes take precedence over what the document suggests.
  init(of given: FeedDocument, items: String? = nil, code: String? = nil) {
    let pool = ReferenceResolver.pool(of: given)
    let resolved = pool.flatMap { ReferenceResolver(pool: $0, of: given)?.resolved() }
    // Values that only refer to each other would be nowhere, and one value alone is no page.
    let lists = resolved.map { DocumentSurvey(of: $0) }
    if let resolved, let lists, !lists.groups.isEmpty,
      lists.texts.distinct.count >= TextIndex(of: given).distinct.count
    {
      (references, document, survey) = (pool, resolved, lists)
    } else {
      (references, document, survey) = (nil, given, DocumentSurvey(of: given))
    }
    if items != nil || code != nil {
      candidates = wished(items: items, code: code).map { [$0] } ?? []
      return
    }
    findCandidates()
  }

  /// Whether the document has enough texts to choose a reading by them.
  var isTold: Bool { survey.texts.total >= 5 }

  /// Returns the number of texts that a reading can show.
  func count(of candidate: BlockListCandidate) -> Int { survey.count(in: candidate.elements) }

  // MARK: Wishes

  private func wished(items: String?, code: String?) -> BlockListCandidate? {
    if let items {
      if let object = document.value(atPath: items), object.kind == .object {
        let found = members((object, items, 0))
        return found.elements.isEmpty ? nil : found
      }
      guard let group = group(at: items) else { return nil }
      if let code { return Self.candidate(group, code: code) }
      return BlockListCandidate(group) ?? BlockListCandidate(group, keys: kindKeys(of: group))
        ?? Self.identified(group) ?? single(group)
    }
    guard let code else { return nil }
    return Self.best(survey.groups.compactMap { BlockListCandidate($0, keys: [code]) })
      ?? Self.best(survey.groups.compactMap { Self.candidate($0, code: code) })
  }

  private func group(at path: String) -> ListGroup? {
    let items = FlattenedPath(path)?.value(in: document.root)
    guard let items, items.kind == .array else { return nil }
    return ListGroup(
      path: path, elements: Array(items.children), array: items, depth: 0, isInsideArray: false)
  }

  // MARK: Evidence

  /// A reading that shows less of the texts than this part of what another one shows is not the
  /// page; with a well-known key, with one inside another list, and without.
  private static let leastParts = (known: 0.6, inner: 0.9, guessed: 0.75)

  private mutating func findCandidates() {
    let total = survey.texts.total
    // Inside another list, a list without half of the texts has items.
    let known = survey.groups.compactMap { BlockListCandidate($0) }.filter {
      !$0.path.contains("[*]") || $0.certainty > 1 || count(of: $0) * 2 >= max(total, 1)
    }
    // A list with less than a fifth of the texts is not the page, whatever its keys are.
    let large = isTold ? known.filter { count(of: $0) * 5 >= total } : known
    let pages = large.filter { !isWrapper($0) }
    let bestKnown = Self.best(pages)
    let kinds = survey.groups.compactMap {
      BlockListCandidate($0, keys: kindKeys(of: $0))
    }.filter { (!isTold || count(of: $0) * 5 >= total) && !isWrapper($0, isGuess: true) }
    let lists = survey.groups.filter(\.holdsLists)
    let whole = [
      Self.most(survey.objects.map(members), count),
      Self.most(
        survey.groups.filter { survey.count(in: $0.elements) > 0 }.compactMap(single), count),
    ]
    let others =
      [
        Self.best(kinds), Self.deepest(lists.compactMap(Self.identified), beside: whole, count),
      ] + whole
    let all = ([bestKnown] + others).compactMap { $0 }
    let most = all.map(count).max() ?? 0
    let shown = all.filter {
      let isKnown = $0.path == bestKnown?.path
      let part =
        !isKnown
        ? Self.leastParts.guessed
        : $0.isInsideArray ? Self.leastParts.inner : Self.leastParts.known
      return !isTold || Double(count(of: $0)) >= part * Double(most)
    }
    for candidate in shown where !candidates.contains(where: candidate.isSame(as:)) {
      candidates.append(candidate)
    }
    if !candidates.isEmpty { candidates[0].findHeading(survey.texts) }
    isCertain = candidates.first.map { $0.certainty > 0 && $0.path == bestKnown?.path } ?? false
  }

  /// Whether a list of one element only wraps a list that has most of its texts; with a code only
  /// if the code is a guess.
  private func isWrapper(_ candidate: BlockListCandidate, isGuess: Bool = false) -> Bool {
    guard candidate.elements.count == 1, candidate.codePath == nil || isGuess else { return false }
    let texts = max(count(of: candidate), 1)
    return survey.groups.contains { group in
      guard group.elements.count > 1, group.path.hasPrefix(candidate.path) else { return false }
      let inner = survey.count(in: group.elements)
      return (inner == texts && candidate.codePath == nil)
        || (group.holdsLists && inner * 4 >= texts * 3)
    }
  }

  private static func best(_ candidates: [BlockListCandidate]) -> BlockListCandidate? {
    candidates.reduce(nil as BlockListCandidate?) { best, other in
      best.map { other.isBetter(than: $0) ? other : $0 } ?? other
    }
  }

  /// Returns the candidate with the most texts; the first among equals.
  private static func most(
    _ candidates: [BlockListCandidate], _ count: (BlockListCandidate) -> Int
  ) -> BlockListCandidate? {
    candidates.map { ($0, count($0)) }.reduce(nil as (BlockListCandidate, Int)?) { best, other in
      best.map { other.1 > $0.1 ? other : $0 } ?? other
    }?.0
  }

  /// Returns the innermost list with three quarters of the texts of any other reading: the
  /// sections.
  private static func deepest(
    _ candidates: [BlockListCandidate], beside others: [BlockListCandidate?],
    _ count: (BlockListCandidate) -> Int
  ) -> BlockListCandidate? {
    let most = (candidates + others.compactMap { $0 }).map(count).max() ?? 0
    return candidates.filter { count($0) * 4 >= most * 3 }.max { $0.depth < $1.depth }
  }

  /// An object whose members are the blocks.
  private func members(
    _ object: (value: FeedValue, path: String, depth: Int)
  ) -> BlockListCandidate {
    let all = object.value.children.filter {
      $0.looksLikeSection && !$0.isShadowed && !$0.key.isEmpty
    }
    // Members without a text, such as the status of a request, are no sections.
    let members = all.filter { !HumanText.isAside($0) && survey.texts.count(in: $0) > 0 }
    let indices = Set(members.map(\.index))
    let code = ["type", "kind", "component", "template"].first { key in
      members.count { $0[key].looksLikeCode } == members.count
    }
    return BlockListCandidate(
      path: object.path, array: object.value, elements: members,
      discriminator: .members(code: code), matches: members.count, depth: object.depth,
      order: code == nil ? survey.order(of: object.value) : nil,
      except: all.filter { !indices.contains($0.index) }.map(\.key))
  }

  /// A list without a code is one section, named after the list.
  private func single(_ group: ListGroup) -> BlockListCandidate? {
    BlockListCandidate(
      path: group.path, array: group.array, elements: group.elements,
      discriminator: .block(Self.name(of: group)), matches: group.elements.count, depth: group.depth
    )
  }

  private static func identified(_ group: ListGroup) -> BlockListCandidate? {
    let keys = scalarKeys(of: group.elements).map(\.key)
    let names = ["id", "key", "slug"]
    let key = names.first { keys.contains($0) } ?? keys.first { $0.lowercased().hasSuffix("id") }
    if let identified = key.flatMap({ candidate(group, code: $0) }),
      identified.blocksInOrder.allSatisfy({ $0.code.count <= 24 && !$0.code.contains("/") })
    {
      return identified
    }
    return BlockListCandidate(
      path: group.path, array: group.array, elements: group.elements,
      discriminator: .each(name(of: group)), matches: group.elements.count, depth: group.depth)
  }

  private static let wrappers: Set<String> = [
    "edges", "node", "data", "list", "items", "contents", "content", "children", "results",
    "elements",
  ]

  /// Returns the last name of a list's path that is no wrapper.
  private static func name(of group: ListGroup) -> String {
    let names = group.path.split(whereSeparator: { "$.[]*'\"".contains($0) }).map(String.init)
    return names.last {
      !wrappers.contains($0) && Int($0) == nil
    }
      ?? names.last { Int($0) == nil } ?? "items"
  }

  /// Returns a list as a candidate if most of its elements have a code at a path.
  private static func candidate(_ group: ListGroup, code: String) -> BlockListCandidate? {
    var candidate = BlockListCandidate(
      path: group.path, array: group.array, elements: group.elements, discriminator: .key(code),
      matches: 0, depth: group.depth)
    candidate.matches = candidate.blocksByCode.reduce(0) { $0 + $1.blocks.count }
    return candidate.matches * 2 > group.elements.count ? candidate : nil
  }

  // MARK: Keys

  /// Words in the names of members that distinguish kinds, the most reliable first.
  private static let kindWords = [
    "type", "template", "component", "widget", "module", "kind", "style", "layout", "code", "tpl",
  ]

  /// Returns keys of elements whose names contain a word for kinds, the most reliable first.
  private func kindKeys(of group: ListGroup) -> [String] {
    let keys = Self.scalarKeys(of: group.elements).map(\.key)
    return Self.kindWords.flatMap { word in keys.filter { $0.lowercased().hasSuffix(word) } }
      + Self.kindWords.flatMap { word in keys.filter { $0.lowercased().hasPrefix(word) } }
      + keys.filter(survey.texts.kinds.contains)
  }

  /// Returns keys that could hold codes, those with the fewest different values first. O(members).
  static func scalarKeys(of elements: [FeedValue]) -> [(key: String, values: Int)] {
    var counts: [String: Int] = [:]
    var values: [String: Set<String>] = [:]
    var order: [String] = []
    for element in elements where element.kind == .object {
      for member in element.children
      where member.looksLikeCode
        && ConfigurationReader.isName(member.key) && !member.key.contains(".")
      {
        guard let code = member.blockCode else { continue }
        if counts[member.key] == nil { order.append(member.key) }
        counts[member.key, default: 0] += 1
        values[member.key, default: []].insert(code)
      }
    }
    // `sort` is stable.
    return order.filter { (counts[$0] ?? 0) * 2 > elements.count }
      .map { (key: $0, values: values[$0]?.count ?? 0) }.sorted { $0.values < $1.values }
  }
}
