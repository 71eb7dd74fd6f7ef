internal import LayoutCore
internal import PluginHost

/// Randomly changed blocks. Each can be regenerated from its token.
struct RandomCases {
  /// The number of the sample and the seed of its changes, as in "3-9e3779b97f4a7c15".
  package struct Token: Sendable, Hashable, CustomStringConvertible {
    package var sample: Int
    package var seed: UInt64

    init(sample: Int, seed: UInt64) {
      self.sample = sample
      self.seed = seed
    }

    package init?(_ text: String) {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let sample = Int(parts[0]), sample >= 0,
        let seed = UInt64(parts[1], radix: 16)
      else { return nil }
      self.sample = sample
      self.seed = seed
    }

    package var description: String { "\(sample)-\(String(seed, radix: 16))" }
  }

  private let samples: [Sample]
  private let payloads: [Payload]

  init(_ samples: [Sample]) {
    self.samples = samples
    payloads = samples.map { Payload($0.request.block) }
  }

  /// Returns an infinite sequence of tokens that depends only on a seed.
  func tokens(seed: UInt64) -> some Sequence<Token> {
    sequence(state: SplitMix64(seed: seed)) { random in
      Token(sample: random.index(below: samples.count), seed: random.next())
    }
  }

  /// Returns the case of a token, or `nil` if there is no such sample.
  func entry(_ token: Token) -> (entry: Sample, payload: Payload)? {
    guard samples.indices.contains(token.sample) else { return nil }
    var random = SplitMix64(seed: token.seed)
    let environment = Self.environment(samples[token.sample].request.environment, &random)
    var mutator = PayloadMutator(random, others: payloads)
    let payload = mutator.mutated(payloads[token.sample])
    let sample = samples[token.sample]
    let entry = sample.hostile("`--reproduce \(token)`, of \(sample.name)") { request in
      request.block = payload.value(named: "payload")
      request.codeValue = nil
      request.environment = environment
      // Sometimes the layout's settings are missing too.
      if random.index(below: 8) == 0 { request.settings = Payload.missing }
    }
    return (entry, payload)
  }

  private static func environment(
    _ base: LayoutEnvironment, _ random: inout SplitMix64
  ) -> LayoutEnvironment {
    var environment = base
    environment.width = random.pick(
      [1, 100, 320, 375, 414, 414, 414, 768, 1_366, 4_000], else: 414)
    environment.scale = 1 + random.index(below: 3)
    environment.appearance = random.index(below: 4) == 0 ? .dark : .light
    environment.direction = random.index(below: 4) == 0 ? .rtl : .ltr
    if random.index(below: 4) == 0 {
      environment.textSize = random.pick(LayoutEnvironment.TextSize.allCases, else: .large)
    }
    return environment
  }
}

extension CheckTest {
  static let random = CheckTest("random", "blocks that are changed at random") {
    examination, result throws(WorkerFault) in
    let random = RandomCases(examination.samples)
    let options = examination.options
    let clock = ContinuousClock()
    let start = clock.now
    var tried = 0
    let cases = random.tokens(seed: options.seed).lazy
      .prefix { _ in
        defer { tried += 1 }
        guard let seconds = options.seconds else { return tried < options.count }
        return start.duration(to: clock.now) < .seconds(seconds)
      }
      .compactMap { random.entry($0)?.entry }
    try examination.draw(cases, &result)
    if options.seconds != nil { result.note("\(tried) blocks were tried") }
  }
}
