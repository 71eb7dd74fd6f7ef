import LayoutCore
import Page
import Support

/// The image files of a page by address. An image without a file is drawn as an empty box.
package struct Pictures: Sendable, Hashable {
  private var files: [String: [UInt8]] = [:]

  package init() {}

  /// Adds the image file at an address. Returns false if the bytes have no supported type.
  @discardableResult
  package mutating func add(_ bytes: [UInt8], at address: String) -> Bool {
    guard Self.type(of: bytes) != nil else { return false }
    files[address] = bytes
    return true
  }

  /// Returns the media type by the first bytes: "image/png", "image/jpeg", "image/gif" or
  /// "image/webp"; else `nil`. SVG is not supported, because it can contain scripts and links. An
  /// image that claims more than `mostPixels` has no type, because a browser would reserve its size.
  package static func type(of bytes: [UInt8]) -> String? {
    guard let type = claimedType(of: bytes) else { return nil }
    let size = PictureSize(of: bytes, type: type)
    let pixels = size?.width.multipliedReportingOverflow(by: size?.height ?? 0)
    return pixels.map { $0.overflow || $0.partialValue > mostPixels } == true ? nil : type
  }

  package static let mostPixels = 100_000_000

  func hasFile(at address: String) -> Bool { files[address] != nil }

  private static func claimedType(of bytes: [UInt8]) -> String? {
    func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: signature)
    }
    if begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
    if begins([0xff, 0xd8, 0xff]) { return "image/jpeg" }
    if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return "image/gif" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    return nil
  }

  /// Returns the picture at an address; `nil` without a file.
  /// - Parameters:
  ///   - tint: The colour that replaces all opaque pixels; `nil` for the picture's own colours.
  ///   - id: An id, unique in the drawing.
  func image(
    _ address: String, in frame: Rect, radius: Double = 0,
    mode: NodeAttributes.ContentMode = .fill, tint: String? = nil, id: String = ""
  ) -> CanvasImage? {
    guard let bytes = files[address], let type = Self.type(of: bytes) else { return nil }
    return CanvasImage(
      address: address, bytes: bytes, type: type, frame: frame,
      radius: max(0, min(radius, frame.width / 2, frame.height / 2)), mode: mode, tint: tint,
      id: id)
  }
}

extension Page {
  /// The unique addresses of the page's images, in document order. A page that was read has no
  /// addresses of images in text runs. Complexity: O(lines) for a page that was read, otherwise
  /// O(attributes + runs).
  package var pictureAddresses: [String] {
    if !isLaidOut, let lines {
      return lines.compactMap { lines.tail(of: $0).attributes["picture"] }.uniqued
    }
    let arenas =
      [chrome.top?.arena].compactMap { $0 } + sections.map(\.arena)
      + [chrome.bottom?.arena].compactMap { $0 }
    return arenas.flatMap(\.pictureAddresses).uniqued
  }
}

extension NodeArena {
  fileprivate var pictureAddresses: [String] {
    (attributes.map(\.picture) + runs.map(\.image)).filter { $0.count > 0 }.map { string($0) }
  }
}
