import Support
import LayoutCore

/// Writes layout dump v1: one frame per line, in document order, made for `diff` and for review.
///
/// ```
/// # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
/// feed news 414x280 appearance=light locale=en direction=ltr text-size=large … sections=1
///   section STORIES @0,0 414x280 rows=1x280 via=card-rail@1.0.0
///     carousel @0,40 414x190 axis=x items=6 content=790 gap=10 inset=10
///       card[0] "Sea level" @10,5 120x160 action=news://story/7
///         text @0,125 110x15 font=12/400 lines=1/2
///       card[3] "Night train" @400,5 120x160 !clipped
///       … 2 offscreen
/// # 1 warning: SE3002 (1)
/// ```
///
/// Keys have a fixed order and defaults are omitted:
///
/// | line | keys in order |
/// |---|---|
/// | feed | appearance locale direction text-size metrics layout sections scroll-y viewport bars |
/// | section | rows layout columns lanes align align-items scrolling peek group content gap inset margin place gap-above background content-height pinned via fallback title closable |
/// | node | span bleed stretch axis items pages page lanes interval content gap inset font lines align count current color background radius aspect badge role action reads says as target |
///
/// `layout` is the arrangement of the rows of a section that is not a list, and `content` is then
/// their extent; `content-height` appears if the height that the provider requested differs from
/// it. `inset=10/20` is start and end along the axis if they differ; in a grid, flow, waterfall or
/// one-plus-n it is one number or `top/end/bottom/start`, and so is `margin` everywhere. `gap=8/12`
/// is along y and along x. `span=2x1` is columns and rows. With `--scroll-y`, the feed line has the
/// scroll offset of the page, the size of the screen, and the heights that bars cover at its top
/// and bottom; floating sections and pinned parts have their frames at that offset. `font=17/700`
/// is size and weight, `lines=1/2` one line of at most two.
/// With `--accessibility`, a node where a screen reader stops has the number of the stop, the
/// announced text if it differs from the line's own, the announced role unless it is text, and the
/// target of a tap as width x height + x + y in feed coordinates.
/// `role` is omitted if the kind implies it, and if it is button on a node with an action; `pinned`
/// is header, footer or header+footer.
///
/// A name is the node's own name or, if it has none, that of its kind; `[n]` numbers the items of a
/// collection, and siblings that share a name. The root of a section, which has the section's
/// frame, is omitted unless it has content of its own. With `--chrome`, bars have lines like a
/// section's that begin with `top` and `bottom`, before and after the sections, each in its own
/// coordinates. With `--frames absolute` the header line ends "node frames in section"; with
/// `--unrounded`, "· unrounded".
package struct DumpRenderer: Renderer {
  package static let name = "dump"

  let options: RenderOptions

  package init(options: RenderOptions) { self.options = options }

  package func render(_ page: RenderedPage, to out: inout ByteWriter) {
    var writer = DumpWriter(isRecording: false)
    // The buffer moves into the writer and back without a copy.
    swap(&out, &writer.out)
    write(page, to: &writer)
    swap(&out, &writer.out)
  }

  func write(_ page: RenderedPage, to writer: inout DumpWriter) {
    let tree = page.tree
    let codes = NodeCodes(page.diagnostics.map { ($0.node, $0.code.rawValue) })
    let reading = options.accessibility ? AccessibilityReading(page, options: options) : nil
    let environment = tree.environment
    let header = DumpHeader(
      scale: environment.scale, frames: options.frames, isUnrounded: options.unrounded)
    let height = options.grid(of: environment).snap(tree.height)
    writer.begin(
      header, feed: tree.feedID, size: Size(width: environment.width, height: height)
    ) { writeFeed(tree, to: &$0) }
    for part in tree.parts(shownBy: options) {
      guard let section = tree.section(part) else { continue }
      write(
        section, part.keyword, of: tree, codes: codes, reading: reading?[part] ?? [:], to: &writer)
    }
    if let summary = page.diagnostics.summary { writer.end(summary: summary) }
  }

  private func writeFeed(_ tree: LayoutTree, to out: inout ByteWriter) {
    let environment = tree.environment
    out.write(environment: environment)
    out.write(attribute: "metrics", word: tree.measurer.name)
    out.write(attribute: "layout", word: tree.layoutName)
    out.write(attribute: "sections", integer: tree.sections.count)
    if let viewport = tree.viewport { write(viewport, width: environment.width, to: &out) }
  }

  private func write(_ viewport: Viewport, width: Double, to out: inout ByteWriter) {
    out.write(attribute: "scroll-y", number: viewport.top)
    out.write(key: "viewport")
    out.write(size: Size(width: width, height: viewport.height))
    if viewport.topInset > 0 || viewport.bottomInset > 0 {
      out.write(attribute: "bars", number: viewport.topInset)
      out.write("/")
      out.write(number: viewport.bottomInset)
    }
  }
}
