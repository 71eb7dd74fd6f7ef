/// A writer of laid out pages in a custom format.
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
/// ``PluginExport`` exports the renderer; `sectionengine render --format outline` selects it.
public protocol PageRenderer {
  /// The value of `--format`: at most 32 lower case letters, digits and `-`.
  static var format: StaticString { get }

  /// Writes the page. The same page and options must result in the same text. A thrown error is
  /// reported as the reason for the failure.
  static func write(_ page: Page, to output: inout PageOutput) throws
}

/// A laid out page. It is valid only during the call of ``PageRenderer/write(_:to:)``.
public struct Page {
  let host: UnsafePointer<se_host>
  let page: se_page

  /// The sections, frames, nodes and diagnostics, in the format that `sectionengine schema layout`
  /// prints.
  public var layout: Value { Value(host: host, raw: page.layout) }
  /// The output options: `columns`, `charset` and `color`.
  public var options: Value { Value(host: host, raw: page.options) }
}

/// The output of a ``PageRenderer``.
public struct PageOutput: TextOutputStream {
  let host: UnsafePointer<se_host>
  let output: UnsafePointer<se_output>

  /// Appends text.
  public mutating func write(_ string: String) {
    lend(string) { output.pointee.write(host, $0) }
  }
}
