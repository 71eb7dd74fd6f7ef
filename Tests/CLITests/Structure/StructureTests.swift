import Foundation
import Testing

/// Pages of documents of many families, measured against the facts that were written before.
@Suite("The structure of documents of many families") struct StructureTests {
  @Test(
    "pages show at least the recorded share of the facts",
    arguments: [("families", 0.98, 12), ("documents", 0.99, 35), ("held-out", 0.9, 10)])
  func score(_ file: String, _ least: Double, _ clean: Int) throws {
    let documents = StructureFacts.documents(of: file)
    #expect(!documents.isEmpty)
    var total = StructureScore.none
    var families: [(name: String, score: StructureScore)] = []
    var cleanCount = 0
    for facts in documents {
      let score = try Self.score(facts)
      print("\(facts): \(score)")
      cleanCount += score.isClean ? 1 : 0
      total = total + score
      if families.last?.name == facts.family {
        families[families.count - 1].score = families[families.count - 1].score + score
      } else {
        families.append((facts.family, score))
      }
    }
    for family in families { print("\(family.name): \(StructureScore.shown(family.score.f1))") }
    print(
      "\(file): F1 \(StructureScore.shown(total.f1)), clean \(cleanCount) of \(documents.count)")
    #expect(total.f1 >= least && cleanCount >= clean)
  }

  static func score(_ facts: StructureFacts) throws -> StructureScore {
    let scratch = try Scratch()
    let feed = try scratch.write(facts.document, to: "feed.json")
    let dump = try Program.run(["dump", feed, "--all"])
    return StructureScore(of: facts, in: DrawnSection.sections(of: dump.text))
  }
}
