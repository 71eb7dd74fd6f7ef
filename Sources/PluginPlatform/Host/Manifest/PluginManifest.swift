internal import FeedDocument
package import PluginCalls

/// A plugin manifest: describes how to call a C library that was not written for this program.
package struct PluginManifest {
  /// The JSON Schema of a manifest, in UTF-8.
  package static var schema: [UInt8] { PackageResources.plugin_manifest_schema_json }

  package static let suffix = ".section.json"

  package let program: ManifestProgram
  /// The path of the library relative to the manifest's folder, or the soname of a system library.
  let library: String
  let warnings: [Diagnostic]
  private let document: FeedDocument

  /// Reads a manifest. Throws a refusal with the faults that it finds. `name` is for messages.
  package init(_ bytes: [UInt8], name: String) throws(PluginRefusal) {
    var limits = DocumentLimits()
    limits.bytes = 1 << 20
    limits.depth = 32
    limits.values = 100_000
    let read = FeedDocument.parse(PaddedBytes(bytes), name: name, limits: limits)
      .withUniqueKeys
    guard let document = read.value else { throw Self.refusal(read.diagnostics) }
    var reader = ConfigurationReader(format: "plugin manifest", code: .invalidManifest)
    guard let (program, library) = reader.manifest(document.root), reader.diagnostics.isEmpty else {
      throw Self.refusal(read.diagnostics + reader.diagnostics)
    }
    self.program = program
    self.library = library
    warnings = read.diagnostics
    self.document = document
  }

  /// Returns a refusal with warnings, not errors, because the next provider draws the blocks.
  private static func refusal(_ diagnostics: [Diagnostic]) -> PluginRefusal {
    let most = 20
    var shown = diagnostics.prefix(most).map { diagnostic in
      var copy = diagnostic
      copy.severity = .warning
      return copy
    }
    if diagnostics.count > most {
      shown[most - 1].notes.append("\(diagnostics.count - most) more findings are not shown")
    }
    return .manifest(shown)
  }

  /// Returns a refusal of the library as a diagnostic with a location in the manifest.
  func mismatch(_ refusal: PluginRefusal) -> PluginRefusal {
    let named = document.root["library"]
    let word = shown(named.string ?? "", limit: 100)
    var place = named
    var message = "the library `\(word)` \(refusal.reason)"
    var help = refusal.help
    switch refusal {
    case .missingSymbol(let symbol):
      guard let call = self.symbol(symbol) else { break }
      place = call
      message = "the library has no function `\(shown(symbol, limit: 100))`"
      help = "`nm -D` on the library lists what it exports"
    case .missingLibrary(let name) where name == named.string:
      message = "the system has no library `\(word)`"
      help = "install it; a library beside the manifest is named `./\(word)`"
    default: break
    }
    return .manifest([
      Diagnostic(
        .manifestMismatch, .warning, message, at: place.location,
        notes: ["the plugin is not loaded"],
        helps: [help])
    ])
  }

  /// Returns a worker's refusal, with a location in the manifest if it is about the library.
  package func explain(_ refusal: PluginRefusal) -> PluginRefusal {
    switch refusal {
    case .missingSymbol, .missingLibrary, .newerSystem, .loader: mismatch(refusal)
    default: refusal
    }
  }

  private func symbol(_ name: String) -> FeedValue? {
    let root = document.root
    let frame = root["frame"]
    let calls = [
      root["rowCount"], root["rowHeight"], frame, frame["x"], frame["width"], frame["height"],
    ]
    return calls.map { $0["symbol"] }.first { $0.string == name }
  }
}
