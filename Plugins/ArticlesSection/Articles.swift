import PluginShared
import SectionKit

/// Articles one below the other, each row as high as its texts and its picture need.
///
/// A row has a title with as many lines as it needs, next to a picture if the article has one, and
/// a line with metadata: whether the article is pinned, who wrote or shared it, its chapter, its
/// age, and the number of likes. The description replaces a missing title; without metadata there
/// is no second line.
struct Articles: SectionProvider {
  static let blockCodes: [StaticString] = ["ARTICLES"]

  private let title: String
  /// The elements of the rows. An element is read when its row is drawn, so that kept rows cost nothing.
  private let elements: [Value]
  let rowElements: Source?
  private let style: ArticleStyle

  init(_ block: Block) throws {
    guard block.kind == .array else {
      throw Decline("block is no list of articles: expected an array, found \(block.root.found)")
    }
    let metrics = Metrics(block)
    title = metrics.text("title", standard: "")
    elements = Array(block.root.array)
    rowElements = block.root.source
    style = ArticleStyle(metrics)
  }

  var section: SectionDescription { SectionDescription(title: title) }

  var rowCount: Int { elements.count }

  func body(row: Int) -> Body {
    if let article = Article(elements[row]) { node(of: article) }
  }

  private func node(of article: Article) -> Node {
    Stack {
      if let picture = article.picture {
        Image(url: picture).absolute(top: style.top, start: style.inset)
          .frame(width: style.picture, height: style.picture)
          .cornerRadius(style.pictureRadius).role(.image)
      }
      if let title = article.title {
        title.node.font(style.titleSize).lines(style.titleLines).color("text").name("title")
      }
      if article.hasMeta {
        meta(of: article).margin(top: article.title == nil ? 0 : style.gap)
      }
    }
    .padding(
      top: style.top, end: style.inset, bottom: style.bottom,
      start: article.picture != nil ? style.pictureInset : style.inset
    )
    .frame(minHeight: article.picture != nil ? style.top + style.picture : 0)
    .label(article.title?.text ?? "").role(.button).action(article.tap)
    .identifier(type: "article", id: article.id).name("article")
  }

  private func meta(of article: Article) -> Node {
    Row {
      if article.isPinned {
        Badge(style.pinned).font(style.metaSize).padding(horizontal: style.badgeInset)
          .color("tint").name("pinned")
      }
      if let author = article.author { meta(author).shrink().name("author") }
      if let chapter = article.chapter { meta(chapter).shrink().name("chapter") }
      if let date = article.date { meta(date).name("date") }
      if let likes = article.likes {
        meta(Phrase(style.likes + String(likes), source: nil)).name("likes")
      }
    }
    .gap(style.metaGap).wrap(style.metaWrap).align(.center).name("meta")
  }

  private func meta(_ phrase: Phrase) -> Node {
    phrase.node.font(style.metaSize).lines(1).color("secondary")
  }
}

/// The dimensions of article rows, in points.
private struct ArticleStyle {
  let inset, pictureInset, top, gap, bottom, picture, pictureRadius: Double
  let titleSize, metaSize, metaGap, badgeInset: Double
  let titleLines: Int
  /// Metadata that do not fit in one line at large text sizes continue in the next.
  let metaWrap: FlexWrap
  let pinned, likes: String

  init(_ metrics: Metrics) {
    inset = metrics.number("article", "inset", standard: 16)
    pictureInset = metrics.number("article", "pictureInset", standard: 76)
    top = metrics.number("article", "top", standard: 10)
    gap = metrics.number("article", "gap", standard: 10)
    bottom = metrics.number("article", "bottom", standard: 10)
    picture = metrics.number("article", "picture", "size", standard: 44)
    pictureRadius = metrics.number("article", "picture", "cornerRadius", standard: 4)
    titleSize = metrics.number("article", "title", "fontSize", standard: 15)
    titleLines = metrics.count("article", "title", "maximumLines", standard: 0)
    metaSize = metrics.number("article", "meta", "fontSize", standard: 11)
    metaWrap = metrics.isLargeText ? .wrap : .noWrap
    metaGap = metrics.number("article", "meta", "gap", standard: 8)
    badgeInset = metrics.number("article", "pinned", "inset", standard: 4)
    pinned = metrics.text("article", "pinned", "label", standard: "置顶")
    likes = metrics.text("article", "likes", "label", standard: "赞: ")
  }
}
