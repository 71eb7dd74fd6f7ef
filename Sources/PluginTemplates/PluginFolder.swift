package import Diagnostics

/// What a new plugin is written in.
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

/// What a new plugin is built with and drawn by, as this machine has it.
package struct PluginTools: Sendable {
  /// Folder of the package SectionKit.
  package var kit: String
  /// Folder of `section_plugin.h`.
  package var include: String
  /// The program: "sectionengine" where the shell finds it.
  package var program: String

  package init(kit: String, include: String, program: String) {
    self.kit = kit
    self.include = include
    self.program = program
  }
}

/// The files of a new plugin, and what to do with them next.
package struct PluginFolder: Sendable {
  package struct File: Sendable, Hashable {
    /// Below the folder.
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
  /// Whether its expected dump is still to be recorded.
  var recordsDump = false
  /// What a drafted plugin was made of.
  package internal(set) var note: Diagnostic?

  /// Where the product stands, what is loaded, below the folder; "" is the folder itself.
  package var productFolder: String { language == .swift ? ".build/release" : "" }

  package var product: String {
    switch language {
    case .swift: "lib\(name.type).so"
    case .c: "\(name.text).so"
    case .manifest: "\(name.text).section.json"
    }
  }

  /// A step that comes next, and the command that does it.
  package struct Step: Sendable, Hashable {
    package var title: String
    package var command: String
  }

  /// Build, draw, check, as commands for any shell, from the folder in which `folder` is a path.
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
