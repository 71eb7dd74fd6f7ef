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
    /// The path relative to the folder.
    package var path: String
    package var bytes: [UInt8]

    init(_ path: String, _ text: String) {
      self.path = path
      bytes = Array(text.utf8)
    }
  }

  package let name: PluginName
  package let blockCode: String
  package let language: PluginLanguage
  package let tools: PluginTools
  package internal(set) var files: [File]
  /// Whether its expected dump still has to be recorded.
  var recordsDump = false
  /// A note on the blocks that a drafted plugin was made from.
  package internal(set) var note: Diagnostic?

  /// The folder of the product, which is loaded, relative to the plugin's folder; "" is that folder
  /// itself.
  package var productFolder: String { language == .swift ? ".build/release" : "" }

  package var product: String {
    switch language {
    case .swift: "lib\(name.type).so"
    case .c: "\(name.text).so"
    case .manifest: "\(name.text).section.json"
    }
  }

  /// A next step, with its command.
  package struct Step: Sendable, Hashable {
    package var title: String
    package var command: String
  }

  /// Returns the commands that build, draw and check, for any shell. They run in the folder that
  /// `folder` is relative to.
  package func steps(in folder: String) -> [Step] {
    func path(_ name: String) -> String {
      SourceLiteral.shell(name.isEmpty ? folder : "\(folder)/\(name)")
    }
    let program = SourceLiteral.shell(tools.program)
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
