internal import FeedDocument
internal import LayoutCore

/// One case: a tree, and the runs that lay it out.
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

  /// Lays out every run.
  /// - Returns: the frames of each run, rounded as the suite rounds them, relative to the parent's.
  package func layOut() throws(CaseIssue) -> [FlexCaseRun] {
    var result: [FlexCaseRun] = []
    for run in runs.children { result.append(try FlexCaseRun(tree, run, config)) }
    return result
  }

  /// Returns the differences from the expectations, one line per node.
  func differences() throws(CaseIssue) -> [String] {
    var lines: [String] = []
    var index = 0
    for value in runs.children {
      let run = try FlexCaseRun(tree, value, config)
      var node = 0
      try run.compare(
        value.required("expected"), &node, path: "root", tolerance: config.tolerance
      ) {
        lines.append("\(name) run \(index) \($0)")
      }
      index += 1
    }
    return lines
  }
}

/// Settings that apply to all nodes of a case unless a node overrides them.
struct FlexCaseConfig {
  var profile: LayoutProfile
  let isCSS: Bool
  let usesWebDefaults: Bool
  /// Pixels per point. With 0, frames are not rounded.
  let scale: Double
  /// Points by which a frame may differ.
  var tolerance: Double { isCSS ? 0.1 : 1e-3 }

  private static let keys: Set<String> = [
    "profile", "rounding", "useWebDefaults", "pointScaleFactor", "errata", "experimentalFeatures",
  ]

  init(_ value: FeedValue) throws(CaseIssue) {
    if value.exists { try Self.checkKeys(value) }
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
    // The browser that most of the expectations come from behaves like this.
    profile.wrappedColumnsAddUp = false
    try readErrata(value["errata"])
    // Neither feature changes the first layout: they decide which results are reused by the next
    // one.
    for feature in try value["experimentalFeatures"].optionalArray() {
      _ = try feature.requireWord(
        among: ["web-flex-basis": (), "fix-flex-basis-fit-content": ()])
    }
  }

  private static func checkKeys(_ value: FeedValue) throws(CaseIssue) {
    for member in try value.requireObject().children where !keys.contains(member.key) {
      throw member.malformed(
        "a config has no `\(member.key.prefix(30))`", expected: "a known key")
    }
  }

  private mutating func readErrata(_ value: FeedValue) throws(CaseIssue) {
    profile.hasAutomaticMinimum = true
    for erratum in try value.optionalArray() {
      switch try erratum.requireWord(among: Erratum.words) {
      case .undefinedMinimum: profile.hasAutomaticMinimum = false
      case .stretchFlexBasis: profile.basisStretches = true
      case .excludedPadding: profile.absoluteIgnoresPadding = true
      case .innerPercent: profile.absolutePercentagesOfContent = true
      case .classic: addClassicErrata()
      case .all:
        addClassicErrata()
        profile.basisStretches = true
      }
    }
  }

  private mutating func addClassicErrata() {
    profile.hasAutomaticMinimum = false
    profile.absoluteIgnoresPadding = true
    profile.absolutePercentagesOfContent = true
  }

  private enum Erratum {
    case undefinedMinimum, stretchFlexBasis, excludedPadding, innerPercent, classic, all

    static let words: KeyValuePairs<String, Erratum> = [
      "min-size-undefined-instead-of-auto": .undefinedMinimum,
      "stretch-flex-basis": .stretchFlexBasis,
      "absolute-position-without-insets-excludes-padding": .excludedPadding,
      "absolute-percent-against-inner-size": .innerPercent, "classic": .classic, "all": .all,
    ]
  }
}
