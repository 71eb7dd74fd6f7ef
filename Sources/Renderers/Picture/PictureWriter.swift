internal import CCairo
import LayoutCore
import Support

/// The formats of pictures.
package enum PictureFormat: String, Sendable, CaseIterable { case png, pdf }

/// The libraries that pictures need.
package enum PictureLibrary {
  package static let cairo = "libcairo.so.2"
  package static let zlib = "libz.so.1"

  /// Opens cairo and zlib. Returns the name of a missing library or function; else `nil`.
  package static func load(_ cairo: String = cairo, _ zlib: String = zlib) -> String? {
    se_cairo_load(cairo, zlib).map { String(cString: $0) }
  }
}

/// The reason why a picture cannot be written.
package enum PictureFault: Error, Hashable {
  /// A library is missing, or lacks a function.
  case library(String)
  /// The picture has more pixels along an axis than viewers show.
  case tooLarge(width: Double, height: Double, mostScale: Double)
  case font(FontFault)
  /// cairo or zlib has failed.
  case failed(String)
}

/// Writes a sheet as PNG or PDF.
///
/// The pixels depend only on the sheet, the scale, and the versions of cairo, pixman and HarfBuzz; the
/// bytes of a PNG also on that of zlib. A PDF has fixed dates.
package struct PictureWriter {
  let sheet: PictureSheet
  /// The number of pixels of a point.
  let scale: Double
  private let texts: [PictureTexts]
  private let memory = PictureMemory()

  /// The maximum number of pixels along each axis: cairo's, and that of common viewers.
  package static let mostPixels = 32_767
  /// The maximum height of a page of a PDF, in points (PDF 32000-1, Annex C.2).
  private static let mostPoints = 14_400.0
  /// The number of pixels that are in memory at a time, at 4 bytes each.
  private let stripPixels: Int

  /// - Throws: `PictureFault` if a library is missing.
  package init(
    _ sheet: PictureSheet, scale: Double, stripPixels: Int = 8 << 20
  ) throws(PictureFault) {
    if let missing = PictureLibrary.load() { throw .library(missing) }
    self.sheet = sheet
    self.scale = scale
    self.stripPixels = stripPixels
    do throws(FontFault) {
      var texts: [PictureTexts] = []
      for cell in sheet.cells { texts.append(try PictureTexts(cell.measurer)) }
      self.texts = texts
    } catch {
      throw .font(error)
    }
  }

  /// Whether boxes were drawn in place of characters that the program's font does not have.
  package var hasBoxes: Bool { texts.contains(where: \.hasBoxes) }
  /// Whether picture files were left out, because they are not PNG.
  package var lacksPictures: Bool { memory.lacksPictures }

  private var width: Double { (sheet.size.width * scale).rounded(.up) }
  private var height: Double { (sheet.size.height * scale).rounded(.up) }

  /// The number of files into which a PNG is divided, so that viewers show them.
  package var parts: Int {
    max(1, Int((min(height, 1e9) / Double(Self.mostPixels)).rounded(.up)))
  }

  /// Returns a part of the picture as PNG, or all of it.
  /// - Parameter part: The number of the part, from 0; `nil` for a picture in one file.
  /// - Throws: `PictureFault`; `tooLarge` if the picture does not fit in one file.
  /// - Complexity: O(pixels + strips × boxes). The memory is limited by `stripPixels`.
  package func png(part: Int? = nil) throws(PictureFault) -> [UInt8] {
    guard width <= Double(Self.mostPixels), part != nil || parts == 1 else {
      let most = Double(Self.mostPixels)
      let limits = [most / sheet.size.width, part == nil ? most / sheet.size.height : .infinity]
      throw .tooLarge(
        width: width, height: height,
        mostScale: ((limits.min() ?? 0) * 1000).rounded(.down) / 1000)
    }
    let columns = max(1, Int(width))
    let first = (part ?? 0) * Self.mostPixels
    let rows = max(1, min(Int(height) - first, Self.mostPixels))
    let strip = max(1, min(rows, stripPixels / columns))
    guard let pen = se_pen_create_image(Int32(columns), Int32(strip)) else {
      throw .failed("out of memory")
    }
    let sink = ByteSink()
    let isWritten = withExtendedLifetime(sink) {
      guard
        let png = se_png_create(Int32(columns), Int32(rows), ByteSink.write, sink.context)
      else { return false }
      for start in stride(from: 0, to: rows, by: strip) {
        let count = min(strip, rows - start)
        let background = LookSheet.background(sheet.appearance)
        se_pen_clear(pen, background.red, background.green, background.blue)
        se_pen_save(pen)
        se_pen_translate(pen, 0, -Double(first + start))
        se_pen_scale(pen, scale, scale)
        draw(
          with: pen, from: Double(first + start) / scale, to: Double(first + start + count) / scale)
        se_pen_restore(pen)
        var stride = 0
        let pixels = se_pen_pixels(pen, &stride)
        guard se_png_write(png, pixels, stride, Int32(count)) else { break }
      }
      return se_png_finish(png)
    }
    if let reason = se_pen_finish(pen) { throw .failed(String(cString: reason)) }
    guard isWritten else { throw .failed("zlib has failed, or memory is exhausted") }
    return sink.bytes
  }

  /// Returns the picture as PDF. A point of the page is a point of the PDF; a high page is continued
  /// on further pages.
  package func pdf() throws(PictureFault) -> [UInt8] {
    let sink = ByteSink()
    let reason = withExtendedLifetime(sink) { () -> String? in
      guard let pen = se_pen_create_pdf(ByteSink.write, sink.context) else {
        return "out of memory"
      }
      var top = 0.0
      var number = 1
      repeat {
        let end = min(top + Self.mostPoints, max(1, sheet.size.height))
        se_pen_begin_page(pen, max(1, sheet.size.width), end - top, "\(number)")
        se_pen_translate(pen, 0, -top)
        draw(with: pen, from: top, to: end)
        se_pen_end_page(pen)
        (top, number) = (end, number + 1)
      } while top < sheet.size.height
      return se_pen_finish(pen).map { String(cString: $0) }
    }
    if let reason { throw .failed(reason) }
    return sink.bytes
  }

  /// Draws the part of the sheet in a range of y, in points.
  private func draw(with pen: OpaquePointer, from top: Double, to bottom: Double) {
    func canvas(
      _ texts: PictureTexts, _ appearance: LayoutEnvironment.Appearance, _ clips: [Rect],
      at origin: Point
    ) -> CairoCanvas {
      CairoCanvas(
        pen: pen, texts: texts, memory: memory, appearance: appearance, clips: clips, scale: scale,
        band: top - origin.y...max(top, bottom) - origin.y)
    }
    guard let first = texts.first else { return }
    var frame = canvas(first, sheet.appearance, [], at: .zero)
    sheet.drawFrame(on: &frame)
    for (index, (cell, origin)) in zip(sheet.cells, sheet.origins).enumerated()
    where origin.y < bottom && origin.y + cell.size.height > top {
      let wireframe = cell.drawing.wireframe
      var canvas = canvas(
        texts[index], wireframe.environment.appearance, wireframe.clips, at: origin)
      se_pen_save(pen)
      se_pen_translate(pen, origin.x, origin.y)
      canvas.clip(to: Rect(x: 0, y: 0, width: cell.size.width, height: cell.size.height))
      cell.draw(on: &canvas)
      se_pen_restore(pen)
    }
  }
}

extension LookSheet {
  /// The colour of the space around a page.
  fileprivate static func background(_ appearance: LayoutEnvironment.Appearance) -> SRGBColor {
    var sheet = LookSheet(appearance)
    return sheet.look(of: Paint("page"), in: nil).fill ?? .white
  }
}

/// Collects the bytes that C code writes.
private final class ByteSink {
  var bytes: [UInt8] = []

  /// The sink as the argument of `write`; valid as long as the sink lives.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Bool =
    {
      context, bytes, count in
      guard let context, let bytes else { return count == 0 }
      let sink = Unmanaged<ByteSink>.fromOpaque(context).takeUnretainedValue()
      sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      return true
    }
}
