// The spellings in dumps and feed layouts.

extension Section.Layout {
  package var word: String {
    switch self {
    case .list: "list"
    case .carousel: "carousel"
    case .pager: "pager"
    case .grid: "grid"
    case .flow: "flow"
    case .waterfall: "waterfall"
    case .onePlusN: "one-plus-n"
    }
  }
}

extension Section.OrthogonalScrolling {
  package var word: String {
    switch self {
    case .continuous: "continuous"
    case .none: "none"
    case .continuousGroupLeadingBoundary: "leading-boundary"
    case .paging: "paging"
    case .groupPaging: "group-paging"
    case .groupPagingCentered: "group-paging-centered"
    }
  }
}

extension Section.Placement {
  package var word: String {
    switch self {
    case .flow: "flow"
    case .overlay: "overlay"
    case .floatTop: "float-top"
    case .floatBottom: "float-bottom"
    }
  }
}

extension Section.BackgroundExtent {
  package var word: String {
    switch self {
    case .rows: "rows"
    case .section: "section"
    }
  }
}

extension Style.Justify {
  package var word: String {
    switch self {
    case .start: "start"
    case .center: "center"
    case .end: "end"
    case .spaceBetween: "space-between"
    case .spaceAround: "space-around"
    case .spaceEvenly: "space-evenly"
    case .textStart: "text-start"
    case .textEnd: "text-end"
    case .left: "left"
    case .right: "right"
    }
  }
}

extension Style.Align {
  package var word: String {
    switch self {
    case .auto: "auto"
    case .start: "start"
    case .center: "center"
    case .end: "end"
    case .stretch: "stretch"
    case .baseline: "baseline"
    case .spaceBetween: "space-between"
    case .spaceAround: "space-around"
    case .spaceEvenly: "space-evenly"
    case .textStart: "text-start"
    case .textEnd: "text-end"
    case .selfStart: "self-start"
    case .selfEnd: "self-end"
    }
  }
}
