/// Changes a payload randomly, in the ways that servers and networks do, and in worse ones.
struct PayloadMutator {
  private var random: SplitMix64
  /// Payloads whose parts are inserted.
  private let others: [Payload]

  init(_ random: SplitMix64, others: [Payload]) {
    self.random = random
    self.others = others
  }

  mutating func mutated(_ payload: Payload) -> Payload {
    var payload = payload
    for _ in 0..<(1 + random.index(below: 4)) {
      let place = random.pick(payload.places(elements: 6, limit: 600), else: Payload.Place())
      payload = payload.replacing(place, with: change(payload[place]))
    }
    return payload
  }

  /// Returns a changed value, or `nil` to remove it.
  private mutating func change(_ value: Payload) -> Payload? {
    switch random.index(below: 12) {
    case 0: return nil
    case 1: return random.pick(Payload.oneOfEach, else: .null)
    case 2: return .literal(random.pick(Payload.numbersAtLimits, else: "0"))
    case 3: return random.pick(Payload.hardTexts, else: .null)
    case 4: return .array([value])
    case 5: return .object([.init(key: "items", value: value)])
    case 6: return part(of: random.pick(others, else: value))
    case 7: return Payload.nested(1 + random.index(below: 300), objects: random.next() & 1 == 0)
    default: return within(value)
    }
  }

  private mutating func part(of other: Payload) -> Payload {
    other[random.pick(other.places(elements: 3, limit: 300), else: Payload.Place())]
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
