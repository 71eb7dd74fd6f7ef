internal import Glibc

/// Calls the system's dynamic loader, and converts its error messages to refusals.
package enum DynamicLoader {
  /// Loads a library and never unloads it, because the Swift runtime keeps pointers into it.
  /// - Parameter isKnown: Whether an earlier run found all of its symbols, so that each is searched
  ///   for when it is called first.
  package static func load(
    _ path: String, isKnown: Bool = false
  ) throws(PluginRefusal) -> UnsafeMutableRawPointer {
    let binding = isKnown ? RTLD_LAZY : RTLD_NOW
    guard let handle = dlopen(path, binding | RTLD_LOCAL | RTLD_NODELETE) else {
      let text = dlerror().map { String(cString: $0) } ?? "unknown error"
      throw reason(in: text, path: path)
    }
    return handle
  }

  /// The loader's handle of the program and of all libraries that it started with.
  package static var program: UnsafeMutableRawPointer? { dlopen(nil, RTLD_NOW) }

  /// Returns the handle of the library that is already loaded under a DT_NEEDED name, or `nil`.
  package static func loaded(_ name: String) -> UnsafeMutableRawPointer? {
    let handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD)
    if handle == nil { _ = dlerror() }
    return handle
  }

  /// Returns the name of the library in the message with which glibc's loader ends a program that it
  /// cannot start; `nil` for other text.
  package static func missingLibrary(in text: String) -> String? {
    guard let start = text.firstRange(of: "error while loading shared libraries: "),
      case .missingLibrary(let name) = reason(in: String(text[start.upperBound...]), path: "")
    else { return nil }
    return name
  }

  /// Converts an error message from glibc's dl-load.c, dl-lookup.c or dl-version.c to a refusal.
  package static func reason(in text: String, path: String) -> PluginRefusal {
    if let range = text.firstRange(of: ": cannot open shared object file") {
      let name = String(text[..<range.lowerBound])
      // If the name is not the opened path, the loader did not find a library that the opened
      // library needs. A path without "/" is the name of a system library.
      if name != path || !path.contains("/") { return .missingLibrary(name) }
    }
    if let range = text.firstRange(of: "undefined symbol: ") {
      let rest = text[range.upperBound...]
      return .missingSymbol(String(rest.prefix { $0 != " " && $0 != "," && $0 != "\t" }))
    }
    if text.contains("not found (required by"), let start = text.firstRange(of: "version `") {
      return .newerSystem(String(text[start.upperBound...].prefix { $0 != "'" }))
    }
    // Removes the path from the message, because it may be the path of a private copy.
    if text.hasPrefix(path + ": ") { return .loader(String(text.dropFirst(path.count + 2))) }
    return .loader(text)
  }
}
