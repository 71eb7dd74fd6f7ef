import ArgumentParser
import Renderers

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a format.")

  enum Name: String, ExpressibleByArgument, CaseIterable { case layout, metrics }

  @Argument(
    help: "Which: layout, of `render --format json`; metrics, of the files of `--metrics`.")
  var name: Name

  func run() throws {
    switch name {
    case .layout: try Output.write(LayoutSchema.bytes, to: nil)
    case .metrics:
      let library = LayoutLibrary(folder: try Installation.required().layouts)
      try Output.write(library.metricsSchema(), to: nil)
    }
  }
}
