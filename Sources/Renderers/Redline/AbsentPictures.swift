import LayoutCore

extension Wireframe {
  /// Returns fills for pictures without a file that lie below a text which their own fill would hide,
  /// such as white letters on the light grey of an empty picture. The keys are box indices.
  ///
  /// Complexity: O(boxes), plus the cells of a coarse grid that the pictures cover.
  var fillsBelowTexts: [Int: String] {
    guard let colors, let greys = RedlineStyle.palette.first(where: { $0.name == "image" })
    else { return [:] }
    let usual = environment.appearance == .dark ? greys.dark : greys.light
    var fills: [Int: String] = [:]
    for section in sections {
      /// The picture drawn last in each cell.
      var absent: [LabelPlacer.Cell: Int] = [:]
      for index in section.boxes {
        let box = boxes[index]
        if box.isPicture {
          let hasFile = pictures.hasFile(at: box.decoration?.picture ?? "")
          for cell in LabelPlacer.cells(of: box.drawnFrame) {
            absent[cell] = hasFile ? nil : index
          }
        }
        guard let text = box.text, !text.string.isEmpty,
          let ink = SRGBColor(hex: colors[box.color.isEmpty ? "text" : box.color] ?? "")
        else { continue }
        let frame = box.drawnFrame
        let middle = Rect(
          x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, width: 0, height: 0)
        guard let cell = LabelPlacer.cells(of: middle).first, let below = absent[cell],
          boxes[below].drawnFrame.union(middle) == boxes[below].drawnFrame, fills[below] == nil,
          !hasArea(index, above: below)
        else { continue }
        let fill = boxes[below].fillToken.flatMap { colors[$0] } ?? usual
        guard let own = SRGBColor(hex: fill), own.contrast(with: ink) < 3 else { continue }
        let choices = [greys.light, greys.dark].compactMap(SRGBColor.init(hex:))
        fills[below] = choices.max { $0.contrast(with: ink) < $1.contrast(with: ink) }?.hex
      }
    }
    return fills
  }

  /// Whether a box has a coloured area behind its text that covers an earlier box.
  private func hasArea(_ index: Int, above below: Int) -> Bool {
    var index = index
    while index > below {
      if boxes[index].fillToken != nil { return true }
      index = boxes[index].parent
    }
    return false
  }
}

extension Wireframe.Box {
  /// The colour token of the box's area; `nil` without one.
  var fillToken: String? {
    let token = background.isEmpty ? decoration?.placeholder ?? "" : background
    return token.isEmpty ? nil : token
  }

  fileprivate var isPicture: Bool { kind == .image || decoration?.picture.isEmpty == false }
}
