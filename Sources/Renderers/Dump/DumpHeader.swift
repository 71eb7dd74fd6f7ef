import Support
import LayoutCore
import Page

extension DumpHeader {
  static let prefix = "# layout-dump v1 · unit pt · scale "
  static let spaces = " · section frames in feed, node frames in "
  static let unrounded = " · unrounded"

  static func word(of space: PixelGrid.Space) -> String {
    space == .parent ? "parent" : "section"
  }

  func write(to out: inout ByteWriter) {
    out.write(Self.prefix)
    out.write(exact: scale)
    out.write(Self.spaces)
    out.write(Self.word(of: frames))
    if isUnrounded { out.write(Self.unrounded) }
    out.write("\n")
  }
}
