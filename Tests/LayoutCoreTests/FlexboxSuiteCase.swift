import Foundation
import LayoutCore

/// Reads `flex-layout-cases/1` into arenas.
struct SuiteFile {
  var cases: [SuiteCase]

  static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../shared/data/layout/\(name).json"
    ).standardizedFileURL
  }

  static func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url(name).path)
  }

  init(_ name: String) throws {
    let data = try Data(contentsOf: Self.url(name))
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    cases = (root["cases"] as? [[String: Any]] ?? []).map(SuiteCase.init)
  }
}

/// Something in a case that our styles have no word for.
struct Unsupported: Error { var feature: String }

struct SuiteCase {
  var json: [String: Any]
  var name: String { json["name"] as? String ?? "?" }
  var isSkippedUpstream: Bool { json["skippedUpstream"] as? Bool ?? false }
  var config: [String: Any] { json["config"] as? [String: Any] ?? [:] }
  var isCSS: Bool { config["profile"] as? String == "css" }
  var tree: [String: Any] { json["tree"] as? [String: Any] ?? [:] }
  var runs: [[String: Any]] { json["runs"] as? [[String: Any]] ?? [] }

  init(json: [String: Any]) { self.json = json }

  /// Differences between computed and expected frames, one line each.
  func differences() throws -> [String] {
    var result: [String] = []
    for (index, run) in runs.enumerated() {
      let reader = try SuiteReader(self, run: run)
      var arena = reader.arena
      let isRightToLeft = run["direction"] as? String == "rtl"
      NodeLayout(
        profile: reader.profile, isRightToLeft: isRightToLeft,
        leaves: SuiteLeaves(nodes: reader.nodes)
      ).layOut(
        &arena, width: number(run["availableWidth"]), height: number(run["availableHeight"]))
      let frames = PixelGrid.relativeFrames(
        of: arena, scale: { reader.scales[$0] }, isText: { reader.isText[$0] })
      var node = 0
      compare(run["expected"] as? [String: Any] ?? [:], frames, &node) {
        result.append("run \(index) \($0)")
      }
    }
    return result
  }

  private func compare(
    _ expected: [String: Any], _ frames: [Rect], _ node: inout Int, _ report: (String) -> Void
  ) {
    let tolerance = isCSS ? 0.1 : 1e-3
    let frame = frames[node]
    let wanted = ["left", "top", "width", "height"].map { Double(number(expected[$0]) ?? 0) }
    let found = [frame.x, frame.y, frame.width, frame.height]
    if zip(wanted, found).contains(where: { abs($0 - $1) > tolerance }) {
      report("node \(node): expected \(wanted), found \(found)")
    }
    node += 1
    for child in expected["children"] as? [[String: Any]] ?? [] {
      guard node < frames.count else { return report("more children than nodes") }
      compare(child, frames, &node, report)
    }
  }
}

func number(_ value: Any?) -> Float? { (value as? NSNumber)?.floatValue }

/// Turns a case's tree into an arena with our styles.
struct SuiteReader {
  var arena = NodeArena()
  var nodes: [[String: Any]] = []
  var scales: [Double] = []
  var isText: [Bool] = []
  var profile: LayoutProfile
  let isCSS: Bool
  let isWeb: Bool
  let scale: Double
  let isContentBox: Bool

  init(_ suite: SuiteCase, run: [String: Any]) throws {
    isCSS = suite.isCSS
    let config = suite.config
    isWeb = config["useWebDefaults"] as? Bool ?? false
    isContentBox = run["boxSizing"] as? String == "content-box"
    if isCSS {
      profile = .css
      scale = config["rounding"] as? Bool ?? true ? 1 : 0
    } else {
      profile = .contract
      let errata = config["errata"] as? [String] ?? []
      profile.hasAutomaticMinimum = !errata.contains("min-size-undefined-instead-of-auto")
      let experiments = config["experimentalFeatures"] as? [String] ?? []
      if experiments.contains("web-flex-basis") { throw Unsupported(feature: "web-flex-basis") }
      profile.basisFitsContainer = !experiments.contains("fix-flex-basis-fit-content")
      scale = Double(number(config["pointScaleFactor"]) ?? 1)
    }
    try add(suite.tree, parent: [:], isRoot: true)
  }

  private mutating func add(
    _ node: [String: Any], parent: [String: Any], isRoot: Bool = false
  ) throws {
    let style = node["style"] as? [String: Any] ?? [:]
    try requireFlexWords(style, parent: parent)
    if node["isReferenceBaseline"] as? Bool == true {
      throw Unsupported(feature: "isReferenceBaseline")
    }
    if node["alwaysFormsContainingBlock"] != nil {
      throw Unsupported(feature: "alwaysFormsContainingBlock")
    }
    let isStatic = style["position"] as? String == "static" && !isRoot
    if parent["position"] as? String == "static" && style["position"] as? String == "absolute" {
      throw Unsupported(feature: "absolute in static")
    }
    arena.begin(.box, style: try read(style, isStatic: isStatic))
    nodes.append(node)
    scales.append(Double(number(node["pointScaleFactor"]) ?? Float(scale)))
    isText.append(
      !isCSS && node["measure"] != nil && node["nodeType"] as? String != "default")
    for child in node["children"] as? [[String: Any]] ?? [] {
      try add(child, parent: style)
    }
    arena.end()
  }

  private func read(_ json: [String: Any], isStatic: Bool) throws -> Style {
    var style = Style()
    if isCSS || isWeb {
      style.flexDirection = .row
      style.flexShrink = 1
      style.alignContent = .stretch
    }
    let boxSizing = json["boxSizing"] as? String ?? (isContentBox ? "content-box" : "border-box")
    for (key, value) in json.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "display":
        switch value as? String {
        case "flex": break
        case "none": style.display = .none
        default: throw Unsupported(feature: "display \(value)")
        }
      case "flexDirection": style.flexDirection = try choice(key, value, Self.directions)
      case "flexWrap":
        style.flexWrap = try choice(
          key, value,
          ["nowrap": .noWrap, "no-wrap": .noWrap, "wrap": .wrap, "wrap-reverse": .wrapReverse])
      case "justifyContent": style.justifyContent = try choice(key, value, Self.justifications)
      case "alignItems": style.alignItems = try choice(key, value, Self.alignments)
      case "alignSelf": style.alignSelf = try choice(key, value, Self.alignments)
      case "alignContent": style.alignContent = try choice(key, value, Self.alignments)
      case "position":
        style.position = value as? String == "absolute" ? .absolute : .relative
      case "overflow", "overflowX", "overflowY":
        style.overflow = try choice(
          key, value, ["visible": .visible, "hidden": .hidden, "scroll": .scroll])
      case "flexGrow": style.flexGrow = number(value) ?? 0
      case "flexShrink": style.flexShrink = number(value) ?? 0
      case "flexBasis": style.flexBasis = try length(value)
      case "flex":
        let flex = number(value) ?? 0
        if flex > 0 {
          if json["flexGrow"] == nil { style.flexGrow = flex }
          if isWeb && json["flexShrink"] == nil { style.flexShrink = 1 }
          if !isWeb && json["flexBasis"] == nil { style.flexBasis = .points(0) }
        } else if json["flexShrink"] == nil {
          style.flexShrink = -flex
        }
      case "width": style.width = try length(value)
      case "height": style.height = try length(value)
      case "minWidth": style.minWidth = try length(value)
      case "minHeight": style.minHeight = try length(value)
      case "maxWidth": style.maxWidth = try length(value)
      case "maxHeight": style.maxHeight = try length(value)
      case "aspectRatio": style.aspectRatio = number(value) ?? 0
      case "margin":
        style.margin = try edges(value)
        for (edge, length) in value as? [String: Any] ?? [:] where length as? String == "auto" {
          style.autoMargins.formUnion(Self.edgeSets[edge] ?? [])
        }
      case "padding": style.padding = try edges(value)
      case "border": style.border = try edges(value)
      case "inset": if !isStatic { style.inset = try edges(value) }
      case "gap":
        for (axis, gap) in value as? [String: Any] ?? [:] {
          guard let points = number(gap) else { throw Unsupported(feature: "percent gap") }
          if axis != "row" { style.columnGap = points }
          if axis != "column" { style.rowGap = points }
        }
      case "boxSizing": break
      default: throw Unsupported(feature: key)
      }
    }
    style.boxSizing = boxSizing == "content-box" ? .contentBox : .borderBox
    return style
  }

  private static let directions: [String: Style.FlexDirection] = [
    "row": .row, "column": .column, "row-reverse": .rowReverse, "column-reverse": .columnReverse,
  ]
  private static let justifications: [String: Style.Justify] = [
    "flex-start": .start, "start": .start, "center": .center, "flex-end": .end, "end": .end,
    "space-between": .spaceBetween, "space-around": .spaceAround, "space-evenly": .spaceEvenly,
  ]
  private static let alignments: [String: Style.Align] = [
    "auto": .auto, "flex-start": .start, "start": .start, "center": .center, "flex-end": .end,
    "end": .end, "stretch": .stretch, "baseline": .baseline, "space-between": .spaceBetween,
    "space-around": .spaceAround, "space-evenly": .spaceEvenly,
  ]
  private static let edgeSets: [String: EdgeSet] = [
    "left": .left, "right": .right, "top": .top, "bottom": .bottom, "start": .start, "end": .end,
    "horizontal": [.left, .right], "vertical": [.top, .bottom],
    "all": [.left, .right, .top, .bottom],
  ]

  /// `start` is the text's start, our `.start` is `flex-start`: they differ where an axis is reversed.
  private func requireFlexWords(_ json: [String: Any], parent: [String: Any]) throws {
    func isReversed(_ json: [String: Any]) -> Bool {
      ["flexDirection", "flexWrap"].contains {
        (json[$0] as? String)?.hasSuffix("reverse") ?? false
      }
    }
    func usesText(_ json: [String: Any], _ keys: [String]) -> Bool {
      keys.contains { ["start", "end"].contains(json[$0] as? String) }
    }
    if isReversed(json) && usesText(json, ["justifyContent", "alignItems", "alignContent"])
      || isReversed(parent) && usesText(json, ["alignSelf"])
    {
      throw Unsupported(feature: "start and end in a reversed axis")
    }
  }

  private func choice<T>(_ key: String, _ value: Any, _ words: [String: T]) throws -> T {
    guard let found = words[value as? String ?? ""] else {
      throw Unsupported(feature: "\(key) \(value)")
    }
    return found
  }

  private func length(_ value: Any) throws -> Length {
    if let points = number(value) { return .points(points) }
    guard let text = value as? String, text != "auto" else { return .auto }
    guard text.hasSuffix("%"), let percent = Float(text.dropLast()) else {
      throw Unsupported(feature: "size keyword")
    }
    return .percent(percent)
  }

  private func edges(_ value: Any) throws -> Edges {
    let json = value as? [String: Any] ?? [:]
    func edge(_ names: String...) throws -> Length {
      for name in names {
        if let value = json[name] { return try length(value) }
      }
      return .auto
    }
    return Edges(
      top: try edge("top", "vertical", "all"), right: try edge("right", "horizontal", "all"),
      bottom: try edge("bottom", "vertical", "all"), left: try edge("left", "horizontal", "all"),
      start: try edge("start"), end: try edge("end"))
  }
}
