import Testing

@testable import SectionKit

/// An open section. Tests call its functions through the provider's table, as a host does.
struct OpenedSection {
  let host: FakeHost
  let provider: se_provider
  let section: UnsafeMutableRawPointer?

  func describe() -> (status: se_status, section: se_section) {
    var out = se_section()
    return (provider.describe(section, host.pointer, &out), out)
  }

  func rowCount() -> (status: se_status, rows: UInt32) {
    var out: UInt32 = 0
    return (provider.row_count(section, host.pointer, &out), out)
  }

  func item(_ row: UInt32) -> (status: se_status, item: se_item) {
    var out = se_item()
    return (provider.item(section, host.pointer, row, &out), out)
  }

  func rowHeight(_ row: UInt32) -> (status: se_status, height: se_length) {
    var out = se_length()
    return (provider.row_height(section, host.pointer, row, &out), out)
  }

  func frame() -> (status: se_status, frame: se_frame) {
    var out = se_frame()
    return (provider.frame(section, host.pointer, &out), out)
  }

  func build(_ part: se_part = SE_PART_ROW, row: UInt32 = 0) -> (status: se_status, lines: [String])
  {
    host.lines = []
    let status = provider.build(section, host.pointer, part, row)
    #expect(host.depth == 0, "every node that begins ends")
    return (status, host.lines)
  }

  func close() { provider.close(section) }
}

extension FakeHost {
  /// Returns the first provider of a plugin that consists of one type.
  static func provider<P: SectionProvider>(_ type: P.Type) throws -> se_provider {
    let plugin: PluginExport = .sections(id: "test", version: "1.0.0", type)
    let table = try #require(plugin).pointee
    return try #require(table.providers).pointee
  }

  func open<P: SectionProvider>(
    _ type: P.Type, _ json: JSON, settings: JSON = .null, code: String = "CODE",
    showType: String = "", environment: se_environment = FakeHost.phone
  ) throws -> (status: se_status, section: OpenedSection) {
    let provider = try Self.provider(type)
    let code = Text(code)
    let showType = Text(showType)
    var block = se_block(
      value: add(json), settings: add(settings), block_code: code.borrowed,
      show_type: showType.borrowed, environment: environment)
    var section: UnsafeMutableRawPointer?
    let status = provider.open(provider.`self`, pointer, &block, &section)
    return (status, OpenedSection(host: self, provider: provider, section: section))
  }

  static var phone: se_environment {
    var environment = se_environment()
    environment.width = 375
    environment.scale = 2
    environment.text_size = SE_TEXT_LARGE
    environment.text_scale = 1
    return environment
  }
}
