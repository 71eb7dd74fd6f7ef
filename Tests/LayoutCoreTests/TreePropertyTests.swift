import LayoutCore
import LayoutWorkloads
import TestTools
import Testing

/// The properties of every tree of nodes, each checked on 20 000 random trees; a failure reports
/// its seed.
@Suite struct TreePropertyTests {
  static let seeds = UInt64(0)..<20_000

  /// A tree of up to forty nodes to lay out.
  struct Sample {
    var tree: RandomTree
    var width: Float

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      tree = RandomTree(&random, depth: 3)
      tree.style.display = .flex
      width = Float(Int.random(in: 0...1_600, using: &random)) / 4
    }

    /// Returns the nodes and their leaves, in which every character is half the font size wide.
    func arena(scale: Float = 1, wrapped: Bool = false) -> (NodeArena, CountedLeaves) {
      var arena = NodeArena()
      if wrapped { arena.begin(.box) }
      tree.build(&arena, scale: scale)
      if wrapped { arena.end() }
      return (arena, Self.leaves(of: arena, scale: scale))
    }

    static func leaves(of arena: NodeArena, scale: Float) -> CountedLeaves {
      let leaves = CountedLeaves()
      leaves.texts = arena.records.indices.map { node in
        let count = arena.content(of: node)?.text.count ?? 0
        return count == 0
          ? nil
          : CountedLeaves.Text(characters: Float(count), advance: 5 * scale, line: 12 * scale)
      }
      return leaves
    }

    func frames(scale: Float = 1, rtl: Bool = false, wrapped: Bool = false) -> [NodeArena.Frame] {
      var (arena, leaves) = arena(scale: scale, wrapped: wrapped)
      NodeLayout(profile: .contract, isRightToLeft: rtl, leaves: leaves)
        .layOut(&arena, width: width * scale, height: nil)
      return arena.frames
    }
  }

  private func isNear(_ a: NodeArena.Frame, _ b: NodeArena.Frame, _ tolerance: Float = 0.02) -> Bool
  {
    abs(a.x - b.x) < tolerance && abs(a.y - b.y) < tolerance
      && abs(a.width - b.width) < tolerance && abs(a.height - b.height) < tolerance
  }

  @Test("right-to-left is the mirror image of left-to-right")
  func mirror() {
    for seed in Self.seeds {
      let sample = Sample(seed: seed)
      let arena = sample.arena().0
      let records = arena.records
      let ltr = sample.frames()
      let rtl = sample.frames(rtl: true)
      for parent in ltr.indices where !arena.isHidden(parent) {
        var child = parent + 1
        while child < Int(records[parent].subtreeEnd) {
          var mirrored = rtl[child]
          mirrored.x = ltr[parent].width - mirrored.x - mirrored.width
          #expect(
            isNear(ltr[child], mirrored) || arena.isHidden(child), "seed \(seed) node \(child)")
          child = Int(records[child].subtreeEnd)
        }
      }
    }
  }

  @Test("doubling every length doubles every frame")
  func doubling() {
    for seed in Self.seeds {
      let sample = Sample(seed: seed)
      for (once, twice) in zip(sample.frames(), sample.frames(scale: 2)) {
        let doubled = NodeArena.Frame(
          x: 2 * once.x, y: 2 * once.y, width: 2 * once.width, height: 2 * once.height)
        #expect(isNear(doubled, twice), "seed \(seed)")
      }
    }
  }

  @Test("a box with the default style around the root changes no frame")
  func neutralWrapper() {
    for seed in Self.seeds {
      var sample = Sample(seed: seed)
      // These properties only affect an item of a container, so the root has their default values.
      sample.tree.style.position = .relative
      sample.tree.style.alignSelf = .auto
      sample.tree.style.autoMargins = []
      sample.tree.style.flexBasis = .auto
      sample.tree.style.aspectRatio = 0
      sample.tree.kind = sample.tree.kind == .image ? .box : sample.tree.kind
      let bare = sample.frames()
      let wrapped = sample.frames(wrapped: true)
      for (frame, inner) in zip(bare, wrapped.dropFirst()) {
        #expect(isNear(frame, inner), "seed \(seed)")
      }
    }
  }

  @Test("visits of a node are bounded", arguments: [LayoutProfile.contract, .css])
  func visits(_ profile: LayoutProfile) {
    for seed in Self.seeds {
      let sample = Sample(seed: seed)
      var (arena, leaves) = sample.arena()
      let visits = NodeLayout(profile: profile, isRightToLeft: false, leaves: leaves)
        .layOut(&arena, width: sample.width, height: nil).computations
      #expect(visits <= 12 * arena.count, "seed \(seed): \(visits) of \(arena.count)")
    }
  }

  @Test("extreme numbers give finite frames without negative sizes")
  func absurd() {
    let numbers: [Float] = [1e30, -1e30, -1, .nan, .infinity, -.infinity, 1e-30, 3e38]
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let sample = Sample(seed: seed)
      var (arena, leaves) = sample.arena()
      for node in 0..<arena.count {
        func number() -> Float { numbers.randomElement(using: &random) ?? 0 }
        func length() -> Length {
          Bool.random(using: &random) ? .points(number()) : .percent(number())
        }
        var style = arena.styles[Int(arena.records[node].style)]
        switch Int.random(in: 0..<6, using: &random) {
        case 0: style.width = length()
        case 1: style.minHeight = length()
        case 2: style.flexGrow = number()
        case 3: style.margin.start = length()
        case 4: style.aspectRatio = number()
        default: style.padding.top = length()
        }
        arena.setStyle(style, of: node)
        if let text = leaves.texts[node] {
          leaves.texts[node] = CountedLeaves.Text(
            characters: text.characters, advance: number(), line: number())
        }
      }
      NodeLayout(profile: .contract, isRightToLeft: false, leaves: leaves)
        .layOut(&arena, width: numbers.randomElement(using: &random), height: nil)
      for frame in arena.frames {
        let numbers = [frame.x, frame.y, frame.width, frame.height]
        let isFinite = numbers.allSatisfy(\.isFinite)
        #expect(isFinite, "seed \(seed)")
        #expect(frame.width >= 0 && frame.height >= 0, "seed \(seed)")
      }
    }
  }
}

extension NodeArena {
  /// Returns whether a node or one of its ancestors is not displayed.
  fileprivate func isHidden(_ node: Int) -> Bool {
    (0...node).contains {
      styles[Int(records[$0].style)].display == .none && node < Int(records[$0].subtreeEnd)
    }
  }
}
