package import PluginShared
package import SectionKit

/// One playlist, podcast or programme of a block.
package struct Card {
  package var title: String
  package var titleSource: Source?
  package var playCount: Int64?
  package var tap: Tap?
  package var picture: String?
  /// The type and the id of the resource.
  package var type: String?
  package var id: String?

  /// Reads the cards of a block's creatives, in order.
  ///
  /// A creative of type `voiceList`, or without resources, is one card; otherwise each of its
  /// resources is a card. A resource without a `uiElement` uses the `uiElement` of its creative.
  package static func cards(of block: Block) throws -> [Card] {
    try creatives(of: block).flatMap { creative -> [Card] in
      let resources = creative["resources"].objects
      if creative.text("creativeType") == "voiceList" || resources.isEmpty {
        return [Card(creative)]
      }
      return resources.map { Card($0, in: creative) }
    }
  }

  /// Reads the creatives of a block; declines a payload without an array of creatives.
  package static func creatives(of block: Block) throws -> [Value] {
    let creatives = block["creatives"]
    guard creatives.kind == .array else {
      throw Decline(
        "block has no creatives: expected an array, found \(creatives.found)",
        at: creatives.exists ? creatives : nil)
    }
    return creatives.objects
  }

  /// Adds the card's title as label, its tap action and its identifier to a node.
  package func whole(_ node: Node) -> Node {
    node.label(title).role(.button).action(tap).identifier(type: type ?? "", id: id)
  }

  private init(_ creative: Value) {
    self.init(
      element: creative["uiElement"], playCount: creative["creativeExtInfoVO"].tally("playCount"),
      tap: Tap(creative))
    (type, id) = (creative["creativeType"].string, creative.id("creativeId"))
  }

  private init(_ resource: Value, in creative: Value) {
    let element = resource["uiElement"]
    self.init(
      element: element.kind == .object ? element : creative["uiElement"],
      playCount: resource["resourceExtInfo"].tally("playCount"),
      tap: Tap(resource) ?? Tap(creative))
    (type, id) = (resource["resourceType"].string, resource.id("resourceId"))
  }

  private init(element: Value, playCount: Int64?, tap: Tap?) {
    let main = element["mainTitle"]
    let line = Heading.Line(main) ?? Heading.Line(element["subTitle"])
    title = line?.text ?? ""
    titleSource = line?.source
    picture = element["image"]["imageUrl"].string
    self.playCount = playCount
    self.tap = tap
  }
}
