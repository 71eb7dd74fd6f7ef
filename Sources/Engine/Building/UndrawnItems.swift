internal import FeedDocument
internal import Feeds
internal import LayoutCore
internal import PluginHost
internal import Support

/// Finds the items that a section leaves out although it shows others of their list.
///
/// A section shows an item if a node comes from a value of the item, or shows a text that no other
/// item has. A section may leave out items on purpose, so an item is reported only if it lacks a
/// value that the shown items have. Hidden items, items of another kind, such as dividers, and items
/// beyond the number that a section shows are not reported.
struct UndrawnItems {
  private typealias Missing = (item: FeedValue, reason: String)

  private struct List {
    let value: FeedValue
    let shown: Int
    let missing: [Missing]

    var names: [String] { missing.map(name) }

    /// Returns a name such as "items[1]".
    func name(of missing: Missing) -> String {
      let path = value.path
      let key = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[path.index(after: $0)...] }
      return "\(key ?? path[...])\(missing.item.path.dropFirst(path.count))"
    }
  }

  private let section: Section
  private let request: SectionRequest
  /// The paths of the values that other diagnostics are about.
  private let reported: [String]
  private let sources: ShownValues
  /// The list that the layout names for the generic section, or the block if it is a list.
  private let list: FeedValue?
  /// The lists of which only a part is shown, by index.
  private var partial: [UInt32] = []

  private init(of section: Section, for request: SectionRequest, beside findings: [Diagnostic]) {
    self.section = section
    self.request = request
    reported = findings.compactMap(\.location?.path)
    sources = ShownValues(of: section, in: request.block)
    let generic = request.settings["generic"]
    let isNamed = generic["items"].exists || generic["item"].exists
    let path = generic["items"].settingPath
    let block = request.block.kind == .array ? request.block : nil
    list = isNamed ? path.map(request.block.value(atPath:)) ?? block : nil
  }

  /// Returns the warning about a drawn block; `nil` if no item is missing. O(nodes + children of
  /// the containers with shown values).
  static func warning(
    about drawing: FallbackLadder.Drawing, of request: SectionRequest
  ) -> Diagnostic? {
    guard let section = drawing.section, section.fallback?.step != .placeholder else { return nil }
    var items = UndrawnItems(of: section, for: request, beside: drawing.findings)
    var next = 0
    items.visit(
      request.block.index, &next, of: items.sources.indices, request.block.document)
    var lists = items.partial.sorted().compactMap { items.partialList(request.block.at($0)) }
    if let list = items.emptyList { lists.insert(list, at: 0) }
    return lists.first.map { items.warning($0, others: lists.dropFirst()) }
  }

  /// Adds the lists below a container of which only a part is shown.
  /// - Parameter next: The number of shown values before the container, then those before its end.
  private mutating func visit(
    _ container: UInt32, _ next: inout Int, of indices: [UInt32], _ document: FeedDocument
  ) {
    let tape = document.tape
    let isList = tape.kind(container) == .array || container == list?.index
    var isShown = false
    var isPartial = false
    var child = tape.first(container)
    while child != FeedDocument.missing, isList || next < indices.count {
      let end = tape.record(child)?.pointee.end ?? child
      while next < indices.count, indices[next] < child { next += 1 }
      if next < indices.count, indices[next] < end {
        isShown = true
        visit(child, &next, of: indices, document)
        while next < indices.count, indices[next] < end { next += 1 }
      } else {
        isPartial = true
      }
      child = tape.next(child)
    }
    if isList, isShown, isPartial { partial.append(container) }
  }

  // MARK: Missing items

  private func partialList(_ value: FeedValue) -> List? {
    let elements = Array(value.children)
    let isShown = elements.map(sources.isInside)
    let models = zip(elements, isShown).filter(\.1).prefix(16).map(\.0)
    let paths = shownPaths(in: models)
    let last = isShown.lastIndex(of: true) ?? 0
    let others = elements.indices.filter {
      !isShown[$0] && !elements[$0].isHiddenItem && !elements[$0].isOtherKind(than: models)
    }
    // If a last item lacks nothing, the section shows a limited number of items.
    let isLimited = others.contains {
      $0 > last && reason(for: elements[$0], paths, beside: models) == nil
    }
    let missing = others.filter { $0 < last || !isLimited }.compactMap { index -> Missing? in
      let item = elements[index]
      let reason =
        reason(for: item, paths, beside: models)
        ?? (index < last ? item.absentMember(beside: models).map { "has no `\($0)`" } : nil)
      return reason.map { (item, $0) }
    }
    return list(value, elements, missing, shown: isShown.count { $0 })
  }

  /// The list that the layout names, if nothing of it is shown.
  private var emptyList: List? {
    let generic = request.settings["generic"]
    guard let list, list.kind == .array || generic["items"].exists && list.isContainer,
      !sources.isInside(list), !generic["tree"].exists
    else { return nil }
    let item = generic["item"]
    let paths = ([item["title"]] + item["texts"].children + [item["image"]])
      .compactMap(\.settingPath)
    let elements = list.children.filter { !$0.isHiddenItem }
    let missing = elements.compactMap { element -> Missing? in
      let reason =
        paths.isEmpty && element.isContainer
        ? "has no title and no picture" : reason(for: element, paths, beside: [])
      return reason.map { (element, $0) }
    }
    return self.list(list, elements, missing, shown: 0)
  }

  /// Returns the list without the items that have a diagnostic of their own, or a text on the page.
  private func list(
    _ value: FeedValue, _ elements: [FeedValue], _ missing: [Missing], shown count: Int
  ) -> List? {
    guard !missing.isEmpty else { return nil }
    let counts = Dictionary(elements.flatMap { $0.words.map { ($0, 1) } }, uniquingKeysWith: +)
    let shown = section.arena.words
    let left = missing.filter { item, _ in
      !item.words.contains { counts[$0] == 1 && shown.contains($0) }
    }
    let unreported = left.filter { item, _ in
      let path = item.path
      return !reported.contains {
        $0.hasPrefix(path) && ($0 == path || ".[".contains($0.dropFirst(path.count).prefix(1)))
      }
    }
    guard !unreported.isEmpty else { return nil }
    return List(
      value: value, shown: count + missing.count - left.count, missing: unreported)
  }

  /// Returns the paths from an item to its shown values that all of the shown items have.
  private func shownPaths(in models: [FeedValue]) -> [String] {
    guard let first = models.first else { return [] }
    let start = first.path.count
    let paths = sources.indices(inside: first).prefix(8).map { index in
      let path = first.at(index).path.dropFirst(start)
      return String(path.hasPrefix(".") ? path.dropFirst() : path)
    }
    return paths.uniqued.filter { path in
      models.allSatisfy { $0.value(atPath: path).hasContent }
    }
  }

  /// Returns the reason why an item is not shown: it has another kind than the shown ones, or
  /// lacks a value at one of the paths; `nil` if it has the values.
  private func reason(
    for item: FeedValue, _ paths: [String], beside models: [FeedValue]
  ) -> String? {
    let kind = models.first?.kind ?? (item.kind == .string ? .string : .object)
    guard item.kind == kind, item.hasContent else { return "is \(item.inWords)" }
    return paths.first { path in
      let value = item.value(atPath: path)
      let model = models.first?.value(atPath: path)
      return !value.hasContent || model.map { $0.kind != value.kind } ?? false
    }.map { "has no `\(shown($0))`" }
  }

  // MARK: The warning

  private func warning(_ list: List, others: ArraySlice<List>) -> Diagnostic {
    let groups = list.missing.grouped(by: \.reason)
    let sentences = groups.map { group in
      let names = listed(group.map { list.name(of: $0) }, atMost: 2)
      return "\(names) \(group.count == 1 ? group[0].reason : group[0].reason.inPlural)"
    }
    let isOne = list.shown == 1 || list.shown + list.missing.count == 1
    let counts = Self.counts(of: list) + (isOne ? " is drawn" : " are drawn")
    let whole = "\(counts): \(sentences[0])"
    // A line has 80 columns, and "warning[SE1028]: " takes 17 of them.
    let isShort = whole.unicodeScalars.count <= 62
    var warning = Diagnostic(
      .undrawnItems, .warning, isShort ? whole : counts, at: list.missing[0].item.location,
      label: isShort ? "it is left out" : sentences[0], notes: Array(sentences.dropFirst()),
      helps: ["send the value for each item, or leave the item out of the feed"],
      blockCode: request.blockCode, plugin: section.provider.identity)
    if list.missing.count > 2 {
      warning.notes.append("left out: \(Support.listed(list.names, atMost: 64))")
    }
    warning.notes += others.prefix(8).map {
      "\(Self.counts(of: $0)) at `\($0.value.path)`, without \(Support.listed($0.names, atMost: 8))"
    }
    return warning
  }

  private static func counts(of list: List) -> String {
    "\(list.shown) of \(counted(list.shown + list.missing.count, "item"))"
  }
}

/// The values inside a block that the nodes of its section show.
struct ShownValues {
  /// The indices of the values, in ascending order.
  private(set) var indices: [UInt32] = []

  init(of section: Section, in block: FeedValue) {
    let contents = section.arena.contents
    indices.reserveCapacity(contents.count)
    var isAscending = true
    for position in contents.indices {
      let source = contents[position].source
      guard source >= block.index, source < block.end else { continue }
      isAscending = isAscending && source >= indices.last ?? 0
      indices.append(source)
    }
    if !isAscending { indices.sort() }
    if indices.isEmpty { findTexts(of: section.arena, in: block) }
  }

  /// Finds the texts and addresses that the nodes show, for a plugin that sets no sources.
  private mutating func findTexts(of arena: NodeArena, in block: FeedValue) {
    let words = arena.words
    guard !words.isEmpty else { return }
    for index in block.index..<max(block.end, block.index) {
      let word = block.at(index).word
      if let word, words.contains(word) { indices.append(index) }
    }
  }

  func indices(inside value: FeedValue) -> ArraySlice<UInt32> {
    let start = indices.partitioningIndex { $0 >= value.index }
    return indices[start...].prefix { $0 < value.end }
  }

  func isInside(_ value: FeedValue) -> Bool {
    let start = indices.partitioningIndex { $0 >= value.index }
    return start < indices.count && indices[start] < value.end
  }
}

extension FeedValue {
  fileprivate func at(_ index: UInt32) -> FeedValue { FeedValue(document: document, index: index) }

  /// The hash of a non-empty string.
  fileprivate var word: Int? { utf8.isEmpty ? nil : UnsafeRawBufferPointer(utf8).hash }

  /// The hashes of the distinct non-empty strings in the value.
  fileprivate var words: Set<Int> { Set((index..<max(end, index)).compactMap { at($0).word }) }

  /// Returns the key of the first member that all models have and this item lacks.
  fileprivate func absentMember(beside models: [FeedValue]) -> String? {
    models.first?.children.first { member in
      !self[member.key].hasContent && models.allSatisfy { $0[member.key].hasContent }
    }.map { shown($0.key) }
  }
}

extension NodeArena {
  /// The hashes of the texts, addresses and identifiers of the nodes.
  fileprivate var words: Set<Int> {
    var words: Set<Int> = []
    text.withUnsafeBytes { bytes in
      func add(_ range: TextRange) {
        guard range.count > 0 else { return }
        let part = bytes[Int(range.start)..<Int(range.start + range.count)]
        words.insert(UnsafeRawBufferPointer(rebasing: part).hash)
      }
      for content in contents {
        add(content.text)
        add(content.label)
        add(content.badge)
        add(content.actionTarget)
      }
      for own in attributes {
        add(own.picture)
        add(own.resourceID)
      }
    }
    return words
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var hash: Int {
    var hasher = Hasher()
    hasher.combine(bytes: self)
    return hasher.finalize()
  }
}

extension String {
  /// The predicate of several subjects: "have no `name`" for "has no `name`".
  fileprivate var inPlural: String {
    hasPrefix("has ") ? "have " + dropFirst(4) : hasPrefix("is ") ? "are " + dropFirst(3) : self
  }
}
