import FeedDocument
@testable import FuzzTargets
import TestTools
import TestConditions
import Testing

/// Runs the functions that libFuzzer calls, on the same inputs every time.
@Suite("Fuzzing targets") struct FuzzingTests {
  static let repository = Repository(
    path: #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/"))

  private static func check(_ target: FuzzTarget, _ bytes: [UInt8], _ name: String) {
    do throws(Violation) {
      try target.run(bytes)
    } catch {
      Issue.record("\(target.rawValue), \(name): \(error.what)")
    }
  }

  @Test("inputs that once failed pass", arguments: FuzzTarget.allCases)
  func regressions(_ target: FuzzTarget) {
    for input in target.regressions(Self.repository) { Self.check(target, input.bytes, input.name) }
  }

  @Test(
    "all invariants hold for the seeds and for mutants of them", .exhaustive,
    arguments: FuzzTarget.allCases)
  func mutants(_ target: FuzzTarget) throws {
    let seeds = target.seeds(Self.repository)
    try #require(!seeds.isEmpty)
    let mutator = target.mutator(Self.repository)
    for (number, seed) in seeds.enumerated() {
      Self.check(target, seed, "seed \(number)")
      var random = SplitMix64(seed: UInt64(number))
      var mutant = seed
      // Each input is a mutant of the one before; every eighth round starts again from the seed.
      for round in 0..<max(4, 200 / seeds.count) {
        if round % 8 == 0 { mutant = seed }
        mutant = mutator.mutant(of: mutant, &random)
        if mutant.count > 16_384 { mutant = seed }
        Self.check(target, mutant, "seed \(number), mutant \(round)")
      }
    }
  }

  @Test("a false invariant is a violation")
  func violation() {
    #expect(throws: Violation.self) { try hold(false, "no") }
    #expect(throws: Never.self) { try hold(true, "yes") }
  }
}

@Suite("Mutation") struct MutationTests {
  private static func texts(_ ranges: [Range<Int>], _ text: String) -> [String] {
    ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
  }

  @Test("values, keys and members are found in JSON")
  func spans() {
    let text = #"{"a": [1, {"b,\"": null}], "c": "}"}"#
    let spans = JSONSpans(Array(text.utf8))
    #expect(
      Self.texts(spans.values, text) == [
        "1", "null", #"{"b,\"": null}"#, #"[1, {"b,\"": null}]"#, #""}""#, text,
      ])
    #expect(Self.texts(spans.keys, text) == [#""a""#, #""b,\"""#, #""c""#])
    #expect(
      Self.texts(spans.members, text) == [
        "1", #""b,\"": null"#, #"{"b,\"": null}"#, #""a": [1, {"b,\"": null}]"#, #""c": "}""#,
      ])
  }

  @Test(
    "a text that is not JSON has spans too", arguments: ["", "]]", "[1,", "{\"a", "\"\\", "[[,,"])
  func broken(_ text: String) {
    let bytes = Array(text.utf8)
    let spans = JSONSpans(bytes)
    for range in spans.values + spans.keys + spans.members {
      #expect(range.upperBound <= bytes.count && !range.isEmpty)
    }
    var random = SplitMix64(seed: 1)
    let mutator = JSONMutator(documents: [bytes])
    for _ in 0..<200 { _ = mutator.mutant(of: bytes, &random) }
  }

  @Test("most mutants of JSON are JSON with the words of the format")
  func grammar() {
    let seed = Array(#"{"name": "a", "list": [1, 2, {"x": [true]}]}"#.utf8)
    let mutator = JSONMutator(documents: [Array(#"{"title": "T"}"#.utf8)])
    var random = SplitMix64(seed: 7)
    let mutants = (0..<500).map { _ in mutator.mutant(of: seed, &random) }
    #expect(mutants.count { FeedDocument.parse(PaddedBytes($0), name: "a").value != nil } > 400)
    #expect(
      mutants.contains {
        $0.split(separator: UInt8(ascii: "\"")).contains(Array("title".utf8)[...])
      })
  }

  @Test("a seed determines the sequence of mutants", arguments: FuzzTarget.allCases)
  func determinism(_ target: FuzzTarget) throws {
    let repository = FuzzingTests.repository
    let seed = try #require(target.seeds(repository).last)
    let sequences = (0..<2).map { _ in
      var random = SplitMix64(seed: 3)
      let mutator = target.mutator(repository)
      return (0..<20).map { _ in mutator.mutant(of: seed, &random) }
    }
    #expect(sequences[0] == sequences[1])
    #expect(Set(sequences[0]).count > 10)
  }
}
