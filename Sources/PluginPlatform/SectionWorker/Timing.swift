import CSectionABI
import PluginCalls

/// Measures the time of a provider, alternating with an empty provider to cancel out system load.
struct Timing {
  /// The approximate duration of one measurement of one provider, in seconds.
  private static let turn = 0.002
  private static let rounds = 15

  private let calls: [ProviderCall]

  init(_ call: ProviderCall) {
    var opened = se_provider()
    opened.`self` = call.provider.`self`
    opened.open = call.provider.open
    opened.close = call.provider.close
    var unbuilt = call.provider
    unbuilt.build = nil
    calls = [Self.nothing, opened, unbuilt, call.provider].map { provider in
      var variant = call
      variant.provider = provider
      return variant
    }
  }

  /// A provider whose functions do nothing and return the defaults.
  private static var nothing: se_provider {
    var provider = se_provider()
    provider.open = { _, _, _, _ in SE_OK }
    provider.close = { _ in }
    provider.describe = { _, _, _ in SE_OK }
    provider.row_count = { _, _, out in
      out?.pointee = 1
      return SE_OK
    }
    provider.item = { _, _, _, _ in SE_OK }
    provider.row_height = { _, _, _, _ in SE_OK }
    provider.frame = { _, _, _ in SE_OK }
    provider.build = { _, _, _, _ in SE_OK }
    return provider
  }

  func measured() -> [SectionTiming] {
    // Takes the fastest of three runs: the first fills caches, and other processes interfere.
    let single = calls.map { call in
      (0..<3).map { _ in seconds(of: call, 1) }.min() ?? Self.turn
    }
    let counts = single.map { max(1, min(100_000, Int(Self.turn / max(1e-9, $0)))) }
    // The relative variation of a long time is smaller, so it needs fewer rounds.
    let isSlow = single.contains { $0 > 10 * Self.turn }
    return (0..<(isSlow ? 3 : Self.rounds)).map { _ in
      let times = zip(calls, counts).map { seconds(of: $0, $1) * 1e9 }
      return SectionTiming(
        nothing: times[0], opened: times[1], unbuilt: times[2], whole: times[3])
    }
  }

  private func seconds(of call: ProviderCall, _ count: Int) -> Double {
    let time = SuspendingClock().measure { for _ in 0..<count { _ = try? call.section() } }
    return time / .seconds(1) / Double(count)
  }
}
