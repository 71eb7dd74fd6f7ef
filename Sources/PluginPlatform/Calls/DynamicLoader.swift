internal import Glibc

/// Calls the system's loader, and converts its messages to refusals.
package enum DynamicLoader {
  /// Loads a library for good: the Swift runtime keeps pointers into every library it has seen.
  package static func load(_ path: String) throws(PluginRefusal) -> UnsafeMutableRawPointer {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      let text = dlerror().map { String(cString: $0) } ?? "unknown error"
      throw reason(in: text, path: path)
    }
    return handle
  }

  /// The program itself, with all libraries that it started with.
  package static var program: UnsafeMutableRawPointer? { dlopen(nil, RTLD_NOW) }

  /// Returns the loaded library that a DT_NEEDED of this name would find.
  package static func loaded(_ name: String) -> UnsafeMutableRawPointer? {
    let handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD)
    if handle == nil { _ = dlerror() }
    return handle
  }

  /// Returns the refusal of a message of glibc's dl-load.c, dl-lookup.c or dl-version.c.
  package static func reason(in text: String, path: String) -> PluginRefusal {
    if let range = text.firstRange(of: ": cannot open shared object file") {
      let name = String(text[..<range.lowerBound])
      // The loader searches for a name without a slash.
      if name != path || !path.contains("/") { return .missingLibrary(name) }
    }
    if let range = text.firstRange(of: "undefined symbol: ") {
      let rest = text[range.upperBound...]
      return .missingSymbol(String(rest.prefix { $0 != " " && $0 != "," && $0 != "\t" }))
    }
    if text.contains("not found (required by"), let start = text.firstRange(of: "version `") {
      return .newerSystem(String(text[start.upperBound...].prefix { $0 != "'" }))
    }
    // The path is that of a copy or of an installation; neither belongs in a message.
    if text.hasPrefix(path + ": ") { return .loader(String(text.dropFirst(path.count + 2))) }
    return .loader(text)
  }
}
