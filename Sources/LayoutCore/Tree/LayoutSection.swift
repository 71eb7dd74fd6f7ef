/// One section of a page: what its provider said, and, once laid out, where everything stands.
package struct LayoutSection: Sendable {
  package struct Provider: Sendable, Hashable {
    package var id: String
    package var version: String
    package init(id: String, version: String) {
      self.id = id
      self.version = version
    }
  }

  /// The step of the fallback ladder that drew the section, where it was not its own provider.
  package struct Fallback: Sendable, Hashable {
    package enum Step: String, Sendable { case showType, generic, placeholder }
    package var step: Step
    /// "no provider for the code or its showType".
    package var reason: String
    package init(step: Step, reason: String) {
      self.step = step
      self.reason = reason
    }
  }

  package enum Layout: UInt8, Sendable, CaseIterable { case list, carousel, pager }

  /// A header or footer: a node of the arena, a child of the root.
  package struct Supplement: Sendable, Hashable {
    package var node: Int
    package var isPinned: Bool
    /// `nil`: of its laid out body.
    package var height: Double?
    package init(node: Int, isPinned: Bool, height: Double?) {
      self.node = node
      self.isPinned = isPinned
      self.height = height
    }
  }

  package struct Row: Sendable, Hashable {
    /// The row's node, a child of the root; the root itself when the section is one bare row.
    package var node: Int
    /// `nil`: of its laid out body.
    package var height: Double?
    package init(node: Int, height: Double?) {
      self.node = node
      self.height = height
    }
  }

  /// The frame that the provider asked for; `nil` parts are the engine's.
  package struct FrameRequest: Sendable, Hashable {
    package var x: Double
    package var width: Double?
    package var height: Double?
    package init(x: Double = 0, width: Double? = nil, height: Double? = nil) {
      self.x = x
      self.width = width
      self.height = height
    }
  }

  // What it is.
  package var blockCode: String
  package var title: String = ""
  package var provider: Provider
  package var fallback: Fallback?
  package var isClosable = false
  /// Codes of the diagnostics about this section, sorted, each once.
  package var diagnosticCodes: [String] = []

  // What the provider said. Node 0 of the arena is the root; header, rows, footer and background
  // are its children. `layout`, `insets` and spacings hold for the rows.
  package var arena = NodeArena()
  package var layout: Layout = .list
  package var insets = EdgeInsets.zero
  package var rowSpacing = 0.0
  package var itemSpacing = 0.0
  package var minimumHeight = 0.0
  package var header: Supplement?
  package var footer: Supplement?
  /// Node drawn behind the rows.
  package var background: Int?
  package var rows: [Row] = []
  package var frameRequest = FrameRequest()

  // Results of layout, in points, unrounded.
  /// Heights of the rows in order.
  package var rowHeights: [Double] = []
  /// Header + rows as the layout places them + spacing + insets + footer, at least the minimum.
  package var contentHeight = 0.0
  /// In feed coordinates; y is the exact sum of the heights above.
  package var frame = Rect.zero

  package init(blockCode: String, provider: Provider) {
    self.blockCode = blockCode
    self.provider = provider
  }
}
