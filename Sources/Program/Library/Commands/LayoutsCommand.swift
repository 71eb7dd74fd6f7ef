internal import ArgumentParser

struct LayoutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts", abstract: "List, check and create feed layouts.",
    subcommands: [LayoutsListCommand.self, LayoutsCheckCommand.self, LayoutsNewCommand.self])
}

struct LayoutsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the bundled feed layouts with their sources and block codes.")

  func run() throws {
    let library = LayoutLibrary(folder: try Installation.required().layouts)
    var text = ""
    for name in library.names {
      let layout = try library.layout(name)
      text += "\(layout.label)  \(layout.title)\n"
      for source in layout.sources {
        text += "    source \(source.name)\(source.isPrimary ? " (primary)" : "")\n"
      }
      for code in layout.knownCodes { text += "    block \(code)\n" }
    }
    try Output.write(text)
  }
}
