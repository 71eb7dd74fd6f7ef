internal import CXMLParser
import SectionEngine

/// An element of an XML document. Valid only during the callback of the parser.
struct XMLElement {
  let name: String
  let level: Int
  fileprivate let attributes: UnsafePointer<UnsafePointer<CChar>?>

  /// The value of an attribute; `nil` if it is absent or empty.
  subscript(_ key: String) -> String? {
    se_xml_value(attributes, key).map { String(cString: $0) }
  }
}

/// The XML parser Expat.
package enum XMLReader {
  /// The version of Expat, or the reason why it cannot be loaded.
  package static var version: Result<String, FontFault> {
    if let version = se_xml_version() { return .success(String(cString: version)) }
    return .failure(
      FontFault(se_xml_failure().map { String(cString: $0) } ?? "Expat cannot be loaded"))
  }
}

extension ViewHierarchy {
  /// Reads the XML of Appium or uiautomator, depending on the root element. Ignores content after
  /// the root. If the document is incomplete or malformed, keeps the views before the error.
  static func parse(xml text: UnsafeBufferPointer<UInt8>, name: String) -> Diagnosed<ViewHierarchy?>
  {
    var state = XMLViews(name: name, text: text)
    let result = withUnsafeMutablePointer(to: &state) { state in
      text.withMemoryRebound(to: CChar.self) { bytes in
        // Expat needs a valid address even for an empty text.
        var nothing: CChar = 0
        return withUnsafePointer(to: &nothing) {
          se_xml_read(
            bytes.baseAddress ?? $0, bytes.count, ViewReading.mostViews, ViewReading.deepest,
            { context, level, offset, name, attributes in
              guard let state = context?.assumingMemoryBound(to: XMLViews.self),
                let name, let attributes
              else { return }
              state.pointee.add(
                XMLElement(
                  name: String(cString: name), level: level, attributes: attributes), at: offset)
            }, state)
        }
      }
    }
    return state.finished(result)
  }
}

/// The state of reading an XML document.
private struct XMLViews {
  let name: String
  let text: UnsafeBufferPointer<UInt8>
  /// The views so far; `nil` before the root element, or if the format is unknown.
  var reading: ViewReading?
  var root: (name: String, offset: Int)?

  func location(at offset: Int) -> SourceLocation {
    SourceLocation(of: offset..<offset + 1, in: text, named: name)
  }

  mutating func add(_ element: XMLElement, at offset: Int) {
    if root == nil {
      root = (element.name, offset)
      let isAppium = element.name == "AppiumAUT" || element.name.hasPrefix("XCUIElementType")
      guard isAppium || element.name == "hierarchy" else { return }
      reading = ViewReading(isAppium ? .appium : .uiautomator, name: name)
    }
    // These root elements only contain the views, and are no views themselves.
    let isWrapper = element.name == "AppiumAUT" || element.name == "hierarchy"
    guard let source = reading?.hierarchy.source, !isWrapper else { return }
    let view = source == .appium ? element.appiumView : element.uiautomatorView
    let (text, file) = (text, name)
    reading?.add(view, at: SourceLocation(of: offset..<offset + 1, in: text, named: file))
  }

  func finished(_ result: se_xml_result) -> Diagnosed<ViewHierarchy?> {
    var reading = reading ?? ViewReading(.appium, name: name)
    let reason = result.reason.map { String(cString: $0) }
    let place = location(at: Int(result.offset))
    switch result.status {
    case SE_XML_UNAVAILABLE:
      reading.refuse(
        "XML cannot be read without Expat", at: nil, label: reason,
        help: "install it: `sudo apt-get install libexpat1`")
    case SE_XML_DOCTYPE:
      reading.refuse(
        "the XML has a DOCTYPE, which no dump has", at: place,
        label: "entities and external files are not read")
    case SE_XML_TOO_LARGE: reading.refuse(ViewReading.excess, at: place)
    case SE_XML_MALFORMED:
      let isPartial = !reading.hierarchy.views.isEmpty
      reading.refuse(
        "the XML is malformed", isPartial ? .warning : .error, at: place, label: reason)
    default:
      // uiautomator writes a message after the document.
      let rest = text[min(Int(result.offset), text.count)...].drop { $0 <= 0x20 }
      if rest.first == UInt8(ascii: "<"), self.reading != nil {
        reading.refuse(
          "only the first document of the file is read", .warning, at: place,
          label: "here begins another one", help: "write each dump to a file of its own")
      }
      guard let root, self.reading == nil else { break }
      reading.refuse(
        "the XML is not a dump of an app: its root is `\(shown(root.name))`",
        at: location(at: root.offset),
        label: "expected `hierarchy`, `AppiumAUT` or `XCUIElementType…`")
    }
    guard reading.isUsable else { return Diagnosed(nil, reading.diagnostics) }
    if reading.hierarchy.source == .appium { reading.hierarchy.hideInvisible() }
    if reading.hierarchy.source == .uiautomator { reading.hierarchy.hideOtherApps() }
    return reading.finished()
  }
}
