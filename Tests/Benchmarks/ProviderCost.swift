import FeedDocument
import Foundation
import LayoutCore
import PluginHost

/// Cost of calling a provider that does nothing.
enum ProviderCost {
  static let source = """
    #include "section_plugin.h"
    static se_status open_block(void *self, const se_host *host, const se_block *block, void **out) {
      (void)self; (void)host; (void)block; (void)out; return SE_OK; }
    static void close_block(void *section) { (void)section; }
    static const se_str codes[] = {{"NOTHING", 7}};
    static const se_provider providers[] = {{
      .block_codes = codes, .block_code_count = 1, .open = open_block, .close = close_block }};
    static const se_plugin plugin = {
      .abi = SE_ABI, .provider_count = 1, .id = "nothing", .version = "1.0.0",
      .providers = providers };
    SE_EXPORT const se_plugin *section_plugin_entry(uint32_t abi) { (void)abi; return &plugin; }
    """

  private static let swiftSource = """
    import SectionKit
    struct Nothing: SectionProvider {
      static let blockCodes: [StaticString] = ["NOTHING"]
      init(_ block: Block) {}
    }
    @c @implementation public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
      .sections(id: "nothing", version: "1.0.0", Nothing.self)
    }
    """

  /// Measures the overhead of a section besides its provider's code: the time of providers that do
  /// nothing, minus the time to make the same section without a provider.
  static func measure(_ products: String, _ report: inout Report) {
    guard let document = FeedDocument.parse(PaddedBytes("{}".utf8), name: "feed").value else {
      return
    }
    let request = SectionRequest(
      block: document.root, settings: document.root, blockCode: "NOTHING", showType: "",
      environment: LayoutEnvironment())
    func batch(_ folder: URL?) -> (() -> Void)? {
      guard let folder else { return nil }
      defer { try? FileManager.default.removeItem(at: folder) }
      let loaded = PluginCatalog(
        PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
        measurer: RecordedTextMeasurer())
      guard loaded.registry.plugins.count == 1 else { return nil }
      let batch = Array(
        repeating: (provider: ProviderReference(plugin: 0, provider: 0), request: request),
        count: 1_000)
      return { _ = loaded.prepare(for: []).runner.run(batch) }
    }
    guard let inC = batch(folder(with: ["nothing": source])),
      let inSwift = batch(folder(withSwift: swiftSource, products))
    else { return print("providers: no C compiler, or SectionKit is not built; not measured") }
    let times = fastest(
      rounds: 200, [{ _ = (0..<1_000).map { _ in ownSection() } }, inC, inSwift]
    ).map { $0 / 1_000 }
    report.line("a section of an empty row, made without a provider", times[0], unit: "ns")
    report.line("a do-nothing provider's in C, above that", times[1] - times[0], unit: "ns")
    report.line(
      "a do-nothing provider's in Swift, above that", times[2] - times[0], unit: "ns", limit: 500)
  }

  /// Returns the section that the do-nothing providers produce.
  private static func ownSection() -> SectionOutcome {
    var section = Section(
      blockCode: "NOTHING", provider: .init(id: "nothing", version: "1.0.0"))
    let name: StaticString = "row"
    var content = NodeContent()
    content.name = name.withUTF8Buffer { section.arena.addText($0) }
    section.arena.begin(.box, content: content)
    section.arena.end()
    section.rows.append(.init(node: 0, height: nil))
    return .section(section, warnings: [])
  }

  /// Returns a folder with a Swift plugin, compiled as SwiftPM does it, or `nil` if SectionKit is
  /// not built.
  private static func folder(withSwift source: String, _ products: String) -> URL? {
    guard let folder = folder(with: [:]) else { return nil }
    let file = folder.appendingPathComponent("nothing.swift")
    // The build folder also has objects of deleted sources, which must not be linked.
    let sources = FileManager.default.enumerator(atPath: "Sources/PluginPlatform/SectionKit")
    let objects = (sources?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { products + "/SectionKit.build/\(URL(fileURLWithPath: $0).lastPathComponent).o" }
    guard !objects.isEmpty, (try? Data(source.utf8).write(to: file)) != nil else { return nil }
    let swiftc = Process()
    swiftc.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    swiftc.arguments =
      [
        "swiftc", "-O", "-parse-as-library", "-emit-library", "-module-name", "Nothing", "-I",
        products + "/Modules", "-I", "Sources/PluginPlatform/CSectionABI/include", file.path, "-o",
        folder.appendingPathComponent("nothing.so").path,
      ] + objects
    guard (try? swiftc.run()) != nil else { return nil }
    swiftc.waitUntilExit()
    return swiftc.terminationStatus == 0 ? folder : nil
  }

  /// Returns a folder with plugins compiled from C, or `nil` without a C compiler.
  static func folder(with sources: [String: String]) -> URL? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-bench-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, source) in sources {
        let file = folder.appendingPathComponent("\(name).c")
        try Data(source.utf8).write(to: file)
        let cc = Process()
        cc.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        cc.arguments = [
          "cc", "-O2", "-shared", "-fPIC", "-ISources/PluginPlatform/CSectionABI/include",
          file.path, "-o",
          folder.appendingPathComponent("\(name).so").path,
        ]
        try cc.run()
        cc.waitUntilExit()
        guard cc.terminationStatus == 0 else { return nil }
      }
    } catch { return nil }
    return folder
  }
}
