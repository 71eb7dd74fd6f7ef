import SectionKit

/// Draws the tree of a block.
struct TreeDrawing {
  let style: GenericStyle

  func node(of tree: ContentTree, isInRail: Bool = false) -> Node {
    switch tree {
    case .text(let phrase, let own): return node(of: phrase, own)
    case .image(let address, let own):
      let side = style.imageWidth
      return Image(url: address).frame(width: own.width ?? side, height: own.height ?? side)
        .cornerRadius(style.radius).role(.image)
    case .column(let children, let own):
      return Stack { for child in children { node(of: child, isInRail: isInRail) } }
        .gap(own.gap ?? style.titleGap).align(own.alignment ?? .start).padding(edges(own)).node
    case .row(let children, let own):
      return Row {
        for child in children {
          node(of: child, isInRail: isInRail).shrink().grow(child.weight)
        }
      }
      .gap(own.gap ?? style.spacing).padding(edges(own))
      .align(own.alignment ?? (children.contains(where: \.isControl) ? .center : .start))
    case .rail(let children):
      return Carousel {
        for child in children {
          Stack { node(of: child, isInRail: true) }.frame(width: style.cardWidth)
        }
      }
      .gap(style.spacing).name("rail")
    case .target(let part, let type, let target):
      return Stack { node(of: part, isInRail: isInRail) }.role(.button).action(type, target).node
    case .component(let role, let part): return component(role, part, isInRail)
    }
  }

  /// Returns a button with a content; its corners are round.
  func button(_ content: Node, type: String?, target: String?) -> Node {
    Stack { content }.padding(horizontal: style.spacing, vertical: style.titleGap)
      .background("surface").cornerRadius(style.radius).role(.button).action(type, target)
      .name("button")
  }

  private func component(_ role: ComponentRole, _ part: ContentTree, _ isInRail: Bool) -> Node {
    switch role {
    case .button:
      guard case .target(let content, let type, let target) = part else {
        return button(node(of: part, isInRail: isInRail), type: nil, target: nil)
      }
      return button(node(of: content, isInRail: isInRail), type: type, target: target)
    case .heading:
      guard case .text(let phrase, var own) = part else { return node(of: part) }
      own.isHeading = true
      return node(of: phrase, own)
    case .field, .toggle:
      return Stack { node(of: part, isInRail: isInRail) }
        .padding(horizontal: style.spacing, vertical: style.titleGap)
        .border("secondary").cornerRadius(style.radius).name(role.name ?? "")
    case .none, .picture: return node(of: part, isInRail: isInRail)
    }
  }

  private func node(of phrase: Phrase, _ own: ComponentStyle) -> Node {
    let size = own.fontSize ?? (own.isHeading ? style.titleSize : style.captionSize)
    let isBold = own.isBold || own.isHeading
    let text = Text(phrase.text).font(size, isBold ? .bold : .regular).color("text")
      .source(phrase.source)
    return own.isHeading ? text.role(.header) : text
  }

  private func edges(_ own: ComponentStyle) -> Edges {
    Edges(
      top: .points(own.padding.top), end: .points(own.padding.end),
      bottom: .points(own.padding.bottom), start: .points(own.padding.start))
  }
}
