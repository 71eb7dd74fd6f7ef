internal import FeedDocument
internal import Support

/// The texts of a document, and the lists and objects that could be its blocks. O(values).
struct DocumentSurvey {
  let texts: TextIndex
  /// The lists of objects, grouped by path, in document order.
  private(set) var groups: [ListGroup] = []
  /// The array with the most objects; of equal arrays, the first one.
  private(set) var largest: (array: FeedValue, objects: Int)?
  /// Objects with at least two members that could be sections.
  private(set) var objects: [(value: FeedValue, path: String, depth: Int)] = []
  /// Arrays of strings, which may give the order of the members of an object.
  private var orders: [FeedValue] = []

  private struct Place {
    var value: FeedValue
    var path: String
    var depth: Int
    var isInsideArray: Bool
  }

  init(of document: FeedDocument) {
    texts = TextIndex(of: document)
    // An explicit stack replaces recursion, because documents can be 512 levels deep.
    var stack = [Place(value: document.root, path: "$", depth: 0, isInsideArray: false)]
    while let place = stack.popLast() {
      if place.value.kind == .array { visitArray(place) } else { visitObject(place) }
      stack += places(in: place).reversed()
    }
    groups = groups.grouped(by: \.path).map { lists in
      var group = lists[0]
      group.elements = lists.flatMap(\.elements)
      group.unwrap(texts)
      return group
    }
  }

  private func places(in place: Place) -> [Place] {
    let isArray = place.value.kind == .array
    return place.value.children.compactMap { child in
      guard child.isContainer, isArray || (!HumanText.isAside(child) && !child.isShadowed)
      else { return nil }
      var path = place.path
      if isArray { path += "[*]" } else { JSONPath.append(child.key, to: &path) }
      return Place(
        value: child, path: path, depth: place.depth + 1,
        isInsideArray: place.isInsideArray || (isArray && place.value.count > 1))
    }
  }

  private mutating func visitArray(_ place: Place) {
    let objects = place.value.children.filter { $0.kind == .object }
    let isListOfLists =
      !place.isInsideArray && place.value.children.count(where: FieldHints.isList) > 1
    if objects.isEmpty, !isListOfLists {
      if place.value.count > 1, place.value[0].kind == .string { orders.append(place.value) }
      return
    }
    if objects.count > largest?.objects ?? 0 { largest = (place.value, objects.count) }
    groups.append(
      ListGroup(
        path: place.path, elements: Array(place.value.children), array: place.value,
        depth: place.depth, isInsideArray: place.isInsideArray))
  }

  private mutating func visitObject(_ place: Place) {
    guard !place.isInsideArray, !place.path.hasBytes(of: "[*]") else { return }
    let sections = place.value.children.count {
      $0.looksLikeSection && !HumanText.isAside($0) && texts.count(in: $0) > 0
    }
    if sections > 1 { objects.append((place.value, place.path, place.depth)) }
  }

  /// Returns the number of texts in the elements of a list.
  func count(in elements: [FeedValue]) -> Int {
    elements.reduce(0) { $0 + texts.count(in: $1) }
  }

  /// Returns the path of an array of strings that contains exactly the keys of an object.
  func order(of object: FeedValue) -> String? {
    let keys = Set(object.children.map(\.key))
    return orders.first { order in
      order.count == keys.count && order.children.allSatisfy { keys.contains($0.string ?? "") }
    }?.path
  }
}
