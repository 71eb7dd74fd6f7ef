import SectionEngine

extension CheckConfiguration {
  /// Reads the JSON file of `--config`. `sectionengine schema check-config` describes its format.
  package static func read(_ document: FeedDocument) -> Diagnosed<CheckConfiguration?> {
    ConfigurationReader.read("check configuration", code: .invalidCheckConfiguration) { reader in
      var configuration = CheckConfiguration()
      let root = document.root
      guard reader.object(root, optional: ["$schema"] + members) else { return nil }
      configuration.read(root, &reader)
      return configuration
    }
  }

  /// The members of a configuration, which a project file can also contain.
  package static let members = ["ignore", "rules"]

  /// Adds the rules and the ignored findings of an object. They override the existing rules.
  package mutating func read(_ object: FeedValue, _ reader: inout ConfigurationReader) {
    readRules(object["rules"], &reader)
    for entry in reader.elements(object["ignore"]) {
      if let ignored = Self.ignored(entry, &reader) { self.ignored.append(ignored) }
    }
  }

  /// Returns this configuration with the rules and the ignored findings of another, which override
  /// the rules of this one.
  package func overridden(by other: CheckConfiguration) -> CheckConfiguration {
    var result = self
    result.weights.merge(other.weights) { $1 }
    for (rule, limits) in other.limits { result.limits[rule, default: [:]].merge(limits) { $1 } }
    result.ignored += other.ignored
    return result
  }

  private mutating func readRules(_ value: FeedValue, _ reader: inout ConfigurationReader) {
    for entry in reader.members(value) {
      guard let id = Self.rule(entry.key, at: entry, &reader) else { continue }
      if entry.kind == .object {
        let limits = CheckRule.named(id)?.limits ?? []
        _ = reader.object(entry, optional: ["severity"] + limits.map(\.name))
        weights[id] = reader.word(entry["severity"])
        for limit in limits where entry[limit.name].exists {
          guard let number = entry[limit.name].double, limit.range.contains(number) else {
            reader.mismatch(
              entry[limit.name],
              expected: "a number from \(points(limit.range.lowerBound)) "
                + "to \(points(limit.range.upperBound))")
            continue
          }
          self.limits[id, default: [:]][limit.name] = number
        }
      } else {
        weights[id] = reader.word(entry)
      }
    }
  }

  private static func ignored(
    _ value: FeedValue, _ reader: inout ConfigurationReader
  ) -> Ignored? {
    guard
      reader.object(value, required: ["reason"], optional: ["block", "node", "rule"]),
      let reason = reader.string(value["reason"])
    else { return nil }
    let rule = reader.string(value["rule"]).flatMap { Self.rule($0, at: value["rule"], &reader) }
    let block = reader.string(value["block"])
    let node = reader.string(value["node"]).map(PathPattern.init)
    guard rule != nil || block != nil || node != nil else {
      reader.refuse(
        value, "an entry to ignore selects nothing",
        label: "expected `rule`, `block` or `node`",
        helps: ["to leave a rule out everywhere: `\"rules\": {\"overlap\": \"off\"}`"])
      return nil
    }
    return Ignored(
      rule: rule, block: block, node: node, reason: reason, location: value.location)
  }

  /// Returns the id of a rule, given its id or code, or the code of another diagnostic.
  private static func rule(
    _ name: String, at value: FeedValue, _ reader: inout ConfigurationReader
  ) -> String? {
    if let rule = CheckRule.named(name) { return rule.id }
    let codes = DiagnosticCode.allCases.map(\.rawValue)
    if codes.contains(name) { return name }
    reader.refuse(
      value, "there is no rule `\(shown(name, limit: 30))`",
      label: "expected a rule, or the code of a diagnostic",
      helps: Suggestion.helps(for: name, among: CheckRule.all.map(\.id) + codes)
        + ["list the rules with `sectionengine check --rules`"])
    return nil
  }
}
