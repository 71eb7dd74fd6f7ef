#if !hasFeature(Embedded)
  import Dispatch
  import Synchronization
#endif

/// Calls `body` with each index below `count`, on at most `threads` threads; `nil` means one per
/// processor. Embedded Swift has no threads, so the calls then follow one another.
func concurrently(_ count: Int, threads: Int?, _ body: @Sendable (Int) -> Void) {
  #if hasFeature(Embedded)
    for index in 0..<count { body(index) }
  #else
    let next = Atomic(0)
    // One iteration per thread; each takes indices until none is left.
    DispatchQueue.concurrentPerform(iterations: min(threads ?? count, count)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  #endif
}

#if hasFeature(Embedded)
  /// A value that several threads share elsewhere; Embedded Swift has one thread.
  final class Shared<Value>: @unchecked Sendable {
    // Invariant: there is one thread.
    private var value: Value

    init(_ value: consuming sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
  }
#else
  /// A value that several threads share, one at a time.
  typealias Shared = Mutex
#endif

/// The base of protocols that are limited to classes in Embedded Swift, which has values of a
/// protocol's type only for objects. Other builds have no limit, because it would make each call
/// slower.
#if hasFeature(Embedded)
  package typealias ClassOnlyInEmbedded = AnyObject
#else
  package protocol ClassOnlyInEmbedded {}
#endif
