/// The path from the decoded root to the value being read, converted to a list only on demand.
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

  /// The position of the root value in the document.
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

/// A coding key that no model declares: a position in an array, a dictionary key, or `super`.
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
