internal import FeedDocument

/// A plugin drafted from the blocks of a code.
struct PluginDraft {
  let name: PluginName
  let blockCode: String
  /// Number of blocks that the models were made from.
  let blocks: Int
  let table: ModelTable
  let root: ModelType
  let plan: BodyPlan

  init(name: PluginName, blockCode: String, blocks: [FeedValue]) {
    self.name = name
    self.blockCode = blockCode
    self.blocks = blocks.count
    table = ModelTable(ValueShape(of: blocks))
    root = table.root ?? .object(0)
    plan = BodyPlan(table, root: root, blocks: blocks)
  }

  var isList: Bool { if case .array = root { true } else { false } }
  /// The number of blocks, as the comments of models name it.
  var origin: String { blocks == 1 ? "one block" : "\(blocks) blocks" }
}
