import SectionEngine

extension NodeArena {
  /// Creates an arena with one node that has the attributes of the member `content` in layout JSON.
  init(content: FeedValue) {
    self.init()
    begin(.text)
    for run in content["runs"].children {
      addRun(self.run(run))
    }
    let picture = ["picture", "placeholder", "tint"].map { text(content[$0]) }
    let item = [content["item"]["type"], content["item"]["id"], content["state"]].map { text($0) }
    let border = text(content["border"]["color"])
    let shadow = self.shadow(content["shadow"])
    describeOpenNode { own in
      own.lineHeight = content["lineHeight"].float
      own.letterSpacing = content["letterSpacing"].float
      own.firstLineIndent = content["firstLineIndent"].float
      own.minimumScale = content["minimumScale"].float
      own.truncation = .named(content["truncation"].string) ?? .tail
      own.breaksWords = content["breaksWords"].bool == true
      (own.picture, own.placeholder, own.tint) = (picture[0], picture[1], picture[2])
      own.contentMode = .named(content["mode"].string) ?? .fill
      own.borderWidth = content["border"]["width"].float
      own.borderColor = border
      let corners = content["corners"].children.compactMap(\.string)
      for named in NodeAttributes.Corners.named where corners.contains(named.word) {
        own.corners.insert(named.corner)
      }
      own.opacity = content["opacity"].double.map(Float.init) ?? 1
      own.shadow = shadow
      (own.resourceType, own.resourceID, own.state) = (item[0], item[1], item[2])
    }
  }

  private mutating func run(_ value: FeedValue) -> TextRun {
    let start = Int(clamping: max(0, value["start"].int64 ?? 0))
    var run = TextRun(range: start..<max(start, Int(clamping: value["end"].int64 ?? 0)))
    run.font = Font(
      size: value["size"].float, weight: UInt16(clamping: value["weight"].int64 ?? 0))
    let traits = value["traits"].children.compactMap(\.string)
    for named in TextRun.Traits.named where traits.contains(named.word) {
      run.traits.insert(named.trait)
    }
    run.letterSpacing = value["letterSpacing"].float
    run.lineHeight = value["lineHeight"].float
    run.baselineOffset = value["baselineOffset"].float
    run.family = text(value["family"])
    run.color = text(value["color"])
    run.background = text(value["background"])
    run.actionTarget = text(value["action"]["target"])
    run.actionType = text(value["action"]["type"])
    run.image = text(value["image"]["address"])
    run.imageWidth = value["image"]["width"].float
    run.imageHeight = value["image"]["height"].float
    return run
  }

  private mutating func shadow(_ value: FeedValue) -> NodeAttributes.Shadow {
    var shadow = NodeAttributes.Shadow()
    shadow.color = text(value["color"])
    (shadow.x, shadow.y, shadow.blur) = (value["x"].float, value["y"].float, value["blur"].float)
    return shadow
  }

  private mutating func text(_ value: FeedValue) -> TextRange {
    addText((value.string ?? "").utf8)
  }
}

extension FeedValue {
  fileprivate var float: Float { Float(double ?? 0) }
}

extension RawRepresentable where Self: CaseIterable {
  fileprivate static func named(_ name: String?) -> Self? { allCases.first { "\($0)" == name } }
}
