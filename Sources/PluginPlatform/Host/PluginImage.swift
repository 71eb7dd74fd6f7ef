internal import CSectionABI
internal import Glibc
package import PluginCalls

/// A plugin from outside the installation, with the libraries beside it that it needs. The files
/// are read once and checked. The bytes that were read are loaded.
package struct PluginImage {
  struct Library {
    let name: String
    let bytes: [UInt8]
    let digest: FileDigest
    /// The facts from the ELF check; `nil` for a system library of a manifest, which is not read.
    let elf: ELFFile?

    /// - Parameter manifest: The manifest of the library; its bytes are part of the digest.
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

    /// The DT_SONAME, by which the loader recognizes a library that is already loaded.
    var ownName: String? { elf?.name }
    var needed: [String] { elf?.needed ?? [] }
  }

  let file: Plugin.File
  let main: Library
  /// The libraries that RUNPATH finds relative to `$ORIGIN`, each after the libraries it needs.
  private(set) var neighbours: [Library] = []
  /// The manifest that describes how to call the library; `nil` if it has its own entry function.
  private(set) var manifest: PluginManifest?
  /// The paths at which neighbouring libraries were searched.
  private(set) var witnesses: [ClaimsEntry.Witness] = []
  /// The names of the neighbours that were read or are being read.
  private var seen: Set<String> = []

  /// The names of the files that belong to the plugin but are not plugins themselves.
  var names: Set<String> { Set(neighbours.map(\.name) + (manifest == nil ? [] : [main.name])) }
  /// The refusal if a neighbour's DT_SONAME is not its file name, because the loader would then not
  /// recognize its loaded copy.
  var nameless: PluginRefusal? {
    neighbours.first { $0.ownName != $0.name }.map { .dependencyWithoutName(shown($0.name)) }
  }
  /// The libraries that a worker loads from copies; the plugin's own library is the last.
  var copied: [Library] { neighbours + (manifest?.program.systemLibrary == nil ? [main] : []) }
  var digests: [FileDigest] { [main.digest] + neighbours.map(\.digest) }

  /// Reads a file that is not part of a search path.
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
      // A system library is not read or checked, because the system is trusted.
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

  /// Returns the plugin from the answer of the worker that loaded it. If the answer is a refusal,
  /// throws the refusal.
  func plugin(describedBy answer: [UInt8]) throws(PluginRefusal) -> LoadedPlugin {
    var reader = FlatReader(answer)
    do {
      return LoadedPlugin(try reader.table(), of: file)
    } catch let refusal as PluginRefusal {
      throw refusal
    } catch { throw .loader("the reply of its worker cannot be read") }
  }

  func copies() throws(PluginRefusal) -> [PrivateCopy] {
    try copied.map { (library) throws(PluginRefusal) in
      try PrivateCopy(of: library.bytes, named: library.name)
    }
  }

  /// Adds those libraries of a trusted plugin that a worker cannot open by their paths.
  mutating func add(_ closure: LibraryClosure) {
    let names = Set(closure.libraries.map(\.name))
    // The closure is in loading order, so the neighbours in it are put in the same order.
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

  /// Returns a worker's refusal, made more specific: with a location in the manifest, or with the
  /// path of a library that the worker may not read.
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

  /// Returns whether a denied access comes from the loader's search for a needed library.
  func isSearched(_ denial: Denial) -> Bool {
    guard let path = denial.path else { return false }
    let needed = Set(main.needed + neighbours.flatMap(\.needed))
    // A long path is recorded without its end, so its folder is checked, not its file name.
    guard path.utf8.count < Denial.longestPath else { return path.contains("/glibc-hwcaps/") }
    return path.split(separator: "/").last.map { needed.contains(String($0)) } == true
  }

  private mutating func addNeighboursOfMain(at path: String) throws(PluginRefusal) {
    guard let elf = main.elf else { return }
    try PluginLoader.checkCompiler(of: elf)
    try addNeighbours(of: elf, at: path)
  }

  /// Adds the needed libraries that RUNPATH finds through `$ORIGIN`. The loader cannot find them,
  /// because `$ORIGIN` of a copy is another folder.
  private mutating func addNeighbours(of elf: ELFFile, at path: String) throws(PluginRefusal) {
    let folders = elf.runPath.compactMap { Self.expandOrigin($0, to: Self.folder(of: path)) }
    for name in elf.needed where !name.contains("/") {
      // `seen` also ends the recursion if libraries need each other.
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

  /// Replaces `$ORIGIN` at the start of a RUNPATH entry; `nil` if the entry does not start with it.
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
