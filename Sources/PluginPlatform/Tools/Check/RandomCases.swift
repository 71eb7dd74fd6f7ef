internal import PluginCalls
internal import PluginHost

extension PluginCheck {
  /// A random payload that was regenerated from its token, and the result of drawing it.
  package struct Reproduction: Sendable {
    package let payload: String
    /// The environment in words: "width 414, scale 2, light, ltr, text size large".
    package let environment: String
    package let result: TestResult
  }

  package enum ReproductionFailure: Error, Sendable {
    /// The token does not have the form "3-9e3779b97f4a7c15".
    case badToken
    /// The sample number of the token does not exist. `count` is the number of samples.
    case noSample(count: Int)
    case notLoaded(reason: String)
  }

  /// Draws the random case with the token of a finding. Throws `ReproductionFailure` or `Fault`.
  package func reproduce(_ token: String, of file: String, feeds: Feeds) throws -> Reproduction {
    guard let token = RandomCases.Token(token) else { throw ReproductionFailure.badToken }
    let examination = try examine(file, feeds)
    if let refusal = examination.refusal {
      throw ReproductionFailure.notLoaded(reason: refusal.message)
    }
    let samples = examination.samples
    guard let made = RandomCases(samples).entry(token) else {
      throw ReproductionFailure.noSample(count: samples.count)
    }
    var result = TestResult(test: .random)
    try examination.draw([made.entry], &result)
    let environment = made.entry.request.environment
    return Reproduction(
      payload: made.payload.json,
      environment:
        "width \(ResultViolation.text(environment.width)), scale \(ResultViolation.text(environment.scale)), "
        + "\(environment.appearance), \(environment.direction), text size \(environment.textSize)",
      result: result)
  }
}

/// Randomly changed blocks. A token determines a block, which can be regenerated from it.
struct RandomCases {
  /// The number of the sample, and the seed of its changes: "3-9e3779b97f4a7c15".
  struct Token: CustomStringConvertible {
    var sample: Int
    var seed: UInt64

    var description: String { "\(sample)-\(String(seed, radix: 16))" }
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

  func entry(_ token: Token) -> (entry: Sample, payload: Payload)? {
    guard samples.indices.contains(token.sample) else { return nil }
    let sample = samples[token.sample]
    var random = SplitMix64(seed: token.seed)
    let environment = Self.environment(sample.request.environment, &random)
    var mutator = PayloadMutator(random: random, others: payloads)
    let payload = mutator.mutated(payloads[token.sample])
    let name = "`--reproduce \(token)`, of \(sample.name)"
    let entry = sample.changed(name, isHostile: true) { request in
      request.block = payload.value(named: "payload")
      request.codeValue = nil
      request.environment = environment
      // In one of eight cases, the settings are missing.
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
    environment.scale = [1, 2, 3, 1.5, 2.625][random.index(below: 5)]
    environment.appearance = random.index(below: 4) == 0 ? .dark : .light
    environment.direction = random.index(below: 4) == 0 ? .rtl : .ltr
    if random.index(below: 4) == 0 {
      environment.textSize = random.pick(LayoutEnvironment.TextSize.allCases, else: .large)
    }
    return environment
  }
}

extension RandomCases.Token {
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let sample = Int(parts[0]), sample >= 0,
      let seed = UInt64(parts[1], radix: 16)
    else { return nil }
    self.init(sample: sample, seed: seed)
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

/// Makes random changes to a payload: removes, replaces, moves, nests and truncates values.
struct PayloadMutator {
  var random: SplitMix64
  /// The payloads from which a change may copy values.
  let others: [Payload]

  mutating func mutated(_ payload: Payload) -> Payload {
    var payload = payload
    for _ in 0..<(1 + random.index(below: 4)) {
      let places = payload.places(elements: 6, limit: 600)
      let place = places[random.index(below: places.count)]
      payload = place.replacing(change(place.value))
    }
    return payload
  }

  /// Returns a changed value, or `nil` to remove it.
  private mutating func change(_ value: Payload) -> Payload? {
    switch random.index(below: 12) {
    case 0: return nil
    case 1: return random.pick(Payload.oneOfEach, else: .null)
    case 2: return random.pick(Payload.numbersAtLimits, else: .number(0))
    case 3: return random.pick(Payload.hardTexts, else: .null)
    case 4: return .array([value])
    case 5: return .object([.init(key: "items", value: value)])
    case 6:
      let other = random.pick(others, else: value)
      let places = other.places(elements: 3, limit: 300)
      return places[random.index(below: places.count)].value
    case 7: return Payload.nested(1 + random.index(below: 300), objects: random.next() & 1 == 0)
    default: return within(value)
    }
  }

  private mutating func within(_ value: Payload) -> Payload {
    switch value {
    case .array(var values):
      guard !values.isEmpty else { return .array([random.pick(Payload.oneOfEach, else: .null)]) }
      switch random.index(below: 4) {
      case 0: values.shuffle(using: &random)
      case 1: values = Array(values.prefix(random.index(below: values.count)))
      case 2: values.append(random.pick(Payload.oneOfEach, else: .null))
      default:
        let element = values[random.index(below: values.count)]
        values += Array(repeating: element, count: random.index(below: 60))
      }
      return .array(values)
    case .object(var members):
      guard !members.isEmpty else { return .object([.init(key: "title", value: .string("x"))]) }
      let index = random.index(below: members.count)
      switch random.index(below: 4) {
      case 0: members[index].key += "_"
      case 1: members.shuffle(using: &random)
      case 2: members.append(.init(key: members[index].key, value: .null))
      default: members.swapAt(index, random.index(below: members.count))
      }
      return .object(members)
    case .string(let text):
      switch random.index(below: 3) {
      case 0: return .string(String(text.prefix(random.index(below: text.count + 1))))
      case 1: return .string(text + text + "\u{301}")
      default: return .string(String(text.reversed()))
      }
    case .literal(let text):
      return .literal(text.hasPrefix("-") || value.kind != "a number" ? "-3" : "-" + text)
    }
  }
}

/// The generator SplitMix64 (Steele, Lea, Flood 2014). A seed gives the same numbers everywhere.
struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  /// Returns a number below `count`, which must be at least 1.
  mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

  mutating func pick<T>(_ values: [T], else fallback: T) -> T {
    values.isEmpty ? fallback : values[index(below: values.count)]
  }
}
