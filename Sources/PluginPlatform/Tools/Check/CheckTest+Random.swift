internal import PluginHost

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
