import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML document, parsed by an independent parser.
final class Picture: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// The index of the parent element, -1 for the document element.
    var parent: Int
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// Returns `nil` if the bytes are not well-formed XML.
  init?(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(
      Element(name: name, attributes: attributes, parent: open.dropLast().last ?? -1))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { elements[last].text += text }
  }

  /// The indices of the elements that have an id, by id.
  var byID: [String: [Int]] {
    Dictionary(
      elements.indices.compactMap { index in
        elements[index].attributes["id"].map { ($0, [index]) }
      }, uniquingKeysWith: +)
  }

  func children(of index: Int, named name: String) -> [Element] {
    elements.filter { $0.parent == index && $0.name == name }
  }

  func texts(ofClass word: String) -> [Element] {
    elements.filter {
      $0.name == "text"
        && $0.attributes["class"]?.split(separator: " ").contains(Substring(word)) == true
    }
  }
}
