internal import PluginHost

extension CheckTest {
  /// Tests with unusual payloads: missing, of wrong types, too large or too deep.
  static let payloads: [CheckTest] = [
    variants("missing", "a missing value, and handles of no value at all") { base in
      let indices: [UInt32] = [0, 2, 3, 1_000, 0x4000_0000, 0x7fff_ffff]
      return indices.map { base.with("value handle \($0)", Payload.handle($0)) }
    },
    variants("null", "a payload that is null") { [$0.with("payload null", .null)] },
    variants("empty", "an empty object, array and text") { base in
      [
        base.with("payload {}", .object([])), base.with("payload []", .array([])),
        base.with("payload \"\"", .string("")),
      ]
    },
    variants("scalars", "numbers, bools and texts in place of a block") { base in
      Payload.scalars.map { base.with("payload \($0.json)", $0) }
    },
    changing("wrong-types", "every value of a block replaced by one of each other kind") {
      place, _ in
      Payload.oneOfEach.filter { $0.kind != place.value.kind || $0.json.count < 3 }.map {
        ("\(place.path): \($0.json) instead of \(place.value.kind)", $0)
      }
    },
    changing("missing-members", "every member and element of a block left out") { place, _ in
      place.path == "$" ? [] : [("without \(place.path)", nil)]
    },
    changing("huge-arrays", "every array with up to 100 000 elements") { place, options in
      guard let grown = place.value.grown(to: options.mostElements) else { return [] }
      return [("many elements in \(place.path)", grown)]
    },
    changing("long-texts", "every text with 1 MB") { place, options in
      guard case .string = place.value else { return [] }
      let unit = "长 text "
      let long = String(repeating: unit, count: options.textBytes / unit.utf8.count)
      return [("1 MB in \(place.path)", .string(long))]
    },
    changing("deep-nesting", "values within hundreds of others") { place, _ in
      [
        ("300 objects in \(place.path)", .nested(300, objects: true)),
        ("300 arrays in \(place.path)", .nested(300, objects: false)),
      ]
    },
    variants("texts", "CJK, emoji, right-to-left, zero-width, control and broken characters") {
      everywhere("text", ofKind: "a string", Payload.hardTexts, in: $0)
    },
    variants("numbers", "numbers at and beyond the limits of their types") {
      everywhere("number", ofKind: "a number", Payload.numbersAtLimits, in: $0)
    },
  ]

  private static func everywhere(
    _ name: String, ofKind kind: String, _ values: [Payload], in base: Sample
  ) -> [Sample] {
    let payload = Payload(base.request.block)
    return values.map { new in
      base.with(
        "every \(name) \(shown(new.json, limit: 40))",
        payload.mapping { value, _ in value.kind == kind ? new : nil })
    }
  }

  /// Tests of the other inputs of a section: settings, showType and environment.
  static let surroundings: [CheckTest] = [
    variants("settings", "settings that are missing, null or of wrong kinds", settings),
    variants("show-type", "showTypes that are empty, unknown, long or odd") { base in
      ["", "UNKNOWN", "类型 👍🏽", "\u{0}\n", String(repeating: "LONG_", count: 20_000)].map { type in
        base.invalid("showType \"\(shown(type, limit: 12))\"") { $0.showType = type }
      }
    },
    variants("widths", "pages from 1 to 4 000 points wide", of: \.samples) { sample in
      [1, 2, 16, 64, 100, 240, 320, 375, 413.5, 414, 430, 744, 1_024, 1_366, 2_048, 4_000].map {
        width in
        sample.inside("width \(width)") { $0.width = width }
      }
    },
    variants("scales", "1, 2 and 3 pixels per point", of: \.samples) { sample in
      [1, 2, 3].map { scale in sample.inside("scale \(scale)") { $0.scale = scale } }
    },
    variants("text-sizes", "every text size of the reader's choice", of: \.samples) { sample in
      LayoutEnvironment.TextSize.allCases.map { size in
        sample.inside("text size \(size.rawValue)") { $0.textSize = size }
      }
    },
    variants("dark", "the dark appearance", of: \.samples) { sample in
      [sample.inside("dark") { $0.appearance = .dark }]
    },
    variants("rtl", "right-to-left pages", of: \.samples) { sample in
      [
        sample.inside("rtl") { $0.direction = .rtl },
        sample.inside("rtl, width 1") { ($0.direction, $0.width) = (.rtl, 1) },
      ]
    },
    variants("locales", "locales that are empty, known, unknown or long", of: \.samples) { sample in
      ["", "ar-EG", "zh-Hant-TW", "xx-unknown", String(repeating: "a-", count: 500)].map { locale in
        sample.inside("locale \"\(shown(locale, limit: 16))\"") { $0.locale = locale }
      }
    },
  ]

  private static func settings(of base: Sample) -> [Sample] {
    func with(_ what: String, _ settings: Payload?) -> Sample {
      base.invalid("settings \(what)") { request in
        request.settings = settings?.value(named: "settings") ?? Payload.missing
      }
    }
    let values = Payload.oneOfEach + [.literal("1e308"), .array([.object([])])]
    let own = Payload(base.request.settings)
    let places = own.places(limit: 100).dropFirst()
    return [with("missing", nil)] + values.map { with($0.json, $0) }
      + places.flatMap { place in
        (Payload.oneOfEach + [.literal("-1e9"), .literal("1e308")]).map { value in
          with("\(place.path): \(value.json)", place.replacing(value))
        }
      }
  }

  /// Returns a test that draws variants of samples; by default of `bases`.
  private static func variants(
    _ id: String, _ summary: String,
    of samples: any KeyPath<Examination, [Sample]> & Sendable = \.bases,
    _ variants: @escaping @Sendable (Sample) -> [Sample]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      try examination.draw(examination[keyPath: samples].lazy.flatMap(variants), &result)
    }
  }

  /// - Parameter changes: Returns replacements of a value, one per case; `nil` removes the value.
  private static func changing(
    _ id: String, _ summary: String,
    _ changes:
      @escaping @Sendable (Payload.Place, PluginCheck.Options) -> [(
        what: String, value: Payload?
      )]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      let cases = examination.bases.lazy.flatMap { base in
        Payload(base.request.block).places().lazy.flatMap { place in
          changes(place, examination.options).map {
            base.with($0.what, place.replacing($0.value))
          }
        }
      }
      try examination.draw(cases, &result)
    }
  }
}
