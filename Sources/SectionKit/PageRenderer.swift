/// Writes laid out pages in a format of its own.
///
/// ```swift
/// struct Outline: PageRenderer {
///   static let format: StaticString = "outline"
///
///   static func write(_ page: Page, to output: inout PageOutput) throws {
///     for section in page.layout["sections"].array {
///       print(section["frame"]["y"].double ?? 0, section["title"].string ?? "", to: &output)
///     }
///   }
/// }
/// ```
///
/// The plugin hands it to the engine by ``PluginExport``; `sectionengine render --format outline` asks
/// for it.
public protocol PageRenderer {
  /// What `--format` takes: lower case letters, digits, `-`, at most 32 of them.
  static var format: StaticString { get }

  /// Writes the page. The same page and options have to give the same text. What is thrown is the
  /// reason why there is none.
  static func write(_ page: Page, to output: inout PageOutput) throws
}

/// A laid out page, as a ``PageRenderer`` receives it. Valid during that call only.
public struct Page {
  let host: UnsafePointer<se_host>
  let page: se_page

  /// Sections, frames, nodes and diagnostics, as `sectionengine schema layout` describes them.
  public var layout: Value { Value(host: host, raw: page.layout) }
  /// How to write it: `columns`, `charset` and `color`.
  public var options: Value { Value(host: host, raw: page.options) }
}

/// Where a ``PageRenderer`` writes to.
public struct PageOutput: TextOutputStream {
  let host: UnsafePointer<se_host>
  let output: UnsafePointer<se_output>

  /// Appends text.
  public mutating func write(_ string: String) {
    lend(string) { output.pointee.write(host, $0) }
  }
}
