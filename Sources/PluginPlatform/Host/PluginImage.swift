internal import CSectionABI
internal import Glibc
package import PluginCalls

/// A plugin file from outside the installation, read once and checked: these bytes are loaded.
package struct PluginImage {
  struct Library {
    let name: String
    let bytes: [UInt8]
    let digest: FileDigest
    /// `nil` for a library of the system that a manifest names.
    let elf: ELFFile?

    /// - Parameter manifest: The manifest that names the library; the digest covers it too.
    init(_ name: String, _ bytes: [UInt8], _ elf: ELFFile?, of manifest: [UInt8] = []) {
      self.name = name
      self.bytes = bytes
      self.elf = elf
      digest = FileDigest(of: manifest.isEmpty ? bytes : manifest + bytes)
    }

    init(
      _ name: String, at path: String, entry: String? = nil, of manifest: [UInt8] = []
    ) throws(PluginRefusal) {
      let bytes = try OpenFile(path).contents()
      self.init(name, bytes, try ELFFile(ByteSource(bytes), entry: entry), of: manifest)
    }

    /// Its DT_SONAME, by which the loader finds it.
    var ownName: String? { elf?.name }
    var needed: [String] { elf?.needed ?? [] }
  }

  let file: Plugin.File
  let main: Library
  /// The libraries in its folder that its RUNPATH leads to, each after those that it needs.
  private(set) var neighbours: [Library] = []
  /// The manifest that describes how to call the library, if it has no entry of its own.
  private(set) var manifest: PluginManifest?
  /// The paths at which neighbouring libraries were searched.
  private(set) var witnesses: [ClaimsEntry.Witness] = []
  /// The names of the neighbours, also of those that are still being read.
  private var seen: Set<String> = []

  /// Names of the neighbouring files that are libraries but not plugins.
  var names: Set<String> { Set(neighbours.map(\.name) + (manifest == nil ? [] : [main.name])) }
  /// The refusal of a worker if a library could not be found by its name.
  var nameless: PluginRefusal? {
    neighbours.first { $0.ownName != $0.name }.map { .dependencyWithoutName(shown($0.name)) }
  }
  /// The libraries that a worker loads from copies, the plugin's own last.
  var copied: [Library] { neighbours + (manifest?.program.systemLibrary == nil ? [main] : []) }
  var digests: [FileDigest] { [main.digest] + neighbours.map(\.digest) }

  /// Reads a file outside of any search path.
  package init(at path: String) throws(PluginRefusal) { try self.init(Plugin.File(single: path)) }

  init(_ file: Plugin.File) throws(PluginRefusal) {
    if let refusal = file.refusal { throw refusal }
    self.file = file
    guard file.isManifest else {
      main = try Library(file.name, at: file.path, entry: SE_ENTRY_SYMBOL)
      try addNeighboursOfMain(at: file.path)
      return
    }
    let text = try OpenFile(file.path).contents()
    let manifest = try PluginManifest(text, name: file.shownPath)
    self.manifest = manifest
    if let name = manifest.program.systemLibrary {
      // The system's libraries are as trusted as the system.
      main = Library(name, [], nil, of: text)
      return
    }
    do throws(PluginRefusal) {
      let path = Self.folder(of: file.path) + "/" + manifest.library
      witnesses.append(ClaimsEntry.Witness(path))
      main = try Library(manifest.library, at: path, of: text)
      try addNeighboursOfMain(at: path)
    } catch {
      throw manifest.mismatch(error)
    }
  }

  /// Returns the plugin that a worker loaded.
  func plugin(describedBy answer: [UInt8]) throws(PluginRefusal) -> LoadedPlugin {
    var reader = FlatReader(answer)
    do {
      return LoadedPlugin(try reader.table(), of: file)
    } catch let refusal as PluginRefusal {
      throw refusal
    } catch { throw .loader("what its worker says of it cannot be read") }
  }

  func copies() throws(PluginRefusal) -> [PrivateCopy] {
    try copied.map { (library) throws(PluginRefusal) in
      try PrivateCopy(of: library.bytes, named: library.name)
    }
  }

  /// Adds the libraries of a trusted plugin that a worker cannot read in their folders.
  mutating func add(_ closure: LibraryClosure) {
    let names = Set(closure.libraries.map(\.name))
    // The closure has the order of loading, which holds for the neighbours too.
    let ordered = closure.libraries.compactMap { library -> Library? in
      if let known = neighbours.first(where: { $0.name == library.name }) { return known }
      guard library.elf.name == library.name else { return nil }
      var bytes = library.contents?.bytes
      if bytes == nil, !WorkerPool.canRead(library.path) {
        bytes = try? OpenFile(library.path).contents()
      }
      return bytes.map { Library(library.name, $0, library.elf) }
    }
    neighbours = neighbours.filter { !names.contains($0.name) } + ordered
  }

  /// Returns a worker's refusal, with the path of a missing library that exists outside of it.
  func explain(_ refusal: PluginRefusal) -> PluginRefusal {
    guard case .missingLibrary(let name) = refusal, manifest == nil else {
      return manifest?.explain(refusal) ?? refusal
    }
    let folder = Self.folder(of: file.path)
    let search = LibrarySearch()
    for elf in ([main] + neighbours).compactMap(\.elf) where elf.needed.contains(name) {
      let origin = LibrarySearch.Origin(elf: elf, folder: folder, inherited: [])
      if let place = search.places(of: name, neededBy: origin).first {
        return .libraryOutside(shown(name), path: shown(place.path, limit: 4096))
      }
    }
    return refusal
  }

  /// Returns whether the loader tried to open the file, searching for a needed library.
  func isSearched(_ denial: Denial) -> Bool {
    guard let path = denial.path else { return false }
    let needed = Set(main.needed + neighbours.flatMap(\.needed))
    // The end of a long path is not recorded.
    guard path.utf8.count < Denial.longestPath else { return path.contains("/glibc-hwcaps/") }
    return path.split(separator: "/").last.map { needed.contains(String($0)) } == true
  }

  private mutating func addNeighboursOfMain(at path: String) throws(PluginRefusal) {
    guard let elf = main.elf else { return }
    try PluginLoader.checkCompiler(of: elf)
    try addNeighbours(of: elf, at: path)
  }

  /// Adds the libraries that the plugin's RUNPATH finds through `$ORIGIN`, because `$ORIGIN` differs
  /// for a copy.
  private mutating func addNeighbours(of elf: ELFFile, at path: String) throws(PluginRefusal) {
    let folders = elf.runPath.compactMap { Self.expandOrigin($0, to: Self.folder(of: path)) }
    for name in elf.needed where !name.contains("/") {
      // In a cycle of libraries, the first is already being read.
      guard let path = find(name, in: folders), seen.insert(name).inserted else { continue }
      let neighbour: Library
      do throws(PluginRefusal) {
        neighbour = try Library(name, at: path)
      } catch { throw .unusableLibrary(shown(name), because: error) }
      if let elf = neighbour.elf { try addNeighbours(of: elf, at: path) }
      neighbours.append(neighbour)
    }
  }

  private mutating func find(_ name: String, in folders: [String]) -> String? {
    for folder in folders {
      let witness = ClaimsEntry.Witness(folder + "/" + name)
      witnesses.append(witness)
      if witness.stamp != nil { return witness.path }
    }
    return nil
  }

  /// Returns `nil` for a folder that does not depend on the library's location.
  static func expandOrigin(_ entry: String, to folder: String) -> String? {
    for token in ["$ORIGIN", "${ORIGIN}"] where entry.hasPrefix(token) {
      let rest = entry.dropFirst(token.count)
      guard rest.isEmpty || rest.hasPrefix("/") else { continue }
      return folder + rest
    }
    return nil
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
