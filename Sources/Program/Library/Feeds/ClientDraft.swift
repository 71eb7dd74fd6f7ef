internal import LayoutReview
internal import PluginTools
internal import SectionEngine

/// Describes the program and its plugins as a client, for `plugin claims` and `init`.
struct ClientDraft {
  let installation: Installation
  let catalog: PluginCatalog
  let allowsUnconfined: Bool

  /// Returns the client with the blocks of all plugins, and for each block the fields that some
  /// blocks or items of the feeds lack.
  /// - Parameter selections: The feeds; if empty, those that `plugin check` uses.
  func client(
    named name: String, drawing selections: [FeedSettings]
  ) throws -> (client: Client, optional: [[FieldPath]]) {
    let registry = catalog.registry
    let check = PluginCheck(installation, allowsUnconfined: allowsUnconfined)
    let given = try selections.map { try FeedSources.joined($0, installation) }
    // Codes with generic settings but no provider of their own; the provider of `*` renders them.
    let left = given.filter { !$0.layout.isInferred }.flatMap { feed in
      feed.layout.sections.children.filter { $0["generic"].exists }
        .map { ProviderRegistry.Key.blockCode($0.key) }
    }.uniqued.filter { registry.owner(of: $0) == nil }
    var blocks: [Client.KnownBlock] = []
    var optional: [[FieldPath]] = []
    for plugin in catalog.plugins where plugin.refusal == nil {
      guard let descriptor = plugin.descriptor, let number = plugin.number else { continue }
      var claims = descriptor.providers.flatMap(\.keys).uniqued.filter {
        registry.owner(of: $0)?.plugin == number
      }
      if claims.contains(.wildcard) { claims = left + claims }
      guard !claims.isEmpty else { continue }
      let file = plugin.filePath
      let isUsed =
        given.isEmpty
        || given.contains { $0.blocks.contains { catalog.file(for: $0) == file } }
      let feeds =
        given.isEmpty
        ? try CheckFeeds(feed: nil, installation: installation).feeds(for: file)
        : .init(
          source: .feed, files: selections.flatMap(\.places),
          samples: given.flatMap { CheckFeeds.samples($0) })
      let reads =
        isUsed ? try PluginCheck.drawing(file) { try check.reads(file, feeds: feeds) } : []
      for claim in claims {
        let own = reads.filter { $0.claim == claim }
        var (required, lacking): ([FieldPath], [FieldPath]) = ([], [])
        for field in Self.fields(of: own) {
          if given.isEmpty ? Self.isRare(field, in: own) : Self.isOptional(field, in: own) {
            lacking.append(field)
          } else {
            required.append(field)
          }
        }
        optional.append(lacking)
        blocks.append(
          Client.KnownBlock(
            claim: claim, plugin: descriptor.id, version: descriptor.version, fields: required))
      }
    }
    let client = Client(
      name: name, unknown: registry.owner(of: .wildcard) == nil ? .placeholder : .fallback,
      features: PluginHost.features.compactMap { Feature($0) }, blocks: blocks)
    return (client, optional)
  }

  /// Returns the paths that the plugin reads, without arrays whose elements have paths in the list.
  private static func fields(of reads: [PluginCheck.Read]) -> [FieldPath] {
    let paths = reads.flatMap(\.paths).uniqued
    return paths.filter { path in !paths.contains { $0.hasPrefix(path + "[*]") } }
      .compactMap { FieldPath($0) }
  }

  /// Whether a block, or an item of its lists, lacks the path, so that the app can do without it.
  private static func isOptional(_ field: FieldPath, in reads: [PluginCheck.Read]) -> Bool {
    reads.contains { field.isPartlyLacking(in: $0.block) }
  }

  /// Whether a block lacks the path but not the list around it, or more than half of the blocks lack
  /// it. The feeds of `plugin check` have blocks that lack values on purpose, so their items do not
  /// count.
  private static func isRare(_ field: FieldPath, in reads: [PluginCheck.Read]) -> Bool {
    let missing = reads.compactMap { field.lack(in: [$0.block])?.part }
    return missing.count * 2 > reads.count
      || missing.contains { !field.text.dropFirst($0.count).contains("[*]") }
  }
}
