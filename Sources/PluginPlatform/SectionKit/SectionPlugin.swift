/// The sections of a plugin: an id, a version, and the types that draw them.
///
/// A plugin in a library returns it from `section_plugin_entry`, with `.plugin(_:)`. A program that
/// links the sections passes it to the engine, which then needs no library.
public struct SectionPlugin: Sendable {
  /// The name of the plugin: 1 to 64 letters, digits, `-`, `_`, `.`. Pages show it as the provider of
  /// a section.
  public let id: StaticString
  /// The version, such as `"1.0.0"`.
  public let version: StaticString
  /// The provider types; the first one that claims a block's code draws the block.
  public let sections: [any SectionProvider.Type]

  /// Creates a plugin. The engine checks its values when it takes the plugin.
  public init(id: StaticString, version: StaticString, _ sections: [any SectionProvider.Type]) {
    self.id = id
    self.version = version
    self.sections = sections
  }
}
