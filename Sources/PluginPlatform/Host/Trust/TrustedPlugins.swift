package import PluginCalls

/// The trusted state of a plugin: the digest of its file, and the libraries loaded with it.
package struct TrustRecord: Sendable, Hashable {
  package struct Library: Sendable, Hashable {
    /// The name by which the plugin, or one of its libraries, needs this library.
    package let name: String
    package let path: String
    /// The digest of the contents; `nil` for a library that only root can change.
    package let digest: FileDigest?

    /// The line of a record file that permits loading this library.
    var line: String {
      digest.map { "library \($0.text) \(shown(name, limit: 4096))" }
        ?? "system \(shown(name, limit: 4096)) \(shown(path, limit: 4096))"
    }
  }

  package let digest: FileDigest
  package let libraries: [Library]
  /// The reason why the plugin cannot be trusted; `nil` if it can be trusted.
  package let obstacle: String?
  package let help: String

  package func lines(path: String) -> [String] {
    ["file \(path)", "libraries 1"] + libraries.map(\.line)
  }
}

extension PluginHost {
  /// Returns the trust record for the present files of a plugin; a manifest has no libraries.
  package static func trust(
    inPluginAt path: String, runtimeFolder: String?
  ) throws(PluginRefusal) -> TrustRecord {
    do throws(PluginRefusal) {
      return TrustRecord(try PluginImage(at: path), runtimeFolder: runtimeFolder)
    } catch {
      // Even if the file is not a valid plugin, its digest is needed to withdraw earlier trust.
      let digest = FileDigest(of: try OpenFile(path).contents())
      return TrustRecord(
        digest: digest, libraries: [], obstacle: "it \(error.reason)",
        help: error.help(naming: shellWord(path)))
    }
  }
}

extension TrustRecord {
  init(_ image: PluginImage, runtimeFolder: String?) {
    digest = image.main.digest
    help = "link the library statically, or install it where only root may write"
    guard image.manifest == nil else {
      (libraries, obstacle) = ([], nil)
      return
    }
    do throws(LibraryClosure.Obstacle) {
      let closure = try LibraryClosure(of: image, runtimeFolder: runtimeFolder)
      (libraries, obstacle) = (closure.libraries.map(\.record), nil)
    } catch {
      (libraries, obstacle) = ([], error.words)
    }
  }
}

/// The plugins outside the installation that run in this process because the user trusts them.
package struct TrustedPlugins: Sendable {
  private var lines: [FileDigest: [String]] = [:]

  package init() {}

  package init(rememberedIn folder: DigestFolder) {
    for digest in folder.digests() { lines[digest] = folder.lines(of: digest) ?? [] }
  }

  package var isEmpty: Bool { lines.isEmpty }

  package mutating func add(_ record: TrustRecord) {
    lines[record.digest] = record.lines(path: "")
  }

  enum Verdict {
    case unknown
    case trusted(LibraryClosure)
    /// The file is trusted, but not with its present libraries. The text is the reason.
    case ended(String)
  }

  /// Returns whether a file with this digest is trusted; `verdict` also checks its libraries.
  func contains(_ digest: FileDigest) -> Bool { lines[digest] != nil }

  func verdict(on image: PluginImage, runtimeFolder: String?) -> Verdict {
    guard image.manifest == nil, let lines = lines[image.main.digest] else { return .unknown }
    do throws(LibraryClosure.Obstacle) {
      let closure = try LibraryClosure(of: image, runtimeFolder: runtimeFolder)
      let known = Set(lines)
      for library in closure.libraries where !known.contains(library.record.line) {
        let name = "its library `\(shown(library.name))`"
        let isKnown = lines.contains {
          $0.hasPrefix("system \(shown(library.name, limit: 4096)) ")
            || $0.hasPrefix("library ") && $0.hasSuffix(" \(shown(library.name, limit: 4096))")
        }
        let place = shown(library.path, limit: 200)
        return .ended(
          isKnown ? "\(name) is another one now, `\(place)`" : "\(name), `\(place)`, is new")
      }
      return .trusted(closure)
    } catch {
      return .ended(error.words)
    }
  }

  static func diagnostic(of reason: String, for file: Plugin.File) -> Diagnostic {
    Diagnostic(
      .trustEnded, .warning, "\(file.shownPath) is not trusted as it is now: \(reason)",
      notes: ["it runs in the sandboxed worker, like any plugin that is not trusted"],
      helps: ["`sectionengine plugin trust FILE` trusts it with the libraries that it has now"],
      plugin: file.shownPath)
  }
}
