import SectionEngine

/// A version of an app that renders feeds: its blocks, plugin versions and contract features.
package struct Client: Sendable, Hashable {
  /// The behaviour of the app for a block that it does not support.
  package enum UnknownRule: String, Sendable, CaseIterable {
    /// The block is omitted.
    case skip
    case placeholder
    /// The app's default provider renders the block.
    case fallback
  }

  package struct KnownBlock: Sendable, Hashable {
    /// A block code, a showType, or the wildcard for all blocks without an entry of their own.
    package var claim: ProviderRegistry.Key
    /// The id of the plugin that renders the block; `nil` for any plugin.
    package var plugin: String?
    package var version: String?
    /// The paths of the values that the block must have for the app.
    package var fields: [FieldPath] = []

    package init(
      claim: ProviderRegistry.Key, plugin: String? = nil, version: String? = nil,
      fields: [FieldPath] = []
    ) {
      self.claim = claim
      self.plugin = plugin
      self.version = version
      self.fields = fields
    }
  }

  package var name: String
  package var unknown: UnknownRule
  package var features: [Feature]
  package var blocks: [KnownBlock]

  package init(
    name: String, unknown: UnknownRule, features: [Feature] = [], blocks: [KnownBlock]
  ) {
    self.name = name
    self.unknown = unknown
    self.features = features
    self.blocks = blocks
  }

  /// The plugin id for each claim; "" for any plugin.
  package var plugins: [ProviderRegistry.Key: String] {
    Dictionary(blocks.map { ($0.claim, $0.plugin ?? "") }) { first, _ in first }
  }

  /// The corresponding policy of the engine for unknown blocks.
  package var policy: UnknownPolicy {
    switch unknown {
    case .skip: .skip
    case .placeholder: .placeholder
    case .fallback: .generic
    }
  }

  /// Returns a note if the client renders some of the blocks with plugins that `registry` does not
  /// have, or has in another major version. O(blocks x entries).
  package func difference(
    from registry: ProviderRegistry, drawing blocks: some Collection<Block>
  ) -> Diagnostic? {
    func major(_ version: String) -> Substring { version.prefix { $0 != "." } }
    let notes = Set(blocks.compactMap(entry)).sorted().compactMap { number -> String? in
      let entry = self.blocks[number]
      guard let id = entry.plugin else { return nil }
      let theirs = "\(shown(entry.claim.words)): the client has `\(shown(id))`"
      guard let present = registry.plugins.first(where: { $0.id == id }) else {
        return "\(theirs), which is missing here"
      }
      guard let version = entry.version, major(version) != major(present.version) else {
        return nil
      }
      return "\(theirs) \(shown(version)), and here it is \(present.version)"
    }
    guard !notes.isEmpty else { return nil }
    return Diagnostic(
      .otherThanClient, .note, "`\(name)` has other plugins than this page is drawn with",
      notes: notes, helps: ["give the folder of its plugins with `--plugins`"])
  }

  /// Returns the index of a block's entry: by block code, by showType, or the wildcard entry if
  /// `unknown` is `fallback`. `nil` for a block that the client does not support. O(entries).
  func entry(for block: Block) -> Int? {
    var claims = [ProviderRegistry.Key.blockCode(block.blockCode), .showType(block.showType)]
    if unknown == .fallback { claims.append(.wildcard) }
    return claims.lazy.compactMap { claim in blocks.firstIndex { $0.claim == claim } }.first
  }
}

/// A contract feature with its version, such as "section.output/1".
package struct Feature: Sendable, Hashable {
  package var name: String
  /// The version numbers, the most significant number first.
  package var version: [Int]

  /// Parses a name, a slash, and numbers separated by dots; `nil` for other texts.
  package init?(_ text: String) {
    guard let slash = text.lastIndex(of: "/"), slash > text.startIndex,
      let version = Self.version(String(text[text.index(after: slash)...]))
    else { return nil }
    name = String(text[..<slash])
    self.version = version
  }

  package var text: String { "\(name)/\(version.map(String.init).joined(separator: "."))" }

  /// Returns the numbers of a version such as "1.2"; `nil` for other texts.
  static func version(_ text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  /// Returns whether the version is at least `least`. Missing numbers count as 0.
  func isAtLeast(_ least: [Int]) -> Bool {
    let count = max(version.count, least.count)
    func filled(_ version: [Int]) -> [Int] {
      version + repeatElement(0, count: count - version.count)
    }
    return !filled(version).lexicographicallyPrecedes(filled(least))
  }
}

/// A path of values in a block, such as "$.items[*].title". `[*]` selects all array elements.
package struct FieldPath: Sendable, Hashable {
  package let text: String
  /// The steps: ".items", "[*]" and ".title" for "$.items[*].title".
  private let steps: [String]

  /// The first place at which some values end a path.
  package struct Lack {
    /// The shortest leading part of the path that none of the values has, or that leads to no
    /// object and no list in any of them.
    package var part: String
    /// The value at `part`: null, or of another kind than the path needs; `nil` for none.
    package var found: FeedValue?
    /// The innermost object around `part`; `nil` for the block.
    package var outer: FeedValue?
  }

  private static let elements = "[*]"

  /// Parses a path; `nil` if it is malformed.
  package init?(_ text: String) {
    guard text.hasPrefix("$") else { return nil }
    var steps: [String] = []
    for (number, part) in text.dropFirst()
      .split(separator: Self.elements, omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 { steps.append(Self.elements) }
      guard part.isEmpty || part.hasPrefix(".") || part.hasPrefix("["),
        let path = JSONPath("$\(part)")
      else { return nil }
      steps += path.steps.map { step in
        var text = ""
        switch step {
        case .name(var name): name.withUTF8 { JSONPath.append($0, to: &text) }
        case .index(let position): text = "[\(position)]"
        }
        return text
      }
    }
    (self.text, self.steps) = (text, steps)
  }

  /// Returns the first place at which all of the values end the path; `nil` if one of them has the
  /// path, or has an empty list in it. Null does not count as a value. O(values).
  package func lack(in values: [FeedValue]) -> Lack? {
    var values = values
    var part = "$"
    if values.isEmpty { return Lack(part: part) }
    for (number, step) in steps.enumerated() {
      if step == Self.elements {
        let lists = values.filter { $0.kind == .array }
        guard !lists.isEmpty else { return Lack(part: part, found: values.first) }
        part += step
        values = lists.flatMap { Array($0.children) }
        if values.isEmpty { return nil }
        continue
      }
      let next = values.map { Self.value(at: step, of: $0) }
      let present = next.filter { !$0.isNothing }
      guard present.isEmpty else {
        part += step
        values = present
        continue
      }
      // Without any object, the value around is at fault, not each of its members.
      let isMember = step.hasPrefix(".") || step.hasPrefix("['")
      if number > 0, steps[number - 1] != Self.elements,
        !values.contains(where: { $0.kind == (isMember ? .object : .array) })
      {
        return Lack(part: part, found: values.first)
      }
      return Lack(
        part: number == steps.count - 1 ? text : part + step, found: next.first(where: \.exists),
        outer: number > 0 ? values.first : nil)
    }
    return nil
  }

  /// Whether a value or an element on the path lacks the rest of it, although others may have it.
  package func isPartlyLacking(in value: FeedValue) -> Bool {
    var values = [value]
    for step in steps {
      if step == Self.elements {
        if values.contains(where: { $0.kind != .array }) { return true }
        values = values.flatMap { Array($0.children) }
      } else {
        values = values.map { Self.value(at: step, of: $0) }
        if values.contains(where: \.isNothing) { return true }
      }
    }
    return false
  }

  private static func value(at step: String, of value: FeedValue) -> FeedValue {
    value.value(atPath: step.hasPrefix(".") ? String(step.dropFirst()) : step)
  }
}
