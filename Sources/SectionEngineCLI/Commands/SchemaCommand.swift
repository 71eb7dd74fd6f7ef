import ArgumentParser
import Renderers

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a format.")

  enum Name: String, ExpressibleByArgument, CaseIterable { case layout }

  @Argument(help: "Which: layout, the schema of `render --format json`.")
  var name: Name

  func run() throws {
    switch name {
    case .layout: try Output.write(LayoutSchema.bytes, to: nil)
    }
  }
}
