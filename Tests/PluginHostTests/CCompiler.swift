import Foundation
import Testing

/// Builds small libraries during the tests, so that tests do not depend on existing plugins.
enum CCompiler {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static let header: String = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/PluginPlatform/CSectionABI/include").path

  static func build(
    _ source: String, as name: String, in folder: TemporaryFolder, flags: [String] = []
  ) throws {
    let input = try folder.write(name + ".c", source.utf8)
    try run(
      ["cc", "-shared", "-fPIC", "-std=c11", "-w", "-I", header, input, "-o", folder.path(name)]
        + flags)
  }

  static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let errors = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: errors, as: UTF8.self))
    }
  }
}

/// A plugin in C, given as the bodies of its functions; `nil` gives a NULL pointer.
///
/// The bodies can use `self`, `section`, `host`, `block`, `row`, `part` and `out`.
struct CPlugin {
  var id: String
  var codes = ["TEST"]
  var showTypes: [String] = []
  var prelude = ""
  var open: String? = "return SE_OK;"
  var close: String?
  var describe: String?
  var rowCount: String?
  var item: String?
  var rowHeight: String?
  var frame: String?
  var build: String?
  /// The body of the entry function, after the tables.
  var entry = "return &plugin;"

  init(id: String) { self.id = id }

  var source: String {
    func function(_ signature: String, _ body: String?) -> String {
      body.map { "static \(signature) { \($0) }\n" } ?? ""
    }
    func pointer(_ name: String, _ body: String?) -> String { body == nil ? "0" : name }
    func strings(_ values: [String]) -> String {
      values.map { "{\"\($0)\", sizeof(\"\($0)\") - 1}" }.joined(separator: ", ")
    }
    return """
      #include "section_plugin.h"
      #include <math.h>
      #include <stdio.h>
      #include <string.h>
      \(prelude)
      """ + "\n"
        + function(
          "se_status open_(void *self, const se_host *host, const se_block *block, void **section)",
          open)
        + function("void close_(void *section)", close)
        + function(
          "se_status describe_(void *section, const se_host *host, se_section *out)", describe)
        + function(
          "se_status row_count_(void *section, const se_host *host, uint32_t *out)", rowCount)
        + function(
          "se_status item_(void *section, const se_host *host, uint32_t row, se_item *out)", item)
        + function(
          "se_status row_height_(void *section, const se_host *host, uint32_t row, se_length *out)",
          rowHeight)
        + function("se_status frame_(void *section, const se_host *host, se_frame *out)", frame)
        + function(
          "se_status build_(void *section, const se_host *host, se_part part, uint32_t row)", build)
          + """
          static const se_str codes[] = {\(strings(codes + [""]))};
          static const se_str types[] = {\(strings(showTypes + [""]))};
          static se_provider provider = {
            .block_codes = codes, .block_code_count = \(codes.count),
            .show_types = types, .show_type_count = \(showTypes.count),
            .open = \(pointer("open_", open)), .close = \(pointer("close_", close)),
            .describe = \(pointer("describe_", describe)),
            .row_count = \(pointer("row_count_", rowCount)),
            .item = \(pointer("item_", item)),
            .row_height = \(pointer("row_height_", rowHeight)),
            .frame = \(pointer("frame_", frame)), .build = \(pointer("build_", build))};
          static se_plugin plugin = {
            .abi = SE_ABI, .provider_count = 1, .id = "\(id)", .version = "1.0.0",
            .providers = &provider};
          SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi) { \(entry) }
          """ + "\n"
  }

  func build(in folder: TemporaryFolder, as name: String = "plugin.so", flags: [String] = [])
    throws
  {
    try CCompiler.build(source, as: name, in: folder, flags: flags)
  }
}
