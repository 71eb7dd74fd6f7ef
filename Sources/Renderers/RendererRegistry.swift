/// The renderers by name, in listing order.
package struct RendererRegistry: Sendable {
  private var types: [any Renderer.Type] = []

  package init(_ types: [any Renderer.Type] = []) {
    for type in types { register(type) }
  }

  /// Every renderer of this module.
  package static let bundled = RendererRegistry([
    TextRenderer.self, JSONRenderer.self, JSONLinesRenderer.self, DumpRenderer.self,
    SVGRenderer.self, HTMLRenderer.self,
  ])

  package var names: [String] { types.map { $0.name } }

  /// Adds a renderer. A renderer of the same name is replaced and its position is kept.
  package mutating func register(_ type: any Renderer.Type) {
    if let index = types.firstIndex(where: { $0.name == type.name }) {
      types[index] = type
    } else {
      types.append(type)
    }
  }

  /// Returns the renderer of a name, or `nil` if there is none.
  package func renderer(named name: String, options: RenderOptions) -> (any Renderer)? {
    types.first { $0.name == name }?.init(options: options)
  }
}
