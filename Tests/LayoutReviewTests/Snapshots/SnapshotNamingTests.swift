import LayoutCore
import Testing

@testable import LayoutReview

@Suite struct SnapshotNamingTests {
  private let naming = SnapshotNaming(LayoutEnvironment(locale: "zh-CN"))

  private func cells(
    _ devices: [String] = ["iphone-14"],
    _ appearances: [LayoutEnvironment.Appearance] = [.light],
    _ directions: [LayoutEnvironment.Direction] = [.ltr],
    _ textSizes: [LayoutEnvironment.TextSize] = [.large], locales: [String] = ["zh-CN"],
    stresses: [String] = ["none"]
  ) -> [SnapshotCell] {
    SnapshotMatrix(
      words: [
        .device: devices, .appearance: appearances.map(\.rawValue),
        .direction: directions.map(\.rawValue), .textSize: textSizes.map(\.rawValue),
        .locale: locales, .stress: stresses,
      ]
    ).cells(LayoutEnvironment())
  }

  @Test("a name omits only the standard value of an axis")
  func names() {
    func name(_ cells: [SnapshotCell]) -> String { naming.label(of: cells) }
    #expect(name(cells()) == "iphone-14")
    #expect(name(cells(["iphone-14"], [.light, .dark])) == "iphone-14.light+dark")
    #expect(name(cells(["iphone-14"], [.dark], [.rtl], [.ax1])) == "iphone-14.dark.rtl.ax1")
    #expect(name(cells(["b", "a"], [.light], [.ltr, .rtl])) == "a+b.ltr+rtl")
    #expect(name(cells(locales: ["en", "ar"])) == "iphone-14.ar+en")
    #expect(name(cells(stresses: ["long", "items=50"])) == "iphone-14.items=50+long")
    #expect(name(cells(locales: ["en"], stresses: ["none", "empty"])) == "iphone-14.en.empty+none")
    #expect(
      name(cells() + cells(["iphone-14"], [.dark], [.ltr], [.ax1]))
        == "iphone-14,iphone-14.dark.ax1")
  }

  @Test("a name determines its cells, for any set of cells")
  func roundTrip() throws {
    var random = SystemRandomNumberGenerator()
    let all = cells(
      ["iphone-14", "ipad-11"], [.light, .dark], [.ltr, .rtl], [.large, .ax1],
      locales: ["zh-CN", "ar"], stresses: ["none", "pseudo-rtl"])
    for _ in 0..<200 {
      let some = Set(all.filter { _ in Bool.random(using: &random) })
      let files = naming.names(of: some.shuffled(using: &random))
      var found: Set<SnapshotCell> = []
      for file in files {
        let read = try #require(naming.cells(of: file.name), "\(file.name)")
        #expect(read == file.cells, "\(file.name)")
        #expect(found.isDisjoint(with: read), "\(file.name)")
        #expect(file.name.utf8.count <= SnapshotNaming.longest)
        found.formUnion(read)
      }
      #expect(found == some)
    }
  }

  @Test("too many cells for one name are divided among several files")
  func long() {
    let locales = (0..<60).map { "l\(100 + $0)" }
    let files = naming.names(of: cells(locales: locales))
    #expect(files.count > 1 && files.allSatisfy { $0.name.utf8.count <= SnapshotNaming.longest })
    #expect(files.flatMap(\.cells).count == 60)
    #expect(files.allSatisfy { naming.cells(of: $0.name) == $0.cells })
  }

  @Test(
    "a name that is not a snapshot's has no cells",
    arguments: [
      "", "a.", "a..b", "a.rtl.light", "a.light.light", "a,", "a+.light", "a.en.large", "a.long.en",
      "a.items=x+none",
    ])
  func malformed(_ name: String) {
    #expect(naming.cells(of: name) == nil)
  }
}
