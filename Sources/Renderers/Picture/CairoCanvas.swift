internal import CCairo
import LayoutCore

/// Draws shapes with cairo, on pixels or on pages of a PDF.
struct CairoCanvas: Canvas {
  /// The properties that a group gives its shapes.
  private struct Level {
    var fill: SRGBColor?
    var layer: Double?
    var shift = 0.0
  }

  private let pen: OpaquePointer
  private let texts: PictureTexts
  private let memory: PictureMemory
  private let clips: [Rect]
  /// The pixels of a unit, to which the areas of layers are extended.
  private let scale: Double
  /// The range of y that is drawn, in the coordinates of the canvas.
  private let band: ClosedRange<Double>
  private var looks: LookSheet
  private var levels: [Level] = [Level()]

  /// - Parameters:
  ///   - pen: A `se_pen`, which outlives the canvas.
  ///   - band: The visible range of y, in the coordinates of the canvas.
  init(
    pen: OpaquePointer, texts: PictureTexts, memory: PictureMemory,
    appearance: LayoutEnvironment.Appearance, clips: [Rect], scale: Double,
    band: ClosedRange<Double>
  ) {
    (self.pen, self.texts, self.memory) = (pen, texts, memory)
    (self.clips, self.scale, self.band) = (clips, scale, band)
    looks = LookSheet(appearance)
  }

  private var level: Level { levels[levels.count - 1] }

  func shows(_ frame: Rect) -> Bool {
    frame.y + level.shift <= band.upperBound && frame.maxY + level.shift >= band.lowerBound
  }

  // MARK: Groups

  mutating func begin(_ group: CanvasGroup) {
    var level = level
    level.layer = nil
    se_pen_save(pen)
    if let clip = group.clip, clips.indices.contains(clip) { self.clip(to: clips[clip]) }
    if let offset = group.offset {
      se_pen_translate(pen, offset.x, offset.y)
      level.shift += offset.y
    }
    if let fill = group.fill.flatMap(SRGBColor.init(hex:)) { level.fill = fill }
    let opacity = group.opacity * (group.name.isEmpty ? 1 : looks.opacity(of: group.name))
    if opacity < 1 {
      // A layer is as large as the clip area. Its edges are on pixels, so that they draw nothing.
      if let reach = group.reach { self.clip(to: onPixels(reach)) }
      se_pen_begin_layer(pen)
      level.layer = opacity
    }
    levels.append(level)
  }

  mutating func end() {
    guard levels.count > 1 else { return }
    if let opacity = levels.removeLast().layer { se_pen_end_layer(pen, max(0, opacity)) }
    se_pen_restore(pen)
  }

  func endLine() {}

  private func onPixels(_ rect: Rect) -> Rect {
    func down(_ value: Double) -> Double { (value * scale).rounded(.down) / scale }
    return Rect(
      left: down(rect.x), top: down(rect.y), right: -down(-rect.maxX), bottom: -down(-rect.maxY))
  }

  func clip(to frame: Rect) {
    add(rect: frame)
    se_pen_clip(pen)
  }

  // MARK: Shapes

  mutating func rect(_ frame: Rect, radius: Double?, _ paint: Paint, title: String?) {
    guard frame.width > 0, frame.height > 0, shows(frame.inset(by: -16)) else { return }
    if paint.isHatched { return hatch(frame) }
    add(rect: frame, radius: min(radius ?? 0, frame.width / 2, frame.height / 2))
    draw(look(of: paint))
  }

  mutating func path(_ path: CanvasPath, _ paint: Paint) {
    var commands: [CChar] = []
    var points: [Double] = []
    var place = Point.zero
    func add(_ command: Character, _ coordinates: Double...) {
      commands.append(CChar(command.asciiValue ?? 0))
      points += coordinates
    }
    for step in path.steps {
      switch step {
      case .move(let x, let y), .line(let x, let y): place = Point(x: x, y: y)
      case .across(let x): place.x = x
      case .down(let y): place.y = y
      case .acrossBy(let x): place.x += x
      case .downBy(let y): place.y += y
      case .arc(_, let x, let y):
        // The control points of a quarter of a circle lie in the directions of its ends. A quarter
        // that turns right begins along x if both coordinates grow or shrink together.
        let k = Self.circle
        let isAcross = (x > 0) == (y > 0)
        let first = isAcross ? (place.x + k * x, place.y) : (place.x, place.y + k * y)
        place = Point(x: place.x + x, y: place.y + y)
        let second =
          isAcross ? (place.x, place.y - k * y) : (place.x - k * x, place.y)
        add("C", first.0, first.1, second.0, second.1, place.x, place.y)
        continue
      case .close:
        add("Z")
        continue
      }
      if case .move = step { add("M", place.x, place.y) } else { add("L", place.x, place.y) }
    }
    append(commands, points)
    draw(look(of: paint))
  }

  mutating func circle(_ center: Point, radius: Double, _ paint: Paint) {
    guard radius > 0 else { return }
    let frame = Rect(
      x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    guard shows(frame) else { return }
    add(rect: frame, radius: radius)
    draw(look(of: paint))
  }

  private mutating func look(of paint: Paint) -> Look { looks.look(of: paint, in: level.fill) }

  /// The distance of a quarter circle's control points from its ends, for the radius 1.
  private static let circle = 0.552_284_749_830_793_4

  /// Adds a rectangle to the path, clockwise from its upper left corner.
  private func add(rect: Rect, radius: Double = 0) {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.maxX, rect.maxY)
    guard radius > 0 else {
      return append(
        "MLLLZ".utf8.map { CChar($0) }, [left, top, right, top, right, bottom, left, bottom])
    }
    let rest = radius * (1 - Self.circle)
    append(
      "MLCLCLCLCZ".utf8.map { CChar($0) },
      [
        left + radius, top, right - radius, top,
        right - rest, top, right, top + rest, right, top + radius, right, bottom - radius,
        right, bottom - rest, right - rest, bottom, right - radius, bottom, left + radius, bottom,
        left + rest, bottom, left, bottom - rest, left, bottom - radius, left, top + radius,
        left, top + rest, left + rest, top, left + radius, top,
      ])
  }

  private func append(
    _ commands: [CChar], _ points: [Double], at place: Point = .zero,
    scale: (Double, Double) = (1, 1),
    slant: Double = 0, snaps: Bool = false
  ) {
    se_pen_path(
      pen, commands, commands.count, points, place.x, place.y, scale.0, scale.1, slant, snaps)
  }

  /// Fills and outlines the path.
  private func draw(_ look: Look) {
    let strokes = look.stroke.map { $0.alpha > 0 && look.width > 0 } ?? false
    let fills = look.fill.map { $0.alpha > 0 } ?? false
    func fill(keeps: Bool) {
      se_pen_fill(pen, (look.fill ?? .black).channels(isShown: fills), keeps)
    }
    func stroke(keeps: Bool) {
      guard strokes, let color = look.stroke else { return }
      se_pen_stroke(
        pen, color.channels(), look.width, look.dashes, Int32(look.dashes.count), look.isHalo,
        keeps)
    }
    if look.isHalo { stroke(keeps: true) }
    fill(keeps: strokes && !look.isHalo)
    if !look.isHalo { stroke(keeps: false) }
  }

  /// Draws the diagonal lines of gaps: a line in each square of 6 points, from the origin on.
  private mutating func hatch(_ frame: Rect) {
    let lines = onScreen(frame)
    guard lines.width > 0, lines.height > 0 else { return }
    se_pen_save(pen)
    clip(to: frame)
    let (step, margin) = (6.0, 1.0)
    let top = lines.y - margin
    let bottom = lines.maxY + margin
    var sum = ((lines.x + top) / step).rounded(.down) * step
    while sum <= lines.maxX + bottom {
      append("ML".utf8.map { CChar($0) }, [sum - top, top, sum - bottom, bottom])
      sum += step
    }
    draw(look(of: Paint("hatch")))
    se_pen_restore(pen)
  }

  /// Returns the part of a frame that is drawn.
  private func onScreen(_ frame: Rect) -> Rect {
    Rect(
      left: frame.x, top: max(frame.y, band.lowerBound - level.shift), right: frame.maxX,
      bottom: min(frame.maxY, band.upperBound - level.shift))
  }

  mutating func image(_ image: CanvasImage) {
    guard image.frame.width > 0, image.frame.height > 0, shows(image.frame) else { return }
    guard let picture = memory.picture(image.bytes, type: image.type, key: image.address) else {
      return
    }
    var frame = image.frame
    let (x, y) = (frame.width / picture.size.width, frame.height / picture.size.height)
    if image.mode != .stretch {
      let factor = image.mode == .fill ? max(x, y) : min(x, y)
      let (width, height) = (picture.size.width * factor, picture.size.height * factor)
      frame = Rect(
        x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2,
        width: width, height: height)
    }
    se_pen_save(pen)
    add(rect: image.frame, radius: image.radius)
    se_pen_clip(pen)
    draw(picture, in: frame, tint: image.tint.flatMap(SRGBColor.init(hex:)))
    se_pen_restore(pen)
  }

  private func draw(_ picture: PictureMemory.Picture, in frame: Rect, tint: SRGBColor? = nil) {
    se_pen_picture(
      pen, picture.handle, frame.x, frame.y, frame.width, frame.height, tint?.channels())
  }

  // MARK: Texts

  mutating func line(_ line: CanvasLine, _ paint: Paint) {
    let layout = texts.line(line)
    var x = line.frame.x
    if line.line.width <= 0 {
      switch line.side {
      case .left: break
      case .center: x += (line.frame.width - layout.width) / 2
      case .right: x += line.frame.width - layout.width
      }
    }
    draw(layout, at: Point(x: x, y: line.baseline), size: line.text.size, paint)
  }

  mutating func piece(_ piece: Wireframe.Text.Piece, at place: Point, _ paint: Paint) {
    draw(texts.piece(piece), at: place, size: Double(piece.font.size), paint)
  }

  mutating func label(_ text: String, _ style: RedlineTextStyle, at place: Point) {
    let frame = Rect(x: place.x, y: place.y - 2 * style.size, width: 1, height: 3 * style.size)
    guard shows(frame) else { return }
    let layout = texts.label(text, style)
    let start = Point(x: style.start(place.x, width: layout.width), y: place.y)
    draw(layout, at: start, size: style.size, Paint(style.name))
  }

  private mutating func draw(
    _ layout: PictureTexts.Layout, at place: Point, size: Double, _ paint: Paint
  ) {
    let look = look(of: paint)
    for run in layout.runs {
      for glyph in run.glyphs {
        let start = Point(
          x: place.x + run.x + glyph.x * run.stretch, y: place.y + glyph.y)
        switch texts.shape(of: glyph, in: run) {
        case .blank: break
        case .path(let commands, let points):
          append(
            commands, points, at: start, scale: (glyph.unit * run.stretch, glyph.unit),
            slant: run.slant, snaps: true)
          // A halo covers the glyphs before it, as in SVG.
          if look.isHalo { draw(look) }
        case .picture(let bytes, let frame):
          let key = "\(glyph.face.family)/\(glyph.face.face)/\(glyph.id)"
          guard let picture = memory.picture(bytes, type: "image/png", key: key) else { break }
          let (x, y) = (glyph.unit * run.stretch, glyph.unit)
          draw(
            picture,
            in: Rect(
              x: start.x + frame.x * x, y: start.y + frame.y * y, width: frame.width * x,
              height: frame.height * y))
        }
      }
    }
    if !look.isHalo { draw(look) }
    guard !layout.boxes.isEmpty else { return }
    var faint = look
    faint.fill?.alpha *= 0.3
    faint.stroke = nil
    for box in layout.boxes {
      let gap = min(size / 16, box.width / 4)
      add(
        rect: Rect(
          x: place.x + box.x + gap, y: place.y - size * 0.78, width: box.width - 2 * gap,
          height: size * 0.9),
        radius: min(size / 10, box.width / 4))
    }
    draw(faint)
  }
}

/// The decoded pictures of a drawing.
final class PictureMemory {
  struct Picture {
    var handle: OpaquePointer
    var size: Size
  }

  private var pictures: [String: Picture?] = [:]
  /// Whether a picture was left out, because it is not a PNG file or damaged.
  private(set) var lacksPictures = false

  deinit { for case let picture? in pictures.values { se_picture_destroy(picture.handle) } }

  /// Returns a decoded picture; `nil` if it is not a PNG file, or damaged.
  /// - Parameter key: A name of the picture, different for different pictures.
  func picture(_ bytes: [UInt8], type: String, key: String) -> Picture? {
    if let known = pictures[key] { return known }
    var (width, height): (Int32, Int32) = (0, 0)
    let handle =
      type == "image/png" ? se_picture_create(bytes, bytes.count, &width, &height) : nil
    let picture = handle.map {
      Picture(handle: $0, size: Size(width: Double(width), height: Double(height)))
    }
    if picture == nil { lacksPictures = true }
    pictures[key] = picture
    return picture
  }
}

extension SRGBColor {
  /// The channels as cairo takes them; transparent unless the colour is shown.
  fileprivate func channels(isShown: Bool = true) -> [Double] {
    [red, green, blue, isShown ? alpha : 0]
  }
}
