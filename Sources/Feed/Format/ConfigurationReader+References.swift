internal import FeedDocument

/// Checks that names of sources and parameters exist, and that the order of requests has no cycle.
extension ConfigurationReader {
  /// Reports names that `root` uses but does not declare. O(sources x templates).
  mutating func references(in root: FeedValue) {
    let sources = Array(root["sources"].children)
    let names = sources.map(\.key)
    for source in sources {
      for dependency in source["after"].children {
        known(dependency, among: names.filter { $0 != source.key }, as: "another source")
      }
    }
    cycles(among: sources)
    let paging = root["paging"]
    known(paging["source"], among: names, as: "a source")
    let paged = sources.first { $0.key == paging["source"].string }
    if let paged, paged["order"].exists {
      refuse(
        paging["source"], "`\(paged.key)` has no pages", label: "it gives the order of sections")
    }
    let parameters = root["parameters"].children.map(\.key)
    for source in sources {
      let counter = source.key == paged?.key ? paging["by"].string : nil
      templates(of: source["request"], parameters: parameters, counter: counter)
    }
  }

  private mutating func known(_ value: FeedValue, among names: [String], as what: String) {
    guard let name = value.string, !name.isEmpty, !names.contains(name) else { return }
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    refuse(
      value, "`\(name)` is not the name of \(what)",
      label: list.isEmpty ? "there is no other" : "expected one of \(list)",
      helps: Suggestion.helps(for: name, among: names))
  }

  /// Reports sources that depend on themselves, directly or indirectly. O(sources squared).
  private mutating func cycles(among sources: [FeedValue]) {
    let after = Dictionary(
      sources.map { ($0.key, $0["after"].children.compactMap(\.string)) }, uniquingKeysWith: { $1 })
    var refused: Set<String> = []
    for source in sources where !refused.contains(source.key) {
      guard let cycle = way(from: source.key, backTo: source.key, after) else { continue }
      refused.formUnion(cycle)
      let way = (cycle + [source.key]).map { "`\($0)`" }.joined(separator: " after ")
      refuse(
        source["after"], "sources wait for each other", label: way,
        helps: ["leave one of them without `after`"])
    }
  }

  /// Returns a shortest dependency path from `start` back to `end`, without `end`; `nil` if none.
  private func way(
    from start: String, backTo end: String, _ after: [String: [String]]
  ) -> [String]? {
    var ways = [[start]]
    var seen: Set<String> = []
    while !ways.isEmpty {
      let way = ways.removeFirst()
      for name in way.last.flatMap({ after[$0] }) ?? [] {
        // A source that depends directly on itself was already reported as an unknown name.
        if name == end, way.count > 1 { return way }
        if name != end, seen.insert(name).inserted { ways.append(way + [name]) }
      }
    }
    return nil
  }

  private mutating func templates(
    of request: FeedValue, parameters: [String], counter: String?
  ) {
    let url = request["url"]
    let fields = Array(request["query"].children) + Array(request["form"].children)
    let headers = Array(request["headers"].children)
    let known = parameters + (counter.map { [$0] } ?? [])
    var used: Set<String> = []
    for value in [url] + fields + headers {
      let names = value.string.map { TemplateText($0).parameters } ?? []
      used.formUnion(names)
      for name in names where !known.contains(name) { unknown(name, in: value, known) }
    }
    for value in [url] + fields { noSecrets(in: value) }
    for value in headers { wholeNames(in: value, "${") }
    wholeNames(in: url, "{")
    if let counter, request.exists, !used.contains(counter),
      FeedLayout.Paging.Advance.placeholders.contains(counter)
    {
      refuse(
        request, "each page has the same request",
        label: "expected `{\(counter)}` in it, as the feed pages by \(counter)")
    }
  }

  private mutating func unknown(_ name: String, in value: FeedValue, _ known: [String]) {
    let list = known.map { "`{\($0)}`" }.joined(separator: ", ")
    var notes = known.isEmpty ? [] : ["known here: \(list)"]
    if FeedLayout.Paging.Advance.placeholders.contains(name) {
      notes.append("`{\(name)}` is for the source of `paging`, where that is by \(name)")
    }
    let meant = Suggestion.closest(to: name, among: known)
    refuse(
      value, "`{\(name)}` is not a parameter", label: "expected the name of a parameter",
      notes: notes,
      helps: [
        meant.map { "did you mean `{\($0)}`?" }
          ?? "declare it: `\"parameters\": {\(name.asJSON): null}`"
      ])
  }

  private mutating func noSecrets(in value: FeedValue) {
    guard let name = value.string.flatMap({ TemplateText($0).environment.first }) else { return }
    refuse(
      value, "`${\(name)}` is only allowed in a header",
      label: "URLs and bodies are stored and shown, and it may be a secret",
      helps: ["move it to `headers`"])
  }

  private mutating func wholeNames(in value: FeedValue, _ opening: String) {
    guard let text = value.string else { return }
    for case .text(let text) in TemplateText(text).pieces where text.contains(opening) {
      refuse(
        value, "a brace in \(text.excerpt) begins no placeholder",
        label: "expected `\(opening)`, a name of letters, digits, `-`, `_` and `.`, and `}`")
    }
  }
}
