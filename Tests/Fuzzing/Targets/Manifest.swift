import PluginCalls
import PluginHost

/// Plugin manifests. A valid one is written for the worker, and does not change when it is read.
enum Manifest {
  static func run(_ bytes: [UInt8]) throws(Violation) {
    let manifest: PluginManifest
    do throws(PluginRefusal) {
      manifest = try PluginManifest(bytes, name: "a.section.json")
    } catch {
      guard case .manifest(let findings) = error else { throw Violation("refused as no manifest") }
      try hold(!findings.isEmpty && findings.count <= 20, "\(findings.count) findings")
      try hold(!error.reason.isEmpty, "refused without a reason")
      return
    }
    let program = manifest.program
    var writer = FlatWriter()
    writer.add(program)
    var reader = FlatReader(writer.bytes)
    guard let again = try? reader.read(ManifestProgram.self) else {
      throw Violation("the worker cannot read a manifest")
    }
    var second = FlatWriter()
    second.add(again)
    try hold(second.bytes == writer.bytes, "the worker gets another manifest")
    for refusal in [
      PluginRefusal.missingSymbol("height"), .missingLibrary("libm.so.6"), .loader("no"), .noEntry,
    ] {
      try hold(!manifest.explain(refusal).reason.isEmpty, "a mismatch without a reason")
    }
  }
}
