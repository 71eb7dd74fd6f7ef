internal import FeedDocument

extension PluginFolder {
  /// Creates a plugin that draws a section with example content: a title, and rows with a text and
  /// a picture.
  package init(
    name: PluginName, blockCode: String, language: PluginLanguage, tools: PluginTools
  ) {
    self.init(name: name, blockCode: blockCode, language: language, tools: tools, files: [])
    switch language {
    case .swift:
      add("Package.swift", PackageResources.Package_swift_in)
      add("Sources/\(name.type)/\(name.type).swift", PackageResources.Section_swift_in)
      add("Makefile", PackageResources.swift_Makefile_in)
      add(".gitignore", PackageResources.swift_gitignore_in)
    case .c:
      add("\(name.text).c", PackageResources.section_c_in)
      add("Makefile", PackageResources.c_Makefile_in)
      add(".gitignore", PackageResources.c_gitignore_in)
    case .manifest:
      let text = Self.filled(
        String(decoding: PackageResources.fixture_json_in, as: UTF8.self), words)
      let document = FeedDocument.parse(PaddedBytes(Array(text.utf8)), name: "fixture.json").value
      let blocks = document.map { Array($0.root.children) } ?? []
      let table = ModelTable(ValueShape(of: blocks))
      let plan = BodyPlan(table, root: table.root ?? .object(0), blocks: blocks)
      addManifest(ManifestDraft(name: name, blockCode: blockCode, table: table, plan: plan))
    }
    add("README.md", PackageResources.README_md_in)
    add("layout.json", PackageResources.layout_json_in)
    add("fixture.json", PackageResources.fixture_json_in)
    add(
      "expected.dump",
      language == .manifest
        ? PackageResources.manifest_dump_in : PackageResources.expected_dump_in)
  }

  mutating func addManifest(_ draft: ManifestDraft) {
    files.append(File("\(name.text).section.json", draft.manifest))
    files.append(File("\(name.text).c", draft.source))
    add("Makefile", PackageResources.manifest_Makefile_in)
    add(".gitignore", PackageResources.c_gitignore_in)
  }

  mutating func add(_ path: String, _ template: [UInt8]) {
    files.append(File(path, Self.filled(String(decoding: template, as: UTF8.self), words)))
  }

  /// Returns a template with the words between `@` replaced, once, since values may contain `@`
  /// too.
  static func filled(_ template: String, _ values: [String: String]) -> String {
    var text = ""
    var parts = template.split(separator: "@", omittingEmptySubsequences: false)[...]
    if let first = parts.popFirst() { text += first }
    while let part = parts.popFirst() {
      guard let value = values[String(part)], let rest = parts.popFirst() else {
        text += "@" + part
        continue
      }
      text += value + rest
    }
    return text
  }

  private var words: [String: String] {
    let isSwift = language == .swift
    return [
      "NAME": name.text, "TYPE": name.type, "SYMBOL": name.symbol,
      "CODE_IN_SWIFT": SourceLiteral.swift(blockCode),
      "CODE_IN_C": SourceLiteral.c(blockCode),
      "CODE_IN_JSON": SourceLiteral.json(blockCode),
      "CODE_IN_DUMP": Self.dumpWord(blockCode),
      "CODE_IN_COMMENT": SourceLiteral.comment(blockCode),
      "KIT_IN_SWIFT": SourceLiteral.swift(tools.kit),
      "INCLUDE_IN_MAKE": SourceLiteral.make(tools.include),
      "PROGRAM_IN_MAKE": SourceLiteral.make(tools.program),
      "BUILD": isSwift ? "swift build -c release" : "make",
      "PRODUCTS": isSwift ? ".build/release" : ".",
      "PRODUCT": isSwift ? ".build/release/\(product)" : product,
      "PROGRAM": SourceLiteral.shell(tools.program),
      "LOADED": language == .manifest ? "manifest and library" : "the library",
    ]
  }

  /// Returns a block code as it appears in a dump.
  private static func dumpWord(_ word: String) -> String {
    let isBare =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        scalar == "×"
          || (scalar.isASCII
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
              || "_-./:@+".unicodeScalars.contains(scalar)))
      }
    return isBare ? word : SourceLiteral.json(word)
  }
}
