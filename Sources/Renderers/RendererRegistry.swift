package enum RendererRegistry {
  private static let types: [any Renderer.Type] = [
    TextRenderer.self, JSONRenderer.self, JSONLinesRenderer.self, DumpRenderer.self,
    SVGRenderer.self, HTMLRenderer.self,
  ]

  package static var names: [String] { types.map { $0.name } }

  package static func renderer(named name: String, options: RenderOptions) -> (any Renderer)? {
    types.first { $0.name == name }?.init(options: options)
  }
}
