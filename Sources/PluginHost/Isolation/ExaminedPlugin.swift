internal import Glibc
package import LayoutCore
package import PluginCalls
internal import Providers

/// A plugin file, read and checked, for tools that examine it instead of drawing a page. Each of
/// its workers has this plugin only, and nothing is retried, quarantined or recorded.
package struct ExaminedPlugin: Sendable {
  /// The worker did not start or lacks a protection, so nothing is known about the plugin.
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
  ///   - path: The path of the file, in any folder; it is always loaded into the worker.
  ///   - runtimeFolder: The folder of the Swift runtime libraries installed with the program.
  package init(
    fileAt path: String, isolation: PluginIsolation, runtimeFolder: String?,
    measurer: RecordedTextMeasurer
  ) throws(PluginRefusal) {
    var image = try PluginImage(PluginDiscovery.File(single: path))
    if case .trusted(let closure) = isolation.trusted.verdict(
      on: image, runtimeFolder: runtimeFolder)
    {
      image.add(closure)
    }
    plugin = try IsolatedPlugin(
      image,
      in: WorkerPool(isolation, runtimeFolder: runtimeFolder, metrics: measurer.metrics))
    self.measurer = measurer
  }

  /// The Swift version, such as "6.3"; `nil` if SectionKit did not build the plugin.
  package var swiftVersion: String? {
    (try? ELFFile(ByteSource(image.main.bytes), entry: nil))?.swiftVersion
  }

  /// The manifest's program; `nil` for a library that implements the contract.
  package var manifest: ManifestProgram? { image.manifest?.program }

  /// Returns a new worker with the plugin in it.
  /// - Parameter copies: How often it is loaded, 1 or 2, each time from another file.
  package func start(copies: Int = 1) throws(WorkerFault) -> ExaminedWorker {
    let before = WorkerProcess.now()
    let start: WorkerPool.Start
    do throws(WorkerProcess.Failure) {
      // Separate memory files: the loader treats a file as one library, whatever names it has.
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
  /// Describes a file given by its path, outside of any search path.
  init(single path: String) {
    var status = stat()
    self.init(
      path: path, name: path.split(separator: "/").last.map(String.init) ?? path, shownPath: path,
      folder: PluginSearchPath.Folder(path: "", origin: .option),
      refusal: PluginDiscovery.refusal(ofFileAt: path, &status))
  }
}
