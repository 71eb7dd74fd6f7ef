import Support
import Foundation
import Synchronization
import Testing

@Suite struct OrderedWindowTests {
  /// Collects written bytes in order.
  private final class Written: Sendable {
    let numbers = Mutex<[UInt8]>([])
    func add(_ bytes: [UInt8]) { numbers.withLock { $0 += bytes } }
    var all: [UInt8] { numbers.withLock { $0 } }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    func raise() { value.store(true, ordering: .sequentiallyConsistent) }
    var isRaised: Bool { value.load(ordering: .sequentiallyConsistent) }
  }

  @Test("results that arrive in any order of five are written in their own order")
  func permutations() {
    func permutations(_ rest: [Int]) -> [[Int]] {
      rest.isEmpty
        ? [[]]
        : rest.flatMap { first in
          permutations(rest.filter { $0 != first }).map { [first] + $0 }
        }
    }
    for order in permutations(Array(0..<5)) {
      let written = Written()
      let window = OrderedWindow(capacity: 5, room: 100) { bytes in
        written.add(bytes)
        return true
      }
      for (step, number) in order.enumerated() {
        #expect(window.add([UInt8(number)], at: number))
        // A result that is due is written at once, together with all ready results that follow it.
        let ready = Set(order[...step])
        let due = (0...).first { !ready.contains($0) } ?? 0
        #expect(written.all == (0..<due).map(UInt8.init), "\(order)")
      }
    }
  }

  @Test(
    "a result too far ahead waits, limited by count or by bytes", arguments: [(2, 100), (100, 2)])
  func waiting(_ capacity: Int, _ room: Int) {
    let written = Written()
    let window = OrderedWindow(capacity: capacity, room: room) { bytes in
      written.add(bytes)
      return true
    }
    window.add([1], at: 1)
    if room == 2 { window.add([2], at: 2) }
    let far = room == 2 ? 3 : 2
    let isBack = Flag()
    Thread.detachNewThread {
      window.add([UInt8(far)], at: far)
      isBack.raise()
    }
    // If the call did not wait, it would return and raise the flag within 50 ms.
    usleep(50_000)
    #expect(!isBack.isRaised)
    #expect(written.all.isEmpty)
    window.add([0], at: 0)
    while !isBack.isRaised { usleep(1_000) }
    #expect(written.all == (0...far).map(UInt8.init))
  }

  @Test("the result that is due never waits, however large it is")
  func largeResult() {
    let written = Written()
    let window = OrderedWindow(capacity: 1, room: 0) { bytes in
      written.add(bytes)
      return true
    }
    for number in 0..<10 { window.add([UInt8](repeating: UInt8(number), count: 1000), at: number) }
    #expect(written.all.count == 10_000)
  }

  @Test("after a failed write every call returns at once, and waiting calls end")
  func failure() async {
    let written = Written()
    let window = OrderedWindow(capacity: 2, room: 100) { bytes in
      written.add(bytes)
      return bytes != [1]
    }
    #expect(window.add([0], at: 0))
    let isBack = Flag()
    Thread.detachNewThread {
      // This result is too far ahead, so the call waits.
      window.add([5], at: 5)
      isBack.raise()
    }
    usleep(50_000)
    #expect(!isBack.isRaised)
    #expect(!window.add([1], at: 1))
    while !isBack.isRaised { usleep(1_000) }
    #expect(!window.add([9], at: 9))
    #expect(!window.add([2], at: 2))
    #expect(written.all == [0, 1])
  }

  @Test("four threads write 2 000 results of uneven cost in order")
  func threads() {
    let written = Mutex<[Int]>([])
    let window = OrderedWindow(capacity: 6, room: 1 << 20) { bytes in
      written.withLock { $0.append(Int(bytes[0]) | Int(bytes[1]) << 8) }
      return true
    }
    let next = Atomic(0)
    let done = Monitor(0)
    let threads = WorkerThreads.start(4) {
      defer { done.change { $0 += 1 } }
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < 2_000 else { return }
        if number % 7 == 0 { usleep(UInt32(number % 5) * 100) }
        window.add([UInt8(number & 255), UInt8(number >> 8)], at: number)
      }
    }
    #expect(threads == 4)
    done.wait(until: { $0 == threads }, then: { _ in })
    #expect(written.withLock { $0 } == Array(0..<2_000))
  }
}
