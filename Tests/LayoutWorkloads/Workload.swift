package import LayoutCore

/// Texts with a fixed advance that can break anywhere. A text has the given width and the number of
/// lines that it needs. This is a class, so that changing one text does not copy the others.
package final class CountedLeaves: LeafMeasuring {
  package struct Text {
    package var characters, advance, line: Float
    package init(characters: Float, advance: Float, line: Float) {
      self.characters = characters
      self.advance = advance
      self.line = line
    }
  }
  // The array is read for every text of a layout. A check for exclusive access would cost more than
  // measuring the text.
  @exclusivity(unchecked) package var texts: [Text?] = []

  package init() {}

  package func hasContent(_ node: Int) -> Bool { texts[node] != nil }
  package func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? { nil }

  package func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size {
    guard let text = texts[node] else { return .zero }
    let natural = text.characters * text.advance
    func wrapped(_ width: Float) -> Size {
      let lines = max(1, (natural / max(width, text.advance)).rounded(.up))
      return Size(width: Double(width), height: Double(lines * text.line))
    }
    switch width {
    case .undefined: return Size(width: Double(natural), height: Double(text.line))
    case .atMost(let most):
      return most >= natural
        ? Size(width: Double(natural), height: Double(text.line)) : wrapped(most)
    case .exactly(let exact): return wrapped(exact)
    }
  }
}

/// A tree with its leaves.
package struct Workload {
  package var arena = NodeArena()
  package let leaves = CountedLeaves()

  package init() {}

  package mutating func begin(_ configure: (inout Style) -> Void = { _ in }) {
    var style = Style()
    configure(&style)
    arena.begin(.box, style: style)
    leaves.texts.append(nil)
  }

  package mutating func end() { arena.end() }

  package mutating func leaf(_ configure: (inout Style) -> Void) {
    begin(configure)
    end()
  }

  package mutating func text(
    _ characters: Int, _ advance: Float, _ line: Float,
    _ configure: (inout Style) -> Void = { _ in }
  ) {
    begin(configure)
    leaves.texts[arena.count - 1] = CountedLeaves.Text(
      characters: Float(characters), advance: advance, line: line)
    end()
  }

  /// Lays out the tree and returns the number of visits.
  package mutating func layOut(profile: LayoutProfile = .contract, width: Float? = nil) -> Int {
    NodeLayout(profile: profile, isRightToLeft: false, leaves: leaves)
      .layOut(&arena, width: width, height: nil).computations
  }

  /// The sum of left + 3 top + 5 width + 7 height over all nodes.
  package var checkSum: Double {
    arena.frames.reduce(0) {
      $0 + Double($1.x) + 3 * Double($1.y) + 5 * Double($1.width) + 7 * Double($1.height)
    }
  }

  /// Returns a feed of 500 sections, each with a heading row and a list of cards. It has 19 001
  /// nodes and 9 000 texts.
  package static func feed(width: Float) -> Workload {
    func random(_ index: Int) -> Int {
      Int(((UInt32(truncatingIfNeeded: index) &* 2_654_435_761) >> 16) & 0x7fff)
    }
    var tree = Workload()
    tree.begin { $0.width = .points(width) }
    for section in 0..<500 {
      tree.begin {
        $0.margin.bottom = .points(16)
        $0.padding = Edges(top: .points(12), bottom: .points(12))
      }
      tree.begin {
        $0.flexDirection = .row
        $0.alignItems = .center
        $0.justifyContent = .spaceBetween
        $0.padding = Edges(right: .points(16), left: .points(16))
        $0.margin.bottom = .points(8)
      }
      tree.text(10 + random(3 * section) % 30, 8, 22) {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }
      tree.text(6 + random(3 * section + 1) % 20, 6.5, 16) {
        $0.flexShrink = 1
        $0.margin.left = .points(8)
      }
      tree.leaf {
        $0.width = .points(64)
        $0.height = .points(32)
        $0.margin.left = .points(8)
      }
      tree.end()
      tree.begin {
        $0.flexDirection = .row
        $0.overflow = .scroll
        $0.padding = Edges(right: .points(16), left: .points(16))
        $0.columnGap = 12
      }
      for card in 0..<6 + section % 5 {
        tree.begin {
          $0.width = .points(140)
          $0.padding.bottom = .points(8)
        }
        tree.leaf {
          $0.width = .points(140)
          $0.height = .points(100)
        }
        tree.text(8 + random(16 * section + card) % 40, 7, 18) { $0.margin.top = .points(6) }
        tree.text(4 + random(16 * section + card + 7) % 24, 6, 14) { $0.margin.top = .points(2) }
        tree.end()
      }
      tree.end()
      tree.end()
    }
    tree.end()
    return tree
  }

  /// Returns `depth` levels of alternating rows and columns, with a text at each level.
  package static func nest(_ depth: Int) -> Workload {
    var tree = Workload()
    func add(_ level: Int, _ configure: (inout Style) -> Void) {
      guard level > 0 else { return tree.text(60, 7, 18, configure) }
      tree.begin {
        $0.flexDirection = level % 2 == 1 ? .row : .column
        configure(&$0)
      }
      add(level - 1) {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }
      tree.text(20, 7, 18) { $0.flexShrink = 1 }
      tree.end()
    }
    add(depth) { $0.width = .points(390) }
    return tree
  }

  package enum Chain: CaseIterable { case rows, columns, alternating }

  /// Returns nested containers with a browser's initial values, and a wrapping text in the
  /// innermost.
  package static func chain(_ depth: Int, _ chain: Chain) -> Workload {
    var tree = Workload()
    for level in 0..<depth {
      tree.begin {
        $0.flexDirection =
          chain == .rows || chain == .alternating && level % 2 == 0 ? .row : .column
        $0.flexShrink = 1
        $0.alignContent = .stretch
        if level == 0 { $0.width = .points(390) }
      }
    }
    tree.text(60, 7, 18) { $0.flexShrink = 1 }
    for _ in 0..<depth { tree.end() }
    return tree
  }

  /// Returns a root and four levels of ten growing children each, of undefined size: 11 111 nodes.
  package static func huge() -> Workload {
    var tree = Workload()
    func add(_ level: Int) {
      tree.begin {
        $0.flexDirection = level % 2 == 1 ? .column : .row
        if level == 0 { $0.flexDirection = .column }
        if level > 0 {
          $0.width = .points(10)
          $0.height = .points(10)
          $0.flexGrow = 1
        }
      }
      if level < 4 { for _ in 0..<10 { add(level + 1) } }
      tree.end()
    }
    add(0)
    return tree
  }
}
