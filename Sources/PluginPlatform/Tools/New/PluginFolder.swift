package import Feeds
internal import Renderers

package enum PluginLanguage: String, Sendable, CaseIterable {
  case swift, c, cpp, rust, manifest
  /// An output format, which draws no blocks.
  case renderer

  /// A phrase for the folder, such as "a section plugin in C".
  package var title: String {
    switch self {
    case .swift: "a section plugin in Swift"
    case .c: "a section plugin in C"
    case .cpp: "a section plugin in C++"
    case .rust: "a section plugin in Rust"
    case .manifest: "a section plugin in C with a manifest"
    case .renderer: "an output format in C"
    }
  }
}

/// The tools that build and draw a new plugin, as installed on this machine.
package struct PluginTools: Sendable {
  /// The folder of the package SectionKit.
  package var kit: String
  /// The folder of `section_plugin.h`.
  package var include: String
  /// The program; "sectionengine" if it is in the shell's search path.
  package var program: String

  package init(kit: String, include: String, program: String) {
    self.kit = kit
    self.include = include
    self.program = program
  }
}

/// The files of a new plugin, and the next steps.
package struct PluginFolder: Sendable {
  package struct File: Sendable, Hashable {
    package var path: String
    package var bytes: [UInt8]
  }

  package let name: PluginName
  package let blockCode: String
  package let language: PluginLanguage
  package let tools: PluginTools
  package private(set) var files: [File] = []
  package private(set) var note: Diagnostic?
  /// Whether its expected dump still has to be recorded.
  private let recordsDump: Bool

  /// - Parameter blocks: Payloads for models, a section that shows them, and the fixture. Without
  ///   them, the plugin draws example content: a title, and rows with a text and a picture.
  package init(
    name: PluginName, blockCode: String, language: PluginLanguage, tools: PluginTools,
    blocks: [FeedValue]? = nil
  ) {
    self.name = name
    self.blockCode = blockCode
    self.language = language
    self.tools = tools
    recordsDump = blocks != nil
    let draft = blocks.map { PluginDraft(name: name, blockCode: blockCode, blocks: $0) }
    let words = words
    func filled(_ template: [UInt8]) -> String { Self.filled(template, words) }
    func add(_ path: String, _ template: [UInt8]) { add(path, filled(template)) }
    func add(_ path: String, _ text: String) {
      files.append(File(path: path, bytes: Array(text.utf8)))
    }
    var remarks =
      draft?.plan.showsCode == true ? ["no text was found: the section shows its code"] : []
    let makefile: [UInt8]
    switch language {
    case .swift:
      let section = "Sources/\(name.type)/\(name.type).swift"
      add("Package.swift", PackageResources.Package_swift_in)
      add(section, draft?.swiftSection ?? filled(PackageResources.Section_swift_in))
      if let draft { add("Sources/\(name.type)/Model.swift", draft.swiftModels) }
      makefile = PackageResources.swift_Makefile_in
    case .c:
      add(
        "\(name.text).c",
        draft?.cSection(PackageResources.section_from_c_in) ?? filled(PackageResources.section_c_in)
      )
      if let draft { add("fields.h", draft.cFields) }
      makefile = PackageResources.c_Makefile_in
    case .cpp:
      let draft = draft ?? example
      add("\(name.text).cpp", draft.cSection(PackageResources.section_from_cpp_in))
      add("fields.h", draft.cFields)
      makefile = PackageResources.cpp_Makefile_in
    case .rust:
      add("\(name.text).rs", (draft ?? example).rustSection)
      files.append(File(path: "section_plugin.rs", bytes: PackageResources.section_plugin_rs_in))
      makefile = PackageResources.rust_Makefile_in
    case .renderer:
      add("\(name.text).c", PackageResources.renderer_c_in)
      makefile = PackageResources.renderer_Makefile_in
    case .manifest:
      let manifest = ManifestDraft(draft ?? example)
      add("\(name.text).section.json", manifest.manifest)
      add("\(name.text).c", manifest.source)
      makefile = PackageResources.manifest_Makefile_in
      remarks = manifest.remarks
    }
    add("Makefile", makefile)
    add(
      ".gitignore",
      language == .swift ? PackageResources.swift_gitignore_in : PackageResources.c_gitignore_in)
    if language == .renderer {
      add("README.md", PackageResources.README_renderer_md_in)
    } else if let draft, let blocks {
      let fixture = draft.fixture(blocks)
      add("README.md", PackageResources.README_from_md_in)
      add("layout.json", PackageResources.layout_from_json_in)
      add("fixture.json", fixture.text)
      note = draft.note(blocks, fixture: fixture.blocks, remarks: remarks)
    } else {
      add("README.md", PackageResources.README_md_in)
      add("layout.json", PackageResources.layout_json_in)
      add("fixture.json", PackageResources.fixture_json_in)
      add(
        "expected.dump",
        language == .manifest
          ? PackageResources.manifest_dump_in
          : language == .cpp || language == .rust
            ? PackageResources.from_dump_in : PackageResources.expected_dump_in)
    }
  }

  /// The folder of the product, relative to the plugin's folder; "" is that folder itself.
  private var productFolder: String { language == .swift ? ".build/release" : "" }

  var product: String {
    switch language {
    case .swift: "lib\(name.type).so"
    case .c, .cpp, .rust, .renderer: "\(name.text).so"
    case .manifest: "\(name.text).section.json"
    }
  }

  private var productPath: String {
    productFolder.isEmpty ? product : "\(productFolder)/\(product)"
  }

  package struct Step: Sendable, Hashable {
    package var title: String
    package var command: String
  }

  /// Returns the commands that build, draw and check, run where `folder` is relative to.
  package func steps(in folder: String) -> [Step] {
    func path(_ name: String) -> String { shellWord(name.isEmpty ? folder : "\(folder)/\(name)") }
    let program = shellWord(tools.program)
    let products = path(productFolder)
    let product = path(productPath)
    let build =
      language == .swift
      ? "swift build -c release --package-path \(path(""))" : "make -C \(path(""))"
    var check = "\(program) plugin check \(product)"
    let draw: Step
    if language == .renderer {
      draw = Step(
        title: "write a page, and keep what is expected from now on",
        command: "\(program) render --sample --plugins \(products) --format \(name.text)"
          + " -o \(path("expected.txt"))")
    } else {
      let feed = "\(path("fixture.json")) --layout \(path("layout.json"))"
      let drawing = "\(feed) --plugins \(products)"
      check += " --feed \(feed)"
      draw =
        recordsDump
        ? Step(
          title: "draw its fixture, and keep what is expected from now on",
          command: "\(program) dump \(drawing) -o \(path("expected.dump"))")
        : Step(title: "draw its fixture", command: "\(program) render \(drawing)")
    }
    return [Step(title: "build it", command: build), draw, Step(title: "check it", command: check)]
  }

  // MARK: Templates

  var example: PluginDraft {
    let text = Self.filled(PackageResources.fixture_json_in, words)
    let document = FeedDocument.parse(PaddedBytes(text.utf8), name: "fixture.json").value
    let blocks = document.map { Array($0.root.children) } ?? []
    return PluginDraft(name: name, blockCode: blockCode, blocks: blocks)
  }

  /// Replaces the words between `@`, once, since values may contain `@` too.
  static func filled(_ template: [UInt8], _ values: [String: String]) -> String {
    var parts = String(decoding: template, as: UTF8.self)
      .split(separator: "@", omittingEmptySubsequences: false)[...]
    var text = String(parts.removeFirst())
    while let part = parts.popFirst() {
      if let value = values[String(part)], let rest = parts.popFirst() {
        text += value + rest
      } else {
        text += "@" + part
      }
    }
    return text
  }

  var words: [String: String] {
    [
      "NAME": name.text, "TYPE": name.type, "SYMBOL": name.symbol,
      "CODE_IN_SWIFT": SourceLiteral.swift(blockCode),
      "CODE_IN_C": SourceLiteral.c(blockCode), "CODE_IN_RUST": SourceLiteral.swift(blockCode),
      "CODE_IN_JSON": blockCode.asJSON,
      "CODE_IN_DUMP": ByteWriter.isBare(blockCode) ? blockCode : blockCode.asJSON,
      "CODE_IN_COMMENT": SourceLiteral.comment(blockCode),
      "KIT_IN_SWIFT": SourceLiteral.swift(tools.kit),
      "INCLUDE_IN_MAKE": SourceLiteral.make(tools.include),
      "PROGRAM_IN_MAKE": SourceLiteral.make(tools.program),
      "BUILD": language == .swift ? "swift build -c release" : "make",
      "PRODUCTS": productFolder.isEmpty ? "." : productFolder, "PRODUCT": productPath,
      "PROGRAM": shellWord(tools.program),
      "LOADED": language == .manifest ? "manifest and library" : "the library",
    ]
  }
}
