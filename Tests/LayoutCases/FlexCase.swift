package import SectionEngine

/// One case: a node tree, and the runs that lay it out.
package struct FlexCase {
  package let name: String
  let config: FlexCaseConfig
  let tree: FeedValue
  private let runs: FeedValue

  init(_ value: FeedValue) throws(CaseIssue) {
    name = try value.requireObject().required("name").requireString()
    config = try FlexCaseConfig(value["config"])
    tree = try value.required("tree").requireObject()
    runs = try value.required("runs").requireArray()
    guard runs.count > 0 else {
      throw runs.malformed("the case has no runs", expected: "at least one run")
    }
  }

  package func layOut() throws(CaseIssue) -> [FlexCaseRun] {
    try runs.children.map { run throws(CaseIssue) in try FlexCaseRun(tree, run, config) }
  }

  /// Returns the differences from the expected frames, one line per run and node.
  func differences() throws(CaseIssue) -> [String] {
    var lines: [String] = []
    for (index, value) in runs.children.enumerated() {
      let run = try FlexCaseRun(tree, value, config)
      var node = 0
      try run.compare(
        value.required("expected"), &node, path: "root", tolerance: config.tolerance
      ) {
        lines.append("\(name) run \(index) \($0)")
      }
    }
    return lines
  }
}

/// Warnings about numbers that the engine clamps or ignores.
extension FlexCase {
  /// A warning for each number that is beyond the engine's limit, or negative where it must not be.
  package var warnings: [Diagnostic] { Self.warnings(ofNode: tree) }

  private static func warnings(ofNode node: FeedValue) -> [Diagnostic] {
    let own = node["style"].children.flatMap { property in
      let mayBeNegative = signedProperties.contains(property.key)
      return ([property] + property.children).compactMap { warning(of: $0, mayBeNegative) }
    }
    return own + node["children"].children.flatMap(warnings)
  }

  private static let signedProperties: Set<String> = ["margin", "inset", "flex"]
  /// The maximum length that the engine accepts, in points.
  private static let longestLength = 1_000_000.0

  private static func warning(of value: FeedValue, _ mayBeNegative: Bool) -> Diagnostic? {
    guard let number = value.double else { return nil }
    let isLong = abs(number) > longestLength
    guard isLong || (number < 0 && !mayBeNegative) else { return nil }
    return Diagnostic(
      .unexpectedShape, .warning,
      "`\(value.key.prefix(30))` is \(isLong ? "beyond a million" : "negative")",
      at: value.location,
      label: isLong
        ? "taken as \(number < 0 ? "-1000000" : "1000000")" : "taken as if it were not there",
      helps: ["write a number that the page needs"])
  }
}

/// Settings for all nodes of a case. A node can override some of them.
struct FlexCaseConfig {
  var profile: LayoutProfile
  let isCSS: Bool
  let usesWebDefaults: Bool
  /// The scale in pixels per point. With 0, frames are not rounded.
  let scale: Double
  /// The maximum difference from an expected frame, in points.
  var tolerance: Double { isCSS ? 0.1 : 1e-3 }

  private static let keys: Set<String> = [
    "profile", "rounding", "useWebDefaults", "pointScaleFactor", "errata", "experimentalFeatures",
  ]

  init(_ value: FeedValue) throws(CaseIssue) {
    if value.exists {
      for member in try value.requireObject().children where !Self.keys.contains(member.key) {
        throw member.malformed(
          "a config has no `\(member.key.prefix(30))`", expected: "a known key")
      }
    }
    let profileName = value["profile"]
    isCSS = profileName.exists ? try profileName.requireWord(among: ["css": true]) : false
    if isCSS {
      profile = .css
      usesWebDefaults = true
      scale = try value["rounding"].optionalBool(true) ? 1 : 0
      return
    }
    usesWebDefaults = try value["useWebDefaults"].optionalBool(false)
    scale = try value["pointScaleFactor"].optionalScale() ?? 1
    profile = .contract
    profile.fitsAvailableHeight = true
    // Most expectations come from a browser that behaves this way.
    profile.wrappedColumnsAddUp = false
    profile.hasAutomaticMinimum = true
    for erratum in try value["errata"].optionalArray() {
      for (property, isSet) in try erratum.requireWord(among: Self.errata) {
        profile[keyPath: property] = isSet
      }
    }
    // Both features only affect the reuse of results in later layouts, not the first layout.
    for feature in try value["experimentalFeatures"].optionalArray() {
      _ = try feature.requireWord(
        among: ["web-flex-basis": (), "fix-flex-basis-fit-content": ()])
    }
  }

  private typealias Setting = (property: WritableKeyPath<LayoutProfile, Bool>, isSet: Bool)

  private static var errata: KeyValuePairs<String, [Setting]> {
    let classic: [Setting] = [
      (\.hasAutomaticMinimum, false), (\.absoluteIgnoresPadding, true),
      (\.absolutePercentagesOfContent, true),
    ]
    return [
      "min-size-undefined-instead-of-auto": [(\.hasAutomaticMinimum, false)],
      "stretch-flex-basis": [(\.basisStretches, true)],
      "absolute-position-without-insets-excludes-padding": [(\.absoluteIgnoresPadding, true)],
      "absolute-percent-against-inner-size": [(\.absolutePercentagesOfContent, true)],
      "classic": classic, "all": classic + [(\.basisStretches, true)],
    ]
  }
}
