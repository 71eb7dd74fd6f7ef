internal import Support
internal import Glibc

/// The locations of data and plugins: in the installation, or in a development build's checkout.
struct Installation {
  let layouts: String
  /// The folder of bundled runtime libraries, such as Swift's; `nil` in a checkout.
  let runtime: String?
  let bundledPlugins: [String]
  /// The path of the worker, which runs plugins from outside the installation.
  let worker: String
  /// Folders of a checkout in which users can put plugins; empty for an installed program.
  let droppedPlugins: [String]
  let kit: String
  /// The folder of the header `section_plugin.h`.
  let include: String

  static func required() throws -> Installation {
    if let installation = located { return installation }
    throw ExitError.couldNotRun(
      .unknownLayout, "the program's layouts and plugins are not beside it",
      helps: ["install it with `make install PREFIX=DIR`; move DIR as a whole"])
  }

  /// The installation; `nil` if the program is neither installed nor in a checkout.
  private static let located = locate()

  private static func locate() -> Installation? {
    guard let program = executablePath() else { return nil }
    let folder = program.parentFolder
    let prefix = folder.parentFolder
    if isFolder(prefix + "/share/sectionengine/Layouts") {
      return Installation(
        layouts: prefix + "/share/sectionengine/Layouts",
        runtime: prefix + "/lib/sectionengine/runtime",
        bundledPlugins: [prefix + "/lib/sectionengine/plugins"],
        worker: prefix + "/libexec/sectionengine/section-worker", droppedPlugins: [],
        kit: prefix + "/share/sectionengine/SectionKit", include: prefix + "/include/sectionengine")
    }
    // This is a development build: its build folder is inside the checkout.
    var ancestor = folder
    while ancestor.count > 1 {
      ancestor = ancestor.parentFolder
      if isFolder(ancestor + "/Layouts") && isFile(ancestor + "/Package.swift") {
        return Installation(
          layouts: ancestor + "/Layouts", runtime: nil,
          bundledPlugins: [folder], worker: folder + "/section-worker",
          droppedPlugins: [ancestor + "/Plugins"], kit: ancestor + "/Sources/PluginPlatform",
          include: ancestor + "/Sources/PluginPlatform/CSectionABI/include")
      }
    }
    return nil
  }

  /// The path of the program that lays out node trees, for developers of the layout engine.
  static var layoutCases: String {
    (located?.worker ?? "libexec/sectionengine/section-worker").parentFolder + "/layout-cases"
  }

  /// The path of the first page of the user's guide; `nil` if it is absent.
  static var guide: String? {
    guard let installation = located else { return nil }
    return ["Guide", "Sources/Engine/Documentation.docc"]
      .map { "\(installation.layouts.parentFolder)/\($0)/Documentation.md" }.first(where: isFile)
  }

  /// The shell command for this program: its name if PATH leads to it, otherwise its path.
  static var program: String {
    guard let program = executablePath() else { return "sectionengine" }
    let isFound = findProgram("sectionengine").map { isSameFile($0, program) } ?? false
    return isFound ? "sectionengine" : program
  }

  private static func executablePath() -> String? { target(ofLink: "/proc/self/exe") }
}
