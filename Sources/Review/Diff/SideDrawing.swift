import SectionEngine

/// Draws one side of a comparison as a redline draws it, with a coloured box over each change.
struct SideDrawing {
  enum Side: String { case before, after }

  /// A box over a changed section or node.
  struct Mark {
    var kinds: PageDiff.Kinds
    /// The id in the document, to which the list links.
    var id: String
    /// The words that a pointer over the box shows.
    var title = ""
    /// The frame in feed coordinates.
    var frame: Rect
    /// Whether the node is visible. An invisible node has the frame of its container.
    var isShown = true

    fileprivate var color: String { isShown ? kinds.color : "within" }
  }

  /// The words for screen readers.
  let label: String
  let wireframe: Wireframe
  let measurer: any TextMeasurer
  var marks: [Mark]
  /// The names of the sections with their frames in feed coordinates.
  var names: [(text: String, frame: Rect)] = []
  /// The drawn part in feed coordinates, if it is not the whole page.
  var part: Rect?

  /// - Parameters:
  ///   - prefix: The prefix of all ids, unique in the document.
  ///   - isThumbnail: Whether to omit the names, and the ids and titles of the marks.
  ///   - top: The position from which a part as high as a screen is drawn; `nil` draws everything.
  func write(
    prefix: String, isThumbnail: Bool = false, from top: Double? = nil, to out: inout ByteWriter
  ) {
    let drawing = RedlineDrawing(wireframe, measurer: measurer, prefix: prefix)
    var bounds = top.map(drawing.part) ?? part ?? drawing.bounds
    var overlay: XML = "<g class=\"marks\">\n\(marks(hasTitles: !isThumbnail))</g>\n"
    if !isThumbnail {
      bounds.x -= Self.gutter
      bounds.width += Self.gutter
      overlay += nameTexts(at: bounds.x)
    }
    out.write(
      markup: drawing.page(
        bounds, label: label, id: isThumbnail ? prefix : nil, marks: overlay))
  }

  private func marks(hasTitles: Bool) -> XML {
    var xml: XML = ""
    for mark in marks where hasTitles || mark.isShown {
      let start: XML = "<rect class=\"\(mark.color)\"\(mark.frame)"
      xml +=
        hasTitles
        ? "\(start) id=\"\(mark.id)\"><title>\(mark.title)</title></rect>\n" : "\(start)/>\n"
    }
    return xml
  }

  /// The width of the strip with the names of the sections, in points.
  private static let gutter = 16.0
  /// The width of a letter in the names, which have a monospaced font of 9 points.
  private static let letter = 5.4

  /// Returns the names of the sections, turned by 90 degrees and cut to the heights of the sections.
  private func nameTexts(at x: Double) -> XML {
    let cells = CellWidth()
    var xml: XML = "<g class=\"names\">\n"
    for name in names {
      let room = Int((name.frame.height - 8) / Self.letter)
      guard room > 2 else { continue }
      let isWhole = cells.width(of: name.text) <= room
      var (text, width) = ("", 1)
      for letter in name.text where !isWhole {
        width += cells.width(of: String(letter))
        guard width <= room else { break }
        text.append(letter)
      }
      let y = name.frame.y + 4
      xml += """
        <text transform="translate(\(x + 5) \(y)) rotate(90)">\(isWhole ? name.text : text + "…")\
        <title>\(name.text)</title></text>

        """
    }
    xml += "</g>\n"
    return xml
  }

  /// Returns the side as a cell of a picture.
  /// - Parameter top: The position from which a part as high as a screen is drawn; `nil` draws
  ///   everything.
  func cell(label: String, from top: Double? = nil) -> PictureSheet.Cell {
    let colors = MarkColors(wireframe.environment.appearance)
    let marks = marks.filter { $0.isShown && !$0.kinds.isEmpty }.map { mark in
      PictureSheet.Cell.Mark(
        mark.frame, color: colors.color(of: mark.color), isFilled: mark.color != "within",
        dashes: colors.dashes(of: mark.color))
    }
    return PictureSheet.Cell(
      wireframe, measurer: measurer, label: label, marks: marks, part: part, from: top)
  }
}

extension SideDrawing.Side {
  /// The letter before the number of a change in the ids of marks.
  var letter: String { self == .before ? "o" : "n" }
}

extension PageDiff.Kinds {
  /// The names of the mark colours, which are also the kinds of changes.
  static let colors = ["added", "removed", "moved", "resized", "changed"]

  /// The name of the mark colour; "within" for a section in which only nodes changed.
  var color: String {
    if let word { return word == "new" ? "added" : "removed" }
    if contains(.resized) { return "resized" }
    return isEmpty ? "within" : contains(.moved) ? "moved" : "changed"
  }

  /// The kind of a change as a word.
  var name: String { isEmpty ? "changed within" : color }
}

extension Page.Lines {
  /// Returns the sections that show only their names, because both pages together have too many
  /// nodes. Sections in `wanted` come first, from top to bottom, as long as there is room.
  /// - Parameters:
  ///   - count: The number of lines of both pages.
  ///   - most: The number of lines up to which both pages are drawn completely.
  /// - Returns: The line numbers of the sections.
  func named(of count: Int, most: Int, except wanted: Set<Int>) -> Set<Int> {
    guard count > most else { return [] }
    var room = Wireframe.mostNodes
    return Set(
      sections.map(\.line).filter { line in
        guard wanted.contains(line), room > 0 else { return true }
        room -= end(of: line) - line
        return false
      })
  }
}
