import CSectionABI
import LayoutCore
import PluginCalls

/// The host table, context and recorder for the calls of one message.
final class RecordingDesk {
  let context: HostTable.Context
  let host: UnsafeMutablePointer<se_host>
  let recorder: CallRecorder

  init(
    measurer: any TextMeasurer, _ room: UnsafeMutableRawBufferPointer,
    place: UnsafeMutablePointer<UInt32>
  ) {
    recorder = CallRecorder(room, place: place)
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
