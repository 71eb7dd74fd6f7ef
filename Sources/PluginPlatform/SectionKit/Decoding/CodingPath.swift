/// The path from the decoded value to the current one, converted to a list only on demand.
indirect enum CodingPath {
  case root(Source)
  case step(any CodingKey, from: CodingPath)

  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while case .step(let key, let parent) = path {
      keys.append(key)
      path = parent
    }
    return keys.reversed()
  }

  /// The start of the path.
  var base: Source {
    var path = self
    while true {
      switch path {
      case .root(let source): return source
      case .step(_, let parent): path = parent
      }
    }
  }

  func appending(_ key: some CodingKey) -> CodingPath { .step(key, from: self) }
}

/// A key that is not a model's: a position in an array, or `super`.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
