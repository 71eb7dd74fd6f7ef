import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML document as an independent parser reads it.
final class Picture: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// Index of the element that it stands in; -1: it is the document's.
    var parent: Int
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// `nil` where the bytes are no well-formed XML.
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

  /// Elements with an id, by id.
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
