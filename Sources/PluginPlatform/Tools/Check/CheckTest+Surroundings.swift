internal import Support
internal import LayoutCore
internal import PluginHost

extension CheckTest {
  /// Tests of the inputs of a section besides its payload.
  static let surroundings: [CheckTest] = [
    invalid("settings", "settings that are missing, null or of wrong kinds") { base in
      settings(of: base).map { what, payload in
        ("settings \(what)", { $0.settings = payload?.value(named: "settings") ?? Payload.missing })
      }
    },
    invalid("show-type", "showTypes that are empty, unknown, long or odd") { _ in
      ["", "UNKNOWN", "类型 👍🏽", "\u{0}\n", String(repeating: "LONG_", count: 20_000)].map { type in
        ("showType \"\(shown(type, limit: 12))\"", { $0.showType = type })
      }
    },
    environments("widths", "pages from 1 to 4 000 points wide") {
      [1, 2, 16, 64, 100, 240, 320, 375, 413.5, 414, 430, 744, 1_024, 1_366, 2_048, 4_000].map {
        width in
        ("width \(width)", { $0.width = width })
      }
    },
    environments("scales", "1, 2 and 3 pixels per point") {
      [1, 2, 3].map { scale in ("scale \(scale)", { $0.scale = scale }) }
    },
    environments("text-sizes", "every text size of the reader's choice") {
      LayoutEnvironment.TextSize.allCases.map { size in
        ("text size \(size.rawValue)", { $0.textSize = size })
      }
    },
    environments("dark", "the dark appearance") { [("dark", { $0.appearance = .dark })] },
    environments("rtl", "right-to-left pages") {
      [
        ("rtl", { $0.direction = .rtl }),
        ("rtl, width 1", { ($0.direction, $0.width) = (.rtl, 1) }),
      ]
    },
    environments("locales", "locales that are empty, known, unknown or long") {
      ["", "ar-EG", "zh-Hant-TW", "xx-unknown", String(repeating: "a-", count: 500)].map { locale in
        ("locale \"\(shown(locale, limit: 16))\"", { $0.locale = locale })
      }
    },
  ]

  private typealias Change<Value> = (what: String, apply: (inout Value) -> Void)

  /// Returns a test that draws a block of each code with one invalid input each.
  private static func invalid(
    _ id: String, _ summary: String,
    _ changes: @escaping @Sendable (Sample) -> [Change<SectionRequest>]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      let cases = examination.bases.lazy.flatMap { base in
        changes(base).map { change in
          base.hostile("\(change.what) (\(base.request.words))", change.apply)
        }
      }
      try examination.draw(cases, &result)
    }
  }

  private static func environments(
    _ id: String, _ summary: String,
    _ changes: @escaping @Sendable () -> [Change<LayoutEnvironment>]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      let cases = examination.samples.lazy.flatMap { sample in
        changes().map { change in
          var sample = sample
          sample.name = "\(change.what) (\(sample.name))"
          change.apply(&sample.request.environment)
          return sample
        }
      }
      try examination.draw(cases, &result)
    }
  }

  /// Returns variants of the settings; a `nil` payload is missing.
  private static func settings(of base: Sample) -> [(what: String, payload: Payload?)] {
    var all: [(what: String, payload: Payload?)] = [("missing", nil)]
    all += (Payload.oneOfEach + [.literal("1e308"), .array([.object([])])]).map { ($0.json, $0) }
    let own = Payload(base.request.settings)
    for place in own.places(limit: 100) where !place.steps.isEmpty {
      for value in Payload.oneOfEach + [.literal("-1e9"), .literal("1e308")] {
        all.append(("\(place.path): \(value.json)", own.replacing(place, with: value)))
      }
    }
    return all
  }
}
