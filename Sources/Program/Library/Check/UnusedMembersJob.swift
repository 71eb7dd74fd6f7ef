internal import SectionEngine
internal import PluginTools

/// The work of `check --unused`: the members of a feed's blocks that no provider reads.
struct UnusedMembersJob {
  let feed: FeedSettings
  /// The file to write; `nil` for standard output.
  var output: String?
  var color = ColorChoice.auto

  /// Writes the members, at most 40 per block code.
  func run() throws {
    let installation = try Installation.required()
    let catalog = try feed.plugins.listing(installation)
    let joined = try FeedSources.joined(feed, installation)
    let check = PluginCheck(installation, allowsUnconfined: feed.plugins.allowsUnconfined)
    let samples = CheckFeeds.samples(joined)
    var members: [String: BlockMembers] = [:]
    var samplesByFile: [String: [Sample]] = [:]
    for (block, sample) in zip(joined.blocks, samples) {
      let file = catalog.file(for: block)
      if let file { samplesByFile[file, default: []].append(sample) }
      members[block.blockCode, default: BlockMembers(plugin: file?.lastPart)].add(block)
    }
    for (file, samples) in samplesByFile.sorted(by: { $0.key < $1.key }) {
      let feeds = PluginCheck.Feeds(source: .feed, files: feed.places, samples: samples)
      let reads = try PluginCheck.drawing(file) {
        try check.reads(file, feeds: feeds, includingWildcard: true)
      }
      for read in reads { members[read.blockCode]?.read.formUnion(read.paths) }
    }
    let codes = Array(joined.blocks.map(\.blockCode)).uniqued
    let text = codes.compactMap { code in members[code]?.text(of: code, atMost: 40) }.joined()
    try Output.write(text.isEmpty ? "every member is read\n" : text, to: output)
    Output.report(
      PluginMemory.ignoredFolders + catalog.absences + joined.diagnostics.filter(\.isAbsence),
      color: color)
  }
}

extension PluginCatalog {
  /// Returns the file of the plugin that renders a block; `nil` if no plugin does.
  func file(for block: Block) -> String? {
    let keys: [ProviderRegistry.Key] = [
      .blockCode(block.blockCode), .showType(block.showType), .wildcard,
    ]
    let owner = keys.compactMap { registry.owner(of: $0)?.plugin }.first
    return plugins.first { $0.number != nil && $0.number == owner }?.filePath
  }
}

/// The scalar members in all blocks with one code, and the paths that the plugin reads.
private struct BlockMembers {
  /// For each member: the paths of the values around it, then its own, as "$.items[*].title".
  private var members: [[String]] = []
  private var known: Set<String> = []
  /// The paths that the plugin reads, relative to the block.
  var read: Set<String> = []
  private let plugin: String

  init(plugin: String?) { self.plugin = plugin ?? "no provider" }

  mutating func add(_ block: Block) {
    add(block.value, at: ["$"], except: block.codeValue.index)
  }

  private mutating func add(_ value: FeedValue, at path: [String], except code: UInt32) {
    let own = path.last ?? ""
    switch value.kind {
    case .missing, .null: break
    case .bool, .number, .string:
      if value.index != code, known.insert(own).inserted { members.append(path) }
    case .array:
      for element in value.children { add(element, at: path + [own + "[*]"], except: code) }
    case .object:
      for member in value.children where !member.isShadowed {
        var below = own
        JSONPath.append(value.document.tape.key(member.index), to: &below)
        add(member, at: path + [below], except: code)
      }
    }
  }

  /// Lists the unread members. A value in which nothing is read has one line for all its members.
  func text(of code: String, atMost limit: Int) -> String? {
    let used = Set(members.filter { isRead($0) }.flatMap { $0 })
    let unread = members.filter { !isRead($0) }
    guard !unread.isEmpty else { return nil }
    func outermost(_ path: [String]) -> String { path.first { !used.contains($0) } ?? "" }
    let counts = Dictionary(unread.map { (outermost($0), 1) }, uniquingKeysWith: +)
    let lines = unread.map(outermost).uniqued
    var text = "\(shown(code)), \(shown(plugin)): \(unread.count) of "
    text += "\(counted(members.count, "member")) not read\n"
    for path in lines.prefix(limit) {
      let count = counts[path, default: 1]
      text += "  \(shown(path, limit: 200))\(count > 1 ? " (\(count) members)" : "")\n"
    }
    return text + (lines.count > limit ? "  … \(lines.count - limit) more\n" : "")
  }

  private func isRead(_ path: [String]) -> Bool { path.last.map(read.contains) ?? false }
}
