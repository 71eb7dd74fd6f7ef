import LayoutCore
import TestTools
import Testing

@Suite("Growing arrays") struct GrowingArrayTests {
  @Test("copies behave like arrays, whatever is done to other copies", arguments: UInt64(0)..<40)
  func likeArrays(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var copies: [(growing: GrowingArray<String>, array: [String])] = [([], [])]
    for step in 0..<200 {
      let index = Int.random(in: 0..<copies.count, using: &random)
      var (growing, array) = copies[index]
      // The original is removed from the list, or else remains in it next to the changed copy.
      let isReplaced = Int.random(in: 0..<2, using: &random) == 0
      if isReplaced { copies.remove(at: index) }
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !array.isEmpty:
        let position = Int.random(in: 0..<array.count, using: &random)
        growing[position] += "!"
        array[position] += "!"
      case 1 where !array.isEmpty:
        let position = Int.random(in: 0..<array.count, using: &random)
        growing.remove(at: position)
        array.remove(at: position)
      case 2:
        let position = Int.random(in: 0..<(array.count + 1), using: &random)
        growing.insert("inserted \(step)", at: position)
        array.insert("inserted \(step)", at: position)
      default:
        let added = (0..<Int.random(in: 0..<4, using: &random)).map { "element \(step) \($0)" }
        growing += added
        array += added
      }
      copies.append((growing, array))
      for copy in copies {
        #expect(copy.growing.elementsEqual(copy.array))
        for other in copies where copy.growing.isBeginning(of: other.growing) {
          #expect(other.array.starts(with: copy.array))
        }
      }
      if copies.count > 6 { copies.remove(at: Int.random(in: 0..<copies.count, using: &random)) }
    }
  }

  @Test("a copy is the beginning of a copy to which elements were appended, and of no other")
  func beginning() {
    var start = GrowingArray(0..<8)
    start.append(8)
    var appended = start
    appended.append(contentsOf: 9..<12)
    #expect(start.isBeginning(of: start) && start.isBeginning(of: appended))
    #expect(!appended.isBeginning(of: start))
    var changed = appended
    changed[3] = 100
    #expect(!start.isBeginning(of: changed))
    var removed = appended
    removed.remove(at: 0)
    #expect(!start.isBeginning(of: removed))
  }

  @Test("copies that are appended to at the same time do not share what is new")
  func concurrency() async {
    let start = GrowingArray(0..<10)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          var copy = start
          for number in 0..<500 { copy.append(1_000 * task + number) }
          return copy.elementsEqual(Array(0..<10) + (0..<500).map { 1_000 * task + $0 })
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
