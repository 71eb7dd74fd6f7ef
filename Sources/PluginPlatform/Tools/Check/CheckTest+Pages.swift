package import PluginHost

extension PluginCheck {
  /// Returns a small page for a renderer.
  package static func samplePage() throws(Fault) -> PageRequest {
    guard let request = PageCase(place: "a small page", layout: .page).request else {
      throw Fault(reason: "the sample page is no document")
    }
    return request
  }
}

extension CheckTest {
  static let pages: [CheckTest] = [
    test("pages", "its formats write pages that are small, empty, long or deep, in valid UTF-8") {
      usual + [
        PageCase(place: "a page of 6 000 nodes", layout: .page(rows: 1_000), isHostile: true),
        PageCase(place: "250 nodes in each other", layout: .page(levels: 250), isHostile: true),
      ]
    },
    CheckTest("page-calls", "writing asks the system for nothing that is denied") {
      examination, result throws(WorkerFault) in
      var written = TestResult(test: Self.pages[0])
      try examination.write(examination.cases(usual), &written)
      result.find(deniedCalls: written.notes)
    },
    CheckTest(
      "page-deterministic", "the same page gives the same bytes, in any process", pagesAgain),
    test("page-texts", "CJK, emoji, right-to-left, zero-width and control characters in pages") {
      Payload.hardTexts.map { text in
        PageCase(
          place: "every text \(shown(text.json, limit: 40))", layout: .page.withPageTexts(text),
          isHostile: true)
      }
    },
    test("page-options", "columns, charsets and colour, and options that are missing or wrong") {
      options
    },
    test("page-members", "pages without one of their members, or with another kind in its place") {
      Payload.page.places().dropFirst().flatMap { place in
        let kind = place.value.kind
        let others = Payload.oneOfEach.filter { $0.kind != kind }
        return ([nil] + others).map { value in
          PageCase(
            place: value.map { "\(place.path): \($0.json) instead of \(kind)" }
              ?? "without \(place.path)",
            layout: place.replacing(value), isHostile: true)
        }
      }
    },
    test("page-garbage", "values that are no page") {
      garbage.map {
        PageCase(place: "layout \(shown($0.json, limit: 40))", layout: $0, isHostile: true)
      }
    },
  ]

  private static func test(
    _ id: String, _ summary: String, _ pages: @escaping @Sendable () -> [PageCase]
  ) -> CheckTest {
    CheckTest(id, summary) { examination, result throws(WorkerFault) in
      try examination.write(examination.cases(pages()), &result)
    }
  }

  private static var usual: [PageCase] {
    [
      PageCase(place: "a small page", layout: .page),
      PageCase(place: "a page without sections", layout: .pageWithoutSections),
      PageCase(place: "sections without nodes", layout: .pageOfEmptySections),
    ]
  }

  private static var options: [PageCase] {
    let meant =
      [20, 80, 400].map { Payload.options(columns: .number($0)) }
      + [.options(charset: .string("ascii")), .options(color: .literal("true"))]
    let odd: [Payload] =
      Payload.oneOfEach
      + ["1", "0", "-1", "1000000", "1e308", "0.5", "18446744073709551616"].map {
        .options(columns: .literal($0))
      }
      + Payload.oneOfEach.flatMap {
        [.options(columns: $0), .options(charset: $0), .options(color: $0)]
      }
    return (meant.map { ($0, false) } + odd.map { ($0, true) }).map { options, isHostile in
      PageCase(
        place: "options \(options.json)", layout: .page, options: options, isHostile: isHostile)
    }
  }

  private static var garbage: [Payload] {
    func sections(_ value: Payload) -> Payload { .object([.init(key: "sections", value: value)]) }
    return Payload.oneOfEach + Payload.scalars + [
      sections(.array(Payload.oneOfEach + [.nested(200, objects: true)])),
      sections(.nested(200, objects: false)), sections(.object([.init(key: "0", value: .page)])),
      sections(.array(Array(repeating: .object([]), count: 5_000))),
      .guess(code: "CHECK", showType: ""), .array([.page]),
    ]
  }

  private static func pagesAgain(
    _ examination: Examination, _ result: inout TestResult
  ) throws(WorkerFault) {
    let pages = usual + [PageCase(place: "a page of 300 nodes", layout: .page(rows: 50))]
    let help =
      "no clock, no random numbers, no addresses, no order of hashing: sort before you walk"
    // Writes each page twice in one worker, then once in another worker.
    var first: [String: [UInt8]] = [:]
    var found: Set<String> = []
    for (when, times) in [("the second time", 2), ("in another process", 1)] {
      let cases = examination.cases(pages).flatMap { Array(repeating: $0, count: times) }
      try examination.write(cases, &result) { entry, bytes in
        if first[entry.place] == nil { first[entry.place] = bytes }
        if first[entry.place] != bytes { found.insert(entry.place) }
      }
      for place in found.sorted() {
        result.find("writes other bytes \(when)", at: place, help: help)
      }
      guard result.status == .passed else { return }
    }
  }
}
