import LayoutCore

/// A picture in a frame.
struct CanvasImage {
  var address: String
  var bytes: [UInt8]
  /// The media type, such as "image/png".
  var type: String
  var frame: Rect
  /// The radius of the frame's corners, at most half of its sides.
  var radius = 0.0
  var mode = NodeAttributes.ContentMode.fill
  /// The colour that replaces all opaque pixels; `nil` for the picture's own colours.
  var tint: String?
  /// An id, unique in the drawing.
  var id = ""
}
