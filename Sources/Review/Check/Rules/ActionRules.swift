import SectionEngine

extension CheckRule {
  /// Sources: Apple, Human Interface Guidelines, Accessibility: controls of at least 44 x 44 pt.
  /// Material Design 3, Accessibility, Structure: touch targets of at least 48 x 48 dp. A long target,
  /// such as a row as wide as the page, is easily hit along its length, so the least size of WCAG 2.2,
  /// success criterion 2.5.8 (level AA), is enough across it: 24 points.
  static let touchTarget = CheckRule(
    "touch-target", .smallTouchTarget, "a tap target is smaller than a finger needs",
    limits: [
      .init(
        "size", 44, onAndroid: 48, in: 1...1000, "the least width and height of a target, in points"
      )
    ], scope: .part, isAboutChosenBoxes: true
  ) { section, run in
    let least = run.limit("size")
    for node in section.nodes where section.targets[node] == Int32(node) {
      let frame = section.frames[node]
      // Another rule reports targets without a size.
      guard !section.isHidden[node], !frame.isEmpty,
        min(frame.width, frame.height) < least - Rect.slack
      else { continue }
      let isLong = max(frame.width, frame.height) >= 3 * least
      if isLong, min(frame.width, frame.height) >= min(24, least) - Rect.slack { continue }
      // The surrounding target is larger and has the same action, so a tap on it does the same.
      if section.sameTarget(around: node) != nil { continue }
      run.report(
        "\(section.shortName(of: node)) is a small touch target", at: node, of: section,
        label: "\(sizeText(frame)), expected at least \(points(least)) x \(points(least))",
        notes: run.page.environment.platform == .android ? ["a point is a dp of Android here"] : [],
        helps: ["make its box larger; its content may stay as small"])
    }
  }

  static let missingAction = CheckRule(
    "missing-action", .missingAction,
    "a button, or an item whose siblings have actions, has no action",
    limits: [
      .init(
        "share", 0.5, in: 0...1,
        "share of similar siblings with an action, above which a node without one is reported")
    ], owner: .feed
  ) { section, run in
    let acts = section.nodesThatAct
    /// Whether a node around is reported. What is inside it does nothing for the same reason.
    var isReported = [Bool](repeating: false, count: section.count)
    var isOneOfMany = [Bool](repeating: false, count: section.count)
    for parent in section.nodes {
      for group in section.likeChildren(of: parent) {
        for node in group { isOneOfMany[node] = true }
        let idle = group.filter { !acts[$0] }
        guard section.targets[parent] < 0, !idle.isEmpty,
          Double(group.count - idle.count) > run.limit("share") * Double(group.count)
        else { continue }
        for node in idle where !isReported[node] {
          for inner in section.subtree(node) { isReported[inner] = true }
          run.reportIdle(
            node, of: section, "does nothing, unlike its siblings", aspect: "sibling",
            note: "\(group.count - idle.count) of \(group.count) like it have an action",
            help: "give it an action in the feed")
        }
      }
    }
    // Sibling buttons with one name and no action are taken as tabs, which the app handles itself.
    for node in section.nodes
    where section.node(node).isButton && !isOneOfMany[node] && !isReported[node] {
      guard !section.isHidden[node], !acts[node], section.targets[node] < 0 else { continue }
      let count = run.findings.count
      run.reportIdle(
        node, of: section, "does nothing", aspect: "button",
        note: "it is a button, and neither it nor a node around it has an action",
        help: "give it an action in the feed, or do not make it a button")
      guard run.findings.count > count else { continue }
      for inner in section.subtree(node) { isReported[inner] = true }
    }
  }

  static let malformedAction = CheckRule(
    "malformed-action", .malformedAction, "the target of a tap is not an address",
    isAboutData: true,
    owner: .feed
  ) { section, run in
    for node in section.nodes {
      let view = section.node(node)
      guard view.content.actionTarget.count > 0 || view.content.actionType.count > 0,
        let fault = ActionTarget.fault(of: view.actionTarget)
      else { continue }
      run.report(
        "\(section.shortName(of: node)) has a malformed action", at: node, of: section,
        label: fault,
        notes: view.actionTarget.isEmpty ? [] : ["its target is `\(shown(view.actionTarget))`"],
        helps: ["correct it in the feed: `scheme://…`, a path from `/`, or a word of the app"],
        place: section.value(of: view.actionTarget, near: node)?.location)
    }
  }
}

extension RuleRun {
  /// Reports a node without an action. If its item has a member for one, the layout or the plugin
  /// does not read it, and the feed is right; if the siblings of the node act, the feed has the
  /// member in another place than in their items. A fault of items can tell the same.
  fileprivate mutating func reportIdle(
    _ node: Int, of section: CheckedSection, _ message: String, aspect: String, note: String,
    help: String
  ) {
    let name = section.shortName(of: node)
    let item = section.item(of: node)
    if let item, pages.itemFaults.contains(where: { isReported($0) && $0.explains(idle: item) }) {
      return
    }
    guard let item, let path = FieldHints.actionPath(in: item) else {
      // The generic section makes every card a button, so a card alone proves nothing.
      guard !section.isGeneric || aspect == "sibling" else { return }
      report(
        "\(name) \(message)", at: node, of: section, aspect: aspect, notes: [note], helps: [help],
        place: section.contentLocation(in: node))
      return
    }
    let named = section.block?.settings["generic"]["item"]["action"].settingPath
    if let named, named == path || named.hasPrefix(path + ".") {
      let value = item.value(atPath: named)
      report(
        "\(name) \(message)", at: node, of: section, aspect: aspect,
        label: "its `\(shown(named))` is \(value.exists ? "empty" : "missing")", notes: [note],
        helps: ["send `scheme://…`, a path from `/`, or a word of the app"],
        place: (value.exists ? value : item.value(atPath: path)).location)
      return
    }
    if aspect == "sibling" || (section.isGeneric && named != nil) {
      let models =
        named.map { "the layout reads it: `\(shown($0))`" } ?? "in the items of its siblings"
      report(
        "\(name) \(message)", at: node, of: section, aspect: aspect,
        label: "its item has `\(shown(path))`, which is not read", notes: [note],
        helps: ["name the member in the feed as \(models)"])
      return
    }
    let code = shown(section.section.blockCode)
    report(
      "\(name) does nothing, although its item has `\(shown(path))`", at: node, of: section,
      aspect: "path",
      label: section.isGeneric
        ? "the layout has no path to it" : "`\(section.provider)` does not read it",
      notes: [note],
      helps: [
        section.isGeneric
          ? "write `\"action\": \"\(shown(path))\"` into `sections.\(code).generic.item` of the layout"
          : "let `\(section.provider)` read it, or do not make the node a button"
      ], owner: section.isGeneric ? .layout : .section)
  }
}

extension LayoutNode {
  var isButton: Bool { kind == .button || content.role == .button }
}

extension CheckedSection {
  /// For each node, whether the node or a descendant has an action.
  fileprivate var nodesThatAct: [Bool] {
    var acts = nodes.map { targets[$0] == Int32($0) }
    for node in nodes.reversed() where acts[node] && parents[node] >= 0 {
      acts[Int(parents[node])] = true
    }
    return acts
  }

  /// Returns groups of at least two visible children that have the same name.
  fileprivate func likeChildren(of parent: Int) -> [[Int]] {
    arena.children(of: parent).filter { !isHidden[$0] && ink[$0] != nil }
      .grouped { node($0).name }.filter { $0.count > 1 }
  }
}
