import LayoutCore

/// The cost of a pair: of matching a box of the page with a view of the app.
///
/// A box or a view that stays alone costs 1. So a pair is right if it costs less than 2, and of all
/// possible pairs those with the least total cost are right. A pair costs the sum of:
///
/// | part | cost |
/// |---|---|
/// | text | 0 for equal texts (`SharedTexts.areEqual`), 0.9 if the page or the app has the text several times, 0.2 more if it is a part of a label, 1.75 for different texts, which include a text view with other words beside the text |
/// | orphan | 0.6 for equal texts if the app has none of the texts that tell the section from others |
/// | kind | 0 for two texts or two containers; 1 for two pictures, or two containers of unknown content, which nothing identifies; 1.5 if the view may be something else |
/// | section | 0.3 for a picture or a changed text if the section has other texts, none of which has a view |
/// | other content | 1.1 for a section and a view that have nothing in common, 34 more for the size |
/// | content | for containers, the share of the box's content that the view does not contain, and twice the share of the view's content that is not the box's |
/// | size | up to 0.3 for equal texts, 0.45 for the heights of different texts, 1 for containers, 3.5 for a container and a label, 1.5 for pictures, 8 if the view may be no picture, or for containers of unknown content, 4 if it may be more than a text, by the ratio of the sizes |
/// | move | 0 if the box moved as the boxes before it or around it, else 0.2 plus 0.5 for 240 points; 0.1 more between two boxes of a section, and for a section of a repeated text; 0.5 for the first pair; twice for pictures, three times for containers of unknown content |
/// | order | 1 if the view lies above the view of the box before, although the box does not |
///
/// A size that the screen cuts costs nothing; but a small part identifies less, so it costs up to 2 for
/// containers of unknown content and up to 1 for pictures. A text or picture that is longer in the app is at its
/// place if its start, its end, or a point between them is; a container, if its start or its end is.
enum PairCost {
  /// The cost of a box and a view that are both alone.
  static let alone = 2.0
  static let repeatedText = 0.9
  static let orphan = 0.6
  static let partOfLabel = 0.2
  static let otherText = 1.75
  static let picture = 1.0
  static let unsurePicture = 1.5
  static let otherSection = 1.1
  static let unknownSection = 0.3
  static let first = 0.5
  static let moveInSection = 0.1
  static let disorder = 1.0

  static func move(by distance: Double) -> Double {
    distance <= 1 ? 0 : 0.2 + 0.5 * min(1, distance / 240)
  }
}

/// The distances by which a box may have moved to its view: from the distance of one edge to that of
/// the opposite edge, for each axis.
struct PairShift {
  var x: ClosedRange<Double>
  var y: ClosedRange<Double>

  init(of box: Rect, to view: Rect) {
    x = Self.range(view.x - box.x, view.maxX - box.maxX)
    y = Self.range(view.y - box.y, view.maxY - box.maxY)
  }

  private static func range(_ a: Double, _ b: Double) -> ClosedRange<Double> {
    min(a, b)...max(a, b)
  }

  /// The distance from an expected shift, in points.
  func distance(from point: Point) -> Double {
    let nearest = nearest(to: point)
    return abs(nearest.x - point.x) + abs(nearest.y - point.y)
  }

  /// The distance of the nearer edges from their expected places, in points.
  func edgeDistance(from point: Point) -> Double {
    min(abs(x.lowerBound - point.x), abs(x.upperBound - point.x))
      + min(abs(y.lowerBound - point.y), abs(y.upperBound - point.y))
  }

  /// The possible shift that is nearest to an expected one.
  func nearest(to point: Point) -> Point {
    Point(
      x: min(max(point.x, x.lowerBound), x.upperBound),
      y: min(max(point.y, y.lowerBound), y.upperBound))
  }
}
