internal import Glibc
package import LayoutCore
package import PluginCalls
internal import Providers

/// A plugin file that was read and checked, for whoever examines it instead of drawing a page: each of
/// its workers has it alone, and nothing is tried twice, blamed or remembered.
package struct ExaminedPlugin: Sendable {
  /// No worker, or not as it should be: nothing is known of the plugin.
  package struct WorkerFault: Error, Sendable {
    package let reason: String
    /// Protections that this system lacks.
    package var missing: [String] = []

    package init(reason: String, missing: [String] = []) {
      self.reason = reason
      self.missing = missing
    }
  }

  private let plugin: IsolatedPlugin
  private var image: PluginImage { plugin.image }
  private let measurer: RecordedTextMeasurer

  /// - Parameters:
  ///   - path: of the file, wherever it stands; it is loaded into the worker in any case.
  ///   - runtimeFolder: of the Swift runtime's libraries that are installed with the program.
  package init(
    fileAt path: String, isolation: PluginIsolation, runtimeFolder: String?,
    measurer: RecordedTextMeasurer
  ) throws(PluginRefusal) {
    plugin = try IsolatedPlugin(
      try PluginImage(PluginDiscovery.File(single: path)),
      in: WorkerPool(isolation, runtimeFolder: runtimeFolder, metrics: measurer.metrics))
    self.measurer = measurer
  }

  /// "6.3"; `nil`: not built with SectionKit.
  package var swiftVersion: String? {
    (try? ELFFile(ByteSource(image.main.bytes), entry: nil))?.swiftVersion
  }

  /// Of a plugin without code; `nil`: a library of the contract.
  package var manifest: ManifestProgram? { image.manifest?.program }

  /// A new worker with the plugin in it.
  /// - Parameter copies: how often it is loaded, 1 or 2, each time as another file.
  package func start(copies: Int = 1) throws(WorkerFault) -> ExaminedWorker {
    let before = WorkerProcess.now()
    let start: WorkerPool.Start
    do throws(WorkerProcess.Failure) {
      // Several files in memory: the loader takes one file for one library, whatever names it has.
      start = try plugin.pool.start(plugin, copies: copies)
    } catch {
      if case .unconfined(let missing) = error {
        throw WorkerFault(reason: error.words, missing: missing.names)
      }
      throw WorkerFault(reason: error.words)
    }
    return ExaminedWorker(
      start, of: plugin, measurer: measurer, seconds: WorkerProcess.now() - before)
  }
}

extension PluginDiscovery.File {
  /// A file that somebody named, outside of any search path.
  init(single path: String) {
    var status = stat()
    self.init(
      path: path, name: path.split(separator: "/").last.map(String.init) ?? path, shownPath: path,
      folder: PluginSearchPath.Folder(path: "", origin: .option),
      refusal: PluginDiscovery.refusal(ofFileAt: path, &status))
  }
}
