package import FeedDocument
package import Support

/// The language of a new plugin.
package enum PluginLanguage: String, Sendable, CaseIterable {
  case swift, c, manifest

  package var title: String {
    switch self {
    case .swift: "Swift"
    case .c: "C"
    case .manifest: "C with a manifest"
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
  /// A note on the blocks that a drafted plugin was made from.
  package private(set) var note: Diagnostic?
  /// Whether its expected dump still has to be recorded.
  private let recordsDump: Bool

  /// Creates a plugin for the blocks of a code.
  ///
  /// - Parameter blocks: The payloads of a feed: the plugin gets models of their contents, a section
  ///   that shows them, and the blocks themselves as its fixture. Without blocks, it draws example
  ///   content: a title, and rows with a text and a picture.
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
    func add(_ path: String, _ template: [UInt8]) { add(path, Self.filled(template, words)) }
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
        add(section, draft.swiftSection)
        add("Sources/\(name.type)/Model.swift", draft.swiftModels)
      } else {
        add(section, PackageResources.Section_swift_in)
      }
      add("Makefile", PackageResources.swift_Makefile_in)
      add(".gitignore", PackageResources.swift_gitignore_in)
    case .c:
      if let draft {
        add("\(name.text).c", draft.cSection)
        add("fields.h", draft.cFields)
      } else {
        add("\(name.text).c", PackageResources.section_c_in)
      }
      add("Makefile", PackageResources.c_Makefile_in)
      add(".gitignore", PackageResources.c_gitignore_in)
    case .manifest:
      let manifest = ManifestDraft(draft ?? example)
      add("\(name.text).section.json", manifest.manifest)
      add("\(name.text).c", manifest.source)
      add("Makefile", PackageResources.manifest_Makefile_in)
      add(".gitignore", PackageResources.c_gitignore_in)
      remarks = manifest.remarks
    }
    if let draft, let blocks {
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
          ? PackageResources.manifest_dump_in : PackageResources.expected_dump_in)
    }
  }

  /// The folder of the product, which is loaded, relative to the plugin's folder; "" is that folder
  /// itself.
  private var productFolder: String { language == .swift ? ".build/release" : "" }

  var product: String {
    switch language {
    case .swift: "lib\(name.type).so"
    case .c: "\(name.text).so"
    case .manifest: "\(name.text).section.json"
    }
  }

  package struct Step: Sendable, Hashable {
    package var title: String
    package var command: String
  }

  /// Returns the commands that build, draw and check, for any shell. They run in the folder that
  /// `folder` is relative to.
  package func steps(in folder: String) -> [Step] {
    func path(_ name: String) -> String { shellWord(name.isEmpty ? folder : "\(folder)/\(name)") }
    let program = shellWord(tools.program)
    let products = path(productFolder)
    let product = path(productFolder.isEmpty ? product : "\(productFolder)/\(product)")
    let build =
      language == .swift
      ? "swift build -c release --package-path \(path(""))" : "make -C \(path(""))"
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
}
