import LayoutCore
import LayoutWorkloads
import Testing

@Suite struct FlexboxWorkloadTests {
  // Two other layout engines compute the same sums for this tree.
  @Test(
    "a feed of 19 001 nodes has the frames that other engines compute",
    arguments: zip([Float(390), 412], [134767224.9, 134698218.3]))
  func feed(_ width: Float, _ sum: Double) {
    var feed = Workload.feed(width: width)
    #expect(feed.arena.count == 19001)
    let visits = feed.layOut()
    #expect(abs(feed.checkSum - sum) < 0.1)
    // Texts in rows are measured twice, for width and for height; containers are visited once.
    #expect(visits < 3 * feed.arena.count)
  }

  @Test("visits of an alternating nest grow linearly with its depth")
  func nest() {
    func visits(_ depth: Int) -> Int {
      var tree = Workload.nest(depth)
      return tree.layOut()
    }
    let (once, twice, fourfold) = (visits(32), visits(64), visits(128))
    #expect(twice < 2 * once + 64)
    #expect(fourfold < 2 * twice + 128)
    #expect(once < 8 * Workload.nest(32).arena.count)
  }

  @Test("visits of a nest laid out within the available height stay bounded")
  func nestWithinHeight() {
    var profile = LayoutProfile.contract
    profile.fitsAvailableHeight = true
    profile.basisStretches = true
    func visits(_ depth: Int) -> Int {
      var tree = Workload.nest(depth)
      return NodeLayout(profile: profile, isRightToLeft: false, leaves: tree.leaves)
        .layOut(&tree.arena, width: 390, height: 800).computations
    }
    let (once, twice) = (visits(16), visits(32))
    // The available heights differ per level, so the visits grow at most with the depth's square.
    #expect(twice < 4 * once + 64)
  }

  @Test(
    "visits of nested containers stay linear with the automatic minimum",
    arguments: Workload.Chain.allCases)
  func chain(_ kind: Workload.Chain) {
    func visits(_ depth: Int) -> Int {
      var tree = Workload.chain(depth, kind)
      return tree.layOut(profile: .css)
    }
    let (once, twice) = (visits(20), visits(40))
    #expect(twice < 2 * once + 40)
    #expect(once < 8 * 21)
  }

  @Test("a subtree below level 512 has zero frames and is reported, and the rest is laid out")
  func tooDeep() {
    for depth in [511, 512, 600, 3000] {
      var tree = Workload.chain(depth, .columns)
      _ = tree.layOut()
      let frames = tree.arena.frames
      #expect(frames[min(depth, 511)].width == 390)
      #expect(tree.arena.tooDeepNodes == (depth < 512 ? [] : [512]))
      for frame in frames.dropFirst(512) {
        #expect(frame.width == 0 && frame.height == 0)
      }
    }
  }
}
