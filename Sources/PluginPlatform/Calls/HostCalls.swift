package import CSectionABI
package import LayoutCore

/// The host table and context that a sequence of calls into plugins uses.
package final class HostCalls {
  package let context: HostTable.Context
  package let host: UnsafeMutablePointer<se_host>

  /// - Parameter recorder: Records the calls for another process.
  package init(measurer: any TextMeasurer, recorder: CallRecorder? = nil) {
    context = .allocate(capacity: 1)
    context.initialize(to: HostContext(measurer: measurer))
    context.pointee.recorder = recorder
    host = .allocate(capacity: 1)
    host.initialize(to: HostTable.make(context))
  }

  deinit {
    host.deinitialize(count: 1)
    host.deallocate()
    context.deinitialize(count: 1)
    context.deallocate()
  }
}
