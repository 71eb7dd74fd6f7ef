import Support
import PluginHost
import Testing

extension WorkerTests {
  @Test("sections beyond the memory of a page are lost, and no plugin is quarantined")
  func fullPage() throws {
    var host = try WorkerHost([.good])
    host.isolation.pageBytes = 1
    let loaded = host.load()
    // The memory of a page is checked between two messages, each of up to 4096 sections.
    let outcomes = try WorkerHost.draw(Array(repeating: "GOOD", count: 4100), with: loaded)
    #expect(outcomes.prefix(4096).allSatisfy { $0.section != nil })
    let lost = outcomes.dropFirst(4096).compactMap(\.loss)
    #expect(lost.count == 4 && lost.allSatisfy { $0.code == .limitExceeded })
    #expect(host.load().quarantined.isEmpty)
    #expect(try WorkerHost.draw(["GOOD"], with: loaded).first?.section != nil)
  }
}
