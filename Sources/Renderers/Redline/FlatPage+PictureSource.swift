import LayoutCore

extension FlatPage {
  /// The wireframe of the page, with colours if they are known.
  /// - Parameters:
  ///   - isNamed: Whether a section shows only its name.
  ///   - other: A page that may have the same nodes. If the kinds of the nodes and the measurer of
  ///     the texts are unknown, those of this page are used.
  package func wireframe(
    pictures: Pictures = Pictures(), like other: FlatPage? = nil,
    isNamed: (Section) -> Bool = { _ in false }
  ) -> Wireframe {
    guard let page = pictureSource.page else {
      return Wireframe(self, like: other, pictures: pictures) { !isNamed($0) }
    }
    var options = pictureSource.options
    (options.all, options.style, options.pictures) = (false, .app, pictures)
    let named = sections.map(isNamed)
    return Wireframe(page, options: options) { named.indices.contains($0) && named[$0] }
  }

  /// The measurer whose fonts draw the texts of the wireframe.
  package func measurer(like other: FlatPage? = nil) -> any TextMeasurer {
    if let page = pictureSource.page { return page.measurer }
    guard let other, other.pictureSource.page != nil, isMeasured(like: other) else {
      return RecordedTextMeasurer()
    }
    return other.measurer()
  }

  private func isMeasured(like other: FlatPage) -> Bool {
    ["metrics", "text"].allSatisfy { feed.attributes[$0] == other.feed.attributes[$0] }
  }

  /// Returns the line of each box of the page's wireframe.
  package func lines(of wireframe: Wireframe) -> [Int] {
    guard pictureSource.page != nil else { return wireframe.boxes.map(\.node) }
    let numbers = sections.map { section in
      let inside = section.line + 1..<Int(lines[section.line].end)
      return Dictionary(
        inside.filter { pictureSource.nodes[$0] >= 0 }.map { (Int(pictureSource.nodes[$0]), $0) }
      ) { first, _ in first }
    }
    return wireframe.boxes.map { box in
      numbers[box.section][box.node] ?? sections[box.section].line
    }
  }
}

extension FlatPage {
  /// The unique addresses of the page's images, in document order. A page that was read from a file
  /// lacks those of text runs. O(lines).
  package var pictureAddresses: [String] {
    if let page = pictureSource.page { return page.pictureAddresses }
    return lines.compactMap { tail(of: $0).attributes["picture"] }.uniqued
  }
}
