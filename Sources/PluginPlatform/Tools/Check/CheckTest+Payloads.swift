internal import Support
internal import FeedDocument
internal import PluginHost

extension CheckTest {
  /// Tests of payloads that no feed should have, but some do.
  static let payloads: [CheckTest] = [
    payload("missing", "a missing value, and handles of no value at all") { base in
      let indices: [UInt32] = [0, 2, 3, 1_000, 0x4000_0000, 0x7fff_ffff]
      return indices.map { base.with("value handle \($0)", Payload.handle($0)) }
    },
    payload("null", "a payload that is null") { [made($0, "payload null", .null)] },
    payload("empty", "an empty object, array and text") { base in
      [
        made(base, "payload {}", .object([])), made(base, "payload []", .array([])),
        made(base, "payload \"\"", .string("")),
      ]
    },
    payload("scalars", "numbers, bools and texts in place of a block") { base in
      Payload.scalars.map { made(base, "payload \($0.json)", $0) }
    },
    changing("wrong-types", "every value of a block replaced by one of each other kind") {
      old, place, _ in
      Payload.oneOfEach.filter { $0.kind != old.kind || $0.json.count < 3 }.map {
        ("\(place.path): \($0.json) instead of \(old.kind)", $0)
      }
    },
    changing("missing-members", "every member and element of a block left out") { _, place, _ in
      place.steps.isEmpty ? [] : [("without \(place.path)", nil)]
    },
    changing("huge-arrays", "every array with up to 100 000 elements") { old, place, options in
      guard let grown = old.grown(to: options.mostElements) else { return [] }
      return [("many elements in \(place.path)", grown)]
    },
    changing("long-texts", "every text with 1 MB") { old, place, options in
      guard case .string = old else { return [] }
      let unit = "长 text "
      let long = String(repeating: unit, count: options.textBytes / unit.utf8.count)
      return [("1 MB in \(place.path)", .string(long))]
    },
    changing("deep-nesting", "values within hundreds of others") { _, place, _ in
      [
        ("300 objects in \(place.path)", .nested(300, objects: true)),
        ("300 arrays in \(place.path)", .nested(300, objects: false)),
      ]
    },
    payload("texts", "CJK, emoji, right-to-left, zero-width, control and broken characters") {
      base in
      let payload = Payload(base.request.block)
      return Payload.hardTexts.map { text in
        let changed = payload.mapping { value, _ in value.kind == "a string" ? text : nil }
        return made(base, "every text \(shown(text.json, limit: 40))", changed)
      }
    },
    payload("numbers", "numbers at and beyond the limits of their types") { base in
      let payload = Payload(base.request.block)
      return Payload.numbersAtLimits.map { digits in
        let changed = payload.mapping { value, _ in
          value.kind == "a number" ? .literal(digits) : nil
        }
        return made(base, "every number \(digits)", changed)
      }
    },
  ]

  /// Returns a test that replaces a block of each code with payloads.
  private static func payload(
    _ id: String, _ summary: String,
    _ cases: @escaping @Sendable (Sample) -> [Sample]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      try examination.draw(examination.bases.lazy.flatMap(cases), &result)
    }
  }

  /// Returns a test that draws blocks with one change each.
  /// - Parameter changes: Returns the new values for an old one; `nil` removes it.
  private static func changing(
    _ id: String, _ summary: String,
    _ changes:
      @escaping @Sendable (_ old: Payload, Payload.Place, PluginCheck.Options) -> [(
        what: String, value: Payload?
      )]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      let cases = examination.bases.lazy.flatMap { base in
        let payload = Payload(base.request.block)
        return payload.places().lazy.flatMap { place in
          changes(payload[place], place, examination.options).map {
            made(base, $0.what, payload.replacing(place, with: $0.value))
          }
        }
      }
      try examination.draw(cases, &result)
    }
  }

  private static func made(_ base: Sample, _ what: String, _ payload: Payload) -> Sample {
    base.with(what, payload.value(named: "payload"))
  }
}
