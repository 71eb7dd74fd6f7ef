internal import LayoutCore
internal import PluginCalls

extension PluginCheck {
  /// A random payload, regenerated from its token, and the result of drawing it.
  package struct Reproduction: Sendable {
    /// The payload as JSON.
    package let payload: String
    /// A text such as "width 414, scale 2, light, ltr, text size large".
    package let environment: String
    package let result: TestResult
  }

  package enum ReproductionFailure: Error, Sendable {
    /// The expected form is "3-9e3779b97f4a7c15".
    case badToken
    /// The token's sample does not exist; `count` is the number of samples.
    case noSample(count: Int)
    case notLoaded(reason: String)
  }

  /// - Parameter token: The token that a finding of the test `random` names.
  /// - Throws: `ReproductionFailure` or `Fault`.
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
    var result = TestResult(CheckTest.random)
    try examination.draw([made.entry], &result)
    return Reproduction(
      payload: made.payload.json, environment: made.entry.request.environment.words,
      result: result)
  }
}

extension LayoutEnvironment {
  /// A text such as "width 414, scale 2, light, ltr, text size large".
  fileprivate var words: String {
    "width \(ResultViolation.text(width)), scale \(scale), \(appearance), \(direction), "
      + "text size \(textSize)"
  }
}
