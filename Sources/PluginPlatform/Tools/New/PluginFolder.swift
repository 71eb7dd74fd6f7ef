internal import Support
package import Feeds
internal import Renderers

package enum PluginLanguage: String, Sendable, CaseIterable {
  case swift, c, cpp, rust, manifest
  /// A renderer in C, which writes pages in an output format and draws no blocks.
  case renderer

  /// The description of a new plugin, such as "a section plugin in C".
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

/// The paths of the tools with which a new plugin is built and drawn on this machine.
package struct PluginTools: Sendable {
  /// The folder of the package SectionKit.
  package var kit: String
  /// The folder of `section_plugin.h`.
  package var include: String
  /// The path of the program, or "sectionengine" if it is in the shell's search path.
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
  /// Whether one of the next steps records the expected dump; otherwise a template contains it.
  private let recordsDump: Bool

  /// - Parameter blocks: The blocks from which the models and the fixture are made, and which the
  ///   section shows. With `nil`, it shows an example: a title, and rows with text and picture.
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
    func add(_ path: String, _ template: [UInt8], _ more: [String: String] = [:]) {
      add(path, Self.filled(template, words.merging(more) { $1 }))
    }
    func add(_ path: String, _ text: String) {
      files.append(File(path: path, bytes: Array(text.utf8)))
    }
    var remarks =
      draft?.plan.showsCode == true ? ["no text was found: the section shows its code"] : []
    switch language {
    case .swift:
      let section = "Sources/\(name.type)/\(name.type).swift"
      add("Package.swift", PackageResources.Package_swift_in)
      if let draft {
        add(section, PackageResources.section_from_swift_in, draft.swiftWords)
        add("Sources/\(name.type)/Model.swift", draft.swiftModels)
      } else {
        add(section, PackageResources.Section_swift_in)
      }
      add("Makefile", PackageResources.swift_Makefile_in)
    case .c:
      if let draft {
        add("\(name.text).c", PackageResources.section_from_c_in, draft.cWords)
        add("fields.h", draft.cFields)
      } else {
        add("\(name.text).c", PackageResources.section_c_in)
      }
      add("Makefile", PackageResources.c_Makefile_in)
    case .cpp:
      let draft = draft ?? example
      add("\(name.text).cpp", PackageResources.section_from_cpp_in, draft.cWords)
      add("fields.h", draft.cFields)
      add("Makefile", PackageResources.cpp_Makefile_in)
    case .rust:
      let draft = draft ?? example
      add("\(name.text).rs", PackageResources.section_from_rs_in, draft.rustWords)
      files.append(File(path: "section_plugin.rs", bytes: PackageResources.section_plugin_rs_in))
      add("Makefile", PackageResources.rust_Makefile_in)
    case .renderer:
      add("\(name.text).c", PackageResources.renderer_c_in)
      add("Makefile", PackageResources.renderer_Makefile_in)
    case .manifest:
      let manifest = ManifestDraft(draft ?? example)
      add("\(name.text).section.json", manifest.manifest)
      add("\(name.text).c", PackageResources.library_c_in, manifest.words)
      add("Makefile", PackageResources.manifest_Makefile_in)
      remarks = manifest.remarks
    }
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

  /// The folder of the built library, relative to the plugin's folder; "" for the same folder.
  private var productFolder: String { language == .swift ? ".build/release" : "" }

  var product: String {
    switch language {
    case .swift: "lib\(name.type).so"
    case .c, .cpp, .rust, .renderer: "\(name.text).so"
    case .manifest: "\(name.text).section.json"
    }
  }

  package struct Step: Sendable, Hashable {
    package var title: String
    package var command: String
  }

  /// Returns the commands that build, draw and check the plugin, for a shell in the current folder.
  package func steps(in folder: String) -> [Step] {
    func path(_ name: String) -> String { shellWord(name.isEmpty ? folder : "\(folder)/\(name)") }
    let program = shellWord(tools.program)
    let products = path(productFolder)
    let product = path(productFolder.isEmpty ? product : "\(productFolder)/\(product)")
    let build =
      language == .swift
      ? "swift build -c release --package-path \(path(""))" : "make -C \(path(""))"
    if language == .renderer {
      return [
        Step(title: "build it", command: build),
        Step(
          title: "write a page, and keep what is expected from now on",
          command: "\(program) render --sample --plugins \(products) --format \(name.text)"
            + " -o \(path("expected.txt"))"),
        Step(title: "check it", command: "\(program) plugin check \(product)"),
      ]
    }
    let feed = "\(path("fixture.json")) --layout \(path("layout.json"))"
    let drawing = "\(feed) --plugins \(products)"
    return [
      Step(title: "build it", command: build),
      recordsDump
        ? Step(
          title: "draw its fixture, and keep what is expected from now on",
          command: "\(program) dump \(drawing) -o \(path("expected.dump"))")
        : Step(title: "draw its fixture", command: "\(program) render \(drawing)"),
      Step(title: "check it", command: "\(program) plugin check \(product) --feed \(feed)"),
    ]
  }

  // MARK: Templates

  var example: PluginDraft {
    let text = Self.filled(PackageResources.fixture_json_in, words)
    let document = FeedDocument.parse(PaddedBytes(text.utf8), name: "fixture.json").value
    let blocks = document.map { Array($0.root.children) } ?? []
    return PluginDraft(name: name, blockCode: blockCode, blocks: blocks)
  }

  /// Replaces each `@WORD@` of a template by its value. An `@` in a value is not replaced again.
  static func filled(_ template: [UInt8], _ values: [String: String]) -> String {
    var parts = String(decoding: template, as: UTF8.self)
      .split(separator: "@", omittingEmptySubsequences: false)[...]
    var text = String(parts.removeFirst())
    while let part = parts.popFirst() {
      guard let value = values[String(part)], let rest = parts.popFirst() else {
        text += "@" + part
        continue
      }
      text += value + rest
    }
    return text
  }

  var words: [String: String] {
    let isSwift = language == .swift
    return [
      "NAME": name.text, "TYPE": name.type, "SYMBOL": name.symbol,
      "CODE_IN_SWIFT": SourceLiteral.swift(blockCode),
      "CODE_IN_C": SourceLiteral.c(blockCode), "CODE_IN_RUST": SourceLiteral.swift(blockCode),
      "CODE_IN_JSON": blockCode.asJSON,
      "CODE_IN_DUMP": ByteWriter.isBare(blockCode) ? blockCode : blockCode.asJSON,
      "CODE_IN_COMMENT": SourceLiteral.comment(blockCode),
      "KIT_IN_SWIFT": SourceLiteral.swift(tools.kit),
      "INCLUDE_IN_MAKE": SourceLiteral.make(tools.include),
      "PROGRAM_IN_MAKE": SourceLiteral.make(tools.program),
      "BUILD": isSwift ? "swift build -c release" : "make",
      "PRODUCTS": isSwift ? ".build/release" : ".",
      "PRODUCT": isSwift ? ".build/release/\(product)" : product,
      "PROGRAM": shellWord(tools.program),
      "LOADED": language == .manifest ? "manifest and library" : "the library",
    ]
  }
}
